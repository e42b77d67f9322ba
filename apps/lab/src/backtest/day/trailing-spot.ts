import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { ReplaySpot } from '@strikewise/exchange/prices/replay-spot.ts'
import type { VarianceOutlook } from '@strikewise/exchange/prices/volatility-surface.ts'

/** What options of a recorded day are priced from: see `TrailingLevel` and `recordedOutlook`. */
export interface RecordedVolatility {
  readonly level: number
  readonly outlook: VarianceOutlook
}

/**
 * The recorded minutes of one index and day as the sandbox replays them, with the volatility level of the sessions
 * before it: a replay starts each day at the ordinary level, which would make options cheap in a wild year.
 */
export class TrailingSpot extends ReplaySpot {
  readonly #volatility: RecordedVolatility

  constructor(
    seed: string,
    symbol: IndexSymbol,
    day: IstDate,
    bars: readonly Candle[],
    volatility: RecordedVolatility,
  ) {
    super(seed, new Map([[day, { barMinutes: 1, [symbol]: bars }]]), symbol !== 'NIFTY')
    this.#volatility = volatility
  }

  override get outlook(): VarianceOutlook {
    return this.#volatility.outlook
  }

  override get level(): number {
    return this.#volatility.level
  }
}

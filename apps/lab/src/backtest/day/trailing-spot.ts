import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { ReplaySpot } from '@strikewise/exchange/prices/replay-spot.ts'
import { RECORDED_OUTLOOK, type VarianceOutlook } from '@strikewise/exchange/prices/volatility-surface.ts'

/**
 * The recorded minutes of one index and day as the sandbox replays them, with the volatility level of the sessions
 * before it: a replay starts each day at the ordinary level, which would make options cheap in a wild year.
 */
export class TrailingSpot extends ReplaySpot {
  readonly #level: number

  constructor(seed: string, symbol: IndexSymbol, day: IstDate, bars: readonly Candle[], level: number) {
    super(seed, new Map([[day, { barMinutes: 1, [symbol]: bars }]]))
    this.#level = level
  }

  override get outlook(): VarianceOutlook {
    return RECORDED_OUTLOOK
  }

  override get level(): number {
    return this.#level
  }
}

import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { JUMP_VARIANCE, SESSION_VOLATILITY, SESSIONS_A_YEAR } from '@strikewise/exchange/prices/calibration.ts'

/** Sessions the level is measured on. */
const SESSIONS = 20
/** Minutes of a full session: a short one is scaled up to it. */
const MINUTES = 375
/** Outside these the bars are more likely wrong than the market. */
const BOUNDS = { least: 0.3, most: 5 } as const

/**
 * How much the index has moved inside the last 20 sessions, as a multiple of what the market model takes for ordinary.
 * It is what option prices of the next session are modelled from, so it looks only backwards. 1 before the first.
 */
export class TrailingLevel {
  readonly #variances: number[] = []
  readonly #ordinary: number

  constructor(symbol: IndexSymbol) {
    const deviation = SESSION_VOLATILITY[symbol]
    this.#ordinary = (deviation * deviation * JUMP_VARIANCE) / SESSIONS_A_YEAR
  }

  get value(): number {
    if (this.#variances.length === 0) return 1
    const mean = this.#variances.reduce((sum, variance) => sum + variance, 0) / this.#variances.length
    return Math.min(BOUNDS.most, Math.max(BOUNDS.least, Math.sqrt(mean / this.#ordinary)))
  }

  push(bars: readonly Candle[]): void {
    let sum = 0
    let previous = bars[0]!.open as number
    for (const { close } of bars) {
      const move = Math.log(close / previous)
      sum += move * move
      previous = close
    }
    this.#variances.push((sum * MINUTES) / bars.length)
    if (this.#variances.length > SESSIONS) this.#variances.shift()
  }
}

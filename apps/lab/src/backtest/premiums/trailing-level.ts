import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { BANK_RATIO, sessionVariance } from '@strikewise/exchange/prices/volatility-surface.ts'
import { PREMIUM_PARAMETERS, type PremiumParameters } from './premium-parameters.ts'

/** Sessions the level looks back on: a month, a week and a day of them. */
export const LEVEL_SESSIONS = 20
const WEEK_SESSIONS = 5
/** Minutes of a full session: a short one is scaled up to it. */
const MINUTES = 375
const SESSIONS_A_YEAR = 252
/** Outside these the bars are more likely wrong than the market. */
const BOUNDS = { least: 0.3, most: 5 } as const

/** Variance of an ordinary session of an index. */
export function ordinaryVariance(symbol: IndexSymbol): number {
  return sessionVariance(1) * (symbol === 'NIFTY' ? 1 : BANK_RATIO * BANK_RATIO)
}

/** Logarithms of what the last session, the last five and the last twenty moved, as multiples of an ordinary one. */
export function realisedLogs(variances: readonly number[]): { day: number; week: number; month: number } {
  const log = (count: number) => {
    const last = variances.slice(-count)
    return Math.log(last.reduce((sum, variance) => sum + variance, 0) / last.length)
  }
  return { day: log(1), week: log(WEEK_SESSIONS), month: log(LEVEL_SESSIONS) }
}

/** Logarithm of India VIX as the variance of a session, as a multiple of an ordinary one of NIFTY. */
export function vixLog(vix: number): number {
  return Math.log((vix / 100) ** 2 / SESSIONS_A_YEAR / sessionVariance(1))
}

/**
 * The level of implied volatility of the next session, a multiple of the ordinary one, from what the index has moved in
 * the sessions before and, where it is known, India VIX at the last close. Nothing of the session itself is in it.
 */
export class TrailingLevel {
  /** Of the last sessions, as multiples of an ordinary one. */
  readonly #variances: number[] = []
  readonly #symbol: IndexSymbol
  readonly #parameters: PremiumParameters

  constructor(symbol: IndexSymbol, parameters: PremiumParameters = PREMIUM_PARAMETERS) {
    this.#symbol = symbol
    this.#parameters = parameters
  }

  /** `vix`: India VIX in per cent at the close before the session; undefined where it is not known. */
  valueWith(vix: number | undefined): number {
    const { realised, longRun, fromBars, fromBarsAndVix } = this.#parameters
    const variances = this.#variances.length > 0 ? this.#variances : [longRun[this.#symbol]]
    const { day, week, month } = realisedLogs(variances)
    const from = realised[this.#symbol]
    const forecast = from.constant + from.day * day + from.week * week + from.month * month
    const implied = vix === undefined ? fromBars : fromBarsAndVix
    const log = implied.constant + implied.realised * forecast + (vix === undefined ? 0 : implied.vix * vixLog(vix))
    return Math.min(BOUNDS.most, Math.max(BOUNDS.least, Math.exp(log / 2)))
  }

  push(bars: readonly Candle[]): void {
    this.pushVariance(realisedVariance(bars))
  }

  /** Takes the variance of a session whose minutes are not known. */
  pushVariance(variance: number): void {
    this.#variances.push(variance / ordinaryVariance(this.#symbol))
    if (this.#variances.length > LEVEL_SESSIONS) this.#variances.shift()
  }
}

/** Sum of the squared log returns of a session's minutes, from its open on, scaled to a full session. */
export function realisedVariance(bars: readonly Candle[]): number {
  let sum = 0
  let previous = bars[0]!.open as number
  for (const { close } of bars) {
    const move = Math.log(close / previous)
    sum += move * move
    previous = close
  }
  return (sum * MINUTES) / bars.length
}

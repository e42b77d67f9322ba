import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { YEAR_SECONDS } from '@strikewise/domain/market/black76.ts'
import {
  DAY_LEVEL,
  JUMP_VARIANCE,
  OVERNIGHT_DEVIATION,
  RECORDED_NIGHT_SHARE,
  SESSION_VOLATILITY,
  SESSIONS_A_YEAR,
  SMILE,
  uShape,
  VOLATILITY_PREMIUM,
} from './calibration.ts'

const YEAR_MS = YEAR_SECONDS * 1000

/** How the sessions and nights after today are expected to move, given today's level. */
export interface VarianceOutlook {
  /** How much of the level's distance from the mean is left after each session. */
  readonly memory: number
  /** Variance of a night at level 1. */
  readonly night: number
}

/** The simulated path's own: what `IndexModel` does on average. */
export const SIMULATED_OUTLOOK: VarianceOutlook = {
  memory: DAY_LEVEL.memory,
  night: OVERNIGHT_DEVIATION * OVERNIGHT_DEVIATION,
}

/**
 * For recorded days, whose level is a mean over past sessions already: pulling that to the mean once more made options a
 * quarter too dear in calm months and too cheap in wild years. Nights have the share they have in the records.
 */
export const RECORDED_OUTLOOK: VarianceOutlook = {
  memory: 1,
  night: (sessionVariance(1) * RECORDED_NIGHT_SHARE) / (1 - RECORDED_NIGHT_SHARE),
}

/**
 * What the option market expects from now to an expiry, made of what the path will do on average: the rest of this day by
 * its U-shape, then whole sessions and nights as `outlook` has them. So option prices are fair to the path, plus a
 * premium, and the model's pricing hands out no profit. All variances are of log returns.
 */
export class SessionVariance {
  /** Variance of a whole session at today's level, NIFTY's. */
  readonly #today: number
  /** Share of the session's variance still to come, by minute. */
  readonly #restShare: Float64Array
  readonly #level: number
  readonly #outlook: VarianceOutlook

  constructor(level: number, minutes: number, outlook: VarianceOutlook = SIMULATED_OUTLOOK) {
    this.#level = level
    this.#outlook = outlook
    this.#today = sessionVariance(level * level)
    const shape = uShape(minutes)
    this.#restShare = new Float64Array(minutes + 1)
    for (let minute = minutes - 1; minute >= 0; minute -= 1)
      this.#restShare[minute] = this.#restShare[minute + 1]! + (shape[minute]! * shape[minute]!) / minutes
  }

  /** Variance from `minute` of today's session to its end. */
  restOfToday(minute: number): number {
    const shares = this.#restShare
    const last = shares.length - 1
    if (minute >= last) return 0
    const whole = Math.max(0, Math.floor(minute))
    const fraction = Math.max(0, minute) - whole
    return this.#today * (shares[whole]! + (shares[whole + 1]! - shares[whole]!) * fraction)
  }

  /** Variance of the nights and sessions after today up to and including the `sessions`-th. */
  after(sessions: number): number {
    let sum = 0
    let pull = 1
    for (let k = 1; k <= sessions; k += 1) {
      pull *= this.#outlook.memory
      const square = 1 + (this.#level * this.#level - 1) * pull
      sum += sessionVariance(square) + this.#outlook.night * square
    }
    return sum
  }
}

function sessionVariance(levelSquared: number): number {
  return (SESSION_VOLATILITY.NIFTY * SESSION_VOLATILITY.NIFTY * levelSquared * JUMP_VARIANCE) / SESSIONS_A_YEAR
}

/** BANKNIFTY moves this much more than NIFTY. */
export const BANK_RATIO = SESSION_VOLATILITY.BANKNIFTY / SESSION_VOLATILITY.NIFTY

/**
 * ATM standard deviation of the log forward to expiry (σ√T). Worked out as a whole, not as σ times √T, so that it stays
 * finite in the last seconds. `shift`: log shift of the level (moves against the index).
 */
export function atmDeviation(variance: number, ratio: number, shift: number, years: number): number {
  return (Math.sqrt(variance) * Math.exp(shift) + VOLATILITY_PREMIUM * Math.sqrt(years)) * ratio
}

/** Years from `at` to `expiryAt`, on the clock the product uses; at least one second. */
export function yearsTo(expiryAt: EpochMs, at: number): number {
  return Math.max(1_000, expiryAt - at) / YEAR_MS
}

/** Smile coefficients at `days` to expiry, interpolated; the ends hold beyond them. */
export function smileAt(days: number): { a: number; b: number } {
  const next = SMILE.findIndex((row) => row.days >= days)
  if (next <= 0) return SMILE[next === 0 ? 0 : SMILE.length - 1]!
  const low = SMILE[next - 1]!
  const high = SMILE[next]!
  const share = (days - low.days) / (high.days - low.days)
  return { a: low.a + (high.a - low.a) * share, b: low.b + (high.b - low.b) * share }
}

/** India VIX in per cent: the ATM volatility 30 calendar days ahead. */
export function vixOf(variance: SessionVariance, minute: number, sessionsIn30Days: number, shift: number): number {
  const years = 30 / 365
  const total = variance.restOfToday(minute) + variance.after(sessionsIn30Days)
  return (100 * atmDeviation(total, 1, shift, years)) / Math.sqrt(years)
}

/** Sessions after `day` up to and including `expiry`. */
export function sessionsTo(calendar: TradingCalendar, day: IstDate, expiry: IstDate): number {
  return calendar.tradingDaysBetween(day, expiry)
}

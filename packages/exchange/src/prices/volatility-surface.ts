import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { YEAR_SECONDS } from '@strikewise/domain/market/black76.ts'
import {
  BANK,
  OVERNIGHT_VARIANCE,
  SESSION_VARIANCE,
  SESSION_VOLATILITY,
  SMILE,
  uShape,
  VOLATILITY_PREMIUM,
} from './calibration.ts'
import { squareAhead } from './day-level.ts'

const YEAR_MS = YEAR_SECONDS * 1000

/** One point of the smile: 1 + a x + b x², x = ln(K/F) in ATM deviations, at `days` to expiry. */
export interface SmileRow {
  readonly days: number
  readonly a: number
  readonly b: number
}

/** How the sessions and nights after today are expected to move, given today's level, and what options ask above that. */
export interface VarianceOutlook {
  /** Expected square of the level that many sessions after one of `square`. */
  readonly squareAhead: (square: number, sessions: number) => number
  /** BANKNIFTY's volatility over NIFTY's at the same level. */
  readonly bankRatio: number
  /** Variance of a night at level 1. */
  readonly night: number
  /** Implied volatility above the expected one, a year. */
  readonly premium: number
  /** Minutes at the end of an expiry session whose mean price settles its contracts; 0: the price at its end does. */
  readonly averagedMinutes: number
  readonly smile: readonly SmileRow[]
}

/** The simulated path's own: what `IndexModel` does on average. */
export const SIMULATED_OUTLOOK: VarianceOutlook = {
  squareAhead,
  bankRatio: BANK.ratio,
  night: OVERNIGHT_VARIANCE,
  premium: VOLATILITY_PREMIUM,
  averagedMinutes: 0,
  smile: SMILE,
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
  /** The same for the value contracts are settled at, which does not move as much while it is averaged. */
  readonly #settlingShare: Float64Array
  readonly #level: number
  readonly #outlook: VarianceOutlook

  constructor(level: number, minutes: number, outlook: VarianceOutlook = SIMULATED_OUTLOOK) {
    this.#level = level
    this.#outlook = outlook
    this.#today = sessionVariance(level * level)
    const shape = uShape(minutes)
    this.#restShare = new Float64Array(minutes + 1)
    this.#settlingShare = new Float64Array(minutes + 1)
    const { averagedMinutes } = outlook
    for (let minute = minutes - 1; minute >= 0; minute -= 1) {
      const share = (shape[minute]! * shape[minute]!) / minutes
      // A move counts in the mean from its minute on: by the part of the averaged minutes that are still to come.
      const counted = averagedMinutes > 0 ? Math.min(1, (minutes - minute - 0.5) / averagedMinutes) : 1
      this.#restShare[minute] = this.#restShare[minute + 1]! + share
      this.#settlingShare[minute] = this.#settlingShare[minute + 1]! + share * counted * counted
    }
  }

  /** Variance from `minute` of today's session to its end; with `settles`: of what its expiring contracts settle at. */
  restOfToday(minute: number, settles = false): number {
    const shares = settles ? this.#settlingShare : this.#restShare
    const last = shares.length - 1
    if (minute >= last) return 0
    const whole = Math.max(0, Math.floor(minute))
    const fraction = Math.max(0, minute) - whole
    return this.#today * (shares[whole]! + (shares[whole + 1]! - shares[whole]!) * fraction)
  }

  /** Variance of the nights and sessions after today up to the settlement of the `sessions`-th. */
  after(sessions: number): number {
    const { squareAhead: expected, night, averagedMinutes } = this.#outlook
    const today = this.#level * this.#level
    const settling = averagedMinutes > 0 ? this.#settlingShare[0]! : 1
    let sum = 0
    for (let k = 1; k <= sessions; k += 1) {
      const square = expected(today, k)
      sum += sessionVariance(square) * (k === sessions ? settling : 1) + night * square
    }
    return sum
  }
}

/** NIFTY's variance of a whole session, the night left out. */
export function sessionVariance(levelSquared: number): number {
  return SESSION_VARIANCE * levelSquared
}

/** BANKNIFTY's unit of volatility levels over NIFTY's: recorded days are measured in it. */
export const BANK_RATIO = SESSION_VOLATILITY.BANKNIFTY / SESSION_VOLATILITY.NIFTY

/**
 * ATM standard deviation of the log forward to expiry (σ√T). Worked out as a whole, not as σ times √T, so that it stays
 * finite in the last seconds. `shift`: log shift of the level (moves against the index).
 */
export function atmDeviation(
  variance: number,
  ratio: number,
  shift: number,
  years: number,
  premium: number = VOLATILITY_PREMIUM,
): number {
  return (Math.sqrt(variance) * Math.exp(shift) + premium * Math.sqrt(years)) * ratio
}

/** Years from `at` to `expiryAt`, on the clock the product uses; at least one second. */
export function yearsTo(expiryAt: EpochMs, at: number): number {
  return Math.max(1_000, expiryAt - at) / YEAR_MS
}

/** Smile coefficients at `days` to expiry, interpolated; the ends hold beyond them. */
export function smileAt(days: number, rows: readonly SmileRow[] = SMILE): { a: number; b: number } {
  const next = rows.findIndex((row) => row.days >= days)
  if (next <= 0) return rows[next === 0 ? 0 : rows.length - 1]!
  const low = rows[next - 1]!
  const high = rows[next]!
  const share = (days - low.days) / (high.days - low.days)
  return { a: low.a + (high.a - low.a) * share, b: low.b + (high.b - low.b) * share }
}

/** India VIX in per cent: the ATM volatility 30 calendar days ahead. */
export function vixOf(
  variance: SessionVariance,
  minute: number,
  sessionsIn30Days: number,
  shift: number,
  premium: number = VOLATILITY_PREMIUM,
): number {
  const years = 30 / 365
  const total = variance.restOfToday(minute) + variance.after(sessionsIn30Days)
  return (100 * atmDeviation(total, 1, shift, years, premium)) / Math.sqrt(years)
}

/** Sessions after `day` up to and including `expiry`. */
export function sessionsTo(calendar: TradingCalendar, day: IstDate, expiry: IstDate): number {
  return calendar.tradingDaysBetween(day, expiry)
}

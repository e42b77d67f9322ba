import { nearestExpiry } from '@strikewise/domain/instruments/expiries.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** Traders hold most options at multiples of this many points: where closes gathered, they would do so on expiry days. */
const ROUND = 100
const SESSIONS_A_YEAR = 252
/** A month of sessions: what a month's implied volatility is compared with. */
const REALISED_SESSIONS = 20

/** One session of an index in points, and India VIX at its close (NaN: not recorded). */
export interface DayBar {
  readonly day: IstDate
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly vix: number
}

/** What one session of NIFTY brings beside its minutes. NaN where the sessions before it are not there. */
export interface DayFacts {
  readonly rangePct: number
  /** Log returns in basis points: from the last close to the open, and to the close. */
  readonly gap: number
  readonly change: number
  readonly vix: number
  /** Log return of India VIX, per cent. */
  readonly vixChange: number
  /** Of the 20 sessions up to this one, from close to close, per cent a year. */
  readonly realised: number
  /** On the day of an expiry: distance of the close from the nearest multiple of 100, over the largest there is. */
  readonly roundDistance: number
}

/** Facts of successive sessions, oldest first. */
export function dayFacts(bars: readonly DayBar[]): DayFacts[] {
  const changes: number[] = []
  return bars.slice(1).map((bar, i) => {
    const before = bars[i]!
    const follows = before.day === nseCalendar.previousTradingDay(bar.day)
    const returnOf = (price: number) => (follows ? 1e4 * Math.log(price / before.close) : Number.NaN)
    const change = returnOf(bar.close)
    changes.push(change)
    return {
      rangePct: (100 * (bar.high - bar.low)) / bar.open,
      gap: returnOf(bar.open),
      change,
      vix: bar.vix,
      vixChange: follows ? 100 * Math.log(bar.vix / before.vix) : Number.NaN,
      realised: realisedOf(changes.slice(-REALISED_SESSIONS)),
      roundDistance: nearestExpiry('NIFTY', bar.day) === bar.day ? roundDistanceOf(bar.close) : Number.NaN,
    }
  })
}

function realisedOf(changes: readonly number[]): number {
  if (changes.length < REALISED_SESSIONS) return Number.NaN
  const square = changes.reduce((sum, change) => sum + change * change, 0) / changes.length
  return Math.sqrt(square * SESSIONS_A_YEAR) / 100
}

function roundDistanceOf(close: number): number {
  return Math.abs(close - Math.round(close / ROUND) * ROUND) / (ROUND / 2)
}

import type { Session } from '@strikewise/domain/time/calendar.ts'
import { LEVERAGE, LEVERAGE_FADE_MINUTES, SMILE } from '@strikewise/exchange/prices/calibration.ts'
import { SessionVariance, type SmileRow } from '@strikewise/exchange/prices/volatility-surface.ts'
import type { ImpliedLevel, PremiumParameters } from '../backtest/premiums/premium-parameters.ts'
import { medianOf, minutesOf } from '../backtest/premiums/premium-ratios.ts'
import { deviationOf, type PremiumRecord } from '../backtest/premiums/premium-records.ts'
import { recordedOutlook } from '../backtest/premiums/recorded-outlook.ts'
import { leastSquares } from './least-squares.ts'
import { meanOf } from './realised-forecast.ts'

/** A recorded NIFTY day and what was known before its open. */
export interface PremiumDay {
  readonly day: string
  readonly session: Session
  readonly records: readonly PremiumRecord[]
  /** Logarithms, of the realised forecast and of India VIX at the close before. */
  readonly forecast: number
  readonly vix: number
  /** Of its nearest expiry: see `smileOn`. */
  readonly smile: DaySmile
}

/** Slope and curvature of a day's smile, and whether its contracts expire on the day. */
export interface DaySmile {
  readonly expires: boolean
  readonly a: number
  readonly b: number
}

/** Shares of the night that are tried: options pay less for it than it moves, but never nothing. */
const NIGHT_SHARES = Array.from({ length: 10 }, (_, i) => (5 + 5 * i) / 100)
/** Least variance at level 1 that a level is derived from: what is left of an expiry day says little. */
const LEAST_VARIANCE_SHARE = 0.1
/** The part of the smile that is fitted, in deviations from the forward. */
const SMILE_RANGE = { least: 0.3, most: 3 } as const
/** The fitted smiles hold at these days to expiry; beyond them the rows of `SMILE` do. */
const SMILE_DAYS = { expiry: 0.25, near: [1, 8], far: 12 } as const

/**
 * Parameters that the realised part and the days imply: the share of the night that leaves the least between model and
 * record inside the days, the level by regression. The days' own premiums are read, nothing else of them.
 */
export function fitPremiums(realised: PremiumParameters, days: readonly PremiumDay[]): PremiumParameters {
  const tried = NIGHT_SHARES.map((nightShare) => {
    const parameters = { ...realised, nightShare }
    const logs = days.map((day) => impliedLogs(day, parameters))
    const medians = logs.map(medianOf)
    // Inside a day nothing but the share of the night moves the level that its premiums imply.
    const miss = meanOf(logs.map((of, i) => meanOf(of.map((log) => Math.abs(log - medians[i]!)))))
    return { parameters, medians, miss }
  })
  const { parameters, medians } = tried.reduce((best, one) => (one.miss < best.miss ? one : best))
  return {
    ...parameters,
    days: days.map(({ day }) => day),
    fromBars: levelOn(days, medians, false),
    fromBarsAndVix: levelOn(days, medians, true),
    smile: smileOf(days),
  }
}

function levelOn(days: readonly PremiumDay[], logs: readonly number[], readsVix: boolean): ImpliedLevel {
  const rows = days.map(({ forecast, vix }) => (readsVix ? [1, forecast, vix] : [1, forecast]))
  const [, realised, vix = 0] = leastSquares(rows, logs) as [number, number, number?]
  // The slopes by least squares, the height by the median: one day of panic moves no other day's prices.
  const constant = medianOf(days.map((day, i) => logs[i]! - realised * day.forecast - vix * day.vix))
  return { constant, realised, vix }
}

/** Logarithm of the squared level that each premium of the nearest expiry implies. */
function impliedLogs({ session, records }: PremiumDay, parameters: PremiumParameters): number[] {
  const outlook = recordedOutlook('NIFTY', session, parameters)
  const one = new SessionVariance(1, minutesOf(session), outlook)
  const none = new SessionVariance(0, minutesOf(session), outlook)
  const near = nearest(records)
  const whole = one.restOfToday(0)
  let shift = 0
  return near.flatMap((record, i) => {
    const before = near[i - 1]
    if (before !== undefined)
      shift =
        (shift + LEVERAGE * Math.log(record.forward / before.forward)) *
        Math.exp((before.minute - record.minute) / LEVERAGE_FADE_MINUTES)
    const settles = record.sessions === 0
    const longRun = none.after(record.sessions)
    const ownShare = one.restOfToday(record.minute, settles) + one.after(record.sessions) - longRun
    const implied = (record.deviation * Math.exp(-shift)) ** 2 - longRun
    return ownShare < LEAST_VARIANCE_SHARE * whole || implied <= 0 ? [] : [Math.log(implied / ownShare)]
  })
}

function nearest(records: readonly PremiumRecord[]): PremiumRecord[] {
  const sessions = Math.min(...records.map((record) => record.sessions))
  return records.filter((record) => record.sessions === sessions)
}

/** Medians of the days' own smiles: of expiry days, and of the week before. */
function smileOf(days: readonly PremiumDay[]): SmileRow[] {
  const middle = (expires: boolean) => {
    const chosen = days.map(({ smile }) => smile).filter((smile) => smile.expires === expires)
    return { a: medianOf(chosen.map(({ a }) => a)), b: medianOf(chosen.map(({ b }) => b)) }
  }
  const near = middle(false)
  return [
    { days: SMILE_DAYS.expiry, ...middle(true) },
    ...SMILE_DAYS.near.map((at) => ({ days: at, ...near })),
    ...SMILE.filter(({ days: at }) => at > SMILE_DAYS.far),
  ]
}

/** Least squares of the smile of the nearest expiry of a day. */
export function smileOn(records: readonly PremiumRecord[]): DaySmile {
  const rows: number[][] = []
  const values: number[] = []
  const near = nearest(records)
  for (const { deviation, legs } of near)
    for (const { x, share } of legs) {
      const z = x / deviation
      if (Math.abs(z) < SMILE_RANGE.least || Math.abs(z) > SMILE_RANGE.most) continue
      rows.push([z, z * z])
      values.push(deviationOf(x, share) / deviation - 1)
    }
  const [a, b] = leastSquares(rows, values) as [number, number]
  return { expires: near[0]!.sessions === 0, a, b }
}

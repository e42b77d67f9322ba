import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import { LEVERAGE, LEVERAGE_FADE_MINUTES, SMILE_BOUND } from '@strikewise/exchange/prices/calibration.ts'
import { BANK_RATIO, SessionVariance, smileAt } from '@strikewise/exchange/prices/volatility-surface.ts'
import { PREMIUM_PARAMETERS, type PremiumParameters } from './premium-parameters.ts'
import { premiumShare, type PremiumRecord } from './premium-records.ts'
import { recordedOutlook } from './recorded-outlook.ts'

/** Columns of the comparison: distance from the forward, as shares of it. */
export const MONEYNESS = ['at the money', '0.5-1.5 % out', '1.5-3 % out'] as const
export type Moneyness = (typeof MONEYNESS)[number]
/** Rows of the comparison: sessions to expiry after this one. */
export const EXPIRIES = ['expiry day', '1 session', '2-3 sessions', '4-7 sessions', 'over 7 sessions'] as const
export type TimeToExpiry = (typeof EXPIRIES)[number]

/** Model over recorded premium of a day in one cell of the comparison: the median of its contracts and snapshots. */
export interface PremiumRatio {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly moneyness: Moneyness
  readonly expiry: TimeToExpiry
  readonly ratio: number
  readonly count: number
}

/** Model over record for each cell that the records of a day fill. `level`: see `TrailingLevel`. */
export function premiumRatios(
  records: readonly PremiumRecord[],
  session: Pick<Session, 'opensAt' | 'indexUntil' | 'closesAt'>,
  level: number,
  parameters: PremiumParameters = PREMIUM_PARAMETERS,
): PremiumRatio[] {
  const first = records[0]
  if (first === undefined) return []
  const { symbol, day } = first
  const cells = new Map<string, { moneyness: Moneyness; expiry: TimeToExpiry; ratios: number[] }>()
  const add = (moneyness: Moneyness | undefined, expiry: TimeToExpiry, ratio: number) => {
    if (moneyness === undefined) return
    const key = `${moneyness} ${expiry}`
    const cell = cells.get(key) ?? { moneyness, expiry, ratios: [] }
    cells.set(key, cell)
    cell.ratios.push(ratio)
  }
  for (const { record, deviation } of modelledDeviations(records, session, level, parameters)) {
    const expiry = timeToExpiry(record.sessions)
    add('at the money', expiry, premiumShare(0, deviation) / premiumShare(0, record.deviation))
    for (const { x, share } of record.legs)
      add(
        moneynessOf(x),
        expiry,
        premiumShare(x, deviation * smileFactor(x / deviation, record.years, parameters)) / share,
      )
  }
  return [...cells.values()].map(({ moneyness, expiry, ratios }) => ({
    symbol,
    day,
    moneyness,
    expiry,
    ratio: medianOf(ratios),
    count: ratios.length,
  }))
}

/**
 * σ√T at the money that the model gives at each record: the session's variance to come, the sessions after it, and what
 * the index has moved since the first record of the day.
 */
function* modelledDeviations(
  records: readonly PremiumRecord[],
  session: Pick<Session, 'opensAt' | 'indexUntil' | 'closesAt'>,
  level: number,
  parameters: PremiumParameters,
): Generator<{ record: PremiumRecord; deviation: number }> {
  const { symbol } = records[0]!
  const variance = new SessionVariance(level, minutesOf(session), recordedOutlook(symbol, session, parameters))
  const ratio = symbol === 'NIFTY' ? 1 : BANK_RATIO
  let shift = 0
  let before = records[0]!
  for (const record of records) {
    // Of one expiry only: another has another forward.
    if (record.at > before.at && record.sessions === before.sessions) {
      const minutes = record.minute - before.minute
      const move = Math.log(record.forward / before.forward)
      shift = (shift + (LEVERAGE * move) / ratio) * Math.exp(-minutes / LEVERAGE_FADE_MINUTES)
      before = record
    }
    const total = variance.restOfToday(record.minute, record.sessions === 0) + variance.after(record.sessions)
    yield { record, deviation: Math.sqrt(total) * ratio * Math.exp(shift) }
  }
}

/** Length of a session in minutes. */
export function minutesOf({ opensAt, closesAt }: Pick<Session, 'opensAt' | 'closesAt'>): number {
  return Math.round((closesAt - opensAt) / MINUTE_MS)
}

/** The smile as `OptionBlock` has it: straight beyond its bound. */
function smileFactor(z: number, years: number, { smile }: PremiumParameters): number {
  const { a, b } = smileAt(years * 365, smile)
  const bounded = Math.max(-SMILE_BOUND, Math.min(SMILE_BOUND, z))
  return 1 + a * bounded + b * bounded * bounded + (a + 2 * b * bounded) * (z - bounded)
}

function moneynessOf(x: number): Moneyness | undefined {
  const distance = Math.abs(x)
  if (distance < 0.005) return undefined
  if (distance <= 0.015) return '0.5-1.5 % out'
  return distance <= 0.03 ? '1.5-3 % out' : undefined
}

function timeToExpiry(sessions: number): TimeToExpiry {
  if (sessions === 0) return 'expiry day'
  if (sessions === 1) return '1 session'
  if (sessions <= 3) return '2-3 sessions'
  return sessions <= 7 ? '4-7 sessions' : 'over 7 sessions'
}

/** The middle one; NaN of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nextMonthlyExpiry } from '@strikewise/domain/instruments/expiries.ts'
import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { CARRY, FUTURE, LEVERAGE, LEVERAGE_FADE_MINUTES, STEP_MS, TICK_MS, uShape } from './calibration.ts'
import { expiryInstant } from './instruments-of-day.ts'
import { lotSizeOfExpiry } from '@strikewise/domain/instruments/lots.ts'
import type { OvernightCarry } from './market-day.ts'
import { indexPaise } from './index-and-future-quotes.ts'
import { noInfluence } from './scenario.ts'
import type { SpotSource, Spots } from './spot-source.ts'
import { SessionVariance, sessionsTo, vixOf, yearsTo } from './volatility-surface.ts'

/** What a past session keeps bars of. Options of the past are priced from these on request. */
export type SeriesName = 'NIFTY' | 'BANKNIFTY' | 'INDIAVIX' | 'FUT NIFTY' | 'FUT BANKNIFTY'

/** One-minute bars, one entry a minute of the session; a minute with close 0 had no price. Prices in paise. */
export interface MinuteSeries {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** Units traded in the minute. */
  readonly volume: Float64Array
  readonly openInterest: Float64Array
}

export interface PastSession {
  readonly session: Session
  readonly level: number
  readonly series: ReadonlyMap<SeriesName, MinuteSeries>
  readonly carried: OvernightCarry
}

const AUCTION_MINUTES = 14

function emptySeries(minutes: number): MinuteSeries {
  const column = () => new Float64Array(minutes)
  return { open: column(), high: column(), low: column(), close: column(), volume: column(), openInterest: column() }
}

function record(series: MinuteSeries, minute: number, price: number): void {
  if (series.close[minute] === 0) {
    series.open[minute] = price
    series.high[minute] = price
    series.low[minute] = price
  }
  series.high[minute] = Math.max(series.high[minute]!, price)
  series.low[minute] = Math.min(series.low[minute]!, price)
  series.close[minute] = price
}

/**
 * Plays a whole past session cheaply, index by index, without option books. `modelStepMs`: how long the model's steps are,
 * at most a minute; whole minutes do where only the day's candle is kept. Recorded bars have their own grid.
 */
export function makePastSession(
  source: SpotSource,
  session: Session,
  ordinal: number,
  carried: OvernightCarry,
  calendar: TradingCalendar,
  modelStepMs: number = STEP_MS,
): PastSession {
  const minutes = Math.round((session.closesAt - session.opensAt) / MINUTE_MS)
  source.beginSession(session, ordinal, carried)
  const variance = new SessionVariance(source.level, minutes)
  const in30Days = sessionsTo(calendar, session.day, addDays(session.day, 30))
  const spots = { NIFTY: emptySeries(minutes), BANKNIFTY: emptySeries(minutes) }
  const futures = { NIFTY: emptySeries(minutes), BANKNIFTY: emptySeries(minutes) }
  const vix = emptySeries(minutes)
  const grow = { NIFTY: growthOf('NIFTY', session, calendar), BANKNIFTY: growthOf('BANKNIFTY', session, calendar) }
  const shape = uShape(minutes)
  const calm = noInfluence()
  // Recorded bars are hit exactly only on the grid of their ticks.
  const stepMs = source.isRecorded ? TICK_MS : modelStepMs
  const indexMinutes = source.isRecorded ? minutes : Math.round((session.indexUntil - session.opensAt) / MINUTE_MS)
  let shift = carried.shift + LEVERAGE * source.lastReturn
  let auction: Spots | undefined
  for (let minute = 0; minute < minutes; minute += 1) {
    let moved = 0
    for (let ms = 0; ms < MINUTE_MS; ms += stepMs) {
      source.tick(minute + ms / MINUTE_MS, stepMs, calm)
      const { nifty, bank } = source.latent
      record(futures.NIFTY, minute, grow.NIFTY(nifty))
      record(futures.BANKNIFTY, minute, grow.BANKNIFTY(bank))
      if (minute >= indexMinutes && minute >= indexMinutes + AUCTION_MINUTES) auction ??= { nifty, bank }
      if (minute < indexMinutes || (auction && auction.nifty === nifty)) {
        record(spots.NIFTY, minute, indexPaise(nifty))
        record(spots.BANKNIFTY, minute, indexPaise(bank))
      }
      if (minute > 0 || ms > 0) shift += LEVERAGE * source.lastReturn
      moved += Math.abs(source.lastReturn)
    }
    shift -= shift / LEVERAGE_FADE_MINUTES
    record(vix, minute, Math.round(vixOf(variance, minute, in30Days, shift) * 100))
    tradeFutures(futures, minute, shape[minute]! * (0.6 + 1500 * moved * Math.sqrt(stepMs / STEP_MS)), session.day)
  }
  const { nifty, bank } = auction ?? source.latent
  return {
    session,
    level: source.level,
    series: new Map<SeriesName, MinuteSeries>([
      ['NIFTY', spots.NIFTY],
      ['BANKNIFTY', spots.BANKNIFTY],
      ['INDIAVIX', vix],
      ['FUT NIFTY', futures.NIFTY],
      ['FUT BANKNIFTY', futures.BANKNIFTY],
    ]),
    carried: { nifty, bank, shift, closedAt: session.closesAt },
  }
}

/** Spot in points → future in paise on its tick, for the month's future of that day. */
function growthOf(symbol: IndexSymbol, session: Session, calendar: TradingCalendar): (spot: number) => number {
  const month = nextMonthlyExpiry(symbol, session.day, calendar)
  const growth = Math.exp(CARRY.mean * yearsTo(expiryInstant(month.expiry, calendar), session.opensAt))
  const { tick } = FUTURE[symbol]
  return (spot) => Math.round((spot * growth * 100) / tick) * tick
}

function tradeFutures(
  futures: Readonly<Record<IndexSymbol, MinuteSeries>>,
  minute: number,
  activity: number,
  day: IstDate,
): void {
  for (const symbol of ['NIFTY', 'BANKNIFTY'] as const) {
    const lot = lotSizeOfExpiry(symbol, day)
    futures[symbol].volume[minute] = Math.max(1, Math.round(FUTURE[symbol].lotsAMinute * activity)) * lot
    futures[symbol].openInterest[minute] = FUTURE[symbol].interestLots * lot
  }
}

/** Multiplies the prices of a session's index and future series, keeping them on their grids. */
export function scaleSession(past: PastSession, nifty: number, bank: number): PastSession {
  const factorOf: Readonly<Record<SeriesName, number>> = {
    NIFTY: nifty,
    BANKNIFTY: bank,
    INDIAVIX: 1,
    'FUT NIFTY': nifty,
    'FUT BANKNIFTY': bank,
  }
  for (const [name, series] of past.series)
    if (factorOf[name] !== 1)
      for (const column of [series.open, series.high, series.low, series.close])
        for (let i = 0; i < column.length; i += 1) column[i] = Math.round((column[i]! * factorOf[name]) / 5) * 5
  const { carried } = past
  return { ...past, carried: { ...carried, nifty: carried.nifty * nifty, bank: carried.bank * bank } }
}

/** The instant minute `minute` of a session starts. */
export function minuteStart(session: Session, minute: number): EpochMs {
  return (session.opensAt + minute * MINUTE_MS) as EpochMs
}

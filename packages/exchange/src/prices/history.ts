import { INDEX_TOKENS, type InstrumentList, type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { black76Price } from '@strikewise/domain/market/black76.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { DAY_INTERVAL, type HistoryBar } from '../price-path.ts'
import { CARRY, DISCOUNT_RATE, SMILE_BOUND } from './calibration.ts'
import { expiryInstant } from './instruments-of-day.ts'
import type { MinuteRecorder } from './minute-recorder.ts'
import { minuteStart, type MinuteSeries, type PastSession } from './past-session.ts'
import { atmDeviation, SessionVariance, SIMULATED_OUTLOOK, sessionsTo, smileAt, yearsTo } from './volatility-surface.ts'
import { nextMonthlyExpiry } from '@strikewise/domain/instruments/expiries.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'

/** One slot's minutes of a day as a series with volume a minute; `upTo`: minutes that have begun. */
export function recordedSeries(recorder: MinuteRecorder, slot: number, upTo: number): MinuteSeries {
  const from = slot * recorder.minutes
  const cut = (column: Int32Array | Float64Array) => Float64Array.from(column.subarray(from, from + upTo))
  const cumulative = cut(recorder.volume)
  let before = 0
  const volume = cumulative.map((now) => {
    const traded = Math.max(0, now - before)
    before = Math.max(before, now)
    return traded
  })
  return {
    open: cut(recorder.open),
    high: cut(recorder.high),
    low: cut(recorder.low),
    close: cut(recorder.close),
    volume,
    openInterest: cut(recorder.openInterest),
  }
}

/**
 * A session's minutes as bars of `intervalMinutes`, anchored at the open; minutes without a price are left out, a bar
 * without any too. `DAY_INTERVAL` gives one bar, dated midnight as the broker does.
 */
export function barsOf(session: Session, series: MinuteSeries, intervalMinutes: number): HistoryBar[] {
  const bars: HistoryBar[] = []
  const minutes = series.close.length
  const span = intervalMinutes === DAY_INTERVAL ? Math.max(1, minutes) : intervalMinutes
  for (let first = 0; first < minutes; first += span) {
    let bar: { -readonly [K in keyof HistoryBar]: HistoryBar[K] } | undefined
    for (let minute = first; minute < Math.min(first + span, minutes); minute += 1) {
      const close = series.close[minute]! as Paise
      if (close === 0) continue
      const high = series.high[minute]! as Paise
      const low = series.low[minute]! as Paise
      bar ??= {
        start: intervalMinutes === DAY_INTERVAL ? istInstant(session.day, 0) : minuteStart(session, first),
        open: series.open[minute]! as Paise,
        high,
        low,
        close,
        volume: 0,
        openInterest: 0,
      }
      if (high > bar.high) bar.high = high
      if (low < bar.low) bar.low = low
      bar.close = close
      bar.volume += series.volume[minute]!
      bar.openInterest = series.openInterest[minute]!
    }
    if (bar !== undefined) bars.push(bar)
  }
  return bars
}

/** Lots an option of the past is shown to trade a minute; only its prices are worked out. */
const PAST_OPTION_LOTS = 500

/**
 * A past session's minutes of an option, priced from the month's future of that day; undefined when it had expired. A
 * put's high is where the index was low.
 */
function pastOptionSeries(
  past: PastSession,
  contract: OptionContract,
  calendar: TradingCalendar,
): MinuteSeries | undefined {
  const { session } = past
  if (contract.expiry < session.day) return undefined
  const future = past.series.get(`FUT ${contract.symbol}`)!
  const month = nextMonthlyExpiry(contract.symbol, session.day, calendar)
  const futureAt = expiryInstant(month.expiry, calendar)
  const expiresAt = expiryInstant(contract.expiry, calendar)
  const carried = Math.exp((CARRY.mean * (expiresAt - futureAt)) / (365 * 86_400_000))
  const minutes = future.close.length
  const variance = new SessionVariance(past.level, minutes)
  const later = variance.after(sessionsTo(calendar, session.day, contract.expiry))
  const ratio = contract.symbol === 'NIFTY' ? 1 : SIMULATED_OUTLOOK.bankRatio

  const priceAt = (minute: number, futurePaise: number): number => {
    const years = yearsTo(expiresAt, minuteStart(session, minute))
    const forward = (futurePaise / 100) * carried
    const atm = atmDeviation(variance.restOfToday(minute) + later, ratio, 0, years)
    const { a, b } = smileAt(years * 365)
    const x = Math.max(-SMILE_BOUND, Math.min(SMILE_BOUND, Math.log(contract.strike / forward) / atm))
    const sigma = (atm * (1 + a * x + b * x * x)) / Math.sqrt(years)
    const discount = Math.exp(-DISCOUNT_RATE * years)
    const rupees = black76Price(contract.side === 'CE' ? 1 : -1, forward, contract.strike, years, sigma, discount)
    return Math.max(5, Math.round(rupees * 20) * 5)
  }
  const column = (prices: Float64Array) => prices.map((price, minute) => priceAt(minute, price))
  const call = contract.side === 'CE'
  return {
    open: column(future.open),
    high: column(call ? future.high : future.low),
    low: column(call ? future.low : future.high),
    close: column(future.close),
    volume: new Float64Array(minutes).fill(PAST_OPTION_LOTS * contract.lotSize),
    openInterest: new Float64Array(minutes),
  }
}

/** Contracts are listed about three months before they expire. */
const LISTED_DAYS = 92

function isListedOn({ expiry }: { readonly expiry: IstDate }, day: IstDate): boolean {
  return day > addDays(expiry, -LISTED_DAYS)
}

/**
 * A past session's minutes of an instrument of today's list; undefined for one that was not listed then. A future's go
 * on with those of the months before it where `continuous` is asked for.
 */
export function pastSeries(
  past: PastSession,
  { futures, options }: InstrumentList,
  token: number,
  continuous: boolean,
  calendar: TradingCalendar,
): MinuteSeries | undefined {
  for (const name of ['NIFTY', 'BANKNIFTY', 'INDIAVIX'] as const)
    if (token === INDEX_TOKENS[name]) return past.series.get(name)
  const future = futures.find((candidate) => candidate.token === token)
  if (future)
    return continuous || isListedOn(future, past.session.day) ? past.series.get(`FUT ${future.symbol}`) : undefined
  const option = options.find((candidate) => candidate.token === token)
  return option && isListedOn(option, past.session.day) ? pastOptionSeries(past, option, calendar) : undefined
}

/** Throws RangeError when `intervalMinutes` is none the broker offers. */
export function checkInterval(intervalMinutes: number): void {
  if (![1, 3, 5, 10, 15, 30, 60, DAY_INTERVAL].includes(intervalMinutes))
    throw new RangeError(
      `history: intervalMinutes must be 1, 3, 5, 10, 15, 30, 60 or ${DAY_INTERVAL}, not ${intervalMinutes}`,
    )
}

/** Keeps the bars that start in [`from`, `to`]. */
export function within(bars: readonly HistoryBar[], from: EpochMs, to: EpochMs): HistoryBar[] {
  return bars.filter((bar) => bar.start >= from && bar.start <= to)
}

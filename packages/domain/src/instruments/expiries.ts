import type { IndexSymbol } from './contract.ts'
import { rowEffectiveOn, type EffectiveDatedRow } from '../time/effective-dated.ts'
import { nseCalendar, type TradingCalendar } from '../time/calendar.ts'
import { addDays, istDate, weekdayOf, type IstDate } from '../time/ist.ts'

const WEDNESDAY = 3
const THURSDAY = 4
const TUESDAY = 2

/** One expiry of an index's options. */
export interface Expiry {
  readonly symbol: IndexSymbol
  /** The last expiry of a month is `monthly`, in months where weeklies exist too. */
  readonly kind: 'weekly' | 'monthly'
  /** The day the rule names. */
  readonly scheduled: IstDate
  /** The day it falls on: the trading day before when the scheduled one is a holiday. */
  readonly expiry: IstDate
}

/** Weekday by the scheduled day; null: no such contracts. Source: market fact sheet §3, NSE/FAOP/68747 for Tuesdays. */
const WEEKLY: Readonly<Record<IndexSymbol, readonly EffectiveDatedRow<number | null>[]>> = {
  NIFTY: [
    { from: '0000-01-01', value: null, source: 'weeklies began on 14 February 2019' },
    { from: '2019-02-14', value: THURSDAY, source: 'expiry calendar' },
    { from: '2025-09-01', value: TUESDAY, source: 'NSE/FAOP/68747' },
  ],
  BANKNIFTY: [
    { from: '0000-01-01', value: null, source: 'weeklies began on 27 May 2016' },
    { from: '2016-05-27', value: THURSDAY, source: 'expiry calendar' },
    { from: '2023-09-01', value: WEDNESDAY, source: 'expiry calendar' },
    { from: '2024-11-14', value: null, source: 'one weekly index an exchange, SEBI October 2024' },
  ],
}

/** The last such weekday of the month. */
const MONTHLY: Readonly<Record<IndexSymbol, readonly EffectiveDatedRow<number>[]>> = {
  NIFTY: [
    { from: '0000-01-01', value: THURSDAY, source: 'expiry calendar' },
    { from: '2025-09-01', value: TUESDAY, source: 'NSE/FAOP/68747' },
  ],
  BANKNIFTY: [
    { from: '0000-01-01', value: THURSDAY, source: 'expiry calendar' },
    { from: '2024-03-01', value: WEDNESDAY, source: 'expiry calendar' },
    { from: '2025-01-01', value: THURSDAY, source: 'expiry calendar' },
    { from: '2025-09-01', value: TUESDAY, source: 'NSE/FAOP/68747' },
  ],
}

/** How many of each kind the exchange lists at a time (market fact sheet §3; fits the broker's list of October 2025). */
const LISTED: Readonly<
  Record<IndexSymbol, { weekly: number; monthly: number; quarterly: number; halfYearly: number }>
> = {
  NIFTY: { weekly: 4, monthly: 3, quarterly: 4, halfYearly: 10 },
  BANKNIFTY: { weekly: 4, monthly: 3, quarterly: 4, halfYearly: 0 },
}

/**
 * The option expiries listed on `on` (that day's own included), nearest first: weeklies, monthlies, and the long-dated
 * ones of March, June, September and December. The day's instrument list is the truth; this is for generating one, for
 * texts, and for rules that have no list at hand.
 */
export function expiriesFor(symbol: IndexSymbol, on: IstDate, calendar: TradingCalendar = nseCalendar): Expiry[] {
  const listed = LISTED[symbol]
  const months = monthlyExpiries(symbol, on, 12 * 6, calendar)
  const quarters = months.filter((month) => Number(month.scheduled.slice(5, 7)) % 3 === 0)
  const halves = months.filter((month) => Number(month.scheduled.slice(5, 7)) % 6 === 0)
  const chosen = [
    ...weeklyExpiries(symbol, on, listed.weekly, calendar),
    ...months.slice(0, listed.monthly),
    ...quarters.slice(0, listed.quarterly),
    ...halves.slice(0, listed.halfYearly),
  ]
  const byDay = new Map(chosen.map((expiry) => [expiry.expiry, expiry]))
  return [...byDay.values()].sort((a, b) => (a.expiry < b.expiry ? -1 : 1))
}

/**
 * The nearest option expiry of the index on or after `on`, weekly or monthly: the one whose own day cuts entries short,
 * whatever contract they would use.
 */
export function nearestExpiry(symbol: IndexSymbol, on: IstDate, calendar: TradingCalendar = nseCalendar): IstDate {
  let known = nearestOf.get(calendar)
  if (known === undefined) nearestOf.set(calendar, (known = {}))
  const last = known[symbol]
  if (last?.on === on) return last.expiry
  const expiry = findNearestExpiry(symbol, on, calendar)
  known[symbol] = { on, expiry }
  return expiry
}

/** The last day asked for, of each index: every check of every account's entry asks for the same one. */
const nearestOf = new WeakMap<TradingCalendar, Partial<Record<IndexSymbol, { on: IstDate; expiry: IstDate }>>>()

function findNearestExpiry(symbol: IndexSymbol, on: IstDate, calendar: TradingCalendar): IstDate {
  const monthly = monthlyExpiries(symbol, on, 1, calendar)[0]!.expiry
  const weekly = weeklyExpiries(symbol, on, 1, calendar)[0]?.expiry
  return weekly !== undefined && weekly < monthly ? weekly : monthly
}

/** The nearest monthly expiry on or after `on`: that of the month's future too. */
export function nextMonthlyExpiry(symbol: IndexSymbol, on: IstDate, calendar: TradingCalendar = nseCalendar): Expiry {
  return monthlyExpiries(symbol, on, 1, calendar)[0]!
}

/** The next `count` weeklies on or after `on` that are not a month's last. Fewer where the index has (had) none. */
function weeklyExpiries(symbol: IndexSymbol, on: IstDate, count: number, calendar: TradingCalendar): Expiry[] {
  const found: Expiry[] = []
  // Weeklies are listed about six weeks ahead, so the search is bounded also when an index has none.
  const end = addDays(on, 7 * (count + 3))
  for (let day = on; day <= end && found.length < count; day = addDays(day, 1)) {
    if (weekdayOf(day) !== rowEffectiveOn(WEEKLY[symbol], day)!.value) continue
    // The monthly takes its week's place, also where it falls on another weekday (BANKNIFTY, early 2024).
    if (mondayOf(day) === mondayOf(monthlySchedule(symbol, day))) continue
    const expiry = calendar.tradingDayOnOrBefore(day)
    if (expiry >= on) found.push({ symbol, kind: 'weekly', scheduled: day, expiry })
  }
  return found
}

function monthlyExpiries(symbol: IndexSymbol, on: IstDate, count: number, calendar: TradingCalendar): Expiry[] {
  const found: Expiry[] = []
  for (let month = firstOfMonth(on); found.length < count; month = firstOfNextMonth(month)) {
    const scheduled = monthlySchedule(symbol, month)
    const expiry = calendar.tradingDayOnOrBefore(scheduled)
    if (expiry >= on) found.push({ symbol, kind: 'monthly', scheduled, expiry })
  }
  return found
}

/** The scheduled monthly expiry of the month `day` lies in: its last Tuesday, Wednesday or Thursday by date. */
function monthlySchedule(symbol: IndexSymbol, day: IstDate): IstDate {
  const last = addDays(firstOfNextMonth(day), -1)
  const weekday = rowEffectiveOn(MONTHLY[symbol], firstOfMonth(day))!.value
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
}

function mondayOf(day: IstDate): IstDate {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

function firstOfMonth(day: IstDate): IstDate {
  return istDate(`${day.slice(0, 7)}-01`)
}

function firstOfNextMonth(day: IstDate): IstDate {
  return firstOfMonth(addDays(firstOfMonth(day), 31))
}

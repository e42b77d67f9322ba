import { addDays, istDate, istInstant, MINUTE_MS, weekdayOf, type EpochMs, type IstDate } from './ist.ts'
import { FIXED_HOLIDAYS, HOLIDAY_YEARS, HOLIDAYS, type Holiday, type HolidayRow } from './holidays.ts'
import { SPECIAL_SESSIONS, type SpecialSession, type SpecialSessionRow } from './special-sessions.ts'
import { ordinaryHours } from './session-hours.ts'

/** A stretch of continuous trading, `from` included, `to` not. */
export interface TradingWindow {
  readonly from: EpochMs
  readonly to: EpochMs
}

/** What the option segment does on one day. */
export interface Session {
  readonly day: IstDate
  /** `full`: a whole day's session. `short`: a few hours. `muhurat`: the Diwali hour on an exchange holiday. */
  readonly kind: 'full' | 'short' | 'muhurat'
  /** Which special session, else null. */
  readonly name: SpecialSession | null
  /** Usually one window, two in a disaster-recovery test. Empty when the exchange has not published the hours. */
  readonly windows: readonly TradingWindow[]
  readonly preOpenAt: EpochMs
  readonly opensAt: EpochMs
  /** From here on the spot index is no continuous price (equals `closesAt` where there is no closing auction). */
  readonly indexUntil: EpochMs
  readonly closesAt: EpochMs
  /** True outside the years of the holiday list: an ordinary weekday is assumed, no circular was read. */
  readonly assumed: boolean
}

/** Which days trade, and when. Pure: the same day always has the same answer. */
export interface TradingCalendar {
  /** The session of `day`, or undefined when the exchange is shut. A Muhurat hour is a session. */
  sessionOn(day: IstDate): Session | undefined
  /** The holiday on `day` (`weekend` on a Saturday or Sunday without session); undefined on trading days. */
  holidayOn(day: IstDate): Holiday | undefined
  /** True for days with a `full` or `short` session. A Muhurat day is an exchange holiday: expiries shift around it. */
  isTradingDay(day: IstDate): boolean
  /** The first trading day after `day`. */
  nextTradingDay(day: IstDate): IstDate
  /** The last trading day before `day`. */
  previousTradingDay(day: IstDate): IstDate
  /** `day` itself if it trades, else the last trading day before it: how an expiry is moved for a holiday. */
  tradingDayOnOrBefore(day: IstDate): IstDate
  /** Trading days after `from`, up to and including `to`; 0 when `to` is not after `from`. */
  tradingDaysBetween(from: IstDate, to: IstDate): number
}

/** The ways an exchange day can differ from the rule; more rows than NSE's own may be given for late changes. */
export interface CalendarRows {
  readonly holidays: readonly HolidayRow[]
  readonly specialSessions: readonly SpecialSessionRow[]
  /** The years for which `holidays` is the whole list. */
  readonly years: { readonly first: number; readonly last: number }
}

/** The pre-open's length before the first window of a special session, as on ordinary days. */
const SPECIAL_PRE_OPEN_MS = 15 * MINUTE_MS

/** Longest run of shut days the search accepts before it calls the data broken. */
const LONGEST_BREAK_DAYS = 30

/** Builds a calendar from rows. Throws RangeError on a row whose day or hours are not real. */
export function tradingCalendar(rows: CalendarRows): TradingCalendar {
  const holidays = new Map(rows.holidays.map((row) => [istDate(row.day), row.name]))
  const specials = new Map(rows.specialSessions.map((row) => [istDate(row.day), specialSession(row)]))

  const holidayOn = (day: IstDate): Holiday | undefined => {
    const special = specials.get(day)
    if (special) return special.kind === 'muhurat' ? 'diwali_laxmi_pujan' : undefined
    const weekday = weekdayOf(day)
    if (weekday === 0 || weekday === 6) return 'weekend'
    const listed = holidays.get(day)
    if (listed !== undefined || isListedYear(day, rows)) return listed
    return FIXED_HOLIDAYS[day.slice(5)]
  }

  const makeSession = (day: IstDate): Session | undefined =>
    specials.get(day) ?? (holidayOn(day) === undefined ? ordinarySession(day, !isListedYear(day, rows)) : undefined)
  /** Programs ask for the same day many times a second. */
  let last = { day: '' as IstDate, session: undefined as Session | undefined }
  const sessionOn = (day: IstDate): Session | undefined => {
    if (day !== last.day) last = { day, session: makeSession(day) }
    return last.session
  }

  const isTradingDay = (day: IstDate): boolean => holidayOn(day) === undefined

  const search = (start: IstDate, step: 1 | -1): IstDate => {
    let day = start
    for (let tried = 0; tried < LONGEST_BREAK_DAYS; tried += 1) {
      if (isTradingDay(day)) return day
      day = addDays(day, step)
    }
    throw new RangeError(`no trading day within ${LONGEST_BREAK_DAYS} days of ${start}: check the holiday rows`)
  }

  return {
    sessionOn,
    holidayOn,
    isTradingDay,
    nextTradingDay: (day) => search(addDays(day, 1), 1),
    previousTradingDay: (day) => search(addDays(day, -1), -1),
    tradingDayOnOrBefore: (day) => search(day, -1),
    tradingDaysBetween(from, to) {
      let count = 0
      for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isTradingDay(day)) count += 1
      return count
    },
  }
}

/** NSE's equity-derivatives calendar as known when this was written. */
export const nseCalendar: TradingCalendar = tradingCalendar({
  holidays: HOLIDAYS,
  specialSessions: SPECIAL_SESSIONS,
  years: HOLIDAY_YEARS,
})

function isListedYear(day: IstDate, rows: CalendarRows): boolean {
  const year = Number(day.slice(0, 4))
  return year >= rows.years.first && year <= rows.years.last
}

function ordinarySession(day: IstDate, assumed: boolean): Session {
  const hours = ordinaryHours(day)
  const midnight = istInstant(day, 0)
  const instant = (minutes: number) => (midnight + minutes * MINUTE_MS) as EpochMs
  const window = { from: instant(hours.open), to: instant(hours.close) }
  return {
    day,
    kind: 'full',
    name: null,
    windows: [window],
    preOpenAt: instant(hours.preOpen),
    opensAt: window.from,
    indexUntil: instant(hours.indexEnd),
    closesAt: window.to,
    assumed,
  }
}

function specialSession(row: SpecialSessionRow): Session {
  const day = istDate(row.day)
  const windows = row.windows.map(([from, to]) => ({ from: instantOf(day, from), to: instantOf(day, to) }))
  for (const [i, window] of windows.entries()) {
    const previousEnd = windows[i - 1]?.to ?? 0
    if (window.to <= window.from || window.from < previousEnd)
      throw new RangeError(`special session of ${day}: windows must follow one another`)
  }
  // A day whose hours are not published has no window; midnight means "never opens".
  const opensAt = windows[0]?.from ?? istInstant(day, 0)
  const closesAt = windows.at(-1)?.to ?? opensAt
  // On a full day the index leaves continuous trading when that day's ordinary hours report it.
  const indexEnd = istInstant(day, 0, ordinaryHours(day).indexEnd)
  return {
    day,
    kind: row.kind,
    name: row.name,
    windows,
    preOpenAt: windows.length === 0 ? opensAt : ((opensAt - SPECIAL_PRE_OPEN_MS) as EpochMs),
    opensAt,
    indexUntil: row.kind === 'full' && indexEnd < closesAt ? indexEnd : closesAt,
    closesAt,
    assumed: false,
  }
}

function instantOf(day: IstDate, time: string): EpochMs {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  if (!match) throw new RangeError(`special session of ${day}: not a time (HH:MM): ${time}`)
  return istInstant(day, Number(match[1]), Number(match[2]))
}

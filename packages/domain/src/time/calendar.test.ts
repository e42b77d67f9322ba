import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nseCalendar, tradingCalendar } from './calendar.ts'
import { addDays, istDate, istText, type IstDate } from './ist.ts'
import { HOLIDAY_YEARS, HOLIDAYS } from './holidays.ts'
import { SPECIAL_SESSIONS } from './special-sessions.ts'

const day = istDate
const anyDay = fc.integer({ min: 0, max: 366 * 12 }).map((offset) => addDays(day('2019-01-01'), offset))

describe('the trading calendar', () => {
  it.each<[day: string, opens: string, indexUntil: string, closes: string]>([
    ['2026-07-31', '09:15:00', '15:30:00', '15:30:00'],
    ['2026-08-03', '09:15:00', '15:15:00', '15:40:00'],
    ['2026-11-23', '09:15:00', '15:15:00', '15:40:00'],
    ['2026-02-01', '09:15:00', '15:30:00', '15:30:00'], // Sunday, budget
    ['2024-05-18', '09:15:00', '12:30:00', '12:30:00'], // Saturday, two windows
    ['2025-10-21', '13:45:00', '14:45:00', '14:45:00'], // Muhurat
  ])('on %s trades %s, index until %s, close %s', (on, opens, indexUntil, closes) => {
    const session = nseCalendar.sessionOn(day(on))!
    expect(istText(session.opensAt)).toBe(`${on} ${opens}`)
    expect(istText(session.indexUntil)).toBe(`${on} ${indexUntil}`)
    expect(istText(session.closesAt)).toBe(`${on} ${closes}`)
    expect(session.assumed).toBe(false)
  })

  it.each<[day: string, trades: boolean, holiday: string | undefined]>([
    ['2026-11-20', true, undefined],
    ['2026-11-21', false, 'weekend'],
    ['2026-11-24', false, 'guru_nanak_jayanti'],
    ['2026-02-01', true, undefined],
    ['2025-10-21', false, 'diwali_laxmi_pujan'],
    ['2027-01-26', false, 'republic_day'],
    ['2027-03-22', true, undefined],
  ])('%s trades: %s, holiday: %s', (on, trades, holiday) => {
    expect(nseCalendar.isTradingDay(day(on))).toBe(trades)
    expect(nseCalendar.holidayOn(day(on))).toBe(holiday)
  })

  it('knows a Muhurat day whose hour is not published as a session without hours', () => {
    expect(nseCalendar.sessionOn(day('2026-11-08'))).toMatchObject({ kind: 'muhurat', windows: [] })
  })

  it('flags days outside the holiday list as assumed', () => {
    expect(nseCalendar.sessionOn(day('2027-01-04'))?.assumed).toBe(true)
    expect(nseCalendar.sessionOn(day('2015-06-15'))?.assumed).toBe(true)
    expect(nseCalendar.sessionOn(day('2026-12-31'))?.assumed).toBe(false)
  })

  it('steps over the holidays of November 2026', () => {
    expect(nseCalendar.nextTradingDay(day('2026-11-23'))).toBe('2026-11-25')
    expect(nseCalendar.previousTradingDay(day('2026-11-25'))).toBe('2026-11-23')
    expect(nseCalendar.tradingDayOnOrBefore(day('2026-11-24'))).toBe('2026-11-23')
    expect(nseCalendar.tradingDaysBetween(day('2026-11-20'), day('2026-11-25'))).toBe(2)
    expect(nseCalendar.tradingDaysBetween(day('2026-11-25'), day('2026-11-20'))).toBe(0)
  })

  it('goes back to the day it came from', () =>
    fc.assert(
      fc.property(anyDay, (on) => {
        const next = nseCalendar.nextTradingDay(on)
        expect(next > on).toBe(true)
        expect(nseCalendar.isTradingDay(next)).toBe(true)
        expect(nseCalendar.tradingDaysBetween(on, next)).toBe(1)
        if (nseCalendar.isTradingDay(on)) expect(nseCalendar.previousTradingDay(next)).toBe(on)
      }),
    ))

  it('counts days additively', () =>
    fc.assert(
      fc.property(anyDay, fc.nat(60), fc.nat(60), (from, first, second) => {
        const middle = addDays(from, first)
        const to = addDays(middle, second)
        const count = (a: IstDate, b: IstDate) => nseCalendar.tradingDaysBetween(a, b)
        expect(count(from, to)).toBe(count(from, middle) + count(middle, to))
      }),
    ))

  it('has ordered instants in every session', () =>
    fc.assert(
      fc.property(anyDay, (on) => {
        const session = nseCalendar.sessionOn(on)
        if (session === undefined || session.windows.length === 0) return
        expect(session.preOpenAt).toBeLessThan(session.opensAt)
        expect(session.opensAt).toBeLessThan(session.indexUntil)
        expect(session.indexUntil).toBeLessThanOrEqual(session.closesAt)
      }),
    ))

  it('takes a holiday added at short notice as one more row', () => {
    const calendar = tradingCalendar({
      holidays: [...HOLIDAYS, { day: '2026-12-01', name: 'general_election_mumbai' }],
      specialSessions: SPECIAL_SESSIONS,
      years: HOLIDAY_YEARS,
    })
    expect(calendar.isTradingDay(day('2026-12-01'))).toBe(false)
    expect(nseCalendar.isTradingDay(day('2026-12-01'))).toBe(true)
  })

  it.each([
    [[['09:15', '25:00']] as const, 'not a time'],
    [[['12:00', '09:15']] as const, 'must follow'],
    [
      [
        ['09:15', '12:00'],
        ['11:00', '13:00'],
      ] as const,
      'must follow',
    ],
  ])('refuses session hours %j', (windows, message) => {
    const rows = { holidays: [], years: HOLIDAY_YEARS }
    expect(() =>
      tradingCalendar({ ...rows, specialSessions: [{ day: '2026-01-03', name: 'short', kind: 'short', windows }] }),
    ).toThrow(message)
  })
})

const csv = fileURLToPath(new URL('../../../../../shared/data/calendar/nse_holidays_2024_2026.csv', import.meta.url))
describe.skipIf(!existsSync(csv))('the holiday table (skipped without ../shared/data)', () => {
  it('holds every row of the collected calendar and no other', () => {
    const rows = readFileSync(csv, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
    const holidays = rows.filter((row) => row[2] === 'holiday').map((row) => row[0])
    const special = rows.filter((row) => row[2] === 'special_session').map((row) => [row[0], row[3]])
    expect(HOLIDAYS.map((row) => row.day).filter((on) => on >= '2024')).toEqual(holidays)
    expect(
      SPECIAL_SESSIONS.filter((row) => row.day >= '2024').map((row) => [
        row.day,
        row.windows.map((w) => w.join('-')).join(';'),
      ]),
    ).toEqual(special)
  })
})

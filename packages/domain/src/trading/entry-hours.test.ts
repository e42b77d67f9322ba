import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIRST_ENTRY_MINUTE, LAST_ENTRY_MINUTE } from '../time/entry-window.ts'
import { DAY_MS, istDate, istDateAt, istInstant, MINUTE_MS, msOfIstDay, type EpochMs } from '../time/ist.ts'
import { allowsMoreHours, commonHours, entryHoursOn, WEEKDAYS, type EntryHours } from './entry-hours.ts'

const hours: fc.Arbitrary<EntryHours> = fc
  .tuple(
    fc.subarray([...WEEKDAYS], { minLength: 1 }),
    fc.integer({ min: FIRST_ENTRY_MINUTE, max: LAST_ENTRY_MINUTE - 1 }),
    fc.integer({ min: FIRST_ENTRY_MINUTE + 1, max: LAST_ENTRY_MINUTE }),
  )
  .filter(([, from, to]) => from < to)
  .map(([days, fromMinute, toMinute]) => ({ days, fromMinute, toMinute }))
const FIRST = istInstant(istDate('2026-11-16'), 0)
const instant = fc.integer({ min: FIRST, max: FIRST + 21 * DAY_MS }).map((at) => at as EpochMs)

/** By the calendar of the language, which the code under test does not ask. */
const weekdayInIndia = (at: EpochMs) =>
  new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', weekday: 'short' }).format(at).toLowerCase()

function allows(chosen: EntryHours, at: EpochMs): boolean {
  const window = entryHoursOn(chosen, istDateAt(at))
  return window !== undefined && at >= window.from && at < window.to
}

describe('entry hours', () => {
  it('allow an instant exactly when its weekday and time in India are chosen', () => {
    fc.assert(
      fc.property(hours, instant, (chosen, at) => {
        const ms = msOfIstDay(at)
        const isInside = ms >= chosen.fromMinute * MINUTE_MS && ms < chosen.toMinute * MINUTE_MS
        const isChosenDay = chosen.days.some((day) => day === weekdayInIndia(at))
        expect(allows(chosen, at)).toBe(isInside && isChosenDay)
      }),
    )
  })

  it('include their start and not their end', () => {
    fc.assert(
      fc.property(hours, instant, (chosen, at) => {
        const window = entryHoursOn({ ...chosen, days: WEEKDAYS }, istDateAt(at))!
        const around = [window.from - 1, window.from, window.to - 1, window.to]
        const isAllowed = around.map((near) => allows({ ...chosen, days: WEEKDAYS }, near as EpochMs))
        expect(isAllowed).toEqual([false, true, true, false])
      }),
    )
  })

  it('have the weekday of the date in India, also where that of UTC is another', () => {
    const monday = istDate('2026-11-23')
    const early = istInstant(monday, 1)
    expect(new Date(early).getUTCDay()).toBe(0)
    expect(entryHoursOn({ days: ['mon'], fromMinute: 600, toMinute: 660 }, istDateAt(early))).toEqual({
      from: istInstant(monday, 10),
      to: istInstant(monday, 11),
    })
    expect(entryHoursOn({ days: ['sun'], fromMinute: 600, toMinute: 660 }, istDateAt(early))).toBeUndefined()
  })
})

describe('a change of entry hours', () => {
  it('allows more exactly when some instant is allowed that was not', () => {
    const maybe = fc.option(hours)
    const minutes = Array.from({ length: LAST_ENTRY_MINUTE - FIRST_ENTRY_MINUTE }, (_, n) => FIRST_ENTRY_MINUTE + n)
    const holds = (chosen: EntryHours | null, day: (typeof WEEKDAYS)[number], minute: number) =>
      chosen === null || (chosen.days.includes(day) && minute >= chosen.fromMinute && minute < chosen.toMinute)
    fc.assert(
      fc.property(maybe, maybe, (requested, known) => {
        const isMore = WEEKDAYS.some((day) =>
          minutes.some((minute) => holds(requested, day, minute) && !holds(known, day, minute)),
        )
        expect(allowsMoreHours(requested, known)).toBe(isMore)
      }),
    )
  })
})

it('the hours that two choices have in common allow exactly what both allow', () => {
  fc.assert(
    fc.property(hours, hours, instant, (one, other, at) => {
      const common = commonHours(one, other)
      expect(common !== undefined && allows(common, at)).toBe(allows(one, at) && allows(other, at))
    }),
  )
})

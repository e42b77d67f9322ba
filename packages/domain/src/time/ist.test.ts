import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  epochFromIstText,
  istDate,
  istDateAt,
  istInstant,
  istIso,
  istText,
  msOfIstDay,
  weekdayOf,
  type EpochMs,
} from './ist.ts'

const instant = fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => (s * 1000) as EpochMs)

describe('India time', () => {
  it('writes and reads the broker’s timestamps', () =>
    fc.assert(
      fc.property(instant, (at) => {
        expect(epochFromIstText(istText(at))).toBe(at)
      }),
    ))

  it('splits an instant into a day and the milliseconds of that day', () =>
    fc.assert(
      fc.property(instant, (at) => {
        expect(istInstant(istDateAt(at), 0) + msOfIstDay(at)).toBe(at)
      }),
    ))

  it('starts the day at 18:30 UTC', () => {
    expect(istDateAt(Date.parse('2026-11-20T18:29:59Z') as EpochMs)).toBe('2026-11-20')
    expect(istDateAt(Date.parse('2026-11-20T18:30:00Z') as EpochMs)).toBe('2026-11-21')
  })

  it('agrees with ISO 8601', () =>
    expect(Date.parse(istIso(istInstant(istDate('2026-11-20'), 9, 15)))).toBe(istInstant(istDate('2026-11-20'), 9, 15)))

  it.each(['2026-02-30', '2026-1-1', '20261120', ''])('refuses %j as a day', (text) =>
    expect(() => istDate(text)).toThrow(RangeError),
  )

  it.each(['2026-02-30 09:15:00', '2026-11-20T09:15:00', '2026-11-20 24:00:00', '2026-11-20'])(
    'refuses %j as an instant',
    (text) => {
      expect(() => epochFromIstText(text)).toThrow(RangeError)
    },
  )

  it('counts days and weekdays', () => {
    expect(addDays(istDate('2026-02-28'), 1)).toBe('2026-03-01')
    expect(weekdayOf(istDate('2026-02-01'))).toBe(0)
  })
})

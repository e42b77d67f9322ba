import { describe, expect, it } from 'vitest'
import { istIso, istInstant, istDate, type EpochMs } from '../time/ist.ts'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

/** 2026-11-20 is a Friday. */
const at = (day: string, hour: number, minute = 0) => istInstant(istDate(day), hour, minute)
const untilOf = (hours: QuietHours, instant: EpochMs) => {
  const until = quietUntil(hours, instant)
  return until === undefined ? undefined : istIso(until)
}

describe('quiet hours within one day', () => {
  const lunch: QuietHours = { days: ['fri'], fromMinute: 12 * 60, toMinute: 13 * 60 + 30 }
  it.each([
    [at('2026-11-20', 11, 59), undefined],
    [at('2026-11-20', 12), '2026-11-20T13:30:00+05:30'],
    [at('2026-11-20', 13, 29), '2026-11-20T13:30:00+05:30'],
    [at('2026-11-20', 13, 30), undefined],
    [at('2026-11-19', 12), undefined],
    [at('2026-11-21', 12), undefined],
  ])('at %s end at %s', (instant, until) => expect(untilOf(lunch, instant)).toBe(until))
})

describe('quiet hours that pass midnight belong to the day on which they begin', () => {
  const night: QuietHours = { days: ['fri'], fromMinute: 22 * 60, toMinute: 7 * 60 }
  it.each([
    [at('2026-11-20', 6), undefined],
    [at('2026-11-20', 22), '2026-11-21T07:00:00+05:30'],
    [at('2026-11-21', 6, 59), '2026-11-21T07:00:00+05:30'],
    [at('2026-11-21', 7), undefined],
    [at('2026-11-21', 22), undefined],
  ])('at %s end at %s', (instant, until) => expect(untilOf(night, instant)).toBe(until))
})

it('ends at the next instant of the same minute, whatever the day', () => {
  const always: QuietHours = {
    days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    fromMinute: 1,
    toMinute: 0,
  }
  for (let hour = 0; hour < 24; hour += 1) {
    const instant = at('2026-11-22', hour, 30)
    expect(quietUntil(always, instant)).toBe(at('2026-11-23', 0))
  }
  expect(quietUntil(always, at('2026-11-22', 0))).toBeUndefined()
})

import { expect, it } from 'vitest'
import { nseCalendar } from '../time/calendar.ts'
import { istDate, istInstant } from '../time/ist.ts'
import { isMorningAfterFed, scheduledEvents } from './scheduled-events.ts'

it('knows a policy day by its hour and a budget as a whole day', () => {
  const rbi = istDate('2026-02-06')
  expect(scheduledEvents(rbi)).toMatchObject([{ start: istInstant(rbi, 10), end: istInstant(rbi, 10) }])
  expect(scheduledEvents(istDate('2026-02-01'))).toMatchObject([{ name: 'Union Budget', end: undefined }])
  expect(scheduledEvents(istDate('2026-02-03'))).toEqual([])
})

it.each([
  ['2026-09-16', false],
  ['2026-09-17', true],
  ['2026-09-18', false],
  // Decided on a holiday in India.
  ['2024-05-02', true],
  // Decided on a Thursday: the Friday.
  ['2024-11-08', true],
])('%s is the morning after the Federal Reserve: %s', (day, is) =>
  expect(isMorningAfterFed(istDate(day), nseCalendar)).toBe(is),
)

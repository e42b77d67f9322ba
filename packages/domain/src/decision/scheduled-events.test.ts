import { expect, it } from 'vitest'
import { nseCalendar } from '../time/calendar.ts'
import { istDate, istInstant } from '../time/ist.ts'
import { endingTables, FED_DAYS, RBI_DAYS, WHOLE_DAYS } from './event-tables.ts'
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

it.each([
  ['2026-03-01', []],
  ['2026-03-02', ['rbi']],
  ['2026-11-20', ['rbi']],
  ['2026-12-02', ['rbi', 'holidays']],
  ['2027-01-02', ['rbi', 'holidays', 'whole_days']],
])('on %s an operator is warned of tables that end within 30 days or have ended: %j', (day, ids) =>
  expect(endingTables(istDate(day)).map(({ id }) => id)).toEqual(ids),
)

it('holds no day after the one up to which a table is said to be complete', () => {
  for (const { days, endsOn } of [RBI_DAYS, FED_DAYS]) expect(days.toSorted().at(-1)! <= endsOn).toBe(true)
  for (const { day } of WHOLE_DAYS.days) expect(day <= WHOLE_DAYS.endsOn).toBe(true)
})

import { expect, it } from 'vitest'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { FREEZE_PUBLISHED_UNTIL, freezeQuantityOn } from '@strikewise/domain/instruments/freeze.ts'
import { addDays, istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { endingTables, FED_DAYS, RBI_DAYS, WHOLE_DAYS } from '../agents/event-tables.ts'
import { isMorningAfterFed, scheduledEvents } from './scheduled-events.ts'

it('knows a policy day by its hour and a budget as a whole day', () => {
  const rbi = istDate('2026-02-06')
  expect(scheduledEvents(rbi)).toMatchObject([{ start: istInstant(rbi, 10), end: istInstant(rbi, 10) }])
  expect(scheduledEvents(istDate('2026-02-01'))).toMatchObject([{ name: 'budget', end: undefined }])
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
  ['2026-08-01', ['rbi']],
  ['2026-08-02', ['rbi', 'freeze']],
  ['2026-11-20', ['rbi', 'freeze']],
  ['2026-12-02', ['rbi', 'freeze', 'holidays', 'lot_sizes']],
  ['2027-01-02', ['rbi', 'freeze', 'holidays', 'lot_sizes', 'whole_days']],
  ['2027-03-02', ['rbi', 'freeze', 'holidays', 'lot_sizes', 'whole_days', 'charges']],
])('on %s an operator is warned of tables that end within 30 days or have ended: %j', (day, ids) =>
  expect(endingTables(istDate(day)).map(({ id }) => id)).toEqual(ids),
)

it('counts a month of freeze quantities as known only while every index has a published one', () => {
  const far = 1_000_000
  for (const symbol of INDEX_SYMBOLS) {
    const isByLevel = (day: IstDate) => freezeQuantityOn(symbol, day, 1) !== freezeQuantityOn(symbol, day, far)
    expect(isByLevel(FREEZE_PUBLISHED_UNTIL)).toBe(false)
    expect(isByLevel(addDays(FREEZE_PUBLISHED_UNTIL, 1))).toBe(true)
  }
})

it('holds no day after the one up to which a table is reported to be complete', () => {
  for (const { days, endsOn } of [RBI_DAYS, FED_DAYS]) expect(days.toSorted().at(-1)! <= endsOn).toBe(true)
  for (const { day } of WHOLE_DAYS.days) expect(day <= WHOLE_DAYS.endsOn).toBe(true)
})

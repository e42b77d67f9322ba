import { expect, it } from 'vitest'
import { istDate } from './ist.ts'
import { firstDayOf, lastDayOf, monthsFrom } from './month.ts'

it.each([
  ['2026-11-28', 0, '2026-11'],
  ['2026-11-28', 2, '2027-01'],
  ['2026-01-31', -1, '2025-12'],
  ['2026-03-31', -13, '2025-02'],
])('from %s %i months on is %s', (day, months, month) => expect(monthsFrom(istDate(day), months)).toBe(month))

it.each([
  ['2026-12', '2026-12-01', '2026-12-31'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2027-02', '2027-02-01', '2027-02-28'],
])('%s begins on %s and ends on %s', (month, first, last) =>
  expect([firstDayOf(month), lastDayOf(month)]).toEqual([first, last]),
)

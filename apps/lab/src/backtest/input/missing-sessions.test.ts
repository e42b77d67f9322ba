import { istDate } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { firstAfterGap, missedSessions } from './missing-sessions.ts'

it.each([
  // A weekend and a holiday are no hole.
  ['2024-01-19', '2024-01-23', 1],
  ['2024-01-24', '2024-01-25', 0],
  ['2024-01-25', '2024-01-29', 0],
  ['2023-01-31', '2024-01-01', 224],
])('between %s and %s %d sessions are missing', (before, day, missing) =>
  expect(missedSessions(istDate(before), istDate(day))).toBe(missing),
)

it('begins what is known of a session after the last hole of months, over single missing days', () => {
  const days = ['2023-01-30', '2023-01-31', '2024-01-01', '2024-01-02', '2024-01-04'].map(istDate)
  expect(days.map((_, index) => firstAfterGap(days, index))).toEqual([0, 0, 2, 2, 2])
})

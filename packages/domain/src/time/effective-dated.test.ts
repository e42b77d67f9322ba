import { expect, it } from 'vitest'
import { rowEffectiveOn } from './effective-dated.ts'
import { istDate } from './ist.ts'

const rows = [
  { from: '2026-04-01', value: 'new', source: 's' },
  { from: '2024-10-01', value: 'old', source: 's' },
]

it.each([
  ['2024-09-30', undefined],
  ['2024-10-01', 'old'],
  ['2026-03-31', 'old'],
  ['2026-04-01', 'new'],
  ['2030-01-01', 'new'],
])('on %s the row in force is %s', (day, value) => expect(rowEffectiveOn(rows, istDate(day))?.value).toBe(value))

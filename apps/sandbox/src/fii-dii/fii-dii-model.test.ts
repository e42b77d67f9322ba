import { expect, it } from 'vitest'
import { addDays, istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { fiiDiiRows } from './fii-dii-model.ts'

const first = istDate('2026-06-01')
const days = Array.from({ length: 80 }, (_, index) => ({
  day: addDays(first, index),
  return: index % 2 ? 0.01 : -0.004,
}))
const last = days.at(-1)!.day

it('balances: buy less sell is net', () => {
  for (const row of fiiDiiRows('a', days, istInstant(last, 21))) {
    expect(row.fii_buy - row.fii_sell).toBeCloseTo(row.fii_net, 6)
    expect(row.dii_buy - row.dii_sell).toBeCloseTo(row.dii_net, 6)
    expect(row.fii_idx_fut_long! + row.fii_idx_fut_short!).toBeGreaterThan(0)
  }
})

it('publishes cash at 19:00 and positions at 20:00 of market time', () => {
  const at = (hour: number) => fiiDiiRows('a', days, istInstant(last, hour))
  expect(at(18).at(-1)?.date).not.toBe(last)
  expect(at(19).at(-1)).toMatchObject({ date: last, fii_idx_fut_long: null, positions_published_at: null })
  expect(at(20).at(-1)?.fii_idx_fut_long).toBeTypeOf('number')
})

it('never changes a row that was published', () => {
  const before = fiiDiiRows('g', days.slice(0, 70), istInstant(last, 21))
  expect(fiiDiiRows('g', days, istInstant(last, 21)).slice(0, 70)).toEqual(before)
  expect(fiiDiiRows('h', days, istInstant(last, 21))).not.toEqual(fiiDiiRows('g', days, istInstant(last, 21)))
})

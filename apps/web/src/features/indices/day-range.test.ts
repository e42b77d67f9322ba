import { expect, it } from 'vitest'
import { dayRangeOf, sparkline } from './day-range.ts'

const bar = (low: number, high: number, close = high) => ({ low, high, close })

it.each([
  ['in the middle', 150, { low: 100, high: 200, at: 50 }],
  ['under the lowest bar', 50, { low: 50, high: 200, at: 0 }],
  ['over the highest bar', 250, { low: 100, high: 250, at: 100 }],
])('places a price %s', (_where, price, expected) => {
  expect(dayRangeOf([bar(100, 180), bar(120, 200)], price)).toEqual(expected)
})

it('has no range without bars, and its middle where nothing has moved', () => {
  expect(dayRangeOf([], 100)).toBeUndefined()
  expect(dayRangeOf([bar(100, 100)], 100)).toEqual({ low: 100, high: 100, at: 50 })
})

it('draws the closes from the lowest at the bottom to the highest at the top', () => {
  expect(sparkline([bar(0, 0, 10), bar(0, 0, 30), bar(0, 0, 20)])).toBe('0.0,20.0 50.0,0.0 100.0,10.0')
  expect(sparkline([bar(0, 0, 10)])).toBe('100.0,10.0')
  expect(sparkline([])).toBe('')
})

it('thins a whole day out, and ends with the newest close', () => {
  const points = sparkline(Array.from({ length: 375 }, (_, i) => bar(0, 0, i))).split(' ')
  expect(points.length).toBeLessThanOrEqual(50)
  expect(points.at(-1)).toBe('100.0,0.0')
})

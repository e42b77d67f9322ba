import { expect, it } from 'vitest'
import { drawdownOf } from './drawdown.ts'

it('finds the deepest fall and the longest time under a peak', () => {
  expect(drawdownOf([5, -2, -4, 3, 4, -1])).toEqual({ most: 6, longestDays: 3 })
  expect(drawdownOf([-3, 1])).toEqual({ most: 3, longestDays: 2 })
  expect(drawdownOf([])).toEqual({ most: 0, longestDays: 0 })
})

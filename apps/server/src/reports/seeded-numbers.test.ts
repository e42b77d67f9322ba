import { expect, it } from 'vitest'
import { seededNumbers } from './seeded-numbers.ts'

const some = (seed: string, count: number) => {
  const next = seededNumbers(seed)
  return Array.from({ length: count }, () => next())
}

it('are decided by the seed, and lie evenly in [0, 1)', () => {
  const numbers = some('a', 20_000)
  expect(numbers).toEqual(some('a', 20_000))
  expect(numbers).not.toEqual(some('b', 20_000))
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  const tenths = Map.groupBy(numbers, (number) => Math.floor(number * 10))
  expect(tenths.size).toBe(10)
  for (const { length } of tenths.values()) expect(Math.abs(length - 2_000)).toBeLessThan(300)
})

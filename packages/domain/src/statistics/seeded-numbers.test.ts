import { expect, it } from 'vitest'
import { seededNumbers } from './seeded-numbers.ts'

it('gives the published first numbers of mulberry32 for seed 0, and the same ones again', () => {
  const first = () => {
    const next = seededNumbers(0)
    return [next(), next(), next()].map((one) => Math.round(one * 2 ** 32))
  }
  expect(first()).toEqual([1_144_304_738, 1_416_247, 958_946_056])
  expect(first()).toEqual(first())
})

it('spreads evenly over the unit', () => {
  const next = seededNumbers(7)
  const counts = new Uint32Array(10)
  for (let i = 0; i < 100_000; i += 1) counts[Math.floor(10 * next())]! += 1
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
})

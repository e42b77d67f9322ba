import fc from 'fast-check'
import { expect, it } from 'vitest'
import { barScale } from './bar-scale.ts'

it.each([
  [0, 1],
  [1, 1],
  [204_650_00, 250_000_00],
  [250_000_00, 250_000_00],
  [250_000_01, 300_000_00],
  [999_999, 1_000_000],
])('open interest of %s at most: a full bar is %s', (largest, full) => expect(barScale(largest)).toBe(full))

it('no bar is longer than a full one, and the longest fills three quarters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (largest) => {
      const share = largest / barScale(largest)
      expect(share).toBeLessThanOrEqual(1)
      expect(share).toBeGreaterThan(0.74)
    }),
  )
})

it('a chain that moves by a hundredth for an hour keeps its scale but where it crosses a round figure', () => {
  const scales = new Set(
    Array.from({ length: 3600 }, (_, second) => barScale(18_000_000 * (1 + Math.sin(second) / 100))),
  )
  expect([...scales]).toEqual([20_000_000])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitLogistic } from './logistic.ts'

it('fits the logistic map, and forecasts one half of too few labels', () => {
  const labels = Array.from({ length: 4000 }, (_, i) => {
    const signed = (i % 41) / 20 - 1
    const p = 1 / (1 + Math.exp(-(0.2 + 1.5 * signed)))
    return { signed, up: (i * 0.754877666) % 1 < p ? 1 : 0 } as const
  })
  const { offset, slope } = fitLogistic(labels)
  expect(offset).toBeCloseTo(0.2, 1)
  expect(slope).toBeCloseTo(1.5, 1)
  expect(fitLogistic(labels.slice(0, 299))).toEqual({ offset: 0, slope: 0 })
})

it('has a finite answer for any labels, those without variety or doubt included', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ signed: fc.double({ min: -1, max: 1, noNaN: true }), up: fc.constantFrom(0 as const, 1 as const) }),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
      (few) => {
        const labels = Array.from({ length: 300 }, (_, i) => few[i % few.length]!)
        const { offset, slope } = fitLogistic(labels)
        expect([offset, slope].every(Number.isFinite)).toBe(true)
      },
    ),
  ))

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withinCaps } from './capped-simplex.ts'

const CAPS = { least: 0.05, most: 0.45 }
const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0)
const positive = fc.double({ min: 1e-9, max: 1, noNaN: true })
const weights = fc
  .integer({ min: 3, max: 20 })
  .chain((count) => fc.array(positive, { minLength: count, maxLength: count }))

it('ends inside the caps with a sum of 1, whatever came in', () =>
  fc.assert(
    fc.property(weights, (before) => {
      const after = withinCaps(before, CAPS)
      for (const weight of after) {
        expect(weight).toBeGreaterThanOrEqual(CAPS.least)
        expect(weight).toBeLessThanOrEqual(CAPS.most)
      }
      expect(sumOf(after)).toBeCloseTo(1, 9)
    }),
    { numRuns: 300 },
  ))

it('keeps the order, and the proportions of those no cap holds', () =>
  fc.assert(
    fc.property(weights, (before) => {
      const after = withinCaps(before, CAPS)
      const isFree = (weight: number) => weight > CAPS.least + 1e-12 && weight < CAPS.most - 1e-12
      const factors = after.flatMap((weight, i) => (isFree(weight) ? [weight / before[i]!] : []))
      for (const factor of factors) expect(factor / factors[0]!).toBeCloseTo(1, 9)
      for (const [i, one] of before.entries())
        for (const [j, other] of before.entries()) if (one < other) expect(after[i]!).toBeLessThanOrEqual(after[j]!)
    }),
  ))

it('leaves alone what is inside the caps already', () =>
  fc.assert(
    fc.property(weights, (before) => {
      const once = withinCaps(before, CAPS)
      for (const [i, weight] of withinCaps(once, CAPS).entries()) expect(weight).toBeCloseTo(once[i]!, 12)
    }),
  ))

it.each([
  ['one is far too large', [0.9, 0.04, 0.03, 0.02, 0.01], [0.45, 0.22, 0.165, 0.11, 0.055]],
  [
    'clamping once and dividing would leave the cap',
    [0.96, 0.01, 0.01, 0.01, 0.01],
    [0.45, 0.1375, 0.1375, 0.1375, 0.1375],
  ],
  ['two are at the upper cap', [0.6, 0.6, 1e-6, 1e-6, 1e-6], [0.425, 0.425, 0.05, 0.05, 0.05]],
])('when %s', (_when, before, after) => {
  for (const [i, weight] of withinCaps(before, CAPS).entries()) expect(weight).toBeCloseTo(after[i]!, 3)
})

it.each([
  ['too few to reach 1', [0.5, 0.5]],
  ['a weight of nothing', [0.5, 0, 0.5]],
  ['no number', [0.5, Number.NaN, 0.5]],
])('refuses %s', (_what, before) => expect(() => withinCaps(before, CAPS)).toThrow(RangeError))

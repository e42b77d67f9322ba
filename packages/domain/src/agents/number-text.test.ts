import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fixed, percent, points, score } from './number-text.ts'

it.each([
  [score(0.45), '+0.45'],
  [score(-0.45), '-0.45'],
  [score(0), '0.00'],
  [score(-0.004), '0.00'],
  [score(0.004), '0.00'],
  [score(-0.005), '-0.01'],
  [points(-0.001), '0.00'],
  [percent(-0.00001), '0.00 %'],
  [percent(-0.0004, 1), '0.0 %'],
  [fixed(-0.4, 0), '0'],
])('writes %s, expected %s', (written, expected) => expect(written).toBe(expected))

it('never writes a sign before a zero, and always one before another score', () => {
  fc.assert(
    fc.property(fc.double({ min: -2, max: 2, noNaN: true }), (x) => {
      for (const text of [score(x), points(x), percent(x)]) expect(text).not.toMatch(/^[+-]0\.00/)
      expect(score(x)).toMatch(/^(0\.00|[+-]\d\.\d\d)$/)
      expect(Math.abs(Number(score(x)) - x)).toBeLessThanOrEqual(0.005 + 1e-9)
    }),
  )
})

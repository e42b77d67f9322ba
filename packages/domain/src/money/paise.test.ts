import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paiseFromRupees, rupeesFromPaise, paise } from './paise.ts'

describe('paise and rupees', () => {
  it('round trip to the paisa', () =>
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (whole) => {
        expect(paiseFromRupees(rupeesFromPaise(paise(whole)))).toBe(whole)
      }),
    ))

  it.each([1.154, 0.001, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (rupees) => {
    expect(() => paiseFromRupees(rupees)).toThrow(RangeError)
  })

  it('survives the rounding of 1.15', () => expect(paiseFromRupees(1.15)).toBe(115))
})

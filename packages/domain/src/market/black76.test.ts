import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { black76Price, normalCdf } from './black76.ts'
import { fitOption } from './testing/one-option.ts'

const rate = 0.065
const t = 7 / 365
const discount = Math.exp(-rate * t)

describe('Black-76', () => {
  it('gives the reference prices and greeks', () => {
    expect(black76Price(1, 25000, 25000, t, 0.12, discount)).toBeCloseTo(165.5341, 4)
    expect(black76Price(1, 25000, 25200, t, 0.13, discount)).toBeCloseTo(97.5223, 4)
    expect(black76Price(-1, 25000, 24800, t, 0.14, discount)).toBeCloseTo(108.7486, 4)
    const greeksAt = (sign: 1 | -1, strike: number, sigma: number) => {
      const price = black76Price(sign, 25000, strike, t, sigma, discount)
      return fitOption({ sign, price, forward: 25000, strike, years: t, rate })
    }
    const atm = greeksAt(1, 25000, 0.12)
    expect(atm.delta).toBeCloseTo(0.502688, 6)
    expect(atm.gamma).toBeCloseTo(0.000959, 6)
    expect(atm.vega).toBeCloseTo(13.7942, 4)
    expect(atm.theta).toBeCloseTo(-11.7941, 4)
    expect(greeksAt(1, 25200, 0.13).delta).toBeCloseTo(0.331876, 6)
    expect(greeksAt(-1, 24800, 0.14).delta).toBeCloseTo(-0.335371, 6)
  })

  it('finds the volatility a price was made with, from any start', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<1 | -1>(1, -1),
        fc.double({ min: -2.5, max: 2.5, noNaN: true }),
        fc.double({ min: 0.06, max: 0.9, noNaN: true }),
        fc.double({ min: 0.002, max: 0.3, noNaN: true }),
        fc.double({ min: 0, max: 6, noNaN: true }),
        (sign, x, sigma, years, guess) => {
          const strike = 25000 * Math.exp(x * sigma * Math.sqrt(years))
          const price = black76Price(sign, 25000, strike, years, sigma, Math.exp(-rate * years))
          const found = fitOption({ sign, price, forward: 25000, strike, years, rate }, guess).iv
          const intrinsic = Math.max(0, sign * (25000 - strike)) * Math.exp(-rate * years)
          if (price > intrinsic + 0.0501) expect(Math.abs(found - sigma)).toBeLessThan(1e-6)
        },
      ),
      { numRuns: 500 },
    ))

  it.each<[string, number, number, number]>([
    ['time value of a tick or less', 200.05, 24800, t],
    ['a price at the bound', 25000, 25000, t],
    ['no time left', 100, 25000, 0],
    ['no price', Number.NaN, 25000, t],
  ])('gives no volatility for %s', (_when, price, strike, years) =>
    expect(fitOption({ sign: 1, price, forward: 25000, strike, years, rate: 0 }, 0.12).iv).toBeNaN(),
  )

  it('has a distribution function with the known tails', () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 15)
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14)
    expect(normalCdf(-10) / 7.61985302416053e-24).toBeCloseTo(1, 7)
  })
})

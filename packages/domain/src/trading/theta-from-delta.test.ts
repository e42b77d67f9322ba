import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { black76Price } from '../market/black76.ts'
import { fitOption } from '../market/testing/one-option.ts'
import { thetaFromDelta } from './theta-from-delta.ts'

const rate = 0.065
const WEEK = 7 / 365

describe('theta of a recorded delta and price', () => {
  it('gives the reference value (signals reference §5: call at the money, a week, 12 %)', () =>
    expect(thetaFromDelta({ delta: 0.502688, price: 165.5341, strike: 25_000, years: WEEK, rate })).toBeCloseTo(
      -11.7941,
      2,
    ))

  it('is the theta of the chain for every option that has one', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<1 | -1>(1, -1),
        fc.double({ min: -1.5, max: 1.5, noNaN: true }),
        fc.double({ min: 0.06, max: 0.6, noNaN: true }),
        fc.double({ min: 0.0005, max: 0.1, noNaN: true }),
        (sign, x, sigma, years) => {
          const strike = 25_000 * Math.exp(x * sigma * Math.sqrt(years))
          const price = black76Price(sign, 25_000, strike, years, sigma, Math.exp(-rate * years))
          const { delta, theta } = fitOption({ sign, price, forward: 25_000, strike, years, rate })
          fc.pre(!Number.isNaN(theta))
          expect(thetaFromDelta({ delta, price, strike, years, rate })! / theta).toBeCloseTo(1, 4)
        },
      ),
      { numRuns: 500 },
    ))

  it.each<[when: string, delta: number, price: number, years: number]>([
    ['no time is left', 0.5, 100, 0],
    ['the price is 0', 0.5, 0, WEEK],
    ['delta is 0', 0, 100, WEEK],
    ['delta is above what the discount leaves', 1, 100, WEEK],
    ['delta is not a number', Number.NaN, 100, WEEK],
    ['no volatility makes so small a delta so dear', 0.001, 5_000, WEEK],
  ])('is unknown when %s', (_when, delta, price, years) =>
    expect(thetaFromDelta({ delta, price, strike: 25_000, years, rate })).toBeUndefined(),
  )
})

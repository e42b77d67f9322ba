import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { black76Price } from './black76.ts'
import { integratedOption } from './testing/integrated-option.ts'
import { fitOption } from './testing/one-option.ts'

/** Options as they are met: near the money to far, hours to months, calm to panic. */
const option = fc.record({
  sign: fc.constantFrom<1 | -1>(1, -1),
  x: fc.double({ min: -3, max: 3, noNaN: true }),
  sigma: fc.double({ min: 0.05, max: 1, noNaN: true }),
  t: fc.double({ min: 0.5 / 365, max: 0.3, noNaN: true }),
  rate: fc.double({ min: 0, max: 0.09, noNaN: true }),
})
const FORWARD = 25_000
const strikeOf = ({ x, sigma, t }: { x: number; sigma: number; t: number }) =>
  FORWARD * Math.exp(x * sigma * Math.sqrt(t))

describe('Black-76 against the integral of the payoff', () => {
  it('has its price and greeks to 1e-8 of their size', () =>
    fc.assert(
      fc.property(option, (o) => {
        const strike = strikeOf(o)
        const peer = integratedOption(o.sign, FORWARD, strike, o.t, o.sigma, o.rate)
        const price = black76Price(o.sign, FORWARD, strike, o.t, o.sigma, Math.exp(-o.rate * o.t))
        const intrinsic = Math.max(0, o.sign * (FORWARD - strike)) * Math.exp(-o.rate * o.t)
        fc.pre(price > intrinsic + 1)
        const greeks = fitOption({ sign: o.sign, price, forward: FORWARD, strike, years: o.t, rate: o.rate }, o.sigma)
        const near = (actual: number, theirs: number, size: number) =>
          expect(Math.abs(actual - theirs)).toBeLessThan(1e-8 * Math.max(size, Math.abs(theirs)))
        near(price, peer.price, 1)
        near(greeks.delta, peer.delta, 1)
        near(greeks.vega, peer.vega, 1)
        near(greeks.theta, peer.theta, 1)
        // Per point a gamma is tiny: it is held to its own scale.
        near(greeks.gamma, peer.gamma, 1 / (FORWARD * o.sigma * Math.sqrt(o.t)))
      }),
      { numRuns: 100 },
    ))

  it('solves volatility from its price to 1e-8', () =>
    fc.assert(
      fc.property(option, (o) => {
        const strike = strikeOf(o)
        const { price } = integratedOption(o.sign, FORWARD, strike, o.t, o.sigma, o.rate)
        const intrinsic = Math.max(0, o.sign * (FORWARD - strike)) * Math.exp(-o.rate * o.t)
        fc.pre(price > intrinsic + 1)
        const found = fitOption({ sign: o.sign, price, forward: FORWARD, strike, years: o.t, rate: o.rate }, 0.2).iv
        expect(Math.abs(found - o.sigma)).toBeLessThan(1e-8)
      }),
      { numRuns: 100 },
    ))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionVariance, SIMULATED_OUTLOOK, type VarianceOutlook } from './volatility-surface.ts'

const MINUTES = 375
const level = fc.double({ min: 0.3, max: 5, noNaN: true })

/** An outlook without reversion, whose contracts settle at the mean of the last half hour. */
const AVERAGED: VarianceOutlook = { ...SIMULATED_OUTLOOK, memory: 1, averagedMinutes: 30 }

describe('the variance up to a settlement', () => {
  it('is that of the whole session less two thirds of the averaged half hour', () => {
    const variance = new SessionVariance(1, MINUTES, AVERAGED)
    const averaged = variance.restOfToday(MINUTES - 30)
    const cut = variance.restOfToday(0) - variance.restOfToday(0, true)
    // Two thirds of a movement that is the same in every minute; the last ones move a little more.
    expect(cut / averaged).toBeGreaterThan(0.66)
    expect(cut / averaged).toBeLessThan(0.7)
    expect(variance.restOfToday(MINUTES, true)).toBe(0)
  })

  it('grows by a whole session and a night with each session more', () =>
    fc.assert(
      fc.property(level, fc.integer({ min: 1, max: 40 }), (at, sessions) => {
        const variance = new SessionVariance(at, MINUTES, AVERAGED)
        const grown = variance.after(sessions + 1) - variance.after(sessions)
        expect(grown / (variance.restOfToday(0) + AVERAGED.night * at * at)).toBeCloseTo(1, 9)
      }),
    ))

  it('is never more than without the averaging, and the same where the price at the close settles', () =>
    fc.assert(
      fc.property(level, fc.double({ min: 0, max: MINUTES, noNaN: true }), (at, minute) => {
        const averaged = new SessionVariance(at, MINUTES, AVERAGED)
        const plain = new SessionVariance(at, MINUTES, SIMULATED_OUTLOOK)
        expect(averaged.restOfToday(minute, true)).toBeLessThanOrEqual(averaged.restOfToday(minute) + 1e-15)
        expect(plain.restOfToday(minute, true)).toBeCloseTo(plain.restOfToday(minute), 12)
      }),
    ))
})

it('returns to the mean in the simulated market, whose path does the same', () => {
  const [calm, wild] = [0.5, 2].map((at) => new SessionVariance(at, MINUTES, SIMULATED_OUTLOOK))
  const ordinary = new SessionVariance(1, MINUTES)
  const tenth = (of: SessionVariance) => (of.after(10) - of.after(9)) / (ordinary.after(10) - ordinary.after(9))
  expect(tenth(calm!)).toBeGreaterThan(0.8)
  expect(tenth(wild!)).toBeLessThan(1.8)
})

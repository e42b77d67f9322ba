import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECORDED_OUTLOOK, SessionVariance, SIMULATED_OUTLOOK } from './volatility-surface.ts'

const MINUTES = 375
const level = fc.double({ min: 0.3, max: 5, noNaN: true })

describe('what is expected of the sessions after a recorded day', () => {
  it('is as much each day as the trailing level shows: it is a mean already, and is not pulled to one again', () =>
    fc.assert(
      fc.property(level, fc.integer({ min: 1, max: 40 }), (at, sessions) => {
        const ahead = new SessionVariance(at, MINUTES, RECORDED_OUTLOOK)
        const ordinary = new SessionVariance(1, MINUTES, RECORDED_OUTLOOK)
        expect(ahead.after(sessions) / (sessions * ahead.after(1))).toBeCloseTo(1, 9)
        expect(ahead.after(sessions) / ordinary.after(sessions)).toBeCloseTo(at * at, 9)
      }),
    ))

  it('leaves 35 % of the variance from close to close to the night', () =>
    fc.assert(
      fc.property(level, (at) => {
        const variance = new SessionVariance(at, MINUTES, RECORDED_OUTLOOK)
        const session = variance.restOfToday(0)
        expect(1 - session / variance.after(1)).toBeCloseTo(0.35, 9)
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

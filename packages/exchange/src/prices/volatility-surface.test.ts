import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayLevel } from './day-level.ts'
import { SessionVariance, SIMULATED_OUTLOOK, type VarianceOutlook } from './volatility-surface.ts'

const MINUTES = 375
const level = fc.double({ min: 0.3, max: 5, noNaN: true })

/** An outlook without reversion, whose contracts settle at the mean of the last half hour. */
const AVERAGED: VarianceOutlook = { ...SIMULATED_OUTLOOK, squareAhead: (square) => square, averagedMinutes: 30 }

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

it('expects of the simulated market what its days do', () => {
  const days = Array.from({ length: 6_000 }, (_, ordinal) => dayLevel('what days do', ordinal) ** 2)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const threshold = days.toSorted((a, b) => a - b)[3_000]!
  for (const ahead of [1, 5, 20, 60]) {
    const starts = days.slice(0, -ahead).map((now, i) => ({ now, after: days[i + ahead]! }))
    for (const isCalm of [true, false]) {
      const chosen = starts.filter(({ now }) => now < threshold === isCalm)
      const expected = mean(chosen.map(({ now }) => SIMULATED_OUTLOOK.squareAhead(now, ahead)))
      const ratio = mean(chosen.map(({ after }) => after)) / expected
      // A forecast without memory is off by 0.3 and more on the next day.
      expect(ratio).toBeGreaterThan(0.88)
      expect(ratio).toBeLessThan(1.12)
    }
  }
})

it('returns to the mean in the simulated market: a calm week does not stay calm for months', () => {
  const ahead = (level: number, sessions: number) => SIMULATED_OUTLOOK.squareAhead(level * level, sessions)
  const ordinary = ahead(1, 100)
  expect(ahead(0.4, 1)).toBeLessThan(0.6 * ordinary)
  expect(ahead(1.5, 1)).toBeGreaterThan(1.5 * ordinary)
  expect(ahead(0.4, 60) / ordinary).toBeCloseTo(1, 0)
  expect(ahead(1.5, 60) / ahead(0.4, 60)).toBeLessThan(1.3)
})

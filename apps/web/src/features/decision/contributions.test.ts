import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contributionsOf } from './contributions.ts'

const part = (agent: string, weight: number, signed: number, stale = false) => ({
  agent,
  weight,
  signed,
  stale,
  bias: 'neutral' as const,
  as_of: '2026-11-20T10:42:00+05:30',
})

it('shares the score out by weight, the largest share first whatever its sign', () => {
  const shares = contributionsOf({
    coverage: 0.8,
    contributions: [
      part('candle_signal', 0.2, 0.4),
      part('indicator_signal', 0.6, -0.8),
      part('fii_dii_signal', 0.2, 1, true),
    ],
  })
  expect(shares.map(({ agent, points, isStale }) => [agent, points.toFixed(2), isStale])).toEqual([
    ['indicator_signal', '-0.60', false],
    ['candle_signal', '0.10', false],
    ['fii_dii_signal', '0.00', true],
  ])
})

it('adds nothing where no agent counts', () => {
  expect(contributionsOf({ coverage: 0, contributions: [part('candle_signal', 0.2, 1)] })[0]!.points).toBe(0)
})

it('sums up to the weighted score of the agents that count', () => {
  const parts = fc.array(
    fc.tuple(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(parts, (all) => {
      const coverage = all.reduce((sum, [weight]) => sum + weight, 0)
      const score = all.reduce((sum, [weight, signed]) => sum + weight * signed, 0) / coverage
      const shares = contributionsOf({
        coverage,
        contributions: all.map(([weight, signed], i) => part(`a${i}`, weight, signed)),
      })
      expect(shares.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9)
      for (let i = 1; i < shares.length; i += 1)
        expect(Math.abs(shares[i - 1]!.points)).toBeGreaterThanOrEqual(Math.abs(shares[i]!.points))
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparedByDays, comparedByDraws } from './at-equal-risk.ts'

const own = [100, -50, 30, -20]

it('is blind to the size of the bet', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 2, max: 500 }),
      (row, lots) => {
        const one = comparedByDays('straddle', own, row, 'seed')
        const many = comparedByDays(
          'straddle',
          own,
          row.map((net) => lots * net),
          'seed',
        )
        expect(many?.own).toBe(one?.own)
        for (const figure of ['baseline', 'p95'] as const)
          if (one === undefined) expect(many).toBeUndefined()
          else expect(Math.abs(many![figure] - one[figure])).toBeLessThan(1e-6)
      },
    ),
  ))

it('finds the rules no better than themselves at ten times the size', () => {
  const { own: rules, baseline, p95 } = comparedByDays('future_held', own, [1000, -500, 300, -200], 'seed')!
  expect(rules).toBe(15)
  expect(baseline).toBeCloseTo(15, 9)
  expect(p95).toBeGreaterThan(15)
})

it('has nothing to report where nothing was risked', () => {
  expect(comparedByDays('straddle', own, [0, 0, 0, 0], 'seed')).toBeUndefined()
  expect(comparedByDays('straddle', [0, 0, 0, 0], own, 'seed')).toBeUndefined()
  expect(comparedByDraws('random_direction', own, [])).toBeUndefined()
})

it('takes the quantiles of a coin from its draws', () => {
  const draws = Array.from({ length: 101 }, (_, i) => [i, i + 2])
  const { baseline, p95 } = comparedByDraws('random_direction', [-1, 1], draws)!
  expect([baseline, p95]).toEqual([51, 96])
})

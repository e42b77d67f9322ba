import { istDate } from '@strikewise/domain/time/ist.ts'
import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'
import { expect, it } from 'vitest'
import type { Observation } from './observation.ts'
import { calibrationOf, hitRateOf, paysOf, turnoverOf } from './signal-figures.ts'

const unit = () => seededNumbers(1)

/** An agent that is right exactly as often as it claims: a strength of s is right with (1 + s) / 2. */
function honest() {
  const draw = unit()
  return Array.from({ length: 200 }, (_, day) =>
    Array.from({ length: 50 }, () => {
      const x = 2 * draw() - 1
      const up = draw() < (1 + Math.abs(x)) / 2
      return { day, x, y: (up ? 10 : -10) * Math.sign(x) }
    }),
  ).flat()
}

it('finds the frequency of being right that was planted at each strength, inside its interval', () => {
  const bins = calibrationOf(honest(), unit())
  expect(bins.map(({ from }) => from)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
  for (const { strength, right } of bins) {
    expect(right.value).toBeCloseTo((1 + strength) / 2, 1)
    expect(right.low).toBeLessThan(right.value)
    expect(right.high).toBeGreaterThan(right.value)
  }
})

it('counts a move of nothing as half right, and leaves out what has no direction', () => {
  const pairs = [
    { day: 0, x: 0.5, y: 4 },
    { day: 1, x: -0.5, y: 2 },
    { day: 1, x: -0.5, y: 0 },
    { day: 2, x: 0, y: 100 },
  ]
  expect(hitRateOf(pairs, unit())!.value).toBe(0.5)
  expect(paysOf(pairs, unit())!.value).toBeCloseTo(2 / 3)
  expect(paysOf([{ day: 0, x: 0, y: 1 }], unit())).toBeUndefined()
})

it('counts changes of direction within a session and none over night or while the agent is stale', () => {
  const day = (text: string, signed: readonly number[]): Observation[] =>
    signed.map((one) => ({
      symbol: 'NIFTY',
      day: istDate(text),
      hour: 10,
      regime: null,
      signed: [one],
      moves: [],
    }))
  const observations = [
    ...day('2024-04-01', [0.4, 0.5, Number.NaN, 0.4]),
    ...day('2024-04-02', [-0.4, 0, 0.4, 0.3]),
    ...day('2024-04-03', [Number.NaN]),
  ]
  expect(turnoverOf(observations, 0, unit())!.value).toBe(1)
})

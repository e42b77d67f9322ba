import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '@strikewise/domain/trading/kelly.ts'
import { momentsOf } from '@strikewise/domain/statistics/moments.ts'
import { normalQuantile } from '@strikewise/domain/statistics/normal-quantile.ts'
import { deflatedSharpe, expectedMaxSharpe, probabilisticSharpe } from '@strikewise/domain/statistics/sharpe-ratio.ts'
import { overfittingProbability, trialStatisticsOf } from './overfitting.ts'
import { walkForward } from './walk-forward.ts'

describe('public vectors of the signals reference, §7', () => {
  it('Wilson: 45 wins of 100', () => {
    const { low, high } = wilsonInterval(45, 100, 1.96)
    expect(low).toBeCloseTo(0.3561, 4)
    expect(high).toBeCloseTo(0.5476, 4)
  })

  it('deflated Sharpe: 100 trials, annual variance 0.5, Sharpe 2.5 a year, 1250 days, skew −3, kurtosis 10', () => {
    const benchmark = expectedMaxSharpe(100, Math.sqrt(0.5 / 250))
    expect(benchmark).toBeCloseTo(0.1132, 4)
    const days = { count: 1250, skewness: -3, kurtosis: 10 }
    expect(probabilisticSharpe(2.5 / Math.sqrt(250), benchmark, days)).toBeCloseTo(0.9004, 4)
  })
})

it.each([
  [0.5, 0],
  [0.975, 1.959964],
  [0.01, -2.326348],
])('the normal quantile of %f is %f', (p, quantile) => expect(normalQuantile(p)).toBeCloseTo(quantile, 5))

it('knows mean, deviation, skewness and kurtosis', () => {
  const { mean, deviation, skewness, kurtosis } = momentsOf([1, 2, 3, 10])
  expect([mean, deviation, skewness, kurtosis].map((value) => Number(value.toFixed(4)))).toEqual([
    4, 4.0825, 1.0182, 2.2304,
  ])
})

it('one trial is judged against zero, many against the luckiest', () => {
  const days = Array.from({ length: 250 }, (_, i) => Math.sin(i * 12.9898) + 0.1)
  const other = days.map((value, i) => value - 0.3 * (i % 3))
  const judged = (rows: readonly (readonly number[])[]) => deflatedSharpe(momentsOf(days), trialStatisticsOf(rows))!
  expect(judged([days, other])).toBeLessThan(judged([days]))
  // The same two tried again are four: who looks again has another chance to like what is there.
  expect(judged([days, other, days, other])).toBeLessThan(judged([days, other]))
})

describe('probability of overfitting', () => {
  const noise = (seed: number) => Array.from({ length: 320 }, (_, i) => Math.sin((i + 1) * (seed + 1) * 78.233) ** 3)

  it('is small when one trial is truly better', () => {
    const better = noise(3).map((value) => value + 1)
    expect(overfittingProbability([noise(1), noise(2), better, noise(4)])).toBeLessThan(0.05)
  })

  it('is large when the best of one half must be the worst of the other', () => {
    const days = (sign: number) => Array.from({ length: 320 }, (_, i) => (i < 160 ? sign : -sign) + 0.1 * Math.sin(i))
    expect(overfittingProbability([days(1), days(-1)])).toBeGreaterThan(0.4)
  })

  it('needs two trials and two days a block', () => {
    expect(overfittingProbability([noise(1)])).toBeUndefined()
    expect(
      overfittingProbability([
        [1, 2],
        [2, 1],
      ]),
    ).toBeUndefined()
  })
})

it('walks forward: chooses on 60 sessions, leaves one out, tests on 20', () => {
  const rows = [0, 1].map((trial) =>
    Array.from({ length: 101 }, (_, i) => ({
      day: String(i).padStart(3, '0'),
      net: 0,
      // The first trial is better up to session 60, the second after it.
      r: (i < 60 === (trial === 0) ? 1 : -1) + 0.1 * Math.sin(i),
      trades: 1,
    })),
  )
  const { steps, tested } = walkForward(rows)
  expect(steps.map(({ fitFrom, testFrom, testTo, trial }) => [fitFrom, testFrom, testTo, trial])).toEqual([
    ['000', '061', '080', 0],
    ['020', '081', '100', 0],
  ])
  expect(tested).toHaveLength(40)
  expect(steps[0]!.fitR).toBeGreaterThan(0.9)
  expect(steps[0]!.testR).toBeLessThan(-0.9)
})

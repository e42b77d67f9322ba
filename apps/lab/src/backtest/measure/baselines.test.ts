import { BASELINES } from '@strikewise/signals/learning/baselines.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import { madeUpDay } from '../testing/synthetic-day.ts'
import { baselinesOf } from './baselines.ts'
import { performanceOf } from './performance.ts'

const days = [
  madeUpDay('2026-09-14', 'NIFTY', [[2, -1]]),
  madeUpDay(
    '2026-09-15',
    'NIFTY',
    [
      [-1, 1.5],
      [-1, 0.5],
    ],
    'down',
  ),
  madeUpDay('2026-09-16', 'NIFTY', [[0.5, -1]], null),
]

it('compares the same entries: the opposite, the way of the first 15 minutes, a coin', () => {
  const { strategy, inverted, opening, random } = baselinesOf(days, 'seed')
  expect(strategy).toMatchObject({ entries: 4, meanR: 0.125 })
  expect(inverted).toMatchObject({ entries: 4, meanR: 0 })
  // The first day with the trade, the second against it; the third opened without a direction.
  expect(opening).toMatchObject({ entries: 3, meanR: 4 / 3 })
  expect(random!.p5).toBeLessThan(random!.median)
  expect(random!.p95).toBeLessThanOrEqual(1.25)
})

it('compares all of them in one unit, those that are simply held with every trade', () => {
  const held = days.map((day, i) => ({
    ...day,
    straddle: paise(1000 * (i - 1)),
    close: paise(day.close + (i === 1 ? 500 : 0)),
  }))
  const { compared, future } = baselinesOf(held, 'seed')
  expect(compared.map(({ name }) => name)).toEqual(BASELINES)
  // Two R of ₹1,300, twice a loss of one, and half a one: ₹650 in three sessions.
  const [coin, inverted, opening, straddle, held5] = compared.map(({ own }) => Math.round(own))
  expect([coin, inverted, straddle, held5]).toEqual([21_667, 21_667, 21_667, 21_667])
  // The third day opened without a direction: its trade is no part of that comparison.
  expect(opening).toBe(0)
  expect(future!.net).toBeLessThan(500 * 65)
})

it('holds the future over a night, and not over a hole of the records', () => {
  const at = (day: string, open: number, close: number) => ({
    ...madeUpDay(day, 'NIFTY', []),
    open: paise(open),
    close: paise(close),
  })
  const held = (later: string) =>
    baselinesOf([at('2024-05-22', 2_300_000, 2_301_000), at(later, 2_500_000, 2_502_000)], 'seed').future!.net
  const carried = 65 * (1_000 + 201_000)
  expect(held('2024-05-23')).toBeGreaterThan(0.95 * carried)
  expect(held('2024-05-23')).toBeLessThan(carried)
  // 319 sessions are not in the records: two days of a few points each remain, and not the ₹1,30,000 between them.
  expect(held('2025-09-04')).toBe(65 * (1_000 + 2_000))
})

it('leaves out what could not be measured', () =>
  expect(baselinesOf(days, 'seed').compared.map(({ name }) => name)).not.toContain('straddle'))

it('reports what a better rule has to be above: where 95 of 100 draws of whole days end', () => {
  const { strategy, inverted } = baselinesOf(days, 'seed')
  expect(baselinesOf(days, 'seed').inverted).toEqual(inverted)
  expect(inverted!.p95).toBeGreaterThan(inverted!.meanR)
  // The best draw of three is the first day three times.
  expect(strategy!.p95).toBeLessThanOrEqual(2)
  // A single day drawn again and again has one mean.
  expect(baselinesOf([days[0]!], 'seed').strategy!.p95).toBe(2)
})

it('takes both indices of a day for one when it draws days', () => {
  const both = [
    ...[1, -1, 1, -1].map((r, i) => madeUpDay(`2026-09-1${4 + i}`, 'NIFTY', [[r, -r]])),
    ...[1, -1, 1, -1].map((r, i) => madeUpDay(`2026-09-1${4 + i}`, 'BANKNIFTY', [[r, -r]])),
  ]
  const one = both.slice(0, 4)
  // Twice the trades that report the same are no more certain.
  expect(performanceOf(both, 'seed').expectancyIntervalR).toEqual(performanceOf(one, 'seed').expectancyIntervalR)
})

it('knows no baseline without an entry', () =>
  expect(baselinesOf([madeUpDay('2026-09-14', 'NIFTY', [])], 'seed')).toMatchObject({
    strategy: null,
    inverted: null,
    opening: null,
    random: null,
    straddle: null,
    future: { net: 0 },
  }))

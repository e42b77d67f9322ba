import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'
import { correlationDifference, midRanks, rankCorrelation } from './rank-correlation.ts'

const small = fc.integer({ min: -3, max: 3 })

/** A rank by its definition: how many are smaller, and half of those that are equal. */
const naiveRank = (values: readonly number[], value: number) =>
  values.filter((one) => one < value).length + (values.filter((one) => one === value).length + 1) / 2

it('ranks as the definition does, ties included', () =>
  fc.assert(
    fc.property(fc.array(small, { maxLength: 40 }), (values) => {
      expect([...midRanks(values)]).toEqual(values.map((value) => naiveRank(values, value)))
    }),
  ))

it('is Pearson of the ranks by its definition, within its bounds', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(small, small), { minLength: 4, maxLength: 60 }), (values) => {
      const pairs = values.map(([x, y], i) => ({ day: i % 4, x, y }))
      const found = rankCorrelation(pairs, seededNumbers(1))
      const xs = values.map(([x]) =>
        naiveRank(
          values.map(([one]) => one),
          x,
        ),
      )
      const ys = values.map(([, y]) =>
        naiveRank(
          values.map(([, one]) => one),
          y,
        ),
      )
      const mean = (values.length + 1) / 2
      const sum = (of: (i: number) => number) => values.reduce((total, _, i) => total + of(i), 0)
      const spread = Math.sqrt(sum((i) => (xs[i]! - mean) ** 2) * sum((i) => (ys[i]! - mean) ** 2))
      if (spread === 0) expect(found).toBeUndefined()
      else {
        expect(found!.value).toBeCloseTo(sum((i) => (xs[i]! - mean) * (ys[i]! - mean)) / spread, 9)
        expect(found!.low).toBeLessThanOrEqual(found!.high)
      }
    }),
  ))

/** Sessions of 70 pairs whose noise has a part that the whole day shares. */
function planted(slope: number) {
  const unit = seededNumbers(10 * slope)
  return Array.from({ length: 300 }, (_, day) => {
    const common = unit() - 0.5
    return Array.from({ length: 70 }, () => {
      const x = unit() - 0.5
      return { day, x, y: slope * x + common + 4 * (unit() - 0.5) }
    })
  }).flat()
}

it('finds a planted correlation and finds none in a planted zero', () => {
  const found = rankCorrelation(planted(0.4), seededNumbers(2))!
  expect(found.low).toBeGreaterThan(0)
  expect(found).toMatchObject({ pairs: 21_000, days: 300 })
  const none = rankCorrelation(planted(0), seededNumbers(3))!
  expect(none.low).toBeLessThan(0)
  expect(none.high).toBeGreaterThan(0)
})

it('finds what a part adds to a score, over the same days, and nothing where the two are one', () => {
  const whole = planted(0.4)
  const weaker = planted(0.4).map((pair, i) => ({ ...pair, x: i % 2 === 0 ? pair.x : 0 }))
  const unitOf = () => seededNumbers(4)
  expect(correlationDifference(whole, weaker, unitOf)!.low).toBeGreaterThan(0)
  expect(correlationDifference(whole, whole, unitOf)).toEqual({ value: 0, low: 0, high: 0 })
  expect(() => correlationDifference(whole, [{ day: 0, x: 1, y: 1 }], unitOf)).toThrow(RangeError)
})

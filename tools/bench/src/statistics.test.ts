import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentile, ratiosOf, spreadOf } from './statistics.ts'

const measurement = fc.double({ min: 0.001, max: 1e9, noNaN: true })
const measurements = fc.array(measurement, { minLength: 1, maxLength: 60 })

describe('the spread', () => {
  it.each<[values: number[], median: number, min: number, max: number]>([
    [[7], 7, 7, 7],
    [[3, 1, 2], 2, 1, 3],
    [[10, 1, 2, 4], 3, 1, 10],
    // As numbers, not as text.
    [[100, 20, 3], 20, 3, 100],
  ])('of %j', (values, median, min, max) => expect(spreadOf(values)).toEqual({ median, min, max }))

  it('does not depend on the order and leaves its input alone', () =>
    fc.assert(
      fc.property(measurements, (values) => {
        const before = [...values]
        const spread = spreadOf(values)
        expect(values).toEqual(before)
        expect(spreadOf(values.toReversed())).toEqual(spread)
        expect(spread.min).toBeLessThanOrEqual(spread.median)
        expect(spread.median).toBeLessThanOrEqual(spread.max)
      }),
    ))

  it.each([[[]], [[1, Number.NaN]], [[Number.POSITIVE_INFINITY]]])('of %j is refused', (values) =>
    expect(() => spreadOf(values)).toThrow(RangeError),
  )
})

describe('a percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1)

  it.each<[share: number, value: number]>([
    [0.01, 1],
    [0.07, 7],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('%d of 1 … 100 is %d', (share, value) => expect(percentile(hundred, share)).toBe(value))

  it('is the least measured value that the share does not exceed', () =>
    fc.assert(
      fc.property(measurements, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const found = percentile(values, share)
        const atMost = (limit: number) => values.filter((value) => value <= limit).length / values.length
        expect(values).toContain(found)
        expect(atMost(found)).toBeGreaterThanOrEqual(share - 1e-9)
        for (const value of values) if (value < found) expect(atMost(value)).toBeLessThan(share)
      }),
    ))

  it.each([0, 1.01, Number.NaN])('refuses the share %d', (share) =>
    expect(() => percentile([1], share)).toThrow('share must be'),
  )
})

describe('ratios', () => {
  it('are taken round by round', () => expect(ratiosOf([10, 30], [2, 3])).toEqual([5, 10]))

  it('turn over when the sides are swapped', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(measurement, measurement), { minLength: 1 }), (rounds) => {
        const [a, b] = [rounds.map(([value]) => value), rounds.map(([, value]) => value)]
        const back = ratiosOf(b, a)
        ratiosOf(a, b).forEach((ratio, i) => expect(ratio * back[i]!).toBeCloseTo(1))
      }),
    ))

  it('need rounds that pair up and took some time', () => {
    expect(() => ratiosOf([1, 2], [1])).toThrow('2 rounds against 1')
    expect(() => ratiosOf([1, 2], [1, 0])).toThrow('round 2')
  })
})

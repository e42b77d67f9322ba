import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multiplicativeWeights } from './multiplicative-weights.ts'
import { LEARNING } from './learning-params.ts'

const { least, most } = LEARNING.hedge.caps
const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0)

it('makes the public vector of the signals reference, §7', () => {
  const after = multiplicativeWeights([0.25, 0.25, 0.25, 0.25], [0.2, 0.25, 0.3, 0.25])
  expect(after.map((weight) => Number(weight.toFixed(6)))).toEqual([0.275091, 0.249389, 0.226132, 0.249389])
})

const loss = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const nights = fc.array(fc.array(loss, { minLength: 5, maxLength: 5 }), { maxLength: 200 })
const START = [0.2, 0.3, 0.3, 0.1, 0.1]

describe('however many nights', () => {
  it('stays within the caps and adds up to 1', () =>
    fc.assert(
      fc.property(nights, (losses) => {
        let weights: readonly number[] = START
        for (const night of losses) weights = multiplicativeWeights(weights, night)
        for (const weight of weights) expect(weight >= least && weight <= most).toBe(true)
        expect(sumOf(weights)).toBeCloseTo(1, 9)
      }),
    ))

  it('is the same to the bit when it is done again', () =>
    fc.assert(
      fc.property(nights, (losses) => {
        const run = () => losses.reduce<readonly number[]>(multiplicativeWeights, START)
        expect(run()).toEqual(run())
      }),
    ))
})

it('prefers who was better that day', () =>
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.9, noNaN: true }), (good) => {
      const [first, second] = multiplicativeWeights([0.2, 0.2, 0.2, 0.2, 0.2], [good, good + 0.1, 0.5, 0.5, 0.5])
      expect(first!).toBeGreaterThanOrEqual(second!)
    }),
  ))

it('changes nothing on a day without labels', () => {
  expect(multiplicativeWeights(START, [null, null, null, null, null])).toBe(START)
})

it('leaves the part of who had no label to them', () => {
  const after = multiplicativeWeights(START, [0.2, 0.25, 0.3, null, 0.25])
  expect(after[3]).toBeCloseTo(START[3]!, 12)
  expect(sumOf(after)).toBeCloseTo(1, 12)
})

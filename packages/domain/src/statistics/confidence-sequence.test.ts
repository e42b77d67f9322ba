import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanSequence, rateSequence, type DaySum } from './confidence-sequence.ts'
import { boughtOption, meanOf, numbersOf } from './testing/made-up-results.ts'

const ACCOUNTS = 1_000
const SESSIONS = 250
/** Records are read from here on, as the edge is. */
const MIN_VALUES = 50

/** The fixed 95 % interval's lower end, as it was read each day before. */
function fixedLow(days: readonly DaySum[]): number {
  const count = days.reduce((sum, day) => sum + day.count, 0)
  const mean = days.reduce((sum, day) => sum + day.sum, 0) / count
  const squares = days.reduce((sum, day) => sum + (day.sum - mean * day.count) ** 2, 0)
  return mean - (1.96 * Math.sqrt(squares)) / count
}

/** The share of accounts whose results average nothing that are ever read as positive within a year of daily looks. */
function everPositive(of: (unit: () => number) => number, lowOf: (days: readonly DaySum[]) => number): number {
  const unit = numbersOf(7)
  const mean = meanOf(of, unit)
  let positive = 0
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const days: DaySum[] = []
    let values = 0
    for (let session = 0; session < SESSIONS; session += 1) {
      const count = Math.floor(unit() * 4)
      let sum = 0
      for (let i = 0; i < count; i += 1) sum += of(unit) - mean
      days.push({ count, sum })
      values += count
      if (count === 0 || values < MIN_VALUES || !(lowOf(days) > 0)) continue
      positive += 1
      break
    }
  }
  return positive / ACCOUNTS
}

const KINDS: readonly [kind: string, of: (unit: () => number) => number][] = [
  ['of a bought option', boughtOption],
  ['with rare large gains', (unit) => (unit() < 0.9 ? -0.3 : 2.7)],
  ['that are normal', (unit) => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())],
]

describe('a year of daily looks at results without an edge', { timeout: 120_000 }, () => {
  for (const [kind, of] of KINDS)
    it(`reads at most 2.5 % of the accounts as positive: results ${kind}`, () => {
      const sequence = everPositive(of, (days) => meanSequence(days)?.low ?? Number.NaN)
      const fixed = everPositive(of, fixedLow)
      console.log(
        `results ${kind}: ever positive ${(100 * sequence).toFixed(1)} %, by a fixed interval ${(100 * fixed).toFixed(1)} %`,
      )
      expect(sequence).toBeLessThanOrEqual(0.025)
      // The simulation can tell the two apart.
      expect(fixed).toBeGreaterThan(0.05)
    })
})

describe('the mean of days', () => {
  const days = fc.array(
    fc.record({ count: fc.integer({ min: 0, max: 4 }), sum: fc.integer({ min: -500, max: 500 }) }),
    {
      minLength: 2,
      maxLength: 60,
    },
  )

  it('lies inside, on a scale of its own, and in no order', () =>
    fc.assert(
      fc.property(days, fc.integer({ min: 2, max: 9 }), (drawn, factor) => {
        const found = meanSequence(drawn)
        const again = meanSequence(drawn.toReversed().map(({ count, sum }) => ({ count, sum: sum * factor })))
        expect(found === undefined).toBe(again === undefined)
        if (found === undefined || again === undefined) return
        expect(found.low).toBeLessThanOrEqual(found.high)
        expect(again.low).toBeCloseTo(found.low * factor, 3)
        expect(again.high).toBeCloseTo(found.high * factor, 3)
      }),
    ))

  it('is not known of few days, and ever better of more', () => {
    const swing = (count: number) =>
      meanSequence(Array.from({ length: count }, (_, i) => ({ count: 1, sum: i % 2 ? 1 : -1 })))
    expect(swing(6)).toBeUndefined()
    const widths = [12, 20, 60, 250].map((count) => swing(count)!.high - swing(count)!.low)
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
    // √250 makes a fixed interval ±0.124 wide.
    expect(widths[3]! / 2).toBeLessThan(0.21)
  })
})

describe('a rate', () => {
  it.each([
    [0, 0, 0, 1],
    [0, 30, 0, 0.193],
    [50, 50, 0.871, 1],
    [45, 100, 0.299, 0.608],
  ])('of %d in %d lies between', (hits, trials, low, high) => {
    const found = rateSequence(hits, trials)
    expect(found.low).toBeCloseTo(low, 3)
    expect(found.high).toBeCloseTo(high, 3)
  })

  it('is ever outside for at most 5 % of records, read after each trial', () => {
    const unit = numbersOf(3)
    let outside = 0
    for (let record = 0; record < ACCOUNTS; record += 1) {
      let hits = 0
      for (let trials = 1; trials <= 150; trials += 1) {
        if (unit() < 0.4) hits += 1
        const { low, high } = rateSequence(hits, trials)
        if (low <= 0.4 && high >= 0.4) continue
        outside += 1
        break
      }
    }
    expect(outside / ACCOUNTS).toBeLessThanOrEqual(0.05)
    expect(outside).toBeGreaterThan(0)
  })

  it('of more hits than trials is no record', () => expect(() => rateSequence(3, 2)).toThrow(RangeError))
})

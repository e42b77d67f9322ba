import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanSequence, rateSequence, type DaySum } from './confidence-sequence.ts'
import { boughtOption, meanOf } from './testing/synthetic-results.ts'
import { seededNumbers } from './seeded-numbers.ts'

/** Were the true share 5 %, twice what is allowed, one draw of so many in 100 would pass; it is drawn once, from fixed seeds. */
const ACCOUNTS = 400
const SESSIONS = 250
/** Records are read from here on, as the edge is. */
const MIN_VALUES = 50

/** The fixed 95 % interval's lower end, as it was read each day before; day by day. */
class FixedInterval {
  #count = 0
  #sum = 0
  #squares = 0
  #products = 0
  #countSquares = 0

  add({ count, sum }: DaySum): void {
    this.#count += count
    this.#sum += sum
    this.#squares += sum * sum
    this.#products += sum * count
    this.#countSquares += count * count
  }

  get low(): number {
    const mean = this.#sum / this.#count
    const deviations = this.#squares - 2 * mean * this.#products + mean * mean * this.#countSquares
    return mean - (1.96 * Math.sqrt(Math.max(0, deviations))) / this.#count
  }
}

/**
 * The share of accounts whose results average nothing that are ever read as positive within a year of daily looks, by the
 * sequence and by the fixed interval, at the same results.
 */
function everPositive(of: (unit: () => number) => number): { readonly sequence: number; readonly fixed: number } {
  const unit = seededNumbers(7)
  const mean = meanOf(of, unit)
  let [sequence, fixed] = [0, 0]
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const days: DaySum[] = []
    const interval = new FixedInterval()
    let [values, bySequence, byFixed] = [0, false, false]
    for (let session = 0; session < SESSIONS; session += 1) {
      const count = Math.floor(unit() * 4)
      let sum = 0
      for (let i = 0; i < count; i += 1) sum += of(unit) - mean
      days.push({ count, sum })
      interval.add({ count, sum })
      values += count
      if (count === 0 || values < MIN_VALUES) continue
      byFixed ||= interval.low > 0
      bySequence ||= (meanSequence(days)?.low ?? Number.NaN) > 0
    }
    if (bySequence) sequence += 1
    if (byFixed) fixed += 1
  }
  return { sequence: sequence / ACCOUNTS, fixed: fixed / ACCOUNTS }
}

const KINDS: readonly [kind: string, of: (unit: () => number) => number][] = [
  ['of a bought option', boughtOption],
  ['with rare large gains', (unit) => (unit() < 0.9 ? -0.3 : 2.7)],
  ['that are normal', (unit) => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())],
]

describe('a year of daily looks at results without an edge', { timeout: 120_000 }, () => {
  for (const [kind, of] of KINDS)
    it(`reads at most 2.5 % of the accounts as positive: results ${kind}`, () => {
      const { sequence, fixed } = everPositive(of)
      console.log(
        `results ${kind}: ever positive ${(100 * sequence).toFixed(1)} %, by a fixed interval ${(100 * fixed).toFixed(1)} %`,
      )
      expect(sequence).toBeLessThanOrEqual(0.025)
      // The simulation can distinguish the two.
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
    const unit = seededNumbers(3)
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

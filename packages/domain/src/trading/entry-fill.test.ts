import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { averageEntryFill, entryFill, fillMultiple, type EntryFill } from './entry-fill.ts'

const paise = (value: number) => value as Paise
const fill = (intended: number, units: number, value: number, risk = 2_000) =>
  entryFill(paise(intended), { units, value: paise(value) }, paise(risk))!

describe('an entry against its intended price', () => {
  it.each<[what: string, value: number, difference: number, multiple: number]>([
    ['more was paid', 75 * 10_040, -75 * 40, -0.02],
    ['the intended price was paid', 75 * 10_000, 0, 0],
    ['less was paid', 75 * 9_900, 75 * 100, 0.05],
    ['two fills have no whole average', 74 * 10_000 + 10_001, -1, -1 / 150_000],
  ])('when %s', (_what, value, difference, multiple) => {
    const found = fill(10_000, 75, value)
    expect(found.difference).toBe(difference)
    expect(fillMultiple(found)).toBeCloseTo(multiple, 12)
  })

  it('is unknown while nothing was bought, and has no multiple without a risk', () => {
    expect(entryFill(paise(10_000), { units: 0, value: paise(0) }, paise(2_000))).toBeUndefined()
    expect(fillMultiple(fill(10_000, 75, 750_000, 0))).toBeUndefined()
  })
})

describe('the entries of a period', () => {
  it('are averaged a trade, in money and in R', () => {
    const found = averageEntryFill([fill(10_000, 75, 75 * 10_040), fill(20_000, 150, 150 * 19_990, 4_000)])!
    expect(found).toMatchObject({ trades: 2, total: -1_500, average: -750 })
    expect(found.averageMultiple).toBeCloseTo((-0.02 + 0.0025) / 2, 12)
  })

  it('have no average when there are none, and no multiple when none risked anything', () => {
    expect(averageEntryFill([])).toBeUndefined()
    expect(averageEntryFill([fill(10_000, 75, 750_000, 0)])!.averageMultiple).toBeUndefined()
  })

  it('average to what lies between the best and the worst', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc
            .tuple(
              fc.integer({ min: 100, max: 90_000 }),
              fc.integer({ min: 1, max: 1_800 }),
              fc.integer({ min: 100, max: 90_000 }),
            )
            .map(([intended, units, paid]): EntryFill => fill(intended, units, units * paid)),
          { minLength: 1 },
        ),
        (fills) => {
          const { average, total } = averageEntryFill(fills)!
          const all = fills.map(({ difference }) => difference)
          expect(Number.isSafeInteger(total)).toBe(true)
          expect(average).toBeGreaterThanOrEqual(Math.min(...all) - 1e-6)
          expect(average).toBeLessThanOrEqual(Math.max(...all) + 1e-6)
        },
      ),
    ))
})

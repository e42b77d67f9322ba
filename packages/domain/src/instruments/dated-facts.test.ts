import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IndexSymbol } from './contract.ts'
import { freezeQuantityForLevel, freezeQuantityOn, largestOrderLots, safeFreezeQuantity } from './freeze.ts'
import { lotSizeOfExpiry, lotSizeOn } from './lots.ts'
import { nearestStrike, STRIKE_STEP, strikesAround } from './strikes.ts'
import { istDate } from '../time/ist.ts'

describe('lot sizes', () => {
  it.each<[IndexSymbol, string, number]>([
    ['NIFTY', '2023-06-01', 50],
    ['NIFTY', '2024-06-03', 25],
    ['NIFTY', '2024-11-20', 75],
    ['NIFTY', '2025-12-30', 75],
    ['NIFTY', '2025-12-31', 65],
    ['BANKNIFTY', '2024-06-03', 15],
    ['BANKNIFTY', '2024-11-20', 30],
    ['BANKNIFTY', '2025-08-29', 35],
    ['BANKNIFTY', '2026-11-20', 30],
  ])('of new %s contracts on %s: %d', (symbol, on, lot) => expect(lotSizeOn(symbol, istDate(on))).toBe(lot))

  it.each<[IndexSymbol, string, number]>([
    ['NIFTY', '2021-07-22', 75],
    ['NIFTY', '2021-07-29', 50],
    ['NIFTY', '2025-12-30', 75],
    ['NIFTY', '2026-01-06', 65],
    ['BANKNIFTY', '2018-10-25', 40],
    ['BANKNIFTY', '2018-11-01', 20],
    ['BANKNIFTY', '2020-07-23', 20],
    ['BANKNIFTY', '2020-07-30', 25],
    ['BANKNIFTY', '2023-07-20', 25],
    ['BANKNIFTY', '2023-07-27', 15],
    ['BANKNIFTY', '2025-06-26', 30],
    ['BANKNIFTY', '2025-07-31', 35],
    ['BANKNIFTY', '2026-01-27', 30],
  ])('of the %s contract expiring %s: %d', (symbol, expiry, lot) =>
    expect(lotSizeOfExpiry(symbol, istDate(expiry))).toBe(lot),
  )
})

describe('freeze quantities', () => {
  it.each<[IndexSymbol, string, points: number, quantity: number]>([
    // Published: whatever the level.
    ['NIFTY', '2026-08-20', 28_000, 1_800],
    ['BANKNIFTY', '2025-08-01', 54_000, 600],
    ['BANKNIFTY', '2025-09-30', 56_000, 900],
    ['BANKNIFTY', '2026-03-31', 54_000, 600],
    ['BANKNIFTY', '2026-04-01', 54_000, 900],
    ['BANKNIFTY', '2026-06-30', 54_000, 900],
    // No circular found: by the bands.
    ['NIFTY', '2026-11-20', 27_400, 1_800],
    ['NIFTY', '2026-11-20', 27_600, 1_200],
    ['NIFTY', '2016-06-01', 8_200, 5_500],
    ['BANKNIFTY', '2026-11-20', 54_900, 900],
    ['BANKNIFTY', '2026-11-20', 55_100, 600],
    ['NIFTY', '2026-11-20', Number.NaN, 600],
  ])('of %s on %s at %d points: %d', (symbol, on, points, quantity) =>
    expect(freezeQuantityOn(symbol, istDate(on), points)).toBe(quantity),
  )

  it('keep an order clear of a band the index may have stood in when the month’s was computed', () => {
    const november = istDate('2026-11-20')
    expect(safeFreezeQuantity('NIFTY', november, 26_000)).toBe(1_800)
    expect(safeFreezeQuantity('NIFTY', november, 26_500)).toBe(1_200)
    expect(safeFreezeQuantity('BANKNIFTY', november, 52_000)).toBe(900)
    expect(safeFreezeQuantity('BANKNIFTY', november, 53_000)).toBe(600)
    expect(safeFreezeQuantity('NIFTY', istDate('2026-08-20'), 26_500)).toBe(1_800)
    expect(safeFreezeQuantity('NIFTY', november, 0)).toBe(600)
  })

  it.each([
    [25_000, 1_800],
    [27_500, 1_800],
    [27_501, 1_200],
    [55_000, 900],
    [55_001, 600],
    [5_000, 8_500],
  ])('at %d points: %d', (points, quantity) => expect(freezeQuantityForLevel(points)).toBe(quantity))

  it('refuses a level that is none', () => expect(() => freezeQuantityForLevel(0)).toThrow(RangeError))

  it('allow 27 lots of NIFTY and 20 of BANKNIFTY in one order', () => {
    expect(largestOrderLots(1_800, 65)).toBe(27)
    expect(largestOrderLots(600, 30)).toBe(20)
  })
})

describe('strikes', () => {
  it.each<[IndexSymbol, number, number]>([
    ['NIFTY', 24_024.95, 24_000],
    ['NIFTY', 24_025, 24_050],
    ['BANKNIFTY', 54_849, 54_800],
    ['BANKNIFTY', 54_850, 54_900],
  ])('nearest for %s at %d: %d', (symbol, points, strike) => expect(nearestStrike(symbol, points)).toBe(strike))

  it('stand around the index in even steps', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<IndexSymbol>('NIFTY', 'BANKNIFTY'),
        fc.double({ min: 5_000, max: 90_000, noNaN: true }),
        fc.nat(20),
        (symbol, points, steps) => {
          const strikes = strikesAround(symbol, points, steps)
          expect(strikes).toHaveLength(2 * steps + 1)
          expect(Math.abs(strikes[steps]! - points)).toBeLessThanOrEqual(STRIKE_STEP[symbol] / 2)
          for (const [i, strike] of strikes.entries()) expect(strike - strikes[0]!).toBe(i * STRIKE_STEP[symbol])
        },
      ),
    ))

  it('never reach zero', () => expect(strikesAround('NIFTY', 100, 5)[0]).toBe(50))
})

const csv = fileURLToPath(new URL('../../../../../shared/data/calendar/contract_rules.csv', import.meta.url))
describe.skipIf(!existsSync(csv))('the contract facts (skipped without ../shared/data)', () => {
  const rows = existsSync(csv)
    ? readFileSync(csv, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
    : []
  const of = (field: string) => rows.filter((row) => row[1] === field)

  it.each(of('lot_size'))('%s %s is %s from %s', (symbol, _field, value, from, to) => {
    for (const day of [from, to].filter((text) => text !== ''))
      expect(lotSizeOn(symbol as IndexSymbol, istDate(day))).toBe(Number(value))
  })

  // The collected row has no end; its evidence is two circulars, and between them BANKNIFTY had another value.
  it.each(of('quantity_freeze'))('%s %s is %s in both circulars', (symbol, _field, value) => {
    for (const day of ['2026-01-01', '2026-08-03'])
      expect(freezeQuantityOn(symbol as IndexSymbol, istDate(day), 1)).toBe(Number(value))
  })

  it.each(of('strike_step'))('%s %s is %s', (symbol, _field, value) =>
    expect(STRIKE_STEP[symbol as IndexSymbol]).toBe(Number(value)),
  )
})

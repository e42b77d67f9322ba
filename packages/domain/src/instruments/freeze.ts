import type { IndexSymbol } from './contract.ts'
import { rowEffectiveOn, type EffectiveDatedRow } from '../time/effective-dated.ts'
import { istDate, type IstDate } from '../time/ist.ts'

/**
 * The largest quantity of one order, in units, as the exchange published it for a month; null: no circular was found, and
 * the level of the index decides. Source: market fact sheet §5.4, from NSE's monthly circulars.
 */
const FREEZE: Readonly<Record<IndexSymbol, readonly EffectiveDatedRow<number | null>[]>> = {
  NIFTY: [
    { from: '0000-01-01', value: null, source: 'not found', assumed: true },
    { from: '2025-08-01', value: 1800, source: 'NSE monthly freeze circulars, last NSE/FAOP/75521 for August 2026' },
    { from: '2026-09-01', value: null, source: 'not found', assumed: true },
  ],
  BANKNIFTY: [
    { from: '0000-01-01', value: null, source: 'not found', assumed: true },
    { from: '2025-08-01', value: 600, source: 'NSE circular for August 2025' },
    { from: '2025-09-01', value: 900, source: 'NSE circular for September 2025' },
    { from: '2025-10-01', value: null, source: 'not found', assumed: true },
    { from: '2025-12-01', value: 600, source: 'NSE circulars for December 2025 to March 2026' },
    { from: '2026-04-01', value: 900, source: 'NSE circulars for April to June 2026' },
    { from: '2026-07-01', value: 600, source: 'NSE circular for July 2026' },
    { from: '2026-08-03', value: 600, source: 'NSE/FAOP/75521' },
    { from: '2026-09-01', value: null, source: 'not found', assumed: true },
  ],
}

/** The last month whose circulars were found for every index: after it the bands below decide. */
export const FREEZE_PUBLISHED_UNTIL = istDate('2026-08-31')

/** NSE's formula: the freeze quantity follows from the index level (general knowledge; fits every value of 2025-26). */
const BANDS: readonly { readonly upTo: number; readonly quantity: number }[] = [
  { upTo: 5_750, quantity: 8_500 },
  { upTo: 8_500, quantity: 5_500 },
  { upTo: 12_500, quantity: 3_500 },
  { upTo: 17_500, quantity: 2_800 },
  { upTo: 27_500, quantity: 1_800 },
  { upTo: 40_000, quantity: 1_200 },
  { upTo: 55_000, quantity: 900 },
  { upTo: Number.POSITIVE_INFINITY, quantity: 600 },
]

/** How far an index may ordinarily fall between the exchange's computation and the end of the month. */
const MONTHS_MOVE = 0.05

/**
 * Units one order may have at the most on `on`: as published, else by the exchange's bands for an index at `points`.
 * Without a level, what holds at every level.
 */
export function freezeQuantityOn(symbol: IndexSymbol, on: IstDate, points: number): number {
  return (
    rowEffectiveOn(FREEZE[symbol], on)!.value ?? (points > 0 ? freezeQuantityForLevel(points) : BANDS.at(-1)!.quantity)
  )
}

/**
 * The same for an order that must not be rejected: the exchange fixes the quantity once a month, so in a month without
 * a circular the index may have stood higher, in the band of a smaller quantity.
 */
export function safeFreezeQuantity(symbol: IndexSymbol, on: IstDate, points: number): number {
  return Math.min(freezeQuantityOn(symbol, on, points), freezeQuantityOn(symbol, on, points * (1 + MONTHS_MOVE)))
}

/** Units one order may have by the exchange's bands, for an index at `points`. Throws RangeError for what is no level. */
export function freezeQuantityForLevel(points: number): number {
  if (!(points > 0)) throw new RangeError(`not an index level: ${points}`)
  return BANDS.find((band) => points <= band.upTo)!.quantity
}

/** Whole lots that fit one order under the freeze quantity. NIFTY at 65 a lot: 27. */
export function largestOrderLots(freezeQuantity: number, lotSize: number): number {
  return Math.floor(freezeQuantity / lotSize)
}

import type { IndexSymbol } from './contract.ts'
import { rowOn, type DatedRow } from '../time/dated.ts'
import type { IstDate } from '../time/ist.ts'

/**
 * The largest quantity of one order, in units, by date. Source: market fact sheet §5.4, from NSE's monthly circulars.
 * Where a month's circular was not found, the smallest quantity ever published stands in: an order that fits 600
 * fits 900, so a stale row can refuse a size but never send one the exchange rejects.
 */
const FREEZE: Readonly<Record<IndexSymbol, readonly DatedRow<number>[]>> = {
  NIFTY: [{ from: '0000-01-01', value: 1800, source: 'NSE monthly freeze circulars, last NSE/FAOP/75521' }],
  BANKNIFTY: [
    { from: '0000-01-01', value: 600, source: 'not found', assumed: true },
    { from: '2025-08-01', value: 600, source: 'NSE circular for August 2025' },
    { from: '2025-09-01', value: 900, source: 'NSE circular for September 2025' },
    { from: '2025-10-01', value: 600, source: 'not found', assumed: true },
    { from: '2025-12-01', value: 600, source: 'NSE circulars for December 2025 to March 2026' },
    { from: '2026-04-01', value: 900, source: 'NSE circulars for April to June 2026' },
    { from: '2026-07-01', value: 600, source: 'NSE circular for July 2026' },
    { from: '2026-08-03', value: 600, source: 'NSE/FAOP/75521' },
    { from: '2026-09-01', value: 600, source: 'not found', assumed: true },
  ],
}

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

/** Units one order may have at the most on `on`. */
export function freezeQuantityOn(symbol: IndexSymbol, on: IstDate): number {
  return rowOn(FREEZE[symbol], on)!.value
}

/** Units one order may have by the exchange's bands, for an index at `points`. Used for days without a circular. */
export function freezeQuantityForLevel(points: number): number {
  if (!(points > 0)) throw new RangeError(`not an index level: ${points}`)
  return BANDS.find((band) => points <= band.upTo)!.quantity
}

/** Whole lots that fit one order under the freeze quantity. NIFTY at 65 a lot: 27. */
export function largestOrderLots(freezeQuantity: number, lotSize: number): number {
  return Math.floor(freezeQuantity / lotSize)
}

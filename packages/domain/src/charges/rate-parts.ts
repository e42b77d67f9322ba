import type { Paise } from '../money/paise.ts'

/**
 * What the market charges on option orders at NSE, the same at every broker, as parts of ten million of the premium
 * (1 = 0.00001 %): small enough that every published rate is a whole number. Source of all rows: market fact sheet §7.
 */
export const RATE_PARTS = 10_000_000

/** ₹100 crore in one set of orders: beyond it the exact sums would leave the safe integers. */
const LARGEST_VALUE = 1e11

/** `numerator / denominator` rounded half up to a multiple of `unit` paise; integers throughout. */
export function roundedHalfUp(numerator: number, denominator: number, unit = 1): Paise {
  const scale = denominator * unit
  const rest = numerator % scale
  const floor = (numerator - rest) / scale
  return ((rest * 2 >= scale ? floor + 1 : floor) * unit) as Paise
}

/** Throws RangeError for what is no value of orders in whole paise. */
export function requireOrderValue(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > LARGEST_VALUE)
    throw new RangeError(`not an order value in whole paise (0 to ${LARGEST_VALUE}): ${value}`)
}

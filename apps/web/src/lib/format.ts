import {
  formatDecimal,
  formatPrice,
  formatRupees,
  formatSignedDecimal,
  formatSignedRupees,
} from '@strikewise/domain/money/format.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'

/*
 * Figures of the wire (decimal rupees, index points) as text. The grouping is the domain's, written out: `Intl`
 * costs 30 µs a call and the tables hold hundreds of cells (performance.md rule 29).
 */

/** For display only: the wire's figures have two decimals, so rounding removes no more than a double's error. */
const shown = (value: number): Paise => Math.round(value * 100) as Paise

/** 2451235.5 → '24,51,235.50'. */
export const priceText = (value: number): string => formatPrice(shown(value))

/** 182.3 → '₹182.30'. */
export const rupeesText = (value: number): string => formatRupees(shown(value))

/** '+₹1,200.00', '−₹85.50', '₹0.00'. */
export const signedRupeesText = (value: number): string => formatSignedRupees(shown(value))

/** '₹15,000': for sums whose paise show nothing. */
export const wholeRupeesText = (value: number): string => formatRupees((Math.round(value) * 100) as Paise).slice(0, -3)

/** '+12.30', '−0.45', '0.00'. */
export function signedText(value: number): string {
  return shown(value) > 0 ? `+${priceText(value)}` : priceText(value)
}

/** A figure that is no money, not grouped: '−0.60', '12.4'. */
export const decimalText = (value: number, digits: number): string => formatDecimal(value, digits)

/** The same, with a plus above zero: '+0.40', '−0.35', '0.00'. */
export const signedDecimalText = (value: number, digits: number): string => formatSignedDecimal(value, digits)

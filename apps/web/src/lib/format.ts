import { formatPrice, formatRupees, formatSignedRupees, groupIndian } from '@strikewise/domain/money/format.ts'
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

/** '+₹1,200.00', '-₹85.50', '₹0.00'. */
export const signedRupeesText = (value: number): string => formatSignedRupees(shown(value))

/** '₹15,000': for sums whose paise show nothing. */
export const wholeRupeesText = (value: number): string => `₹${groupIndian(Math.round(value))}`

/** '+12.30', '-0.45', '0.00'. */
export function signedText(value: number): string {
  return shown(value) > 0 ? `+${priceText(value)}` : priceText(value)
}

import type { Paise } from '@strikewise/domain/money/paise.ts'

/** Goods and services tax on software subscriptions in India, per cent (CGST 9 + SGST 9, or IGST 18). */
export const GST_PERCENT = 18

/** The parts of a price that has the tax inside; they add up to it. */
export interface TaxedAmount {
  readonly taxable: Paise
  readonly gst: Paise
}

/** Splits a price that includes the tax, the taxable value rounded half up to the paisa. */
export function gstIncludedIn(amount: Paise): TaxedAmount {
  const taxable = Math.round((amount * 100) / (100 + GST_PERCENT)) as Paise
  return { taxable, gst: (amount - taxable) as Paise }
}

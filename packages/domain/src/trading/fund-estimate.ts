import type { IndexSymbol } from '../instruments/contract.ts'
import type { Paise } from '../money/paise.ts'

/**
 * The assumptions of the fund estimate (specification §9). They are the specification's, not the market's: an order's
 * quantity takes the lot size of the day's instrument list, and the screen shows the real figures beside these.
 */
export const ESTIMATE_LOT_SIZE: Readonly<Record<IndexSymbol, number>> = { NIFTY: 75, BANKNIFTY: 35 }
export const ESTIMATE_PREMIUM: Readonly<Record<IndexSymbol, Paise>> = {
  NIFTY: 25_000 as Paise,
  BANKNIFTY: 80_000 as Paise,
}

/** The buffer advised on top of the estimate, in per cent. */
export const ADVISED_BUFFER_PCT = { from: 10, to: 20 } as const

/**
 * Cash to set aside for `lots` of an index at its assumed premium: lots × premium × lot size.
 * Lots that are not a whole number ≥ 1 count as 0, so the form can total while the user is still typing.
 */
export function estimateFunds(symbol: IndexSymbol, lots: number): Paise {
  if (!Number.isSafeInteger(lots) || lots < 1) return 0 as Paise
  return (lots * ESTIMATE_PREMIUM[symbol] * ESTIMATE_LOT_SIZE[symbol]) as Paise
}

/** The grand total over the rows of the form. */
export function estimateTotal(rows: readonly { readonly symbol: IndexSymbol; readonly lots: number }[]): Paise {
  return rows.reduce((sum, row) => sum + estimateFunds(row.symbol, row.lots), 0) as Paise
}

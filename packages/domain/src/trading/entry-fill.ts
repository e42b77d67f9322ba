import type { Paise } from '../money/paise.ts'

/** What an entry was decided at, and what its fills came to. */
export interface EntryFill {
  /** Paise a unit: the mid that the decision recorded, or the limit of a ticket. */
  readonly intendedPrice: Paise
  /** What all units would have cost at that price less what they cost: below 0 when more was paid. */
  readonly difference: Paise
  /** What the trade risked with these units (1 R). */
  readonly risk: Paise
}

/** Compares fills of `value` in all with the intended price; undefined: nothing was bought. `riskPerUnit`: 1 R of one unit. */
export function entryFill(
  intendedPrice: Paise,
  bought: { readonly units: number; readonly value: Paise },
  riskPerUnit: Paise,
): EntryFill | undefined {
  const { units, value } = bought
  if (units <= 0) return undefined
  return {
    intendedPrice,
    difference: (intendedPrice * units - value) as Paise,
    risk: (riskPerUnit * units) as Paise,
  }
}

/** The difference in multiples of the risk; undefined: nothing was risked. */
export function fillMultiple({ difference, risk }: EntryFill): number | undefined {
  return risk > 0 ? difference / risk : undefined
}

/** How the entries of a period were filled. */
export interface AverageEntryFill {
  /** Entries of which the intended price is known. */
  readonly trades: number
  readonly total: Paise
  /** A trade, in paise and a fraction of one. */
  readonly average: number
  /** Mean of the entries' multiples; undefined: none risked anything. */
  readonly averageMultiple: number | undefined
}

/** The mean over `fills`, each entry counting once; undefined: there is none. */
export function averageEntryFill(fills: readonly EntryFill[]): AverageEntryFill | undefined {
  if (fills.length === 0) return undefined
  const total = fills.reduce((sum, { difference }) => sum + difference, 0)
  const multiples = fills.flatMap((fill) => fillMultiple(fill) ?? [])
  return {
    trades: fills.length,
    total: total as Paise,
    average: total / fills.length,
    averageMultiple:
      multiples.length === 0 ? undefined : multiples.reduce((sum, one) => sum + one, 0) / multiples.length,
  }
}

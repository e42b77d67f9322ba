import type { TradeLogRow } from '@strikewise/wire/trades.ts'

/** Result fields of a row: null where the trade's end could not be read from the broker. */
type Result = Pick<TradeLogRow, 'pnl' | 'charges'>

export interface Totals {
  /** Rupees, from the broker's trades. */
  readonly gross: number
  readonly charges: number
  readonly net: number
  /** Closed trades whose result is not known; they are in none of the sums. */
  readonly unknown: number
}

/** The wire writes whole paise as rupees; sums are made in paise, where they are exact. */
const paise = (rupees: number) => Math.round(rupees * 100)

/** Gross, charges and net of one closed trade in rupees; undefined when its result is not known. */
export function resultOf({ pnl, charges }: Result): Omit<Totals, 'unknown'> | undefined {
  if (pnl === null || charges === null) return undefined
  return { gross: pnl, charges, net: (paise(pnl) - paise(charges)) / 100 }
}

/** Sums over a day's closed trades of one kind of link. */
export function totalsOf(trades: readonly Result[]): Totals {
  let gross = 0
  let charges = 0
  let unknown = 0
  for (const trade of trades) {
    const result = resultOf(trade)
    if (result === undefined) unknown++
    else {
      gross += paise(result.gross)
      charges += paise(result.charges)
    }
  }
  return { gross: gross / 100, charges: charges / 100, net: (gross - charges) / 100, unknown }
}

/** By entry time, oldest first. The server sends them so; the table does not depend on it. */
export function byEntryTime(trades: readonly TradeLogRow[]): readonly TradeLogRow[] {
  return trades.toSorted((a, b) => (a.entry_time < b.entry_time ? -1 : a.entry_time > b.entry_time ? 1 : 0))
}

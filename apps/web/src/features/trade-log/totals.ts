import { contractNoteRounding } from '@strikewise/domain/charges/contract-note.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TradeLogRow } from '@strikewise/wire/trades.ts'

/** Result fields of a row: null where the trade's end could not be read from the broker. */
type Result = Pick<TradeLogRow, 'pnl' | 'charges' | 'stt' | 'stamp'>

export interface Totals {
  /** Rupees, from the broker's trades. */
  readonly gross: number
  readonly charges: number
  /** What the day's contract note adds: STT and stamp duty in whole rupees a day. Below 0 when less. */
  readonly rounding: number
  /** After charges and rounding: what the contract note comes to. */
  readonly net: number
  /** Closed trades whose result is not known; they are in none of the sums. */
  readonly unknown: number
}

/** The wire writes whole paise as rupees; sums are made in paise, where they are exact. */
const paise = (rupees: number) => Math.round(rupees * 100)

/** Gross, charges and net of one closed trade in rupees; undefined when its result is not known. */
export function resultOf({
  pnl,
  charges,
}: Pick<TradeLogRow, 'pnl' | 'charges'>): Omit<Totals, 'unknown' | 'rounding'> | undefined {
  if (pnl === null || charges === null) return undefined
  return { gross: pnl, charges, net: (paise(pnl) - paise(charges)) / 100 }
}

/** Sums over one day's closed trades of one kind of link. */
export function totalsOf(trades: readonly Result[]): Totals {
  let gross = 0
  let charges = 0
  let stt = 0
  let stamp = 0
  let unknown = 0
  for (const trade of trades) {
    const result = resultOf(trade)
    if (result === undefined) unknown++
    else {
      gross += paise(result.gross)
      charges += paise(result.charges)
      stt += paise(trade.stt ?? 0)
      stamp += paise(trade.stamp ?? 0)
    }
  }
  const rounding = contractNoteRounding({ stt: stt as Paise, stamp: stamp as Paise }).total
  return {
    gross: gross / 100,
    charges: charges / 100,
    rounding: rounding / 100,
    net: (gross - charges - rounding) / 100,
    unknown,
  }
}

/** By entry time, oldest first. The server sends them so; the table does not depend on it. */
export function byEntryTime(trades: readonly TradeLogRow[]): readonly TradeLogRow[] {
  return trades.toSorted((a, b) => (a.entry_time < b.entry_time ? -1 : a.entry_time > b.entry_time ? 1 : 0))
}

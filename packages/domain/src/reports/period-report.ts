// @invariant report-sums A report's sums are those of its trades, and those are the fills less their charges, to
//   the paisa; a day's net is that of its contract note.
import { contractNoteRounding } from '../charges/contract-note.ts'
import type { Charges } from '../charges/charges.ts'
import type { IndexSymbol } from '../instruments/contract.ts'
import type { Paise } from '../money/paise.ts'
import { drawdownOf, type Drawdown } from '../statistics/drawdown.ts'
import type { IstDate } from '../time/ist.ts'

/** A closed trade, or a purchase that covered a short, as a report counts it. All of a report are of one kind of account: paper and live never add up. */
export interface ReportTrade {
  readonly on: IstDate
  readonly symbol: IndexSymbol
  readonly gross: Paise
  readonly charges: Charges
  readonly net: Paise
  /** Units sold short that were bought back: money of the day, and no trade. */
  readonly isCover?: boolean
}

/** Sums over closed trades, in whole paise. `net` is `gross` less `charges.total` and `rounding`. */
export interface Sums {
  readonly trades: number
  readonly wins: number
  readonly gross: Paise
  readonly charges: Charges
  /** What the contract notes of the days add to the trades' charges; 0 where a sum is not of whole days. */
  readonly rounding: Paise
  readonly net: Paise
}

export interface DaySums extends Sums {
  readonly day: IstDate
  /** Net results from the start of the period to the end of this day. */
  readonly running: Paise
}

export interface PeriodReport {
  readonly total: Sums
  /** In the order of the alphabet. */
  readonly bySymbol: readonly (Sums & { readonly symbol: IndexSymbol })[]
  /** Days with a trade, oldest first. */
  readonly byDay: readonly DaySums[]
  readonly drawdown: Drawdown
}

/**
 * Sums a period's closed trades up. Gross and charges are the sums of the trades to the paisa, whichever way they are
 * grouped. A day's net, and so the period's, is what the broker's contract note comes to: its rounding is a part of its own.
 */
export function periodReport(trades: readonly ReportTrade[]): PeriodReport {
  const days = [...Map.groupBy(trades, (trade) => trade.on)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const symbols = [...Map.groupBy(trades, (trade) => trade.symbol)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  let running = 0
  const byDay = days.map(([day, own]) => {
    const sums = daySumsOf(own)
    running += sums.net
    return { day, ...sums, running: running as Paise }
  })
  return {
    total: totalOf(trades, byDay),
    bySymbol: symbols.map(([symbol, own]) => ({ symbol, ...sumsOf(own) })),
    byDay,
    drawdown: drawdownOf(byDay.map(({ net }) => net)),
  }
}

function daySumsOf(trades: readonly ReportTrade[]): Sums {
  const sums = sumsOf(trades)
  const rounding = contractNoteRounding(sums.charges).total
  return { ...sums, rounding, net: (sums.net - rounding) as Paise }
}

function totalOf(trades: readonly ReportTrade[], byDay: readonly Sums[]): Sums {
  const sums = sumsOf(trades)
  const rounding = byDay.reduce((sum, day) => sum + day.rounding, 0) as Paise
  return { ...sums, rounding, net: (sums.net - rounding) as Paise }
}

function sumsOf(trades: readonly ReportTrade[]): Sums {
  const sum = (value: (trade: ReportTrade) => number) => trades.reduce((total, one) => total + value(one), 0) as Paise
  const charge = (kind: keyof Charges) => sum((trade) => trade.charges[kind])
  return {
    trades: trades.filter(({ isCover }) => isCover !== true).length,
    wins: trades.filter(({ net, isCover }) => isCover !== true && net > 0).length,
    gross: sum((trade) => trade.gross),
    charges: {
      brokerage: charge('brokerage'),
      stt: charge('stt'),
      exchange: charge('exchange'),
      sebi: charge('sebi'),
      stamp: charge('stamp'),
      gst: charge('gst'),
      total: charge('total'),
    },
    rounding: 0 as Paise,
    net: sum((trade) => trade.net),
  }
}

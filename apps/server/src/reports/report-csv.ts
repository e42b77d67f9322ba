import { contractNoteRounding } from '@strikewise/domain/charges/charges.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { UserReport } from './user-report.ts'
import { ROUNDING_LABELS } from './report-labels.ts'
import type { ClosedTradeLine } from './report-trades.ts'

type Cell = string | number

const COLUMNS: readonly (readonly [name: string, value: (trade: ClosedTradeLine) => Cell])[] = [
  ['Day', (trade) => trade.on],
  ['Account', (trade) => trade.mode],
  ['Trade', (trade) => trade.id],
  ['Symbol', (trade) => trade.symbol],
  ['Contract', (trade) => trade.tradingsymbol],
  ['Strike', (trade) => trade.strike],
  ['Side', (trade) => trade.side],
  ['Entry', (trade) => istIso(trade.enteredAt)],
  ['Exit', (trade) => istIso(trade.closedAt)],
  ['Exit reason', (trade) => trade.exitReason],
  ['Quantity', (trade) => trade.quantity],
  ['Bought for (INR)', (trade) => rupees(trade.entryValue)],
  ['Sold for (INR)', (trade) => rupees(trade.exitValue)],
  ['Gross (INR)', (trade) => rupees(trade.gross)],
  ['Brokerage (INR)', (trade) => rupees(trade.charges.brokerage)],
  ['STT (INR)', (trade) => rupees(trade.charges.stt)],
  ['Exchange charges (INR)', (trade) => rupees(trade.charges.exchange)],
  ['SEBI fee (INR)', (trade) => rupees(trade.charges.sebi)],
  ['Stamp duty (INR)', (trade) => rupees(trade.charges.stamp)],
  ['GST (INR)', (trade) => rupees(trade.charges.gst)],
  ['Charges (INR)', (trade) => rupees(trade.charges.total)],
  ['Net (INR)', (trade) => rupees(trade.net)],
]

/** What a day's contract note rounds, in the columns it changes: with it each column's sum is the note's. */
function roundingLine(
  mode: UserReport['mode'],
  { day, charges }: UserReport['sums']['byDay'][number],
): readonly Cell[] {
  const { stt, stamp, total } = contractNoteRounding(charges)
  const cells: Readonly<Record<string, Cell>> = {
    Day: day,
    Account: mode,
    Trade: ROUNDING_LABELS,
    'STT (INR)': rupees(stt),
    'Stamp duty (INR)': rupees(stamp),
    'Charges (INR)': rupees(total),
    'Net (INR)': rupees((0 - total) as Paise),
  }
  return COLUMNS.map(([name]) => cells[name] ?? '')
}

/**
 * One closed trade a line under a line of names (RFC 4180), then a line a day for what its contract note rounds. Amounts are
 * plain decimals: a sum over a column is exact to the paisa.
 */
export function reportCsv({ mode, trades, sums }: Pick<UserReport, 'mode' | 'trades' | 'sums'>): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...trades.map((trade) => COLUMNS.map(([, value]) => value(trade))),
    ...sums.byDay.filter(({ rounding }) => rounding !== 0).map((day) => roundingLine(mode, day)),
  ]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/**
 * A cell that no spreadsheet takes for a formula: text that begins like one gets an apostrophe before it. Numbers are left
 * alone, for a loss begins with a minus too.
 */
export function csvCell(value: Cell): string {
  const text = String(value)
  const isNumber = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Paise as decimal rupees, written from the whole number: -25005 → '-250.05'. */
function rupees(amount: Paise): string {
  const absolute = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

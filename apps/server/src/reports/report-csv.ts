import { contractNoteRounding } from '@strikewise/domain/charges/contract-note.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import {
  tradeColumns,
  type ColumnUnit,
  type ReportTradeRow,
  type TradeColumn,
  type TradeColumnDefinition,
} from '@strikewise/wire/report-trade.ts'
import { csvText, decimalRupees, type CsvCell } from '../csv/csv-text.ts'
import { tradeRow } from './report-trades.ts'
import type { UserReport } from './user-report.ts'

const COLUMNS = tradeColumns('csv')

/** What a title shows of the unit of its figures. */
const UNIT_NAMES: Partial<Record<ColumnUnit, string>> = {
  amount: ' (INR)',
  result: ' (INR)',
  difference: ' (INR)',
  net: ' (INR)',
  duration: ' (s)',
}

/** Without it spreadsheets read the letters of other scripts wrong. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * One closed trade a line under a line of titles (RFC 4180), then a line a day for what its contract note rounds. The titles
 * are in `language`; days, instants, codes and figures are for machines: amounts are plain decimals, and a sum over a column
 * is exact to the paisa.
 */
export function reportCsv(
  { mode, trades, sums }: Pick<UserReport, 'mode' | 'trades' | 'sums'>,
  language: Language,
): string {
  const { text, label } = rendererOf(language)
  const rounding = text({ code: 'column.rounding' })
  const lines = [
    COLUMNS.map(([name, { unit }]) => `${label('trade_column', name)}${UNIT_NAMES[unit] ?? ''}`),
    ...trades.map(tradeRow).map((trade) => COLUMNS.map(([, column]) => cellOf(column, trade))),
    ...sums.byDay.filter((day) => day.rounding !== 0).map((day) => roundingLine(mode, rounding, day)),
  ]
  const file = csvText(lines)
  return language === 'en' ? file : `${BYTE_ORDER_MARK}${file}`
}

function cellOf(column: TradeColumnDefinition, trade: ReportTradeRow): CsvCell {
  switch (column.unit) {
    case 'amount':
    case 'result':
    case 'net':
      return decimalRupees(paiseFromRupees(column.value(trade)))
    case 'difference': {
      const value = column.value(trade)
      return value === null ? '' : decimalRupees(paiseFromRupees(value))
    }
    case 'multiple':
      return column.value(trade)?.toFixed(2) ?? ''
    case 'duration':
      return Math.round(column.value(trade) / 1000)
    case 'contract':
      return column.value(trade).tradingsymbol
    case 'text':
    case 'day':
    case 'instant':
    case 'time':
    case 'exit_reason':
    case 'count':
      return column.value(trade)
  }
}

/** What a day's contract note rounds, in the columns it changes: with it each column's sum is the note's. */
function roundingLine(
  mode: UserReport['mode'],
  rounding: string,
  { day, charges }: UserReport['sums']['byDay'][number],
): readonly CsvCell[] {
  const { stt, stamp, total } = contractNoteRounding(charges)
  const cells: Partial<Record<TradeColumn, CsvCell>> = {
    day,
    account: mode,
    trade: rounding,
    stt: decimalRupees(stt),
    stamp: decimalRupees(stamp),
    charges: decimalRupees(total),
    net: decimalRupees((0 - total) as Paise),
  }
  return COLUMNS.map(([name]) => cells[name] ?? '')
}

import { useLingui } from '@lingui/react/macro'
import { figureText } from '@strikewise/messages/figures.ts'
import {
  holdsFigures,
  tradeColumns,
  type ReportTradeRow,
  type TradeColumnDefinition,
} from '@strikewise/wire/report-trade.ts'
import { Link } from '@tanstack/react-router'
import { rupeesText, signedRupeesText, signedText } from '../../lib/format.ts'
import { wireDay, wireTime } from '../../lib/ist-format.ts'
import { currentLanguage } from '../../lib/language.ts'
import { columnTitle, exitReasonText } from '../../messages/report-labels.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { NetAmount } from './NetAmount.tsx'

const COLUMNS = tradeColumns('screen')

/** Every closed trade of the period, newest first; each leads to why it was opened. */
export function TradesTable({ trades }: { trades: readonly ReportTradeRow[] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Closed trades`} className="max-h-[32rem] overflow-y-auto">
      <Table cards>
        <thead>
          <tr>
            {COLUMNS.map(([name, column]) => (
              <Th key={name} align={holdsFigures(column) ? 'end' : 'start'}>
                {columnTitle(name)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trades.toReversed().map((trade) => (
            <tr key={`${trade.trade_id} ${trade.exit_reason}`} className="last:[&>td]:border-b-0">
              {COLUMNS.map(([name, column]) => (
                <Cell key={name} title={columnTitle(name)} column={column} trade={trade} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

function Cell({ title, column, trade }: { title: string; column: TradeColumnDefinition; trade: ReportTradeRow }) {
  if (column.unit === 'contract') {
    const { symbol, strike, side, decision_id, origin } = column.value(trade)
    if (origin === 'manual')
      return (
        <Td head="start" className="font-medium">
          {symbol} {strike} {side}
        </Td>
      )
    return (
      <Td head="start">
        <Link
          to="/why/decision/$id"
          params={{ id: decision_id }}
          className="font-medium text-accent-text underline underline-offset-2"
        >
          {symbol} {strike} {side}
        </Link>
      </Td>
    )
  }
  if (column.unit === 'net')
    return (
      <Td align="end" head="end">
        <NetAmount amount={column.value(trade)} />
      </Td>
    )
  return (
    <Td align={holdsFigures(column) ? 'end' : 'start'} label={title}>
      {cellText(column, trade)}
    </Td>
  )
}

type TextColumn = Exclude<TradeColumnDefinition, { readonly unit: 'contract' | 'net' }>

function cellText(column: TextColumn, trade: ReportTradeRow): string {
  switch (column.unit) {
    case 'text':
      return column.value(trade)
    case 'day':
      return wireDay(column.value(trade))
    case 'instant':
      return `${wireDay(column.value(trade))} ${wireTime(column.value(trade))}`
    case 'time':
      return wireTime(column.value(trade))
    case 'exit_reason':
      return exitReasonText(column.value(trade))
    case 'count':
      return String(column.value(trade))
    case 'amount':
      return rupeesText(column.value(trade))
    case 'result':
      return signedRupeesText(column.value(trade))
    case 'difference': {
      const value = column.value(trade)
      return value === null ? '–' : signedRupeesText(value)
    }
    case 'multiple': {
      const value = column.value(trade)
      return value === null ? '–' : signedText(value)
    }
    case 'duration':
      return figureText('duration', column.value(trade), currentLanguage())
  }
}

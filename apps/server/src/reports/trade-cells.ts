import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { CATALOGUES } from '@strikewise/messages/catalogues.ts'
import { dayText, figureText } from '@strikewise/messages/figures.ts'
import type { ExitReasonLabel } from '@strikewise/messages/labels.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import {
  holdsFigures,
  tradeColumns,
  type ReportTradeRow,
  type TradeColumnDefinition,
  type TradeListing,
} from '@strikewise/wire/report-trade.ts'

/** A column of a list of trades: its title, and the cells of the trades. */
export interface CellColumn {
  readonly title: string
  readonly unit: TradeColumnDefinition['unit']
  readonly figures: boolean
  readonly cell: (trade: ReportTradeRow) => string
}

/** The columns of closed trades in a mail about one day, or in a PDF. */
export function cellColumns(listing: Extract<TradeListing, 'mail' | 'pdf'>, renderer: Renderer): CellColumn[] {
  return tradeColumns(listing).map(([name, column]) => ({
    title: renderer.label('trade_column', name),
    unit: column.unit,
    figures: holdsFigures(column),
    cell: (trade) => cellText(column, trade, listing === 'mail', renderer),
  }))
}

function cellText(
  column: TradeColumnDefinition,
  trade: ReportTradeRow,
  ofOneDay: boolean,
  { language, label }: Renderer,
): string {
  switch (column.unit) {
    case 'text':
      return column.value(trade)
    case 'day':
      return dayText(column.value(trade), language)
    case 'instant':
      return figureText(ofOneDay ? 'at' : 'atDay', instant(column.value(trade)), language)
    case 'time':
      return figureText('at', instant(column.value(trade)), language)
    case 'contract':
      return column.value(trade).tradingsymbol
    case 'exit_reason':
      return exitReasonText(column.value(trade), { language, label })
    case 'count':
      return figureText('decimal', column.value(trade), language)
    case 'amount':
      return figureText('paise', paiseFromRupees(column.value(trade)), language)
    case 'result':
    case 'net':
      return figureText('result', paiseFromRupees(column.value(trade)), language)
    case 'difference': {
      const value = column.value(trade)
      return value === null ? '–' : figureText('result', paiseFromRupees(value), language)
    }
    case 'multiple': {
      const value = column.value(trade)
      return value === null ? '–' : figureText('score', value, language)
    }
    case 'duration':
      return figureText('duration', column.value(trade), language)
  }
}

/** A reason of a later version is shown as it is stored. */
function exitReasonText(reason: string, { language, label }: Pick<Renderer, 'language' | 'label'>): string {
  const isKnown = Object.hasOwn(CATALOGUES[language], `label.exit_reason.${reason}`)
  return isKnown ? label('exit_reason', reason as ExitReasonLabel) : reason
}

function instant(iso: string): EpochMs {
  return Date.parse(iso) as EpochMs
}

import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EntryRefusalReason } from '@strikewise/execution/refusal.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { AccountModeLabel, ExitReasonLabel } from '../labels.ts'

/** Daily report: mail and PDF. */
export type ReportText =
  /** A day in lines. */
  | { readonly code: 'report.summary'; readonly lines: readonly ReportText[] }
  | {
      readonly code: 'report.headline'
      readonly on: IstDate
      readonly net: Paise
      readonly mode: LinkMode
      readonly trades: number
      readonly wins: number
    }
  | { readonly code: 'report.headline.none'; readonly on: IstDate }
  | { readonly code: 'report.unsettled'; readonly trades: number }
  | { readonly code: 'report.disarmed' }
  | { readonly code: 'report.money'; readonly gross: Paise; readonly charges: Paise; readonly net: Paise }
  | {
      readonly code: 'report.money.rounded'
      readonly gross: Paise
      readonly charges: Paise
      readonly rounding: Paise
      readonly net: Paise
    }
  | { readonly code: 'report.symbols'; readonly nets: readonly ReportText[] }
  | { readonly code: 'report.symbol_net'; readonly symbol: IndexSymbol; readonly net: Paise }
  | { readonly code: 'report.month'; readonly net: Paise }
  | {
      readonly code: 'report.trade'
      readonly contract: ContractRef
      readonly quantity: number
      readonly reason: ExitReasonLabel
      readonly net: Paise
    }
  | { readonly code: 'report.more_trades'; readonly trades: number }
  | { readonly code: 'report.missed'; readonly entries: number; readonly reasons: readonly ReportText[] }
  | { readonly code: 'report.missed_reason'; readonly count: number; readonly refusal: EntryRefusalReason | LegacyText }
  | { readonly code: 'report.missed_more'; readonly reasons: number }
  /** Units of a trade that were sold before its exit, and with it. */
  | {
      readonly code: 'report.part_exit'
      readonly contract: string
      readonly at: EpochMs
      readonly sold: number
      readonly rest: number
    }
  | { readonly code: 'report.full'; readonly url: string }
  | { readonly code: 'report.full_link' }
  | { readonly code: 'report.switch_off' }
  | { readonly code: 'report.heading.trades' }
  | { readonly code: 'report.heading.unsettled' }
  | { readonly code: 'report.heading.missed' }
  | { readonly code: 'report.heading.live' }
  | { readonly code: 'report.heading.by_symbol' }
  | { readonly code: 'report.heading.by_day' }
  | { readonly code: 'report.heading.month' }
  | { readonly code: 'report.heading.result' }
  | { readonly code: 'report.heading.running' }
  | { readonly code: 'report.pdf.title' }
  | { readonly code: 'report.pdf.file_title'; readonly from: IstDate; readonly to: IstDate }
  | {
      readonly code: 'report.pdf.period'
      readonly from: IstDate
      readonly to: IstDate
      readonly account: AccountModeLabel
    }
  | { readonly code: 'report.pdf.made'; readonly at: EpochMs }
  | { readonly code: 'report.pdf.page'; readonly page: number; readonly of: number }
  | { readonly code: 'report.pdf.won'; readonly trades: number; readonly wins: number }
  | { readonly code: 'report.pdf.extremes'; readonly highest: Paise; readonly lowest: Paise }
  | { readonly code: 'report.pdf.last_trades'; readonly listed: number; readonly all: number }

/** Names of columns and rows of a report's sums; those of its trades are labels (`trade_column`). */
export type ColumnName =
  | { readonly code: 'column.day' }
  | { readonly code: 'column.symbol' }
  | { readonly code: 'column.gross' }
  | { readonly code: 'column.charges' }
  | { readonly code: 'column.rounding' }
  | { readonly code: 'column.net' }
  | { readonly code: 'column.rupees' }
  | { readonly code: 'column.trades' }
  | { readonly code: 'column.running' }
  | { readonly code: 'column.reason' }
  | { readonly code: 'column.what_to_do' }
  | { readonly code: 'column.times' }
  | { readonly code: 'column.closed_trades' }
  | { readonly code: 'column.max_drawdown' }
  | { readonly code: 'column.average_entry_fill' }

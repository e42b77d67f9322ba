import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { ReasonOf } from '@strikewise/domain/text/message-code.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** Alarms of the execution core: journal row, notification, operator log. */
export type Alarm = RaisedAlarm | AlarmWithoutFigures

/** Short code of an alarm. */
export type AlarmName = ReasonOf<RaisedAlarm['code']>

/**
 * In place of an alarm one of whose figures is not finite. `contract`: the trading symbol of the trade concerned. `fault`: which
 * figure it was, for the operator.
 */
type AlarmWithoutFigures =
  | { readonly code: 'alarm.figure_unknown'; readonly alarm: AlarmName; readonly fault: string }
  | {
      readonly code: 'alarm.figure_unknown.contract'
      readonly alarm: AlarmName
      readonly contract: string
      readonly fault: string
    }

/** What the rules raise. `units` and quantities in units, not lots. */
export type RaisedAlarm =
  | {
      readonly code: 'alarm.in_the_way'
      readonly contract: ContractRef
      readonly units: number
      readonly orders: readonly string[]
    }
  | { readonly code: 'alarm.second_order'; readonly order: string }
  | { readonly code: 'alarm.short'; readonly contract: ContractRef; readonly units: number }
  | { readonly code: 'alarm.short.own'; readonly contract: ContractRef; readonly units: number }
  | {
      readonly code: 'alarm.converted'
      readonly contract: ContractRef
      readonly units: number
      readonly portal: string
    }
  | { readonly code: 'alarm.unknown_tag'; readonly contract: string; readonly order: string }
  | { readonly code: 'alarm.token_expired'; readonly contract: ContractRef }
  | {
      readonly code: 'alarm.token_expired.unprotected'
      readonly contract: ContractRef
      readonly units: number
      readonly portal: string
    }
  | { readonly code: 'alarm.token_expired.exiting'; readonly contract: ContractRef }
  | { readonly code: 'alarm.token_expired.order'; readonly reason: string }
  | { readonly code: 'alarm.not_permitted'; readonly reason: string }
  | {
      readonly code: 'alarm.overbought'
      readonly contract: ContractRef
      readonly bought: number
      // oxlint-disable-next-line language/names -- stored notifications hold it under this name
      readonly wanted: number
    }
  | { readonly code: 'alarm.oversold'; readonly contract: ContractRef; readonly offered: number; readonly held: number }
  | { readonly code: 'alarm.order_restored'; readonly contract: ContractRef }
  | { readonly code: 'alarm.bought_back_twice'; readonly contract: ContractRef; readonly units: number }
  | { readonly code: 'alarm.rows_lost'; readonly rows: number }
  | { readonly code: 'alarm.row_rejected' }
  | { readonly code: 'alarm.row_rejected.journal'; readonly row: JournalRowName; readonly reason: string }
  | { readonly code: 'alarm.note_rejected'; readonly key: string }
  | { readonly code: 'alarm.nothing_can_be_written' }
  | { readonly code: 'alarm.not_reconciled'; readonly contract: ContractRef; readonly on: IstDate }
  | {
      readonly code: 'alarm.offline_journal_outdated'
      readonly changes: number
      readonly batch: string
      readonly epoch: number
    }
  | { readonly code: 'alarm.offline_journal_outdated.many'; readonly batches: number }
  | { readonly code: 'alarm.offline_journal_damaged'; readonly records: number }
  | { readonly code: 'alarm.taken_over' }
  | { readonly code: 'alarm.turn_failed'; readonly reason: string }
  | { readonly code: 'alarm.budget_used_up' }
  | { readonly code: 'alarm.illegal_trade_event'; readonly from: string; readonly to: string }
  | { readonly code: 'alarm.unprotected'; readonly contract: ContractRef; readonly units: number }
  | { readonly code: 'alarm.not_flat'; readonly contract: ContractRef; readonly units: number }
  | { readonly code: 'alarm.cover_exhausted'; readonly contract: ContractRef; readonly units: number }
  | {
      readonly code: 'alarm.manual_short.ours'
      readonly contract: ContractRef
      readonly units: number
      readonly due: number
    }
  | {
      readonly code: 'alarm.manual_short.ours_cancel'
      readonly contract: ContractRef
      readonly units: number
      readonly due: number
      readonly orders: readonly string[]
    }
  | {
      readonly code: 'alarm.manual_short.theirs'
      readonly contract: ContractRef
      readonly units: number
      readonly manualUnits: number
      readonly portal: string
    }
  | {
      readonly code: 'alarm.manual_short.theirs_cancel'
      readonly contract: ContractRef
      readonly units: number
      readonly manualUnits: number
      readonly orders: readonly string[]
      readonly portal: string
    }
  | {
      readonly code: 'alarm.open_sale_over_nothing'
      readonly contract: ContractRef
      readonly units: number
      readonly orders: readonly string[]
      readonly portal: string
    }
  | { readonly code: 'alarm.stuck'; readonly orders: readonly string[]; readonly portal: string }
  | { readonly code: 'alarm.stuck.exit'; readonly order: string }
  | {
      readonly code: 'alarm.held_after_close'
      readonly contract: ContractRef
      readonly units: number
      readonly portal: string
    }
  | {
      readonly code: 'alarm.entry_in_doubt'
      readonly contract: ContractRef
      readonly quantity: number
      readonly portal: string
    }
  | { readonly code: 'alarm.entry_stuck'; readonly contract: ContractRef }
  | { readonly code: 'alarm.chase_exhausted' }
  | { readonly code: 'alarm.part_unsold'; readonly contract: ContractRef; readonly units: number }

/**
 * The row a rejected write was about; part of `alarm.row_rejected.journal`. Its figures as they stood, which may be why the
 * store rejected it.
 */
export type JournalRowName =
  | { readonly code: 'journal_row.trade'; readonly id: string; readonly state: string }
  | { readonly code: 'journal_row.intent'; readonly id: string; readonly kind: string; readonly call: string }
  | { readonly code: 'journal_row.order'; readonly id: string; readonly phase: string; readonly filled: string }
  | { readonly code: 'journal_row.fill'; readonly id: string; readonly side: string; readonly quantity: string }
  | { readonly code: 'journal_row.refusal'; readonly decision: string }
  | { readonly code: 'journal_row.lock'; readonly reason: string }
  | { readonly code: 'journal_row.peak'; readonly peak: string }
  | { readonly code: 'journal_row.foreign_trades'; readonly begun: string }
  | { readonly code: 'journal_row.alarm'; readonly alarm: string }

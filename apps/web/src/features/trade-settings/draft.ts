import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import {
  approvalSecondsProblem,
  lotsProblem,
  slBufferProblem,
  truncatedField,
  type SettingProblem,
} from '@strikewise/domain/trading/trade-settings.ts'
import type { StrategyEntry, TradeSettingsReply } from '@strikewise/wire/account.ts'

/** One row as it stands in the form: the numbers are what was typed. */
export interface DraftRow {
  readonly symbol: IndexSymbol
  readonly lots: string
  readonly slBuffer: string
  readonly autoExecute: boolean
  /** As typed; null: entries are made without asking. */
  readonly approvalSeconds: string | null
  readonly trailing: boolean
}

export interface RowErrors {
  readonly lots: SettingProblem | undefined
  readonly slBuffer: SettingProblem | undefined
  readonly approvalSeconds: SettingProblem | undefined
}

export function draftOf(settings: TradeSettingsReply): DraftRow[] {
  return settings.strategies.map((row) => ({
    symbol: row.symbol,
    lots: String(row.lots),
    slBuffer: String(row.sl_buffer),
    autoExecute: row.auto_execute,
    approvalSeconds: row.approval_seconds == null ? null : String(row.approval_seconds),
    trailing: row.tsl_enabled,
  }))
}

export function rowErrors(row: DraftRow): RowErrors {
  return {
    lots: lotsProblem(row.lots),
    slBuffer: slBufferProblem(row.slBuffer),
    approvalSeconds: row.approvalSeconds === null ? undefined : approvalSecondsProblem(row.approvalSeconds),
  }
}

export const isInvalid = (errors: RowErrors) => Object.values(errors).some((error) => error !== undefined)

/** What is sent; only for rows without an error. */
export function entryOf(row: DraftRow): StrategyEntry {
  return {
    symbol: row.symbol,
    lots: truncatedField(row.lots),
    auto_execute: row.autoExecute,
    approval_seconds: row.approvalSeconds === null ? null : truncatedField(row.approvalSeconds),
    tsl_enabled: row.trailing,
    sl_buffer: truncatedField(row.slBuffer),
  }
}

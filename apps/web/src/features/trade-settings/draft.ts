import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import {
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
  readonly trailing: boolean
}

export interface RowErrors {
  readonly lots: SettingProblem | undefined
  readonly slBuffer: SettingProblem | undefined
}

export function draftOf(settings: TradeSettingsReply): DraftRow[] {
  return settings.strategies.map((row) => ({
    symbol: row.symbol,
    lots: String(row.lots),
    slBuffer: String(row.sl_buffer),
    autoExecute: row.auto_execute,
    trailing: row.tsl_enabled,
  }))
}

export function rowErrors(row: DraftRow): RowErrors {
  return {
    lots: lotsProblem(row.lots),
    slBuffer: slBufferProblem(row.slBuffer),
  }
}

export const isInvalid = (errors: RowErrors) => errors.lots !== undefined || errors.slBuffer !== undefined

/** What is sent; only for rows without an error. */
export function entryOf(row: DraftRow): StrategyEntry {
  return {
    symbol: row.symbol,
    lots: truncatedField(row.lots),
    auto_execute: row.autoExecute,
    tsl_enabled: row.trailing,
    sl_buffer: truncatedField(row.slBuffer),
  }
}

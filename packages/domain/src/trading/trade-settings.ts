import type { IndexSymbol } from '../instruments/contract.ts'
import { USER_LIMITS, type UserLimit } from './user-limits.ts'

/** One symbol's trade settings (specification §3, strategy entry), in our spelling. */
export interface Strategy {
  readonly symbol: IndexSymbol
  readonly lots: number
  readonly autoExecute: boolean
  /** How long an entry waits for its user to approve it; null: it is made without asking. */
  readonly approvalSeconds: number | null
  readonly trailing: boolean
  /** Whole rupees the stop's limit may lie under its trigger. */
  readonly slBuffer: number
}

const { lots: LOTS, slBufferRupees: SL_BUFFER, approvalSeconds: APPROVAL } = USER_LIMITS

/** A row as it stands before the user ever saved: 0 lots, nothing armed. */
export function defaultStrategy(symbol: IndexSymbol): Strategy {
  return {
    symbol,
    lots: LOTS.initial,
    autoExecute: false,
    approvalSeconds: null,
    trailing: false,
    slBuffer: SL_BUFFER.initial,
  }
}

/** What can be wrong with a number field of the settings (specification §5: 'Must be at least 1' of too few lots). */
export type SettingProblem =
  | { readonly code: 'field.required' }
  | { readonly code: 'field.whole_number' }
  | { readonly code: 'field.min'; readonly min: number }
  | { readonly code: 'field.max'; readonly max: number }
  | { readonly code: 'field.not_negative' }

/** What is wrong with the lots as typed; undefined when nothing is. */
export function lotsProblem(typed: string | number): SettingProblem | undefined {
  return numberProblem(typed, LOTS) ?? (Number(typed) < LOTS.min ? { code: 'field.min', min: LOTS.min } : undefined)
}

/** What is wrong with the stop's buffer as typed; undefined when nothing is. */
export function slBufferProblem(typed: string | number): SettingProblem | undefined {
  return numberProblem(typed, SL_BUFFER) ?? (Number(typed) < SL_BUFFER.min ? { code: 'field.not_negative' } : undefined)
}

/** What is wrong with the seconds to approve an entry as typed; undefined when nothing is. */
export function approvalSecondsProblem(typed: string | number): SettingProblem | undefined {
  const { min } = APPROVAL
  return numberProblem(typed, APPROVAL) ?? (Number(typed) < min ? { code: 'field.min', min } : undefined)
}

function numberProblem(typed: string | number, { max }: UserLimit): SettingProblem | undefined {
  const value = numberTyped(typed)
  if (value === undefined) return { code: 'field.required' }
  if (!Number.isInteger(value)) return { code: 'field.whole_number' }
  return value > max ? { code: 'field.max', max } : undefined
}

/** The integer that is stored: what was typed, truncated; 0 when it is no number. Only after the error is null. */
export function truncatedField(typed: string | number): number {
  const value = numberTyped(typed)
  return value === undefined ? 0 : Math.trunc(value) + 0
}

function numberTyped(typed: string | number): number | undefined {
  const value = typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed)
  return Number.isFinite(value) ? value : undefined
}

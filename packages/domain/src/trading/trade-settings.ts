import type { IndexSymbol } from '../instruments/contract.ts'

/** One symbol's trade settings (specification §3, strategy entry), in our spelling. */
export interface Strategy {
  readonly symbol: IndexSymbol
  readonly lots: number
  readonly autoExecute: boolean
  readonly trailing: boolean
  /** Whole rupees the stop's limit may lie under its trigger. */
  readonly slBuffer: number
}

export const DEFAULT_SL_BUFFER = 10

/** A row as it stands before the user ever saved: 0 lots, nothing armed. */
export function defaultStrategy(symbol: IndexSymbol): Strategy {
  return { symbol, lots: 0, autoExecute: false, trailing: false, slBuffer: DEFAULT_SL_BUFFER }
}

/** What can be wrong with a number field of the settings (specification §5: 'Must be at least 1' of too few lots). */
export type SettingProblem =
  | { readonly code: 'field.required' }
  | { readonly code: 'field.whole_number' }
  | { readonly code: 'field.min'; readonly min: number }
  | { readonly code: 'field.max'; readonly max: number }
  | { readonly code: 'field.not_negative' }

/** The most lots, and rupees of buffer, that a row holds. */
export const MAX_SETTING = 1000
const MIN_LOTS = 1

/** What is wrong with the lots as typed; undefined when nothing is. */
export function lotsProblem(typed: string | number): SettingProblem | undefined {
  return numberProblem(typed) ?? (Number(typed) < MIN_LOTS ? { code: 'field.min', min: MIN_LOTS } : undefined)
}

/** What is wrong with the stop's buffer as typed; undefined when nothing is. */
export function slBufferProblem(typed: string | number): SettingProblem | undefined {
  return numberProblem(typed) ?? (Number(typed) < 0 ? { code: 'field.not_negative' } : undefined)
}

function numberProblem(typed: string | number): SettingProblem | undefined {
  const value = numberTyped(typed)
  if (value === undefined) return { code: 'field.required' }
  if (!Number.isInteger(value)) return { code: 'field.whole_number' }
  return value > MAX_SETTING ? { code: 'field.max', max: MAX_SETTING } : undefined
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

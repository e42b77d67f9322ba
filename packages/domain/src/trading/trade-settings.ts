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

/** The error texts of the two number fields (specification §5). */
export const FIELD_ERRORS = {
  required: 'Required',
  whole: 'Must be a whole number',
  lotsMin: 'Must be at least 1',
  slBufferMin: 'Cannot be negative',
} as const

/** What is wrong with the lots as typed; null when nothing is. */
export function lotsError(typed: string | number): string | null {
  const value = numberTyped(typed)
  if (value === undefined) return FIELD_ERRORS.required
  if (!Number.isInteger(value)) return FIELD_ERRORS.whole
  return value < 1 ? FIELD_ERRORS.lotsMin : null
}

/** What is wrong with the stop's buffer as typed; null when nothing is. */
export function slBufferError(typed: string | number): string | null {
  const value = numberTyped(typed)
  if (value === undefined) return FIELD_ERRORS.required
  if (!Number.isInteger(value)) return FIELD_ERRORS.whole
  return value < 0 ? FIELD_ERRORS.slBufferMin : null
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

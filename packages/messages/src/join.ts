import { isFigureUnit } from './figures.ts'
import type { Message } from './message.ts'
import type { Unit, UnitTable } from './unit.ts'

/** A message in the store and in the API. */
export interface StoredMessage {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * The message of a stored or received form; undefined for a code or a parameter that `units` does not know, so that a row of a
 * later or damaged version is never a wrong sentence.
 */
export function joinBy(units: UnitTable, stored: unknown): Message | undefined {
  if (!isStored(stored) || !Object.hasOwn(units, stored.code)) return undefined
  const params: Record<string, unknown> = {}
  for (const [name, unit] of Object.entries(units[stored.code]!)) {
    const value = valueOf(units, unit, stored.params[name])
    if (value === undefined) return undefined
    params[name] = value
  }
  return { code: stored.code, ...params } as Message
}

/** A parameter of the right kind for its unit; undefined: it is not. */
function valueOf(units: UnitTable, unit: Unit, value: unknown): unknown {
  if (isFigureUnit(unit) || unit === 'count')
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (unit === 'ids' || unit.startsWith('labels:')) return isTexts(value) ? value : undefined
  if (unit === 'message') return joinBy(units, value)
  if (isList(unit)) {
    const messages = Array.isArray(value) ? value.map((one) => joinBy(units, one)) : [undefined]
    return messages.includes(undefined) ? undefined : messages
  }
  if (unit === 'contract') return typeof value === 'object' && value !== null && 'strike' in value ? value : undefined
  return typeof value === 'string' ? value : undefined
}

/** Whether a parameter of the unit is messages in a row. */
export function isList(unit: Unit | undefined): boolean {
  return unit === 'messages' || unit === 'sentences' || unit === 'lines'
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

export function isStored(value: unknown): value is StoredMessage {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('params' in value)) return false
  return typeof value.code === 'string' && typeof value.params === 'object' && value.params !== null
}

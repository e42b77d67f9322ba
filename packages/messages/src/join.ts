import { isFigureUnit } from './figures.ts'
import type { Message } from './message.ts'
import { isLabelUnit, type Unit, type UnitTable } from './unit.ts'

/** A message in the store and in the API. */
export interface StoredMessage {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What a reader of messages knows: the units of its families, and the keys that have a text. */
export interface KnownMessages {
  readonly units: UnitTable
  /** By the key of a label, `label.<set>.<value>`. */
  readonly hasText: (key: string) => boolean
}

/**
 * The message of a stored or received form; undefined for a code, a parameter or the value of a label that `known` does not
 * have, so that a row of a later or damaged version is never a wrong sentence.
 */
export function joinBy(known: KnownMessages, stored: unknown): Message | undefined {
  const { units } = known
  if (!isStored(stored) || !Object.hasOwn(units, stored.code)) return undefined
  const params: Record<string, unknown> = {}
  for (const [name, unit] of Object.entries(units[stored.code]!)) {
    const value = valueOf(known, unit, stored.params[name])
    if (value === undefined) return undefined
    params[name] = value
  }
  return { code: stored.code, ...params } as Message
}

/** A parameter of the right kind for its unit; undefined: it is not. */
function valueOf(known: KnownMessages, unit: Unit, value: unknown): unknown {
  if (isFigureUnit(unit) || unit === 'count')
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (isLabelUnit(unit)) return isLabels(known, unit, value) ? value : undefined
  if (unit === 'ids') return isTexts(value) ? value : undefined
  if (unit === 'message') return joinBy(known, value)
  if (isList(unit)) {
    const messages = Array.isArray(value) ? value.map((one) => joinBy(known, one)) : [undefined]
    return messages.includes(undefined) ? undefined : messages
  }
  if (unit === 'contract') return typeof value === 'object' && value !== null && 'strike' in value ? value : undefined
  return typeof value === 'string' ? value : undefined
}

/** Whether each value of a label parameter has a name. */
function isLabels({ hasText }: KnownMessages, unit: Unit, value: unknown): boolean {
  const [kind, set] = unit.split(':')
  const values = kind === 'labels' ? value : [value]
  return isTexts(values) && values.every((one) => hasText(`label.${set}.${one}`))
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

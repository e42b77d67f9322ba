import { isFigureUnit } from './figures.ts'
import type { Message, MessageCode } from './message.ts'
import type { Unit } from './unit.ts'
import { UNITS } from './units.ts'

/** A message in the store and in the API. */
export interface StoredMessage {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The form of the store and of the API; messages inside it take the same form. */
export function split({ code, ...params }: Message): StoredMessage {
  const units: Readonly<Record<string, Unit>> = UNITS[code]
  const stored: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params))
    stored[name] =
      units[name] === 'message'
        ? split(value as Message)
        : isList(units[name])
          ? (value as readonly Message[]).map(split)
          : value
  return { code, params: stored }
}

/**
 * The message of a stored or received form; undefined for a code or a parameter that this version does not know, so that a
 * row of a later or damaged version is never a wrong sentence.
 */
export function join(stored: unknown): Message | undefined {
  if (!isStored(stored) || !Object.hasOwn(UNITS, stored.code)) return undefined
  const units: Readonly<Record<string, Unit>> = UNITS[stored.code as MessageCode]
  const params: Record<string, unknown> = {}
  for (const [name, unit] of Object.entries(units)) {
    const value = valueOf(unit, stored.params[name])
    if (value === undefined) return undefined
    params[name] = value
  }
  return { code: stored.code, ...params } as Message
}

/**
 * What a row of the store shows: its message, or the sentence of a row from before messages were data. A code that this
 * version does not know shows as the code.
 */
export function messageOf(row: { readonly message: unknown; readonly text: string | null }): Message {
  const unknown = isStored(row.message) ? row.message.code : ''
  return join(row.message) ?? { code: 'legacy.text', text: row.text ?? unknown }
}

/** A parameter of the right kind for its unit; undefined: it is not. */
function valueOf(unit: Unit, value: unknown): unknown {
  if (isFigureUnit(unit) || unit === 'count')
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (unit === 'ids' || unit.startsWith('labels:')) return isTexts(value) ? value : undefined
  if (unit === 'message') return join(value)
  if (isList(unit)) {
    const messages = Array.isArray(value) ? value.map(join) : [undefined]
    return messages.includes(undefined) ? undefined : messages
  }
  if (unit === 'contract') return typeof value === 'object' && value !== null && 'strike' in value ? value : undefined
  return typeof value === 'string' ? value : undefined
}

function isList(unit: Unit | undefined): boolean {
  return unit === 'messages' || unit === 'sentences' || unit === 'lines'
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isStored(value: unknown): value is StoredMessage {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('params' in value)) return false
  return typeof value.code === 'string' && typeof value.params === 'object' && value.params !== null
}

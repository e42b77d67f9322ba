import { CATALOGUES } from './catalogues.ts'
import { isList, isStored, joinBy, type KnownMessages, type StoredMessage } from './join.ts'
import type { Message } from './message.ts'
import type { Unit } from './unit.ts'
import { UNITS } from './units.ts'

const KNOWN: KnownMessages = { units: UNITS, hasText: (key) => Object.hasOwn(CATALOGUES.en, key) }

export type { StoredMessage } from './join.ts'

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

/** The same back; undefined for what this version does not know. */
export function join(stored: unknown): Message | undefined {
  return joinBy(KNOWN, stored)
}

/**
 * What a row of the store shows: its message, or the sentence of a row from before messages were data. A code that this
 * version does not know shows as the code.
 */
export function messageOf(row: { readonly message: unknown; readonly text: string | null }): Message {
  const unknown = isStored(row.message) ? row.message.code : ''
  return join(row.message) ?? { code: 'legacy.text', text: row.text ?? unknown }
}

import { joinBy } from '@strikewise/messages/join.ts'
import { currentRenderer, english, units } from './message-family.ts'

/** The text of a message as an answer holds it; undefined for one that no loaded family has. */
export function receivedText(message: unknown): string | undefined {
  const known = joinBy({ units, hasText: (key) => Object.hasOwn(english, key) }, message)
  return known === undefined ? undefined : currentRenderer().text(known)
}

import type { Revealable } from '@strikewise/kite/secret.ts'

/** Takes out of a text whatever must not leave the adapter. */
export type Redact = (text: string) => string

/** Shorter ones are none of the broker's, and would be found inside ordinary words. */
const SHORTEST_SECRET = 8

/**
 * The broker's words are written down, logged and told to people, and nothing keeps the broker from repeating in them the
 * header it was called with (reliability guide I7). Who holds the secrets takes them out; nobody behind it knows them.
 */
export function redacting(secrets: readonly Revealable[]): Redact {
  const values = secrets.map((secret) => secret.reveal()).filter((value) => value.length >= SHORTEST_SECRET)
  return (text) => values.reduce((clean, value) => clean.replaceAll(value, '[secret]'), text)
}

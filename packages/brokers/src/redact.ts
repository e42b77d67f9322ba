// @invariant no-secret-leaves No secret leaves, also not in the broker's own texts.
import { MAX_FOREIGN_TEXT } from '@strikewise/domain/text/storable-text.ts'
import type { Revealable } from '@strikewise/domain/text/secret.ts'

/** Takes out of a text whatever must not leave the adapter. */
export type Redactor = (text: string) => string

/** Shorter ones are none of the broker's, and would be found inside ordinary words. */
const SHORTEST_SECRET = 8

const SECRET = '[secret]'
/** A cut between the halves of a character leaves one less. */
const SHORTEST_CUT = MAX_FOREIGN_TEXT - 1

/**
 * The broker's texts are stored, logged and shown to users, and nothing keeps the broker from repeating in them the
 * header it was called with (reliability guide I7). Who holds the secrets takes them out; no code behind it has them.
 * A text that was cut where it was read may end inside a secret: there its beginning is taken out.
 */
export function createRedactor(secrets: readonly Revealable[]): Redactor {
  const values = secrets
    .map((secret) => secret.reveal())
    .filter((value) => value.length >= SHORTEST_SECRET)
    .flatMap((value) => [...new Set([value, encodeURIComponent(value), base64(value), base64(value, 'base64url')])])
  return (text) => {
    const clean = values.reduce((rest, value) => rest.replaceAll(value, SECRET), text)
    return text.length < SHORTEST_CUT ? clean : withoutBeginning(clean, values)
  }
}

/** Takes the longest beginning of a secret off the end of a text. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  let longest = 0
  for (const secret of secrets)
    for (let length = Math.min(secret.length, text.length); length > longest; length -= 1)
      if (text.endsWith(secret.slice(0, length))) longest = length
  return longest === 0 ? text : `${text.slice(0, -longest)}${SECRET}`
}

function base64(text: string, alphabet: 'base64' | 'base64url' = 'base64'): string {
  return Buffer.from(text).toString(alphabet).replace(/=+$/, '')
}

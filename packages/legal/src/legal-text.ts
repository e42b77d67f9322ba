import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { sha256 } from '@strikewise/domain/hashing/sha256.ts'

/** A text people agree to. */
export interface LegalText {
  /** Its date, `YYYY-MM-DD`: what a consent names. */
  readonly version: string
  /** The same as the page shows it. */
  readonly updated: string
  readonly sections: readonly (readonly [title: string, text: string])[]
}

/** SHA-256 of a text's words, in hex: proof of what was agreed to, whatever its date says. */
export function hashOfText({ sections }: LegalText): string {
  return sha256(canonicalJson(sections.map(([title, text]) => [title, text])))
}

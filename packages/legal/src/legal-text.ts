import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { sha256 } from '@strikewise/domain/hashing/sha256.ts'

/** When a text was last changed, as its page shows it. */
export type LegalUpdate =
  | { readonly code: 'legal.updated'; readonly on: IstDate }
  | { readonly code: 'legal.updated_with_part'; readonly on: IstDate; readonly part: number; readonly partOn: IstDate }

/** A text people agree to. */
export interface LegalText {
  /** Its date, `YYYY-MM-DD`: what a consent names. */
  readonly version: string
  readonly updated: LegalUpdate
  readonly sections: readonly (readonly [title: string, text: string])[]
}

/** SHA-256 of a text's words, in hex: proof of what was agreed to, whatever its date says. */
export function hashOfText({ sections }: LegalText): string {
  return sha256(canonicalJson(sections.map(([title, text]) => [title, text])))
}

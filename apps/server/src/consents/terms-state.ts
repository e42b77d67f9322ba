// @invariant terms-first
import { hashOfText, type LegalText } from '@strikewise/legal/legal-text.ts'
import { PRIVACY_POLICY } from '@strikewise/legal/privacy.ts'
import { TERMS_OF_USE } from '@strikewise/legal/terms.ts'
import { sql, type RawBuilder } from 'kysely'

/**
 * How a user stands to the present terms and privacy policy. `changed`: they agreed to an earlier text and are asked again.
 * `never`: nothing but what the law gives them works before they agree.
 */
export type TermsState = 'agreed' | 'changed' | 'never'

/** What the newest consent of `profiles.user_id` names: the text's hash, its date where none was kept; null: not given. */
export function agreedText(kind: 'terms' | 'privacy'): RawBuilder<string | null> {
  return sql`(select case when given then coalesce(text_hash, version) end from consents
    where consents.user_id = profiles.user_id and kind = ${kind} order by id desc limit 1)`
}

const isOf = (named: string, text: LegalText) => named === hashOfText(text) || named === text.version

/** From what `agreedText` found. */
export function termsState(terms: string | null, privacy: string | null): TermsState {
  if (terms === null || privacy === null) return 'never'
  return isOf(terms, TERMS_OF_USE) && isOf(privacy, PRIVACY_POLICY) ? 'agreed' : 'changed'
}

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

/** Names by which a consent shows that it is to the present text. */
const namesOf = (text: LegalText): ReadonlySet<string> => new Set([hashOfText(text), text.version])
const [TERMS, PRIVACY] = [namesOf(TERMS_OF_USE), namesOf(PRIVACY_POLICY)]

/** From what `agreedText` found. */
export function termsState(terms: string | null, privacy: string | null): TermsState {
  if (terms === null || privacy === null) return 'never'
  return TERMS.has(terms) && PRIVACY.has(privacy) ? 'agreed' : 'changed'
}

import { RISK_DISCLOSURE } from '@strikewise/legal/disclosure.ts'
import { hashOfText, type LegalText } from '@strikewise/legal/legal-text.ts'
import { PRIVACY_POLICY } from '@strikewise/legal/privacy.ts'
import { TERMS_OF_USE } from '@strikewise/legal/terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { EDGE_SENTENCE_VERSION } from '@strikewise/domain/trading/edge-acknowledgement.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { ConsentKind } from '../store/tables/account-tables.ts'

/** The text that stands behind a consent; undefined: words of their own (`recordWording`). */
const TEXTS: Readonly<Record<ConsentKind, LegalText | undefined>> = {
  terms: TERMS_OF_USE,
  privacy: PRIVACY_POLICY,
  adult: TERMS_OF_USE,
  zerodha_disclosure: RISK_DISCLOSURE,
  auto_execute: RISK_DISCLOSURE,
  live_edge: undefined,
}

/** The date of the text a consent was given to (specification §2, static pages). */
export const TEXT_VERSIONS: Readonly<Record<ConsentKind, string>> = {
  terms: TERMS_OF_USE.version,
  privacy: PRIVACY_POLICY.version,
  adult: TERMS_OF_USE.version,
  zerodha_disclosure: RISK_DISCLOSURE.version,
  auto_execute: RISK_DISCLOSURE.version,
  live_edge: EDGE_SENTENCE_VERSION,
}

export interface Consent {
  readonly version: string
  readonly given: boolean
  readonly at: EpochMs
}

/** Records that a consent was given or withdrawn. History stays: a change of mind is a new row. */
export async function recordConsent(
  db: Kysely<Database>,
  userId: string,
  kinds: readonly ConsentKind[],
  given: boolean,
  now: EpochMs,
): Promise<void> {
  await db
    .insertInto('consents')
    .values(
      kinds.map((kind) => {
        const text = TEXTS[kind]
        const text_hash = text === undefined ? null : hashOfText(text)
        return { user_id: userId, kind, version: TEXT_VERSIONS[kind], given, at: new Date(now), text_hash }
      }),
    )
    .execute()
}

/** As `recordConsent`, to words of a version of their own; `textHash`: SHA-256 of words the user typed. */
export async function recordWording(
  db: Kysely<Database>,
  userId: string,
  wording: {
    readonly kind: ConsentKind
    readonly version: string
    readonly given: boolean
    readonly textHash?: string
  },
  now: EpochMs,
): Promise<void> {
  const { kind, version, given, textHash = null } = wording
  await db
    .insertInto('consents')
    .values({ user_id: userId, kind, version, given, at: new Date(now), text_hash: textHash })
    .execute()
}

/** The newest word of the user on `kind`; undefined when there is none. */
export async function newestConsent(
  db: Kysely<Database>,
  userId: string,
  kind: ConsentKind,
): Promise<Consent | undefined> {
  const row = await db
    .selectFrom('consents')
    .select(['version', 'given', 'at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, at: row.at.getTime() as EpochMs }
}

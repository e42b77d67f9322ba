import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { ConsentKind } from '../store/tables/account-tables.ts'

/** The date of the text a consent was given to (specification §2, static pages). */
export const TEXT_VERSIONS: Readonly<Record<ConsentKind, string>> = {
  terms: '2025-07-25',
  adult: '2025-07-25',
  zerodha_disclosure: '2025-08-08',
  auto_execute: '2025-08-08',
}

export interface Consent {
  readonly given: boolean
  readonly at: EpochMs
}

/** Writes down that a consent was given or withdrawn. History stays: a change of mind is a new row. */
export async function recordConsent(
  db: Kysely<Database>,
  userId: string,
  kinds: readonly ConsentKind[],
  given: boolean,
  now: EpochMs,
): Promise<void> {
  await db
    .insertInto('consents')
    .values(kinds.map((kind) => ({ user_id: userId, kind, version: TEXT_VERSIONS[kind], given, at: new Date(now) })))
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
    .select(['given', 'at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { given: row.given, at: row.at.getTime() as EpochMs }
}

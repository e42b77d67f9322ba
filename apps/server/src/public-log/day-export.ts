import { rootLine, type SignedRoot } from '@strikewise/public-log/day-root.ts'
import { entryLine } from '@strikewise/public-log/log-entry.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Entries read at a time: about half a megabyte. */
const PAGE = 500
/** Roots listed: two years of sessions. */
const MAX_DAYS = 500

export type StoredRoot = SignedRoot & { readonly hash: string }

/** The days that are over, newest first. */
export async function signedDays(db: Kysely<Database>): Promise<StoredRoot[]> {
  return db
    .selectFrom('public_log_roots')
    .select(['root', 'hash', 'key', 'signature'])
    .orderBy('last_seq', 'desc')
    .limit(MAX_DAYS)
    .execute()
}

export async function signedDay(db: Kysely<Database>, day: IstDate): Promise<StoredRoot | undefined> {
  return db
    .selectFrom('public_log_roots')
    .select(['root', 'hash', 'key', 'signature'])
    .where('day', '=', day)
    .executeTakeFirst()
}

/** A day's export in pieces of whole lines: the signed root, then its entries. */
export async function* dayExport(db: Kysely<Database>, { root, key, signature }: SignedRoot): AsyncGenerator<string> {
  yield `${rootLine({ root, key, signature })}\n`
  for (let after = root.first_seq - 1; after < root.last_seq;) {
    const rows = await db
      .selectFrom('public_log_entries')
      .select(['seq', 'body', 'hash', 'prev_hash'])
      .where('seq', '>', after)
      .where('seq', '<=', root.last_seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    // Rows that are gone are for the reader to miss, not for us to hide.
    if (last === undefined) return
    yield rows.map(({ prev_hash: prev, ...row }) => `${entryLine({ ...row, prev })}\n`).join('')
    after = last.seq
  }
}

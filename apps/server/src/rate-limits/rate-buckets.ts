// @invariant limit-ends A limit of a minute ends after a minute, however steadily an address is used.
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/**
 * Counts one try for `key` in the store, so that it holds across processes and restarts. False when more than `max`
 * came in the last `windowMs` (a window that begins with its first try).
 */
export async function takeFromBucket(
  db: Kysely<Database>,
  key: string,
  max: number,
  windowMs: number,
  now = Date.now(),
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count_try(${key}, ${now}, ${windowMs}) as count`.execute(db)
  return rows[0]!.count <= max
}

/** Takes one try for `key` back, as it was not one of those that are limited. */
export async function refundAttempt(db: Kysely<Database>, key: string): Promise<void> {
  await sql`update rate_buckets set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
}

import { randomUUID } from 'node:crypto'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ProgramKey } from '@strikewise/wire/program-keys.ts'
import type { KeyScope } from '@strikewise/wire/route.ts'
import { sql } from 'kysely'
import { recordAccountChange } from '../accounts/record-account-change.ts'
import { DomainError } from '../domain-error.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { digestOf, newKey } from './key-format.ts'

/** Keys of one user that can be used at a time. */
const MAX_KEYS = 10
const LAST = 4

/** The caller's keys, the newest first. */
export async function programKeysOf(db: UserScopedRow, userId: string): Promise<ProgramKey[]> {
  const rows = await db
    .selectFrom('program_keys')
    .select(['id', 'name', 'scopes', 'last4', 'created_at', 'expires_at', 'addresses'])
    .select(['last_used_at', 'last_used_address', 'revoked_at'])
    .select((row) => row('expires_at', '<=', sql<Date>`now()`).as('is_expired'))
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ created_at, expires_at, last_used_at, revoked_at, is_expired, ...row }) => ({
    ...row,
    created_at: isoOf(created_at),
    expires_at: isoOf(expires_at),
    last_used_at: last_used_at === null ? null : isoOf(last_used_at),
    state: revoked_at !== null ? 'revoked' : is_expired ? 'expired' : 'active',
  }))
}

export interface KeyRequest {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly expires_in_days: number
  readonly addresses: readonly string[]
}

/**
 * Makes a key, has its owner notified by mail and in the list, and returns it: nothing else ever shows it again. Keys live by
 * the store's clock, as sessions do. Throws DomainError `key_limit`.
 */
export async function createProgramKey(
  db: UserScopedRow,
  userId: string,
  { name, scopes, expires_in_days, addresses }: KeyRequest,
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${userId}`}, 0))`.execute(db)
  const { active } = await db
    .selectFrom('program_keys')
    .select((row) => row.fn.countAll<number>().as('active'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  if (active >= MAX_KEYS) throw new DomainError({ code: 'problem.key_limit' })
  const key = newKey()
  const id = randomUUID()
  await db
    .insertInto('program_keys')
    .values({
      id,
      user_id: userId,
      name,
      scopes: [...new Set(scopes)],
      digest: digestOf(key),
      last4: key.slice(-LAST),
      expires_at: sql<Date>`now() + make_interval(days => ${expires_in_days}::int)`,
      addresses: [...addresses],
    })
    .execute()
  await db.insertInto('program_key_events').values({ key_id: id, user_id: userId, event: 'created' }).execute()
  await recordAccountChange(db, userId, 'program_key_created')
  return key
}

/** Ends a key for good. Throws DomainError `not_found` where the caller has no such key that is not revoked. */
export async function revokeProgramKey(db: UserScopedRow, userId: string, id: string): Promise<void> {
  const revoked = await db
    .updateTable('program_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (revoked.numUpdatedRows === 0n) throw new DomainError({ code: 'problem.not_found.program_key' })
  await db.insertInto('program_key_events').values({ key_id: id, user_id: userId, event: 'revoked' }).execute()
}

function isoOf(date: Date): string {
  return istIso(date.getTime() as EpochMs)
}

// @invariant key-scopes
import { timingSafeEqual } from 'node:crypto'
import { isLanguage } from '@strikewise/domain/text/language.ts'
import type { KeyScope } from '@strikewise/wire/route.ts'
import { sql, type Kysely } from 'kysely'
import type { Caller } from '../identity/caller.ts'
import type { Database } from '../store/database.ts'
import { digestOf, isKey } from './key-format.ts'

/** What a key that was shown may do. */
export interface KeyGrant {
  readonly id: string
  readonly scopes: readonly KeyScope[]
  /** Address ranges; empty: from anywhere. */
  readonly addresses: readonly string[]
}

/** Why a key that was shown opens nothing. */
export type KeyProblem = 'unknown' | 'expired' | 'revoked'

type FoundKey = { readonly key: KeyGrant; readonly caller: Caller } | { readonly problem: KeyProblem }

/** Looks a key up by its hash. A key acts as its owner who signed in long ago, without a second factor. */
export async function findKey(db: Kysely<Database>, token: string): Promise<FoundKey> {
  // What is no key by its own checksum costs the store nothing.
  if (!isKey(token)) return { problem: 'unknown' }
  const digest = digestOf(token)
  const row = await db
    .selectFrom('program_keys')
    .innerJoin('identity_users', 'identity_users.id', 'program_keys.user_id')
    .select(['program_keys.id', 'user_id', 'digest', 'scopes', 'addresses', 'revoked_at'])
    .select(['identity_users.name', 'email', 'emailVerified', 'language'])
    .select((columns) => columns('expires_at', '<=', sql<Date>`now()`).as('is_expired'))
    .where('digest', '=', digest)
    .executeTakeFirst()
  // The index has compared already; this comparison takes as long whatever it finds.
  if (row === undefined || !timingSafeEqual(row.digest, digest)) return { problem: 'unknown' }
  if (row.revoked_at !== null) return { problem: 'revoked' }
  if (row.is_expired) return { problem: 'expired' }
  return {
    key: { id: row.id, scopes: row.scopes, addresses: row.addresses },
    caller: {
      userId: row.user_id,
      sessionId: `key ${row.id}`,
      signedInAt: 0,
      secondFactor: false,
      name: row.name,
      email: row.email,
      emailVerified: row.emailVerified,
      language: isLanguage(row.language) ? row.language : null,
    },
  }
}

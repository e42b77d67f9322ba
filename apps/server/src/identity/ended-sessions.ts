import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { SessionEnd } from '../store/tables/identity-tables.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { sessionDigest } from './session-digest.ts'

const CHANGES_PASSWORD: readonly string[] = ['/change-password', '/reset-password']

/**
 * Why the library deletes a session in a call to `path`; undefined for one that its own device ends or replaces, which
 * needs no word about it.
 */
export function endReason(expiresAt: Date, path: string | undefined, now: number): SessionEnd | undefined {
  if (expiresAt.getTime() <= now) return 'expired'
  return path !== undefined && CHANGES_PASSWORD.includes(path) ? 'password_changed' : undefined
}

/** Stores why a session ended. `token`: as the store holds it, a digest. The first reason stays. */
export async function recordSessionEnd(
  db: Kysely<Database>,
  session: { readonly token: string; readonly userId: string },
  reason: SessionEnd,
): Promise<void> {
  await db
    .insertInto('ended_sessions')
    .values({ digest: session.token, user_id: session.userId, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores that sessions of the user are ended from another device. */
export async function recordSignedOut(
  db: UserScopedRow,
  sessions: readonly { readonly token: string; readonly userId: string }[],
): Promise<void> {
  if (sessions.length === 0) return
  await db
    .insertInto('ended_sessions')
    .values(sessions.map(({ token, userId }) => ({ digest: token, user_id: userId, reason: 'signed_out' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Why the session of a cookie's signed token is over; undefined when nothing is known of it. The token before the signature
 * is letters and digits, so it is compared as it came: a visitor's cookie may hold anything, and not all of it decodes.
 */
export async function sessionEndOf(db: Kysely<Database>, signedToken: string): Promise<SessionEnd | undefined> {
  const [token = ''] = signedToken.split('.', 1)
  const row = await db
    .selectFrom('ended_sessions')
    .select('reason')
    .where('digest', '=', sessionDigest(token))
    .executeTakeFirst()
  return row?.reason
}

import type { BetterAuthOptions } from 'better-auth'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { authenticationTime } from './authentication-time.ts'
import { endReason, recordSessionEnd } from './ended-sessions.ts'
import type { IdentityListeners } from './identity-listeners.ts'
import { sanitizedName } from './sanitize-name.ts'

/** Calls that end with a session of the second factor. */
const SECOND_FACTOR_PATHS: ReadonlySet<string> = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])

/** We never call the provider on the user's behalf, so its tokens are not worth keeping. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null } as const

/** What happens beside the rows that the library writes: of users, of sessions, and of the accounts they sign in with. */
export function databaseHooks(
  db: Kysely<Database>,
  listeners: Pick<IdentityListeners, 'onUser' | 'onChange'>,
): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        // The library makes accounts of external sign-ins alone. An address its provider has not proved gets none.
        before: async (user) => user.emailVerified && { data: { ...user, name: sanitizedName(user.name) } },
        after: (user) => listeners.onUser(user),
      },
    },
    session: {
      create: {
        before: async (session, context) => ({ data: { ...session, ...proofOf(context) } }),
      },
      delete: {
        before: async (session, context) => {
          const reason = endReason(session.expiresAt, context?.path, Date.now())
          if (reason !== undefined) await recordSessionEnd(db, session, reason)
        },
      },
    },
    account: {
      create: {
        before: async (account) => ({ data: { ...account, ...NO_TOKENS } }),
        after: async ({ userId, providerId }) => {
          if (providerId !== 'credential' && !(await isNew(db, userId)))
            await listeners.onChange(userId, 'external_linked')
        },
      },
      update: {
        before: async (account) => ({ data: { ...account, ...NO_TOKENS } }),
      },
    },
  }
}

/** Whether an account has just been made: what it begins with is no change. */
async function isNew(db: Kysely<Database>, userId: string): Promise<boolean> {
  const young = await db
    .selectFrom('identity_users')
    .select('id')
    .where('id', '=', userId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirst()
  return young !== undefined
}

/** What a session begins with: when its owner proved who they are, and whether a second factor was part of it. */
function proofOf(call: { path?: string | undefined; context: unknown } | null) {
  const path = call?.path ?? ''
  // A provider that does not show when: the person may have signed in there weeks ago.
  if (path.startsWith('/callback/'))
    return { secondFactor: false, authenticatedAt: authenticationTime.getStore()?.provedAt ?? null }
  const context = call?.context as { session?: { session: { secondFactor?: boolean } } | null } | undefined
  const goesOn = path === '/change-password' && context?.session?.session.secondFactor === true
  return { secondFactor: goesOn || SECOND_FACTOR_PATHS.has(path), authenticatedAt: new Date() }
}

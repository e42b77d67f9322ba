// @invariant operator-second-factor
import { createHash } from 'node:crypto'
import type { createAuthMiddleware } from 'better-auth/api'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Kysely } from 'kysely'
import { takeFromBucket } from '../rate-limits/rate-buckets.ts'
import type { Database } from '../store/database.ts'

/** A call of the identity library as a hook before it sees it. */
export type HookCall = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Longer than the library takes a code: its own half minute, and those before and after. */
const CODE_LIFE_MS = 120_000

/**
 * Lets each code of an authenticator app be tried once by its owner: who looked over a shoulder cannot use it again (OWASP
 * ASVS 6.5.1). The code is marked before it is checked, so that of two at once one is refused. Throws the library's own
 * refusal of a wrong code.
 */
export async function rejectReusedCode(db: Kysely<Database>, call: HookCall): Promise<void> {
  const userId = await whoseCode(call)
  const { code } = call.body as { code?: unknown }
  if (userId === undefined || typeof code !== 'string') return
  const digest = createHash('sha256').update(`${userId} ${code}`).digest('base64url')
  if (await takeFromBucket(db, `code ${digest}`, 1, CODE_LIFE_MS)) return
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })
}

/** Who is signed in, else who has given the password and is asked for a code. */
async function whoseCode(call: HookCall): Promise<string | undefined> {
  const session = await getSessionFromCtx(call)
  if (session !== null) return session.user.id
  const { createAuthCookie, secret, internalAdapter } = call.context
  const challenge = await call.getSignedCookie(createAuthCookie('two_factor').name, secret)
  if (typeof challenge !== 'string') return undefined
  return (await internalAdapter.findVerificationValue(challenge))?.value
}

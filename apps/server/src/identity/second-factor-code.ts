// @invariant operator-second-factor
import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { APIError } from 'better-auth/api'
import type { Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { takeFromBucket } from '../rate-limits/rate-buckets.ts'
import type { Database } from '../store/database.ts'
import type { Identity } from './identity.ts'

/** Codes that one user may try. */
const TRIES = { max: 10, windowMs: 15 * MINUTE_MS }
/** The first HTTP status that blames the server. */
const SERVER_FAULT = 500

/**
 * Checks a code of the authenticator app of the caller behind `headers`, as signing in does: a code that was tried once, here
 * or at a sign-in, is refused.
 *
 * Throws DomainError `code_required`, `code_wrong` and `too_many_requests`.
 */
export async function requireSecondFactorCode(
  { db, identity }: { db: Kysely<Database>; identity: () => Identity },
  { userId, headers, code }: { userId: string; headers: IncomingHttpHeaders; code: string | undefined },
): Promise<void> {
  if (code === undefined) throw new DomainError({ code: 'problem.code_required' })
  if (!(await takeFromBucket(db, `step-up ${userId}`, TRIES.max, TRIES.windowMs)))
    throw new DomainError({ code: 'problem.too_many_requests.tries', minutes: TRIES.windowMs / MINUTE_MS })
  const asked = new Headers()
  for (const name of ['cookie', 'authorization'] as const) {
    const value = headers[name]
    if (value !== undefined) asked.set(name, value)
  }
  try {
    await identity().api.verifyTOTP({ body: { code }, headers: asked })
  } catch (error) {
    if (error instanceof APIError && error.statusCode < SERVER_FAULT)
      throw new DomainError({ code: 'problem.code_wrong' })
    throw error
  }
}

import type { BetterAuthOptions } from 'better-auth'
import type { Kysely } from 'kysely'
import { bucketAllows } from '../http/rate-buckets.ts'
import type { Database } from '../store/database.ts'

type RateLimitStorage = NonNullable<NonNullable<BetterAuthOptions['rateLimit']>['customStorage']>

/**
 * Counts the identity library's requests an address and path in windows that begin with their first request. The library's
 * own store counts on for as long as no pause is as long as the window: behind an address that many people share, as
 * behind a mobile carrier's, the limit of a minute would become one of the whole day.
 */
export function identityRateLimit(db: Kysely<Database>): RateLimitStorage {
  return {
    async consume(key, { window, max }) {
      const allowed = await bucketAllows(db, `identity ${key}`, max, window * 1000)
      return { allowed, retryAfter: allowed ? null : window }
    },
  }
}

import { HOUR_MS } from '@strikewise/domain/time/ist.ts'
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { takeFromBucket } from '../rate-limits/rate-buckets.ts'
const MAILS_AN_HOUR = 5

/**
 * Whether identity may mail `recipient` once more within the hour. The answer to who asked stays the same: beyond the limit
 * there is no mail, and no word of it.
 */
export async function canSendMail(db: Kysely<Database>, recipient: string): Promise<boolean> {
  const digest = createHash('sha256').update(recipient.toLowerCase()).digest('base64url')
  return takeFromBucket(db, `mail ${digest}`, MAILS_AN_HOUR, HOUR_MS)
}

import { sql, type Kysely } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'

const EVERY_MS = 600_000

/** Deletes what has run out and is of no use to anybody: now and every ten minutes until closed. */
export function startCleanUp(db: Kysely<Database>, logger: Logger): { close(): void } {
  const sweep = async () => {
    try {
      await deleteRunOut(db)
    } catch (error) {
      logger.error({ err: error }, 'cleaning up failed')
    }
  }
  void sweep()
  const timer = setInterval(() => void sweep(), EVERY_MS)
  return { close: () => clearInterval(timer) }
}

async function deleteRunOut(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('broker_login_states')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('identity_sessions')
    .where('expiresAt', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
  await db
    .deleteFrom('outbox')
    .where('sent_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
  await db
    .deleteFrom('notices')
    .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
  await db
    .deleteFrom('chat_codes')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('chat_questions')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('rate_buckets')
    .where('window_start', '<', Date.now() - 86_400_000)
    .execute()
}

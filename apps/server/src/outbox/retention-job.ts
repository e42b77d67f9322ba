// @invariant retention
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { RETENTION, type AgedKind } from '@strikewise/legal/retention.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import { deleteEndedProcesses } from '../service-state/process-reports.ts'
import type { Database } from '../store/database.ts'

const EVERY_MS = 600_000

/** Deletes what has run out and is no longer needed: now and every ten minutes until closed. */
export function startRetentionJob(db: Kysely<Database>, logger: Logger): { close(): Promise<void> } {
  return startPollingLoop(EVERY_MS, async () => {
    try {
      await deleteExpired(db)
      await deleteEndedProcesses(db)
    } catch (error) {
      logger.error({ err: error }, 'cleaning up failed')
    }
  })
}

/** Deletes every kind of data that has reached the age the privacy page names. */
export async function deleteExpired(db: Kysely<Database>): Promise<void> {
  for (const [kind, sweeps] of Object.entries(SWEEPS)) {
    const before = sql<Date>`now() - make_interval(days => ${RETENTION[kind as AgedKind].days})`
    for (const sweep of sweeps) await sweep(db, before)
  }
}

type Sweep = (db: Kysely<Database>, before: RawBuilder<Date>) => Promise<unknown>

/** One entry a kind that the table of retention gives an age: what is promised there is done here. */
const SWEEPS: Readonly<Record<AgedKind, readonly Sweep[]>> = {
  sign_ups: [(db, before) => db.deleteFrom('sign_ups').where('expires_at', '<', before).execute(), eraseUnproved],
  sessions: [(db, before) => db.deleteFrom('identity_sessions').where('expiresAt', '<', before).execute()],
  ended_sessions: [(db, before) => db.deleteFrom('ended_sessions').where('ended_at', '<', before).execute()],
  broker_logins: [(db, before) => db.deleteFrom('broker_login_states').where('expires_at', '<', before).execute()],
  repeated_calls: [(db, before) => db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()],
  mail: [
    (db, before) => db.deleteFrom('outbox').where('sent_at', '<', before).execute(),
    (db, before) => db.deleteFrom('outbox').where('given_up_at', '<', before).execute(),
  ],
  notices: [(db, before) => db.deleteFrom('notices').where('created_at', '<', before).execute()],
  chat_codes: [
    (db, before) => db.deleteFrom('chat_codes').where('expires_at', '<', before).execute(),
    (db, before) => db.deleteFrom('chat_questions').where('expires_at', '<', before).execute(),
  ],
  rate_counts: [
    (db, before) =>
      sql`delete from sign_in_failures where window_start < extract(epoch from ${before}) * 1000`.execute(db),
    (db, before) => sql`delete from rate_buckets where window_start < extract(epoch from ${before}) * 1000`.execute(db),
  ],
  tickets: [(db, before) => db.deleteFrom('support_tickets').where('at', '<', before).execute()],
  status: [(db, before) => db.deleteFrom('status_days').where('checked_at', '<', before).execute()],
}

/**
 * Erases accounts with a password whose address was never proved, from before sign-ups were kept apart. Their consents stay, of
 * an id that names no person. Accounts that were brought over from elsewhere have no password until their owner sets it by a
 * mailed link, which proves the address.
 */
async function eraseUnproved(db: Kysely<Database>, before: RawBuilder<Date>): Promise<void> {
  await sql`
    with unproved as (
      select id from identity_users u
      where not "emailVerified" and "createdAt" < ${before}
        and exists (select from identity_accounts a where a."userId" = u.id and a.password is not null)
    ), accounts as (
      delete from identity_accounts using unproved where "userId" = unproved.id
    ), sessions as (
      delete from identity_sessions using unproved where "userId" = unproved.id
    )
    update identity_users set name = '', email = unproved.id || '@erased.invalid', image = null
    from unproved where identity_users.id = unproved.id`.execute(db)
}

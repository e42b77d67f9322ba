import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { Database } from '../store/database.ts'

const IS_HELD = sql<boolean>`held_until is not null and sent_at is null and given_up_at is null`

/** The condition that the quiet hours of a held message are over at `now`. */
export function hasMessagesToRelease(now: EpochMs): Expression<SqlBool> {
  const tables = ['chat_outbox', 'push_outbox', 'outbox'].map(
    (name) => sql`exists (select from ${sql.table(name)} where ${isOver(now)})`,
  )
  return sql<boolean>`${sql.join(tables, sql` or `)}`
}

/** Lets the messages leave whose quiet hours are over at `now`; returns how many. They go in the order in which they were written. */
export async function releaseHeld(db: Kysely<Database>, now: EpochMs): Promise<number> {
  const released = await Promise.all([
    sql`update chat_outbox set held_until = null where ${isOver(now)}`.execute(db),
    sql`update push_outbox set held_until = null where ${isOver(now)}`.execute(db),
    // How late a mail is counts from when it may leave.
    sql`update outbox set held_until = null, created_at = now() where ${isOver(now)}`.execute(db),
  ])
  return released.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}

function isOver(now: EpochMs) {
  return sql<boolean>`${IS_HELD} and held_until <= ${now}`
}

/** Holds what is held for a user until `until` instead; null: lets it leave. */
export async function holdUntil(tx: Kysely<Database>, userId: string, until: EpochMs | null): Promise<void> {
  const isOwn = sql<boolean>`${IS_HELD} and user_id = ${userId}`
  await sql`update chat_outbox set held_until = ${until}::bigint where ${isOwn}`.execute(tx)
  await sql`update push_outbox set held_until = ${until}::bigint where ${isOwn}`.execute(tx)
  await sql`
    update outbox set held_until = ${until}::bigint, created_at = now()
    where ${IS_HELD} and notice_id in (select id from notices where user_id = ${userId})`.execute(tx)
}

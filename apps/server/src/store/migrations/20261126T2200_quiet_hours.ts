import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

const OUTBOXES = ['chat_outbox', 'push_outbox', 'outbox']

/** Quiet hours of a user, messages that are held until they end, and why a notice was not sent on a channel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table quiet_hours (
        user_id text primary key references profiles (user_id),
        days text[] not null
          check (cardinality(days) > 0 and days <@ array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']),
        from_minute integer not null check (from_minute between 0 and 1439),
        to_minute integer not null check (to_minute between 0 and 1439),
        check (from_minute <> to_minute)
      )`,
    sql`alter table quiet_hours enable row level security`,
    sql`create policy own_rows on quiet_hours to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select on quiet_hours to ${sql.id(USER_ROLE)}`,
    // Epoch milliseconds of the product's clock, as the hours themselves; null: not held, or no longer.
    ...OUTBOXES.flatMap((table) => [
      sql`alter table ${sql.table(table)} add column held_until bigint`,
      sql`create index ${sql.id(`${table}_held`)} on ${sql.table(table)} (held_until) where held_until is not null`,
    ]),
    sql`alter table outbox add column notice_id bigint references notices (id) on delete set null`,
    sql`create index outbox_by_notice on outbox (notice_id)`,
    // A reason for each channel on which the notice was not sent.
    sql`alter table notices add column not_sent jsonb not null default '{}' check (jsonb_typeof(not_sent) = 'object')`,
    // The outbox of mails has texts that no user's request may read: only what became of mails about the user's own notices.
    sql`
      create function own_mail_states(notices bigint[])
      returns table (
        notice_id bigint, sent_at timestamptz, given_up_at timestamptz, held_until bigint, failed boolean
      )
      language sql stable security definer set search_path = pg_catalog, public as $$
        select o.notice_id, o.sent_at, o.given_up_at, o.held_until, o.last_error is not null
        from public.outbox o join public.notices n on n.id = o.notice_id
        where o.notice_id = any (notices) and n.user_id = current_setting('app.user', true)
      $$`,
    sql`revoke all on function own_mail_states(bigint[]) from public`,
    sql`grant execute on function own_mail_states(bigint[]) to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

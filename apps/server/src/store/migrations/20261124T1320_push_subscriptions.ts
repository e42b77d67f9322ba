import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { message } from './baseline/statements.ts'

/** Browsers that take notifications, what waits for them, and the key pair with which the push services know the product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // One row: the private key is a sealed value of the operator.
    sql`
      create table vapid_keys (
        id text primary key check (id = 'vapid'),
        public_key text not null,
        private_key bytea not null
      )`,
    sql`
      create table push_subscriptions (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        endpoint text not null,
        p256dh text not null,
        auth text not null,
        user_agent text,
        created_at timestamptz not null default now(),
        delivered_at timestamptz,
        failures integer not null default 0,
        ${message('problem')},
        unique (user_id, endpoint)
      )`,
    // A row outlives its device: it shows what became of its alert.
    sql`
      create table push_outbox (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        subscription_id bigint references push_subscriptions (id) on delete set null,
        notice_id bigint not null references notices (id) on delete cascade,
        expires_at bigint not null,
        due_at timestamptz not null default now(),
        attempts integer not null default 0,
        sent_at timestamptz,
        given_up_at timestamptz,
        ${message('problem')},
        unique (notice_id, subscription_id)
      )`,
    sql`
      create index push_outbox_waiting on push_outbox (subscription_id, id)
        where sent_at is null and given_up_at is null`,
    sql`create index push_outbox_by_user on push_outbox (user_id)`,
    sql`create index push_outbox_by_subscription on push_outbox (subscription_id)`,
    sql`alter table alert_switches drop constraint alert_switches_channel_check`,
    sql`
      alter table alert_switches
        add constraint alert_switches_channel_check check (channel in ('telegram', 'push', 'mail'))`,
    ...['push_subscriptions', 'push_outbox'].flatMap((table) => [
      sql`alter table ${sql.table(table)} enable row level security`,
      sql`create policy own_rows on ${sql.table(table)} to ${sql.id(USER_ROLE)}
        using (user_id = current_setting('app.user', true))`,
      sql`grant select on ${sql.table(table)} to ${sql.id(USER_ROLE)}`,
    ]),
  ]
  for (const statement of statements) await statement.execute(db)
}

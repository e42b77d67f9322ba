import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** Changes of an account that its owner is to be notified of. A row waits until the notification is written, and goes with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table account_changes (
      id bigint generated always as identity primary key,
      user_id text not null,
      change text not null,
      at timestamptz not null default now()
    )`,
    sql`create index account_changes_user_idx on account_changes (user_id)`,
    sql`alter table account_changes enable row level security`,
    sql`create policy own_rows on account_changes to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql.raw(`grant select, insert on account_changes to ${USER_ROLE}`),
  ]
  for (const statement of statements) await statement.execute(db)
}

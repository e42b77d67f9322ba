import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** Why a session is over, by the digest of its token: the device that still has the token is told the reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table ended_sessions (
      digest text primary key,
      user_id text not null,
      reason text not null check (reason in ('expired', 'signed_out', 'password_changed')),
      ended_at timestamptz not null default now()
    )`,
    sql`create index ended_sessions_user_idx on ended_sessions (user_id)`,
    sql`alter table ended_sessions enable row level security`,
    sql`create policy own_rows on ended_sessions to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql.raw(`grant select, insert on ended_sessions to ${USER_ROLE}`),
  ]
  for (const statement of statements) await statement.execute(db)
}

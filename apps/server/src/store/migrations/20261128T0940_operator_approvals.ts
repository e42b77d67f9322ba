import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { insertOnly } from './baseline/statements.ts'

/** What one operator asks for and another decides: refunds above the limit and changes of egress addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table operator_approval_requests (
        id text primary key,
        kind text not null check (kind in ('refund', 'egress_address')),
        user_id text not null references profiles (user_id),
        details jsonb not null,
        asked_by text not null,
        asked_at bigint not null
      )`,
    sql`create index operator_approval_requests_by_time on operator_approval_requests (asked_at)`,
    sql`create index operator_approval_requests_by_user on operator_approval_requests (user_id, kind)`,
    sql`
      create table operator_approval_decisions (
        request_id text primary key references operator_approval_requests (id),
        decision text not null check (decision in ('approved', 'rejected', 'withdrawn')),
        decided_by text not null,
        at bigint not null
      )`,
    ...['operator_approval_requests', 'operator_approval_decisions'].flatMap(insertOnly),
    sql`alter table operator_approval_requests enable row level security`,
    sql`create policy own_rows on operator_approval_requests to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select on operator_approval_requests to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { insertOnly } from './baseline/statements.ts'

/** Alarms of trading and findings of the auditor as operators work through them, and what operators did about each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // One row a code and subject an account has on a day, however often it occurs. No foreign key: an alarm about an account
    // that is not stored yet is an alarm too.
    sql`
      create table exceptions (
        id bigint generated always as identity primary key,
        account_id text not null,
        on_day date not null,
        code text not null,
        subject text not null,
        message jsonb not null,
        first_at bigint not null,
        last_at bigint not null,
        occurrences integer not null check (occurrences > 0),
        resolved_at bigint,
        unique (account_id, on_day, code, subject)
      )`,
    sql`create index exceptions_open on exceptions (last_at) where resolved_at is null`,
    sql`create index exceptions_resolved on exceptions (resolved_at) where resolved_at is not null`,
    sql`
      create table exception_steps (
        id bigint generated always as identity primary key,
        exception_id bigint not null references exceptions (id),
        step text not null check (step in ('taken', 'resolved', 'reopened')),
        note text,
        taken_by text not null,
        at bigint not null
      )`,
    sql`create index exception_steps_by_exception on exception_steps (exception_id, id)`,
    ...insertOnly('exception_steps'),
    sql`alter table exceptions enable row level security`,
    sql`create policy own_rows on exceptions to ${sql.id(USER_ROLE)}
      using (account_id = current_setting('app.user', true))`,
    sql`grant select on exceptions to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

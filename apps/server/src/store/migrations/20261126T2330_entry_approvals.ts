import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { insertOnly } from './baseline/statements.ts'

/**
 * How long entries of an index wait for their user to approve them, and what was answered: an offer once, from whichever device
 * was first. An approved one is a ticket. Of a paired chat too, so tickets have its channel.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table strategies add approval_seconds integer check (approval_seconds between 20 and 60)`,
    sql`alter table entry_tickets drop constraint entry_tickets_channel_check,
        add constraint entry_tickets_channel_check check (channel in ('web', 'telegram'))`,
    // An account is its user. The offer is the refusal that asked for the approval.
    sql`
      create table entry_approvals (
        user_id text not null references profiles (user_id),
        account_id text not null,
        symbol text not null,
        decision_id text not null,
        answer text not null check (answer in ('take', 'skip')),
        channel text not null check (channel in ('web', 'telegram')),
        at bigint not null,
        primary key (account_id, symbol, decision_id),
        foreign key (account_id, symbol, decision_id) references entry_refusals (account_id, symbol, decision_id),
        check (account_id = user_id)
      )`,
    sql`create index entry_approvals_by_user on entry_approvals (user_id)`,
    ...insertOnly('entry_approvals'),
    sql`alter table entry_approvals enable row level security`,
    sql`create policy own_rows on entry_approvals to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select, insert on entry_approvals to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

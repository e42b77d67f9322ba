import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/**
 * Complaints, for the table that SEBI asks of a research analyst each month. A row names no person: it outlives the
 * message it came with, which the retention job deletes. A complaint by the form is entered in the user's own transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table complaints (
        id bigint generated always as identity primary key,
        source text not null default 'direct' check (source in ('direct', 'scores', 'other')),
        reference text not null,
        received_on date not null,
        entered_by text,
        closed_on date,
        outcome text check (outcome in ('resolved', 'not_a_complaint')),
        closed_by text,
        unique (source, reference),
        check ((outcome is null) = (closed_on is null)),
        check (closed_on >= received_on)
      )`,
    sql`create index complaints_open on complaints (received_on) where outcome is null`,
    sql`
      insert into complaints (source, reference, received_on)
      select 'direct', id, (at at time zone 'Asia/Kolkata')::date from support_tickets
      where topic = 'grievance' and kind = 'form' order by at`,
    // By the form a complaint is one from the investor: the column of the source is not the user's to set.
    sql`grant insert (reference, received_on) on complaints to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

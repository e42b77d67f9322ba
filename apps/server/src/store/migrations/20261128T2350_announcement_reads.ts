import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** Which user has marked which announcement as read in the list of the bell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table announcement_reads (
        user_id text not null references profiles (user_id),
        announcement_id bigint not null references announcements (id),
        at bigint not null,
        primary key (user_id, announcement_id)
      )`,
    sql`create index announcement_reads_by_announcement on announcement_reads (announcement_id)`,
    sql`alter table announcement_reads enable row level security`,
    sql`create policy own_rows on announcement_reads to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select, insert on announcement_reads to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

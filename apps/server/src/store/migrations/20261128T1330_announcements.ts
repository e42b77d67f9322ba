import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/**
 * What operators announce to the users of some plans, and which user has dismissed which. Users read what is announced, never
 * who announced it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table announcements (
        id bigint generated always as identity primary key,
        title text not null,
        body text not null,
        title_hi text,
        body_hi text,
        level text not null check (level in ('info', 'warning')),
        plans text[] not null check (cardinality(plans) > 0 and plans <@ array['starter', 'pro', 'elite', 'master']),
        shown_from bigint not null,
        shown_until bigint not null,
        created_by text not null,
        created_at bigint not null,
        withdrawn_at bigint,
        withdrawn_by text,
        check ((title_hi is null) = (body_hi is null)),
        check (shown_until > shown_from and shown_until - shown_from <= 30 * 86400000::bigint),
        check ((withdrawn_at is null) = (withdrawn_by is null))
      )`,
    sql`create index announcements_by_end on announcements (shown_until)`,
    sql`
      create table announcement_dismissals (
        user_id text not null references profiles (user_id),
        announcement_id bigint not null references announcements (id),
        at bigint not null,
        primary key (user_id, announcement_id)
      )`,
    sql`create index announcement_dismissals_by_announcement on announcement_dismissals (announcement_id)`,
    sql`grant select (id, title, body, title_hi, body_hi, level, plans, shown_from, shown_until, withdrawn_at)
      on announcements to ${sql.id(USER_ROLE)}`,
    sql`alter table announcement_dismissals enable row level security`,
    sql`create policy own_rows on announcement_dismissals to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select, insert on announcement_dismissals to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

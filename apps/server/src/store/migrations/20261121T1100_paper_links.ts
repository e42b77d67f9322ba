import { sql, type Kysely } from 'kysely'

/**
 * Paper and live never mix: a link keeps its kind for life. Another kind is another row, and a row may only go while
 * nothing of it trades (accounts/replace-link.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create function refuse_other_mode() returns trigger language plpgsql as $$
      begin
        raise exception 'the kind of a broker link never changes' using errcode = 'insufficient_privilege';
      end $$`,
    sql`
      create trigger broker_links_mode_stays before update on broker_links
        for each row when (old.mode is distinct from new.mode or old.user_id is distinct from new.user_id)
        execute function refuse_other_mode()`,
  ]
  for (const statement of statements) await statement.execute(db)
}

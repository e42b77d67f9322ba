import { sql, type Kysely } from 'kysely'

/**
 * Paper and live are counted apart (record 10): a trade's kind stands beside its result, and a day is locked for one kind
 * of link. A day locked before now was of one account, so its lock is of the kind that traded, else of the link's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      alter table trades
      add column mode text not null generated always as (body ->> 'mode') stored check (mode in ('paper', 'live'))`,
    sql`alter table day_locks add column mode text check (mode in ('paper', 'live'))`,
    sql`
      update day_locks d
      set mode = coalesce(
        (select t.mode from trades t where t.account_id = d.account_id and t.on_day = d.on_day limit 1),
        (select l.mode from broker_links l where l.user_id = d.account_id),
        'paper'
      )`,
    sql`alter table day_locks alter column mode set not null`,
    sql`alter table day_locks drop constraint day_locks_pkey, add primary key (account_id, on_day, mode)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** One-minute bars of past sessions of each index, for charts: the feed's history has them only while it is open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table index_days (
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        on_day date not null,
        bars jsonb not null,
        primary key (symbol, on_day)
      )`,
    sql`grant select on index_days to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

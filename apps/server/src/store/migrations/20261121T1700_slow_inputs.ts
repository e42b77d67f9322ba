import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** What the agents read that comes once a day: figures of institutions, at-the-money volatility. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table flow_cash (
        day date primary key,
        fii_net double precision,
        dii_net double precision,
        published_at bigint not null
      )`,
    sql`
      create table flow_positions (
        day date primary key,
        future_long double precision not null,
        future_short double precision not null,
        published_at bigint not null
      )`,
    sql`
      create table daily_volatility (
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        day date not null,
        sigma double precision not null check (sigma > 0),
        taken_at bigint not null,
        primary key (symbol, day)
      )`,
    ...['flow_cash', 'flow_positions', 'daily_volatility'].flatMap(insertOnly),
  ]
  for (const statement of statements) await statement.execute(db)
}

import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Insertable, Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Trading days of a year: what rank and percentile are taken over. */
const DAYS_READ = 252

/** Keeps the at-the-money volatility of a day; the first stands. */
export async function storeDailyVolatility(
  db: Kysely<Database>,
  row: Insertable<Database['daily_volatility']>,
): Promise<void> {
  await db
    .insertInto('daily_volatility')
    .values(row)
    .onConflict((on) => on.columns(['symbol', 'day']).doNothing())
    .execute()
}

/** The volatilities of the days before `day`, oldest first, as fractions. */
export async function dailyVolatility(db: Kysely<Database>, symbol: IndexSymbol, day: IstDate): Promise<number[]> {
  const rows = await db
    .selectFrom('daily_volatility')
    .select('sigma')
    .where('symbol', '=', symbol)
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .limit(DAYS_READ)
    .execute()
  return rows.toReversed().map(({ sigma }) => sigma)
}

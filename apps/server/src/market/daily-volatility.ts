import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { VOLATILITY_SESSIONS } from '@strikewise/domain/market/volatility-sessions.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Insertable, Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

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
    .limit(VOLATILITY_SESSIONS.most)
    .execute()
  return rows.toReversed().map(({ sigma }) => sigma)
}

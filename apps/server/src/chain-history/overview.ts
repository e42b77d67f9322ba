import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { VOLATILITY_SESSIONS } from '@strikewise/domain/market/volatility-sessions.ts'
import type { ChainHistory } from '@strikewise/wire/chain-history.ts'
import { sql, type Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../store/database.ts'
import { keepDaysOf, volatilitySessions } from './history-rows.ts'

const iso = (at: Date) => istIso(at.getTime() as EpochMs)

/** Which days are stored of each index, what failed, and how long days are kept. */
export async function chainHistory(db: Kysely<Database>, { history }: Pick<Config, 'history'>): Promise<ChainHistory> {
  const stored = await db
    .selectFrom('chain_history_days')
    .select((row) => [
      'symbol',
      row.fn.countAll<string>().as('days'),
      sql<IstDate>`min(day)`.as('from'),
      sql<IstDate>`max(day)`.as('to'),
      row.fn.sum<string>('bytes').as('bytes'),
      row.fn.max('stored_at').as('stored_at'),
    ])
    .where('minutes', '>', 0)
    .groupBy('symbol')
    .execute()
  const volatility: { symbol: IndexSymbol; sessions: number }[] = []
  for (const symbol of INDEX_SYMBOLS)
    volatility.push({ symbol, sessions: await volatilitySessions(db, symbol, VOLATILITY_SESSIONS.most) })
  const failures = await db.selectFrom('chain_history_failures').selectAll().orderBy('day').execute()
  return {
    on: history !== undefined,
    keep_days: await keepDaysOf(db, history?.keepDays ?? 0),
    symbols: INDEX_SYMBOLS.flatMap((symbol) => {
      const row = stored.find((one) => one.symbol === symbol)
      if (row === undefined) return []
      const { from, to, stored_at } = row
      return [{ symbol, days: Number(row.days), from, to, bytes: Number(row.bytes), stored_at: iso(stored_at) }]
    }),
    volatility,
    failures: failures.map(({ day, reason, attempts, failed_at }) => ({
      day,
      reason,
      attempts,
      failed_at: iso(failed_at),
    })),
  }
}

import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { HELD_STATES } from '@strikewise/execution/trade/trade.ts'
import type { TradeLogRow } from '@strikewise/wire/trades.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { UserScopedDbs } from '../store/user-scoped-db.ts'
import { activeTradesOn } from './active-trades.ts'
import { entryRefusalsOn } from './entry-refusals.ts'
import { isNotCover } from './exclude-covers.ts'
import { readTradeHistory } from './trade-history.ts'
import { isLogged, tradedOf, tradeLogRows, type Traded } from './trade-log-rows.ts'
import type { TradeViews } from './trade-views.ts'

/** Reads the rows the trader role commits, each user's through their own session; an account is its user. */
export function postgresTradeViews(userDbOf: UserScopedDbs): TradeViews {
  return {
    activeTrades: (userId, day) => userDbOf(userId).read((db) => activeTradesOn(db, userId, day)),
    tradeLogs: (userId, day, closedOnly) => userDbOf(userId).read((db) => tradeLogsOn(db, userId, day, closedOnly)),
    history: (userId, tradeId) => userDbOf(userId).read((db) => readTradeHistory(db, userId, tradeId)),
    entryRefusals: (userId, day, page) => userDbOf(userId).read((db) => entryRefusalsOn(db, userId, day, page)),
  }
}

/**
 * All trades of a user on a day that got a position, oldest entry first; `closedOnly` leaves the running ones out. Units that
 * were sold short and bought back have a row of their own behind the trade's.
 */
export async function tradeLogsOn(
  db: Kysely<Database>,
  userId: string,
  day: IstDate,
  closedOnly: boolean,
): Promise<TradeLogRow[]> {
  const rows = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('on_day', '=', day)
    .where('state', 'in', closedOnly ? ['closed'] : [...HELD_STATES, 'closed'])
    .execute()
  const trades = rows.map((row) => row.body).filter(isLogged)
  const sums = await tradedIn(
    db,
    trades.map((trade) => trade.id),
  )
  return tradeLogRows(trades, (id) => sums.get(id) ?? tradedOf([]))
}

async function tradedIn(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, Traded>> {
  if (ids.length === 0) return new Map()
  const fills = await db
    .selectFrom('fills')
    .select(['trade_id', 'side', 'quantity', 'price_paise as price'])
    .where('trade_id', 'in', ids)
    .where(isNotCover())
    .execute()
  return new Map([...Map.groupBy(fills, (fill) => fill.trade_id)].map(([id, own]) => [id, tradedOf(own)]))
}

import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountRecords } from '@strikewise/execution/store/change.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** An account's trades of a day and those of any day that are not over, with everything that belongs to them. */
export async function loadRecords(db: Kysely<Database>, account: string, on: IstDate): Promise<AccountRecords> {
  const trades = await db
    .selectFrom('trades')
    .select(['id', 'body'])
    .where('account_id', '=', account)
    .where((is) => is.or([is('on_day', '=', on), is('state', 'in', ['entering', 'open', 'exiting'])]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const lock = await db
    .selectFrom('day_locks')
    .select(['reason', 'at'])
    .where('account_id', '=', account)
    .where('on_day', '=', on)
    .executeTakeFirst()
  return {
    trades: trades.map((row) => row.body),
    ...(await belongingsOf(
      db,
      trades.map((row) => row.id),
    )),
    lock: lock === undefined ? null : { on, reason: lock.reason, at: lock.at as EpochMs },
  }
}

async function belongingsOf(
  db: Kysely<Database>,
  trades: readonly string[],
): Promise<Pick<AccountRecords, 'intents' | 'orders' | 'fills'>> {
  if (trades.length === 0) return { intents: [], orders: [], fills: [] }
  const intents = await db
    .selectFrom('intents')
    .select('body')
    .where('trade_id', 'in', trades)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const orders = await db.selectFrom('broker_orders').select('body').where('trade_id', 'in', trades).execute()
  const fills = await db.selectFrom('fills').selectAll().where('trade_id', 'in', trades).execute()
  return {
    intents: intents.map((row) => row.body),
    orders: orders.map((row) => row.body),
    fills: fills.map((row) => ({
      accountId: row.account_id,
      tradeId: row.trade_id,
      orderId: row.order_id,
      fillId: row.fill_id,
      side: row.side,
      quantity: row.quantity,
      price: row.price_paise as Paise,
      at: row.filled_at as EpochMs,
      byHand: row.by_hand,
      tradingsymbol: row.tradingsymbol,
      product: row.product,
    })),
  }
}

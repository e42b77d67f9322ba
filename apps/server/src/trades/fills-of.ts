import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { isNotCover } from './exclude-covers.ts'

/** The broker's fills of the trades `ids`, by trade. */
export async function fillsOf(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, Fill[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('fills').selectAll().where('trade_id', 'in', ids).where(isNotCover()).execute()
  return Map.groupBy(
    rows.map((row): Fill => ({
      fillId: row.fill_id,
      orderId: row.order_id,
      tradingsymbol: row.tradingsymbol,
      side: row.side,
      product: row.product,
      quantity: row.quantity,
      price: row.price_paise as Paise,
      at: row.filled_at as EpochMs,
      accountId: row.account_id,
      tradeId: row.trade_id,
      isManual: row.is_manual,
    })),
    (fill) => fill.tradeId,
  )
}

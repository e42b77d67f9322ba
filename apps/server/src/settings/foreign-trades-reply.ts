import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { foreignResult } from '@strikewise/execution/trade/foreign-trades.ts'
import { loadForeignTrades } from '@strikewise/postgres-store/load-records.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { queryableOf } from '../store/queryable.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/** What the user traded today in the broker's own app, as far as it counts towards the limits; null: nothing was seen. */
export async function foreignTradesReply(
  db: UserScopedRow,
  userId: string,
  now: EpochMs,
): Promise<TradeSettingsReply['own_trades']> {
  const trades = await loadForeignTrades(queryableOf(db), userId, istDateAt(now))
  if (trades === undefined || trades.begun === 0) return null
  return { trades: trades.begun, net: rupeesFromPaise(foreignResult(trades)) }
}

import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Change } from '../store/account-changes.ts'
import type { BrokerFill, Fill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import { changesOf } from './account-fixture.ts'
import { CALL, rs } from './scenario.ts'
import { ago, OPEN, order } from './trade-fixture.ts'

/** Contract and product of the trades below. */
export const KEY = `${CALL.tradingsymbol}/MIS`
/** Another contract. */
export const OTHER = 'NIFTY26D0124100CE'
/** Two trades in one contract. */
export const T1 = OPEN
export const T2: Trade = { ...OPEN, id: 't2', createdAt: ago(30_000) }

/** A row of the broker's trade book, by any party. */
export function fill(
  orderId: string,
  side: OrderSide,
  quantity: number,
  at: EpochMs,
  change: Partial<BrokerFill> = {},
): BrokerFill {
  const about = { fillId: `f${orderId}`, orderId, tradingsymbol: CALL.tradingsymbol, side, product: 'MIS' } as const
  return { ...about, quantity, price: rs(150), at, ...change }
}

/** A trade of ours that bought `units` and by its own orders sold `sold`, its fills read. */
export function bought(trade: Trade, units: number, boughtAt: EpochMs, sold = 0, soldAt: EpochMs = ago(0)): Change[] {
  const [b, s] = [`b-${trade.id}`, `s-${trade.id}`]
  const own = (one: BrokerFill): Fill => ({ ...one, accountId: trade.accountId, tradeId: trade.id, isManual: false })
  const done = { tradeId: trade.id, phase: 'complete' } as const
  return changesOf({
    trades: [trade],
    orders: [
      order(b, { ...done, side: 'BUY', quantity: units, filled: units }),
      ...(sold > 0 ? [order(s, { ...done, quantity: sold, filled: sold })] : []),
    ],
    fills: [own(fill(b, 'BUY', units, boughtAt)), ...(sold > 0 ? [own(fill(s, 'SELL', sold, soldAt))] : [])],
  })
}

import type { CallRecord } from '../environment/broker-records.ts'
import type { CheckerContext } from './checker-context.ts'
import { PRODUCT, type Holding, type OrderLife } from './exchange-orders.ts'
import { forgottenOrders } from './rejected-rows.ts'

/** What a process learns in the moment of an entry comes too late to hold it back. */
const CLAIM_MS = 2_000

/**
 * Orders of ours of which the store has lost every row, where the process of an entry could not know of them: no order book
 * that it had read shows them, and its newest positions hold no more of the contract than the user has bought.
 */
export function unseenLostOrders(context: CheckerContext, { account, process, leftAt }: CallRecord): OrderLife[] {
  const { exchangeOrders, observations } = context
  if (observations.lostTail.rows.length === 0) return []
  const shown = new Set(
    observations.ordersRead.flatMap((read) =>
      read.account === account && read.process === process && read.receivedAt <= leftAt ? read.orderIds : [],
    ),
  )
  const positions = observations.booksRead.findLast(
    (read) =>
      read.account === account &&
      read.process === process &&
      read.positions !== undefined &&
      read.receivedAt <= leftAt - CLAIM_MS,
  )?.positions
  const unitsIn = ({ tradingsymbol }: Holding) =>
    positions?.find((one) => one.tradingsymbol === tradingsymbol && one.product === PRODUCT)?.quantity ?? 0
  return [...exchangeOrders.holdings.values()].flatMap((holding) => {
    if (holding.account !== account) return []
    let boughtByUser = 0
    for (const { isProductOrder, side, filled } of exchangeOrders.ordersOf(holding))
      if (!isProductOrder && side === 'BUY') boughtByUser += filled
    if (unitsIn(holding) > boughtByUser) return []
    return forgottenOrders(context, holding).filter(({ orderId }) => !shown.has(orderId))
  })
}

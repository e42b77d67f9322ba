// @invariant I13 Orders without our tag are never touched; what the user does is noticed, and each alarm and
//   position is notified.
import type { CallRecord } from '../environment/broker-records.ts'
import type { CheckerContext } from './checker-context.ts'
import { rowOf } from './order-confirmation.ts'

/** I13: orders without our tag are never touched. (That a stop is fitted to a manual sale: see never-short.ts.) */
export function checkForeignOrdersUntouched(context: CheckerContext, call: CallRecord): void {
  if (call.kind === 'place') return
  const order = context.exchangeOrders.orders.get(call.orderId!)
  if (order?.isProductOrder === true && order.account === call.account) return
  if (order === undefined && wasAnswered(context, call)) return
  context.findings.add(
    'I13',
    call.account,
    `${call.kind} ${call.orderId}`,
    `${call.kind} of an order that is not ours: ${call.orderId}`,
  )
}

/**
 * Whether the broker itself answered a new order of ours with this id, which no order of its has, and no row shows yet the
 * order that it took instead.
 */
function wasAnswered(context: CheckerContext, { account, orderId }: CallRecord): boolean {
  return context.callLog.of(account).some(({ kind, tag, answer }) => {
    if (kind !== 'place' || answer?.type !== 'accepted' || answer.orderId !== orderId) return false
    const taken = context.exchangeOrders.findByTag(account, tag!)
    return taken === undefined || rowOf(context, account, taken.orderId) === undefined
  })
}

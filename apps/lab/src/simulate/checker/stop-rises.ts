import type { CallRecord } from '../model-broker.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { Parts } from './parts.ts'

/** I1: a stop never falls. Whoever lowers it by hand has it put back. */
export function checkStopRises({ books, findings }: Parts, call: CallRecord): void {
  if (call.kind !== 'modify' || call.terms?.kind !== 'SL') return
  const order = books.orders.get(call.orderId!)
  if (order === undefined || order.resting !== 'armed' || order.pending !== null || order.orderType !== 'SL') return
  const tick = CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === order.tradingsymbol)!.tickSize
  if (call.terms.trigger > order.triggerPrice - tick) return
  const text = `the stop ${order.tag} is lowered from ${order.triggerPrice} to ${call.terms.trigger}`
  findings.add('I1', call.account, `${order.orderId} ${call.leftAt}`, text)
}

import type { CallRecord } from '../model-broker.ts'
import type { Parts } from './parts.ts'

/** I13: orders without our tag are never touched. (That a stop is fitted to a sale by hand: see never-short.ts.) */
export function checkHandsOff({ books, findings }: Parts, call: CallRecord): void {
  if (call.kind === 'place') return
  const order = books.orders.get(call.orderId!)
  if (order === undefined || !order.isOurs || order.account !== call.account)
    findings.add(
      'I13',
      call.account,
      `${call.kind} ${call.orderId}`,
      `${call.kind} of an order that is not ours: ${call.orderId}`,
    )
}

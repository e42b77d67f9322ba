// @invariant I5
// @invariant I8
import { isTerminal, type OrderRecord } from '@strikewise/execution/order/order.ts'
import type { CheckerContext } from './checker-context.ts'

/**
 * I5, I8: an account's history leads forward. Each claim is of the epoch that owns the account by then or of a later one,
 * and a trade or an order that is over stays over, with at least as much filled as it was. An id that an answer named by
 * mistake is no order of that call: under the call that it belongs to its history begins. A claim whose row the store lost
 * had come before: a process that remembers it writes it again after newer ones. For the end of the day.
 */
export function checkHistoryMonotonic({ observations, findings }: CheckerContext): void {
  for (const account of observations.accounts) {
    let owner = 0
    const claimed = new Set<string>()
    const closed = new Set<string>()
    const orders = new Map<string, OrderRecord>()
    for (const { change } of observations.store.account(account).journal) {
      if (change.type === 'intent' && !claimed.has(change.intent.id)) {
        const { id, epoch } = change.intent
        claimed.add(id)
        if (epoch < owner && !isWrittenAgain(observations, account, id))
          findings.add('I5', account, id, `epoch ${epoch} claimed ${id} after epoch ${owner} had come`)
        owner = Math.max(owner, epoch)
      }
      if (change.type === 'order') {
        const { order } = change
        const { orderId } = order
        const last = orders.get(orderId)
        const before = last?.isForeign === true && last.intentId !== order.intentId ? undefined : last
        if (before !== undefined && isTerminal(before.phase) && !isTerminal(order.phase))
          findings.add('I8', account, `revived ${orderId}`, `order ${orderId} was over and is ${order.phase} again`)
        if (before !== undefined && order.filled < before.filled)
          findings.add(
            'I8',
            account,
            `emptied ${orderId}`,
            `order ${orderId} had filled ${before.filled}, now ${order.filled}`,
          )
        orders.set(orderId, order)
      }
      if (change.type !== 'trade') continue
      const { id, state } = change.trade
      if (closed.has(id) && state !== 'closed')
        findings.add('I8', account, `reopened ${id}`, `trade ${id} was closed and is ${state} again`)
      if (state === 'closed') closed.add(id)
    }
  }
}

function isWrittenAgain({ lostTail }: CheckerContext['observations'], account: string, intentId: string): boolean {
  return lostTail.rows.some(
    (one) => one.account === account && one.change.type === 'intent' && one.change.intent.id === intentId,
  )
}

import type { FaultKind } from '../../chance/faults.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import type { CheckerContext } from '../checker-context.ts'
import { rejectedOf, rejectedRowOf } from '../rejected-rows.ts'
import { rowOf } from '../order-confirmation.ts'

/** After these what one process counted may not have been stored. */
const FORGETFUL: readonly FaultKind[] = [
  'crash',
  'crash_offline',
  'crash_while_sending',
  'freeze',
  'frozen_at_commit',
  'frozen_in_tx',
  'deploy',
  'store_down',
  'store_slow',
  'writes_slow',
  'pool_exhausted',
  'tx_failed',
  'commit_unknown',
]

/** I14: of an order's changes those count that the broker may have counted: accepted ones, and those whose outcome is unknown. */
export function checkCountedChanges(context: CheckerContext): void {
  const { observations, callLog, exchangeOrders, activeFaults, findings } = context
  for (const account of observations.accounts) {
    if (activeFaults.struck(account, FORGETFUL, observations.time.now, observations.time.now)) continue
    const asked = new Map<string, number>()
    for (const call of callLog.of(account)) {
      const { kind, orderId, answer } = call
      if (kind !== 'modify' || answer === undefined || answer.type === 'refused') continue
      if (!wasSucceeded(context, call)) asked.set(orderId!, (asked.get(orderId!) ?? 0) + 1)
    }
    for (const [orderId, count] of asked) {
      const counted = rowOf({ observations }, account, orderId)?.modifies
      if (wasRejected(context, account, orderId, count)) continue
      if (exchangeOrders.orders.has(orderId) && counted !== undefined && counted < count)
        findings.add(
          'I14',
          account,
          `counted ${orderId}`,
          `${counted} changes of ${orderId} are counted, ${count} may be`,
        )
    }
  }
}

/** Whether the store rejected, or lost, a row of the order that counted so many changes. */
function wasRejected(context: CheckerContext, account: string, orderId: string, count: number): boolean {
  if (rejectedOf(context, account, 'order').some(({ order }) => order.orderId === orderId && order.modifies >= count))
    return true
  // A text that no row can hold stays with the order, and with every later row of it.
  return context.observations.store.account(account).journal.some(({ change }) => {
    const row = rejectedRowOf(change)
    return row?.code === 'journal_row.order' && row.id === orderId
  })
}

/** Whether another process wrote for the account before the call was answered: it counts what it proves, and does not receive the answer. */
function wasSucceeded(
  { observations, rowTimes }: CheckerContext,
  { account, leftAt, answeredAt }: CallRecord,
): boolean {
  const times = rowTimes.of(account)
  let newest = 0
  for (const [at, { epoch }] of observations.store.account(account).journal.entries()) {
    const writtenAt = times[at] ?? observations.time.now
    if (writtenAt > answeredAt!) return false
    if (writtenAt > leftAt && epoch > newest) return newest > 0
    newest = Math.max(newest, epoch)
  }
  return false
}

import type { BrokerReconciler } from '../broker-view/broker-reconciler.ts'
import type { PollScheduler } from '../broker-view/poll-scheduler.ts'
import type { AccountInput } from '../plan/account-input.ts'

type BooksForPlan = Pick<
  AccountInput,
  | 'snapshotsReadAt'
  | 'foreignSellOrders'
  | 'fillsShownAt'
  | 'foreignSalesVisibleFrom'
  | 'unjudgedSince'
  | 'positionsPendingSince'
  | 'requiredSight'
  | 'firstSeenAt'
  | 'positions'
  | 'trades'
  | 'foreignTrades'
>

/** What the broker's books have shown, as far as the plan of an account asks. */
export function booksForPlan(reconciler: BrokerReconciler, pollScheduler: PollScheduler): BooksForPlan {
  return {
    snapshotsReadAt: reconciler.snapshotsReadAt,
    foreignSellOrders: reconciler.foreignOpenSales,
    fillsShownAt: (key) => reconciler.fillsShownAt(key),
    foreignSalesVisibleFrom: (key) => reconciler.foreignSellOrders.visibleFrom(key),
    unjudgedSince: (key) => reconciler.unjudgedSince(key),
    positionsPendingSince: pollScheduler.pendingSince('positions'),
    requiredSight: (view) => reconciler.foreignSellOrders.requiredSight(view),
    firstSeenAt: (order) => reconciler.firstSeenAt(order),
    positions: reconciler.positions,
    trades: reconciler.trades,
    foreignTrades: (state) => reconciler.foreignTrades(state),
  }
}

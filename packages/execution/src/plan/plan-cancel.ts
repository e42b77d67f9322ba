// @invariant never-oversell
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import { isUnresolved } from '../intent/intent.ts'
import { isTerminal, type OrderRecord } from '../order/order.ts'
import { refusalsInARow, retryAt } from './retry-backoff.ts'
import { changesOf } from '../trade/sell-orders.ts'
import { earliestOf } from '../instants.ts'
import { NOTHING, singleStep, waitUntil, type CallPriority, type Plan, type PlanEnv } from './steps.ts'

/** The broker may take this long to carry a cancel out before it is asked again, longer each time (fault F10). */
const CANCEL_PATIENCE_MS = 10_000
const LONGEST_PATIENCE_MS = 60_000
const RETRY_MS = 1_000
/**
 * An order that the broker has called busy for so many requests is stuck at the exchange, for minutes or for hours, and
 * several may be at once: asked half as often, they leave the minute's calls to the exits.
 */
const STUCK_AFTER = 15
const STUCK_RETRY_MS = 2_000
/** A reading that has not shown a cancel by then may take seconds more: the order's own history is read beside it. */
const BACKUP_SALE_POLL_MS = 1_000

/**
 * Asks for one order to be cancelled, unless it is over or that is under way; asked again when it is refused or comes to
 * nothing.
 */
export function planCancel(
  view: TradeSnapshot,
  order: OrderRecord,
  lane: CallPriority,
  reason: string,
  env: PlanEnv,
): Plan {
  if (isTerminal(order.phase)) return NOTHING
  const changes = changesOf(view, order.orderId)
  const last = changes.at(-1)
  // One call an order at a time: a modify whose answer is out must come back first.
  if (last !== undefined && last.outcome.state === 'sending') return NOTHING
  const cancels = changes.filter((intent) => intent.call.type === 'cancel')
  const asked = cancels.at(-1)
  if (asked !== undefined && isUnresolved(asked))
    return asked.outcome.state === 'in_doubt' ? pollForBackupSale(view, order, asked.outcome.since, env) : NOTHING
  if (order.phase === 'cancelling' || (asked === last && asked?.outcome.state === 'accepted')) {
    // Under way, by us or by another party: asked again only when that takes long.
    if (asked === undefined || !('at' in asked.outcome)) return NOTHING
    const patience = Math.min(LONGEST_PATIENCE_MS, CANCEL_PATIENCE_MS * cancels.length)
    const askAgainAt = (asked.outcome.at + patience) as EpochMs
    if (env.now < askAgainAt) {
      const poll = pollForBackupSale(view, order, asked.outcome.at, env)
      return { steps: poll.steps, wakeAt: earliestOf(poll.wakeAt, askAgainAt) }
    }
  } else if (last?.call.type === 'cancel' && last.outcome.state === 'refused') {
    const inARow = refusalsInARow(changes)
    const soonest = inARow < STUCK_AFTER ? 0 : last.outcome.at + STUCK_RETRY_MS
    const again = Math.max(soonest, retryAt(last.outcome, inARow, env, RETRY_MS)) as EpochMs
    if (env.now < again) return waitUntil(again, { type: 'read', what: 'orders' })
  }
  return singleStep({
    type: 'call',
    priority: lane,
    kind: 'cancel',
    reason,
    call: { type: 'cancel', orderId: order.orderId },
  })
}

/** While units are held, the next order to sell them waits for the end of this one: one slow reading must not delay it. */
function pollForBackupSale(view: TradeSnapshot, { orderId }: OrderRecord, askedAt: EpochMs, env: PlanEnv): Plan {
  if (view.open <= 0) return NOTHING
  const pollAt = (askedAt + BACKUP_SALE_POLL_MS) as EpochMs
  return env.now < pollAt ? waitUntil(pollAt) : singleStep({ type: 'read_history', orderId })
}

/** Cancels everything of ours that still lives in a trade that is over. */
export function planSweep(view: TradeSnapshot, env: PlanEnv): Plan {
  const plans = view.orders.map((order) =>
    planCancel(view, order, order.side === 'SELL' ? 'exit' : 'cancel', 'orphan', env),
  )
  return {
    steps: plans.flatMap((plan) => plan.steps),
    wakeAt: earliestOf(...plans.map((plan) => plan.wakeAt)),
  }
}

/** Whether nothing of ours works, or may come to work, for this trade. */
export function isQuiescent(view: TradeSnapshot): boolean {
  return (
    view.orders.every((order) => isTerminal(order.phase)) &&
    !view.intents.some((intent) => intent.call.type === 'place' && isUnresolved(intent))
  )
}

import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRecord } from '../order/order.ts'
import { isProtecting, unprotectedFrom } from '../trade/protection.ts'
import { isUnresolved } from '../intent/intent.ts'
import { changesOf, liveSells, unresolvedSells } from '../trade/sell-orders.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import { isInFuture } from '../instants.ts'
import { planCancel } from './plan-cancel.ts'
import { mergedPlans, waitUntil, type Plan, type PlanEnv, type Step } from './steps.ts'

/** Why a sale of a part is cancelled that has not ended by itself. */
const STANDS = 'reduce_stands'

/**
 * Sales of a part that have not ended: an immediate order is over at once, another may stand for `standsMs`. The book is read
 * for those, and their own histories once the broker owes its word for long. None is cancelled before the rest of the trade,
 * which `plan` is for, can take its units up at once: a call for its order is not answered, or leaves now.
 */
export function standingSales(
  view: TradeSnapshot,
  rest: TradeSnapshot,
  plan: Plan,
  orders: readonly OrderRecord[],
  standsMs: number,
  env: PlanEnv,
): Plan {
  const isRestFree = !plan.steps.some(({ type }) => type === 'call') && !hasOpenCall(rest)
  return mergedPlans(
    orders.map((order) => {
      const until = isInFuture((order.acknowledgedAt + standsMs) as EpochMs, env.now)
      const from = isInFuture(unprotectedFrom(view, order, env.config), env.now)
      const reads: Step[] = [{ type: 'read', what: 'orders' }]
      if (!isProtecting(view, order, env.config, env.now)) reads.push({ type: 'read_history', orderId: order.orderId })
      const plans = [waitUntil(until, ...reads), waitUntil(from)]
      if (until === undefined && isRestFree) plans.push(planCancel(view, order, 'exit', STANDS, env))
      return mergedPlans(plans)
    }),
  )
}

/** Whether a sale of the trade, or a change of one, waits for its answer. */
function hasOpenCall(view: TradeSnapshot): boolean {
  if (unresolvedSells(view).length > 0) return true
  return liveSells(view).some(({ orderId }) => changesOf(view, orderId).some(isUnresolved))
}

import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { earliestOf } from '../instants.ts'
import { isTerminal, type OrderRecord } from '../order/order.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import { planCancel } from './plan-cancel.ts'
import { NOTHING, type Plan, type PlanEnv } from './steps.ts'

/** So long may an entry rest that was sent as a DAY order: as long as an immediate one may take to be seen as over. */
export const ENTRY_RESTS_MS = 1_000

/**
 * Cancels what has not filled of an entry at a broker without immediate-or-cancel orders. An immediate order ends by
 * itself and is not checked.
 */
export function planRestingEntry(view: TradeSnapshot, env: PlanEnv): Plan {
  const resting = view.orders.filter((order) => !isTerminal(order.phase) && isDayEntry(view, order))
  if (resting.length === 0) return NOTHING
  const plans = resting.map((order): Plan => {
    const restsMs = env.bounds.exit === undefined ? ENTRY_RESTS_MS : 0
    const cancelAt = (order.acknowledgedAt + restsMs) as EpochMs
    return env.now < cancelAt ? { steps: [], wakeAt: cancelAt } : planCancel(view, order, 'cancel', 'rests', env)
  })
  return { steps: plans.flatMap(({ steps }) => steps), wakeAt: earliestOf(...plans.map(({ wakeAt }) => wakeAt)) }
}

/** The plan, and what ends an entry that rests. A plan that changes the trade's state comes first and alone. */
export function withRestingEntry(plan: Plan, view: TradeSnapshot, env: PlanEnv): Plan {
  if (plan.steps.some(({ type }) => type === 'become')) return plan
  const rest = planRestingEntry(view, env)
  if (rest === NOTHING) return plan
  return { steps: [...plan.steps, ...rest.steps], wakeAt: earliestOf(plan.wakeAt, rest.wakeAt) }
}

function isDayEntry({ intents }: TradeSnapshot, { intentId }: OrderRecord): boolean {
  const intent = intents.find(({ id }) => id === intentId)
  if (intent?.kind !== 'enter' || intent.call.type !== 'place') return false
  const { terms } = intent.call.order
  return terms.kind === 'LIMIT' && terms.validity === 'DAY'
}

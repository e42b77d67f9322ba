// @invariant never-oversell
// @invariant protected-position
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { partOnSale, unitsOf, withoutPart } from '../trade/reduction.ts'
import { liveSells } from '../trade/sell-orders.ts'
import type { Trade } from '../trade/trade.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { Intent } from '../intent/intent.ts'
import { isInFuture } from '../instants.ts'
import { backupSaleFrom } from './plan-backup-sale.ts'
import { planCancel } from './plan-cancel.ts'
import { doubtEndsAt } from './doubted-sale.ts'
import { mergedPlans, NOTHING, waitUntil, type Plan, type PlanEnv } from './steps.ts'

type Exiting = Extract<Trade, { state: 'exiting' }>

/** How long the positions may take to show whether an unconfirmed sale has sold, before the exit does without. */
const ANSWER_WAIT_MS = 2_000
const READ_POSITIONS = waitUntil(undefined, { type: 'read', what: 'positions' })

/**
 * The exit sells what is held, but for what orders that sell a part of it still may. Their units are the exit's as soon as
 * they have ended, and once nothing else is left they are its own orders. One that the broker does not confirm, or whose
 * answer is lost, is waited for as long as an order of the exit itself would be.
 */
export function withPartInExit(
  view: TradeSnapshot,
  trade: Exiting,
  env: PlanEnv,
  planRest: (rest: TradeSnapshot) => Plan,
): Plan {
  const { orders, unresolved } = partOnSale(view)
  if (orders.length === 0 && unresolved.length === 0) return planRest(withoutPart(view, 0))
  const fromOf = (order: (typeof orders)[number]) => backupSaleFrom(view, trade, order, env)
  const doubtOf = (intent: (typeof unresolved)[number]) => doubtEndsAt([intent], trade, env)
  const replaced = orders.filter((order) => isReplaced(fromOf(order), ANSWER_WAIT_MS, env))
  const counted = unitsOf(
    orders.filter((order) => !replaced.includes(order)),
    unresolved.filter((intent) => !isReplaced(doubtOf(intent), Infinity, env)),
  )
  const rest = withoutPart(view, counted)
  const poll = waitUntil(undefined, { type: 'read', what: 'orders' })
  if (rest.open <= 0) {
    const extras = liveSells(rest)
    if (extras.length === 0 && orders.length + unresolved.length === 1) return planRest(view)
    // A sale in doubt may have sold nothing: for its sake nothing is taken away that offers no more than is held, and the exit
    // goes on with it once positions show that it has not.
    const onSale = unitsOf(orders, [])
    if (extras.length > 0 && unitsOf(extras, []) <= view.open - onSale) {
      const isUnsold = unresolved.every((intent) => isShownUnsold(intent, env))
      return isUnsold ? mergedPlans([planRest(withoutPart(view, onSale)), poll]) : mergedPlans([poll, READ_POSITIONS])
    }
    // What the user sold themselves is still on offer by the stop.
    return mergedPlans([...extras.map((extra) => planCancel(view, extra, 'exit', 'extra', env)), poll])
  }
  const sweep = replaced.map((order) => planCancel(view, order, 'exit', 'unconfirmed', env))
  const waits = [...orders.map(fromOf), ...unresolved.map(doubtOf)].map((from) => waitFor(from, env))
  return mergedPlans([planRest(rest), ...sweep, ...waits, poll])
}

/** Whether positions that were read since a call in doubt can have left show that it has sold nothing. */
function isShownUnsold({ outcome }: Intent, { position, snapshotsRequestedSince }: PlanEnv): boolean {
  if (outcome.state !== 'in_doubt' || position === undefined || position.missing > 0) return false
  return position.readAt >= Math.max(outcome.notBefore, snapshotsRequestedSince)
}

/**
 * Whether what is to be replaced `from` then on has not sold as far as positions show that were read since, or do not show. A
 * process that stood still, or has only begun, has not asked yet.
 */
function isReplaced(from: EpochMs | undefined, answerMs: number, env: PlanEnv): boolean {
  const { now, position } = env
  if (from === undefined || now < from) return false
  const askedFrom = Math.max(from, env.snapshotsRequestedSince)
  return position !== undefined && position.readAt >= askedFrom ? position.missing === 0 : now >= askedFrom + answerMs
}

function waitFor(from: EpochMs | undefined, { now, position, snapshotsRequestedSince }: PlanEnv): Plan {
  if (from === undefined) return NOTHING
  if (now < from) return waitUntil(from)
  const askedFrom = Math.max(from, snapshotsRequestedSince)
  if (position !== undefined && position.readAt >= askedFrom) return NOTHING
  return waitUntil(isInFuture((askedFrom + ANSWER_WAIT_MS) as EpochMs, now), { type: 'read', what: 'positions' })
}

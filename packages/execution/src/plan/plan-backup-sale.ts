// @invariant protected-position
// @invariant never-oversell
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { Intent } from '../intent/intent.ts'
import { targetOf } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { planCancel } from './plan-cancel.ts'
import { unprotectedFrom, unprotectedUnits } from '../trade/protection.ts'
import { unresolvedSells } from '../trade/sell-orders.ts'
import { earliestOf } from '../instants.ts'
import { singleStep, waitUntil, type Plan, type PlanEnv, type Step } from './steps.ts'
import type { Trade } from '../trade/trade.ts'

type Exiting = Extract<Trade, { state: 'exiting' }>

/**
 * Sales of one position that the broker took and does not confirm, at most. Where two in a row are stuck a third will be as
 * well, and each may be let go hours later: the loss of a long option ends at its price, that of a short one nowhere.
 */
const MAX_UNCONFIRMED = 2
/** How long an order counts beyond that while no reading of the book succeeds. */
const BLIND_MS = 3_000
/**
 * How long the positions may take to show whether an unconfirmed order has sold, and the order book whether it rests, before
 * the new sale does without.
 */
const ANSWER_WAIT_MS = 2_000
/** How many steps of the chase an unconfirmed order has to be confirmed, or to go, while the price is above the stop. */
const UNCONFIRMED_STEPS = 3

/** From when the position is sold by a new order beside one that the broker does not confirm; undefined: not beside this one. */
export function backupSaleFrom(
  view: TradeSnapshot,
  trade: Exiting,
  sell: OrderRecord,
  env: PlanEnv,
): EpochMs | undefined {
  const unprotected = unprotectedFrom(view, sell, env.config)
  if (unprotected === undefined) return undefined
  const steps = stepsOf(view, sell)
  const [first] = steps
  // Nothing has been read since it was due: the broker may be away, and the order where it belongs.
  const isBlind = env.snapshotsReadAt === undefined || env.snapshotsReadAt < unprotected
  const notified = isBlind ? unprotected + BLIND_MS : unprotected
  const bid = env.quote?.bid ?? env.unconfirmedBid
  // The user may have raised the stop: it should have fired where the order shows.
  const trigger = sell.kind === 'SL' ? Math.max(trade.trigger, sell.trigger) : trade.trigger
  const isThrough = bid !== undefined && bid <= trigger
  const { chaseStepMs } = env.config
  const patience = UNCONFIRMED_STEPS * chaseStepMs
  // A stop may rest all the same, so it is changed into the exit first, unless the price is where it should have fired.
  if (first === undefined) return Math.max(notified, trade.exitSince + (isThrough ? 0 : patience)) as EpochMs
  return Math.max(notified, isThrough ? steps.at(-1)!.createdAt + chaseStepMs : first.createdAt + patience) as EpochMs
}

/** The steps of the exit that this order took, or was placed for. */
function stepsOf(view: TradeSnapshot, { orderId, intentId }: OrderRecord): Intent[] {
  return view.intents.filter(
    ({ kind, id, call, outcome }) =>
      kind === 'exit' && (id === intentId || (targetOf(call) === orderId && outcome.state === 'accepted')),
  )
}

/**
 * Sells what no confirmed order covers beside `sells`, none of which the broker confirms; those are asked to go. The
 * positions show first, as far as they answer, whether one of them has sold unseen.
 */
export function planBackupSale(
  view: TradeSnapshot,
  sells: readonly OrderRecord[],
  from: EpochMs,
  env: PlanEnv,
  sale: (quantity: number) => Plan,
): Plan {
  const histories = sells.map(({ orderId }): Step => ({ type: 'read_history', orderId }))
  const sweep = sells.map((sell) => planCancel(view, sell, 'exit', 'unconfirmed', env))
  const going: Plan = {
    steps: [...sweep.flatMap((plan) => plan.steps), ...histories],
    wakeAt: earliestOf(...sweep.map((plan) => plan.wakeAt)),
  }
  if (unresolvedSells(view).length > 0) return going
  if (sells.length >= MAX_UNCONFIRMED) return merged(going, singleStep(stuckAlarm(sells, env)))
  const { position, snapshotsReadAt, snapshotsRequestedSince } = env
  // A process that stood still since has not asked yet: an order may have sold meanwhile.
  const askedFrom = Math.max(from, snapshotsRequestedSince)
  const isNotified = position !== undefined && position.readAt >= askedFrom
  // The broker answers again after a time without a reading: its order book may be as near as its positions, and confirm one.
  const isSeen = snapshotsReadAt !== undefined && snapshotsReadAt >= Math.max(from - BLIND_MS, snapshotsRequestedSince)
  if (!(isNotified && isSeen) && env.now < askedFrom + ANSWER_WAIT_MS) {
    const polls = (['orders', 'positions'] as const).map((what): Step => ({ type: 'read', what }))
    return merged(going, waitUntil((askedFrom + ANSWER_WAIT_MS) as EpochMs, ...polls))
  }
  const units = unprotectedUnits(view, env.config, env.now) - (isNotified ? position.missing : 0)
  if (units > 0) return merged(going, sale(units))
  const polls = (['orders', 'trades', 'positions'] as const).map((what): Step => ({ type: 'read', what }))
  return merged(going, waitUntil(undefined, ...polls))
}

function merged(a: Plan, b: Plan): Plan {
  return { steps: [...a.steps, ...b.steps], wakeAt: earliestOf(a.wakeAt, b.wakeAt) }
}

function stuckAlarm(sells: readonly OrderRecord[], { config }: PlanEnv): Step {
  const orders = sells.map(({ orderId }) => orderId)
  return { type: 'alarm', alarm: { code: 'alarm.stuck', orders, portal: config.broker.names.portal } }
}

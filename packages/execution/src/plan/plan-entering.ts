import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import { isTerminal } from '../order/order.ts'
import { openingStop } from './stop-plan.ts'
import { planCancel } from './plan-cancel.ts'
import { withRestingEntry } from './plan-resting-entry.ts'
import { earliestOf } from '../instants.ts'
import { NOTHING, singleStep, waitUntil, type Plan, type PlanEnv, type Step } from './steps.ts'
import { tradedBy } from '../trade/traded-by.ts'
import type { TradeEvent } from '../trade/trade.ts'

/** An IOC order that stands longer than this is stuck between broker and exchange (fault F9). */
const IOC_PATIENCE_MS = 10_000
/** An order that the book showed late, after a doubt, a slow answer or a restart, is looked for so long before it counts as stuck. */
const SHOWN_LATE_PATIENCE_MS = 3_000
/** An entry without an answer is reported before the readings of ten seconds that prove it was never taken. */
const ENTRY_DOUBT_MS = 9_000
/** How long the books are read for the order of an entry whose intent is in no row. */
const LOST_PATIENCE_MS = 10_000
/** Refusals that say nothing against trying once more. */
const TRY_AGAIN = new Set(['not_sent', 'rate_limited'])
/**
 * How long after its first withheld call a ticket is claimed again; after each further one as much longer. Its deadline, which the
 * claim checks, ends the tries.
 */
const WITHHELD_RETRY_MS = 500

/** A trade before its first fill: wait for its order, protect what fills, price again at most twice, else abandon it. */
export function planEntering(view: TradeSnapshot, env: PlanEnv): Plan {
  if (view.bought > 0) return singleStep({ type: 'become', event: filledEvent(view, env.now) })
  const last = view.intents.findLast((intent) => intent.kind === 'enter')
  if (last === undefined) return planWithoutIntent(env)
  switch (last.outcome.state) {
    case 'sending':
      return NOTHING
    case 'in_doubt':
      return doubted(view, (last.outcome.since + ENTRY_DOUBT_MS) as EpochMs, env)
    case 'absent':
      return giveUp(env, 'in_doubt')
    case 'refused':
      if (view.trade.origin === 'manual')
        return last.outcome.code === 'not_sent'
          ? claimTicketAgain(view, env, last.outcome.at)
          : giveUp(env, last.outcome.code)
      return TRY_AGAIN.has(last.outcome.code) ? again(view, env, last.createdAt) : giveUp(env, last.outcome.code)
    case 'accepted': {
      const { orderId, at } = last.outcome
      const order = view.orders.find((one) => one.orderId === orderId)
      if (order === undefined) return waitUntil(undefined, { type: 'read', what: 'orders' })
      if (isTerminal(order.phase))
        return order.phase === 'rejected' ? giveUp(env, 'rejected') : again(view, env, last.createdAt)
      // Counted from when it was sent: what may have been bought has no stop, however late its acceptance was learned.
      const sentFor = Math.max(last.createdAt + IOC_PATIENCE_MS, at + SHOWN_LATE_PATIENCE_MS)
      const stuckAt = Math.min(at + IOC_PATIENCE_MS, sentFor) as EpochMs
      if (env.now < stuckAt) return withRestingEntry(waitUntil(stuckAt), view, env)
      // After a restart, or a store that hung, the acceptance may be old and its fill not read yet: the book says so first, if
      // it can be read. It is not waited for longer: what may have been bought has no stop.
      const blindAt = (env.snapshotsRequestedSince + SHOWN_LATE_PATIENCE_MS) as EpochMs
      if (env.snapshotsReadAt === undefined && env.now < blindAt)
        return waitUntil(blindAt, { type: 'read', what: 'orders' })
      const cancel = planCancel(view, order, 'cancel', 'stuck', env)
      return { ...cancel, steps: [...cancel.steps, stuckAlarm(view)] }
    }
  }
}

/**
 * The rows lack the intent that began the trade: they were lost, or one was set aside. Its order may have filled, and only a
 * book can show it: books that lag have as long to do so as those that prove an order absent.
 */
function planWithoutIntent(env: PlanEnv): Plan {
  const until = (env.snapshotsRequestedSince + LOST_PATIENCE_MS) as EpochMs
  return env.now < until ? waitUntil(until, { type: 'read', what: 'orders' }) : giveUp(env, 'never_sent')
}

/** An abandoned entry stays watched: a late fill is adopted, whatever of ours still works is cancelled. */
export function planAbandoned(view: TradeSnapshot, env: PlanEnv): Plan {
  if (view.open > 0) return singleStep({ type: 'become', event: filledEvent(view, env.now) })
  const plans = view.orders.map((order) => planCancel(view, order, 'cancel', 'given_up', env))
  return { steps: plans.flatMap((plan) => plan.steps), wakeAt: earliestOf(...plans.map((plan) => plan.wakeAt)) }
}

/** Waits for the order book; its user is notified from `reportAt` on: what may have been bought has no stop. */
function doubted({ trade }: TradeSnapshot, reportAt: EpochMs, env: PlanEnv): Plan {
  if (env.now < reportAt) return waitUntil(reportAt)
  const { portal } = env.config.broker.names
  const about = { contract: contractRef(trade.contract), quantity: trade.quantity, portal }
  return singleStep({ type: 'alarm', alarm: { code: 'alarm.entry_in_doubt', ...about } })
}

function stuckAlarm({ trade }: TradeSnapshot): Step {
  return { type: 'alarm', alarm: { code: 'alarm.entry_stuck', contract: contractRef(trade.contract) } }
}

function again(view: TradeSnapshot, env: PlanEnv, sentAt: EpochMs): Plan {
  // Who asked for its exit wants no position in it.
  if (env.bounds.exit !== undefined) return giveUp(env, env.bounds.exit)
  // A ticket is one order: its user saw what came of it and may send another.
  if (view.trade.origin === 'manual') return giveUp(env, 'missed')
  const attempts = view.intents.filter((intent) => intent.kind === 'enter')
  if (attempts.length >= env.config.maxEntryAttempts) return giveUp(env, 'missed')
  const due = (sentAt + env.config.repriceAfterMs) as EpochMs
  return env.now < due ? waitUntil(due) : singleStep({ type: 'enter_again' })
}

/**
 * A ticket whose call was withheld before its first byte, for any change of the account holds its entries until it was read: no
 * order was made, so the one order of the ticket is still to come. Its claim asks every check again.
 */
function claimTicketAgain(view: TradeSnapshot, env: PlanEnv, withheldAt: EpochMs): Plan {
  const { exit } = env.bounds
  if (exit !== undefined) return giveUp(env, exit)
  const withheld = view.intents.filter((intent) => intent.kind === 'enter').length
  const due = (withheldAt + withheld * WITHHELD_RETRY_MS) as EpochMs
  return env.now < due ? waitUntil(due) : singleStep({ type: 'enter_again' })
}

function giveUp(env: PlanEnv, why: string): Plan {
  return singleStep({ type: 'become', event: { type: 'given_up', at: env.now, why } })
}

/** The stop's anchor is the average the broker reports, rounded; the money is computed from the fills later. */
function filledEvent(view: TradeSnapshot, now: EpochMs): TradeEvent {
  const buys = view.orders.filter((order) => order.side === 'BUY')
  const value = buys.reduce((sum, order) => sum + order.filled * (order.averagePrice || order.price), 0)
  const entryPrice = Math.round(value / view.bought) as Paise
  const { risk, trigger } = openingStop(entryPrice, view.trade)
  return { type: 'filled', at: tradedBy(view, now), entryPrice, risk, trigger }
}

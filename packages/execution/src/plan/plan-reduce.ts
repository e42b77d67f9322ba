// @invariant never-oversell
// @invariant protected-position
// @invariant instructed-reduction A part of a position is sold only as its user asked: the stop is for no more than the rest
//   before the sale leaves, and for all that is held again when the sale ends.
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import { maxModifications } from '../order/order-limits.ts'
import { isTerminal, openQuantityOf, type OrderRecord, type OrderTerms } from '../order/order.ts'
import { unconfirmedSince } from '../trade/protection.ts'
import {
  FIT_FOR_REDUCTION,
  isReduction,
  partOnSale,
  reductionAttempts,
  uncoveredUnits,
  unitsOf,
  withoutPart,
} from '../trade/reduction.ts'
import { believedTerms, changesOf, liveSells, seenSince, unresolvedSells } from '../trade/sell-orders.ts'
import type { HeldTrade } from '../trade/trade.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import { exitTerms, LIMIT_STEPS } from './chase.ts'
import { isTransient, refusalsInARow, retryAt } from './retry-backoff.ts'
import { standingSales } from './standing-sales.ts'
import { stopTerms } from './stop-plan.ts'
import { mergedPlans, NOTHING, singleStep, waitUntil, type Plan, type PlanEnv, type Step } from './steps.ts'

/** Why the part is sold. */
const REASON = 'user_reduce'
/**
 * How long the next sale may take to leave once the stop was made smaller, or the sale before it ended: its units have
 * nothing meanwhile. After that the stop is for them again.
 */
const NEXT_SALE_MS = 1_000
/** Until the sale is tried again that did not sell all: twice as long after each round that sold nothing. */
const PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 300_000
/** A stop not seen for longer may have been raised by the user meanwhile: it is not made smaller by what it was. */
const SEEN_WITHIN_MS = 3_000
/** Changes of the stop that are left to make it larger again, and to raise or exit. */
const RESERVED_CHANGES = 2

/**
 * How far the sale of a part is. `active`: its units stand beside the stop, until then; undefined: until the broker's answer.
 * `paused`: what was tried did not sell it; `isUnsold`: for another reason than the moment's alone.
 */
type Stage =
  | { readonly type: 'due' }
  | { readonly type: 'active'; readonly until: EpochMs | undefined }
  | { readonly type: 'paused'; readonly until: EpochMs; readonly isUnsold: boolean }

/**
 * The part of an open position that its stop is for: without what is on sale for its user, nor what is about to be. Units that
 * stand beside the stop between its change and their sale are left there.
 */
export function restOfOpen(view: TradeSnapshot, env: PlanEnv): TradeSnapshot {
  const { orders, units } = partOnSale(view)
  const whole = withoutPart(view, 0)
  if (units > 0) {
    const [stop] = liveSells(whole)
    // What a sale in doubt may never have taken is not taken from the stop as well, if the user sells or converts beside it.
    const doubted = stop === undefined ? units : Math.min(units, uncoveredUnits(view, stop, env.config))
    return withoutPart(view, Math.max(unitsOf(orders, []), doubted))
  }
  const surplus = surplusOf(view, env)
  if (surplus <= 0 || stageOf(view, env).type !== 'active') return whole
  const [stop] = liveSells(whole)
  return withoutPart(view, stop === undefined ? surplus : Math.max(0, uncoveredUnits(view, stop, env.config)))
}

/** The plan of the rest, with what sells the part that its user asked to sell. `stop`: of the rest. */
export function withReduction(
  view: TradeSnapshot,
  trade: HeldTrade,
  stop: OrderRecord | undefined,
  plan: Plan,
  env: PlanEnv,
): Plan {
  const part = partOnSale(view)
  if (part.orders.length > 0) {
    const rest = withoutPart(view, part.units)
    return mergedPlans([plan, standingSales(view, rest, plan, part.orders, env.config.chaseStepMs, env)])
  }
  if (part.unresolved.length > 0 || surplusOf(view, env) <= 0) return plan
  const stage = stageOf(view, env)
  if (stage.type === 'paused') {
    const alarm = {
      code: 'alarm.part_unsold',
      contract: contractRef(trade.contract),
      units: surplusOf(view, env),
    } as const
    return mergedPlans([plan, waitUntil(stage.until, ...(stage.isUnsold ? [{ type: 'alarm', alarm } as const] : []))])
  }
  const isActive = stage.type === 'active'
  // The answer to the smaller stop is awaited.
  if (isActive && stage.until === undefined) return plan
  // A stop that is raised cannot be distinguished from one that has not become smaller yet.
  const rest = isActive ? withoutTrail(plan) : plan
  if (stop === undefined || rest.steps.some(({ type }) => type === 'call' || type === 'become'))
    return isActive ? mergedPlans([rest, waitUntil(stage.until)]) : rest
  if (isActive && uncoveredUnits(view, stop, env.config) > 0)
    return mergedPlans([rest, planSale(view, trade, stop, stage.until, env)])
  return mergedPlans([rest, planSmallerStop(view, trade, stop, env)])
}

/** Units beyond what its user wants to hold on, in whole lots; 0 or less: there are none. */
function surplusOf({ trade, open }: TradeSnapshot, { bounds }: PlanEnv): number {
  const { lotSize } = trade.contract
  return Math.floor((open - (bounds.keepUnits ?? Infinity)) / lotSize) * lotSize
}

function stageOf(view: TradeSnapshot, env: PlanEnv): Stage {
  const attempts = reductionAttempts(view)
  const last = attempts.at(-1)
  if (last === undefined) return { type: 'due' }
  const { outcome } = last
  const pausedFrom = (from: number) => pausedUntil((from + pauseAfter(view, attempts)) as EpochMs, env, true)
  const activeFrom = (from: number): Stage => {
    const until = (from + NEXT_SALE_MS) as EpochMs
    return env.now < until ? { type: 'active', until } : pausedFrom(until)
  }
  switch (outcome.state) {
    case 'sending':
    case 'in_doubt':
      return { type: 'active', until: undefined }
    case 'absent':
      return isReduction(last) ? pausedFrom(outcome.at) : { type: 'due' }
    case 'refused':
      if (isTransient(outcome.code)) return pausedUntil(retryAt(outcome, refusalsInARow(attempts), env, 0), env, false)
      return pausedFrom(outcome.at)
    case 'accepted': {
      if (!isReduction(last)) return activeFrom(outcome.at)
      const order = view.orders.find(({ orderId }) => orderId === outcome.orderId)
      if (order === undefined || !isTerminal(order.phase)) return { type: 'active', until: undefined }
      if (order.phase === 'complete') return { type: 'due' }
      const endedAt = order.phaseSince ?? order.acknowledgedAt
      const isOver = order.phase === 'rejected' || salesOf(attempts).length >= LIMIT_STEPS
      return isOver ? pausedFrom(endedAt) : activeFrom(endedAt)
    }
  }
}

function pausedUntil(until: EpochMs, { now }: PlanEnv, isUnsold: boolean): Stage {
  return now < until ? { type: 'paused', until, isUnsold } : { type: 'due' }
}

/** The sales of the newest round: since the stop was made smaller for them. */
function salesOf(attempts: readonly Intent[]): readonly Intent[] {
  return attempts.slice(attempts.findLastIndex((intent) => !isReduction(intent)) + 1)
}

/** How long the sale waits after rounds that sold nothing, each of which began with a smaller stop. */
function pauseAfter({ orders }: TradeSnapshot, attempts: readonly Intent[]): number {
  const sold = new Set(orders.filter(({ filled }) => filled > 0).map(({ intentId }) => intentId))
  const rounds = attempts.slice(attempts.findLastIndex(({ id }) => sold.has(id)) + 1).filter((one) => !isReduction(one))
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.max(0, rounds.length - 1))
}

/** Makes the stop smaller by the part that is to be sold, where nothing keeps the sale from following at once. */
function planSmallerStop(view: TradeSnapshot, trade: HeldTrade, stop: OrderRecord, env: PlanEnv): Plan {
  const { config, now, isStoreLate, isTimeDisputed, saleWaitsUntil, quote } = env
  if (saleWaitsUntil !== undefined) return waitUntil(saleWaitsUntil, { type: 'read', what: 'trades' })
  // No new order leaves while the store is away, and a stop that is in doubt may rest beside this one.
  if (isStoreLate || unresolvedSells(view).length > 0) return NOTHING
  if (stop.modifies >= maxModifications(config.broker.orderLimits) - RESERVED_CHANGES) return NOTHING
  // No one bids for the part, or the stop fires, or is through.
  if (quote === undefined || quote.bid <= trade.trigger) return NOTHING
  const isSeen = stop.seenAt !== null && now - stop.seenAt <= SEEN_WITHIN_MS && !isTimeDisputed
  if (!isSeen || !isShownAsAsked(view, stop)) return waitUntil(undefined, { type: 'read', what: 'orders' })
  const terms = believedTerms(view, stop, config)
  if (terms.kind !== 'SL') return NOTHING
  const smaller = stopTerms(trade, terms.trigger, stop.filled + view.open - surplusOf(view, env))
  return singleStep({
    type: 'call',
    priority: 'protect',
    kind: 'move',
    reason: FIT_FOR_REDUCTION,
    call: { type: 'modify', orderId: stop.orderId, terms: smaller },
  })
}

/** Sells the units that the stop is not for any more, once the broker shows that it is not. */
function planSale(
  view: TradeSnapshot,
  trade: HeldTrade,
  stop: OrderRecord,
  until: EpochMs | undefined,
  env: PlanEnv,
): Plan {
  if (!isShownAsAsked(view, stop)) {
    const polls: Step[] = [
      { type: 'read', what: 'orders' },
      { type: 'read_history', orderId: stop.orderId },
    ]
    return waitUntil(until, ...polls)
  }
  if (env.isStoreLate || env.saleWaitsUntil !== undefined || unresolvedSells(view).length > 0) return waitUntil(until)
  const { lotSize, tickSize } = trade.contract
  const uncovered = view.open - openQuantityOf(stop)
  const quantity = Math.min(surplusOf(view, env), Math.floor(uncovered / lotSize) * lotSize)
  const asked = exitTerms(salesOf(reductionAttempts(view)).length, env.quote, tickSize, quantity)
  // Nothing has to be sold at any price: the market order is left to exits.
  if (quantity <= 0 || asked.kind !== 'LIMIT') return waitUntil(until)
  const terms: OrderTerms = { ...asked, validity: 'IOC' }
  const call = { type: 'place', side: 'SELL', terms } as const
  return singleStep({ type: 'call', priority: 'exit', kind: 'reduce', reason: REASON, call })
}

/** Whether the stop is confirmed, and the broker's book shows it with what was last asked of it. */
function isShownAsAsked(view: TradeSnapshot, stop: OrderRecord): boolean {
  if (stop.phase !== 'armed' || unconfirmedSince(view, stop) !== undefined) return false
  const last = changesOf(view, stop.orderId).findLast(
    ({ outcome: { state } }) => state !== 'refused' && state !== 'absent',
  )
  if (last === undefined) return true
  if (last.call.type !== 'modify' || last.outcome.state !== 'accepted') return false
  return seenSince(stop, last) && stop.quantity === last.call.terms.quantity
}

/** The plan without a mere raise of the stop. */
function withoutTrail(plan: Plan): Plan {
  const isTrail = (step: Step) => step.type === 'call' && step.reason === 'trail'
  return plan.steps.some(isTrail) ? { ...plan, steps: plan.steps.filter((step) => !isTrail(step)) } : plan
}

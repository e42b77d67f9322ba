// @invariant stop-raised-by-modify No resting stop is cancelled to raise it.
import { maxModifications, maxTrailMoves } from '../order/order-limits.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { Intent } from '../intent/intent.ts'
import { isTriggered, type OrderRecord, type OrderTerms } from '../order/order.ts'
import { isEachStopCancelled } from '../trade/stop-does-not-rest.ts'
import { stopTerms, triggerFor } from './stop-plan.ts'
import { planCancel } from './plan-cancel.ts'
import { canResendEarly } from './resend-stop-early.ts'
import { isProtecting, unprotectedFrom } from '../trade/protection.ts'
import { FIT_FOR_REDUCTION, partOnSale, soldInParts } from '../trade/reduction.ts'
import { finalRefusalsInARow, hasMissedDeadline, isTransient, refusalsInARow, retryAt } from './retry-backoff.ts'
import {
  believedTerms,
  cancelUnderWay,
  changesOf,
  lastSell,
  liveSells,
  seenSince,
  unresolvedSells,
} from '../trade/sell-orders.ts'
import { earliestOf, isInFuture } from '../instants.ts'
import { restOfOpen, withReduction } from './plan-reduce.ts'
import { mergedPlans, NOTHING, singleStep, waitUntil, type Plan, type PlanEnv, type Step } from './steps.ts'
import type { ExitReason, Trade, TradeEvent } from '../trade/trade.ts'

type Open = Extract<Trade, { state: 'open' }>
type RefusedOutcome = Extract<Intent['outcome'], { state: 'refused' }>

/** Refusals in a row after which a stop that does not fit what is held is replaced. */
const REFUSED_FITS = 2
const TRAIL_RETRY_MS = 3_000
const LONGEST_TRAIL_RETRY_MS = 60_000
/** A stop not seen for longer may have been raised by the user meanwhile: it is not moved by what it was. */
const TRAIL_SEEN_WITHIN_MS = 3_000
/** Why a stop is raised that its user wants higher. */
const USER_STOP = 'user_stop'
/** Why a stop is changed for its user. */
const OF_USER: ReadonlySet<string> = new Set([USER_STOP, FIT_FOR_REDUCTION])
/** So long a stop is looked for, before it is fitted by an older sight or by the rows alone. */
const FIRST_SEEN_MS = 2_000

/** A position: one stop for exactly what is held, moved up as the price allows, until there is a reason to leave. */
export function planOpen(view: TradeSnapshot, trade: Open, env: PlanEnv): Plan {
  // What opened it is not in the rows: only a book can show what is held, or that nothing is.
  if (view.bought === 0) return untilExit(NOTHING, env)
  const isStopSold = view.sold > soldInParts(view)
  if (view.open <= 0) return exit(env, isStopSold || env.isSoldByOwnOrders ? 'stop' : 'manual')
  const rest = restOfOpen(view, env)
  const sells = liveSells(rest)
  const [sell, ...extras] = sells
  // It has sold all that it was for; a part is on sale by an order of its own.
  if (rest.open <= 0 && isStopSold) return exit(env, 'stop')
  if (sell !== undefined && isTriggered(sell)) return exit(env, 'stop')
  if (env.exit !== undefined) return exit(env, env.exit)
  const bound = boundEvent(trade, env) ?? reducedEvent(view, trade)
  if (bound !== undefined) return singleStep({ type: 'become', event: bound })
  if (sell !== undefined && isPassedBy(rest, trade, sell, env)) return exit(env, 'stop_through')
  if (extras.length > 0) {
    // A doubt that was settled twice: the second order would sell what we no longer hold.
    return mergedPlans(extras.map((extra) => planCancel(rest, extra, 'exit', 'extra', env)))
  }
  return untilExit(withReduction(view, trade, sell, planStop(rest, trade, sell, env), env), env)
}

/** The stop of what no order of its own sells. */
function planStop(view: TradeSnapshot, trade: Open, sell: OrderRecord | undefined, env: PlanEnv): Plan {
  if (sell === undefined) return view.open <= 0 ? NOTHING : planMissingStop(view, trade, env)
  if (view.open <= 0) return planCancel(view, sell, 'exit', 'extra', env)
  return confirming(view, sell, planRestingStop(view, trade, sell, env), env)
}

/** Books what was sold of the position for its user, once nothing more of it is on sale; undefined: it is booked. */
function reducedEvent(view: TradeSnapshot, { reduced = 0 }: Open): TradeEvent | undefined {
  const units = soldInParts(view)
  return units > reduced && partOnSale(view).units === 0 ? { type: 'reduced', units } : undefined
}

/** Brings the trade's own stop and target up to what its user asked for; undefined: they are. */
function boundEvent({ trigger, bestBid, target }: Open, { bounds }: PlanEnv): TradeEvent | undefined {
  const { minTrigger, maxTarget } = bounds
  if (maxTarget !== undefined && maxTarget < (target ?? Infinity)) return { type: 'target_lowered', target: maxTarget }
  if (minTrigger === undefined || minTrigger <= trigger) return undefined
  return { type: 'tightened', trigger: minTrigger, bestBid }
}

function untilExit(plan: Plan, env: PlanEnv): Plan {
  return { steps: plan.steps, wakeAt: earliestOf(plan.wakeAt, env.exitAt) }
}

/**
 * Whether the price is through a stop that will not sell: the broker has not confirmed it in time, or it is armed and the
 * bid has been under its limit for a while, for it fires on a trade and nothing trades.
 */
function isPassedBy(view: TradeSnapshot, trade: Open, sell: OrderRecord, env: PlanEnv): boolean {
  const bid = env.quote?.bid ?? env.unconfirmedBid
  if (bid === undefined || bid > trade.trigger) return false
  // Bids that no trade bears out are believed when they have stood under the limit for as long.
  if (env.quote === undefined) return limitLeftFor(env) >= env.config.bidBelowStopLimitMs
  if (!isProtecting(view, sell, env.config, env.now)) return true
  return limitLeftFor(env) >= env.config.bidBelowStopLimitMs
}

function limitLeftFor({ bidBelowStopLimitSince, now }: PlanEnv): number {
  return bidBelowStopLimitSince === undefined ? 0 : now - bidBelowStopLimitSince
}

/** The plan with what waits for the broker's word on the stop: its deadline, and its own history once that has passed. */
function confirming(view: TradeSnapshot, sell: OrderRecord, plan: Plan, env: PlanEnv): Plan {
  const limitLeftAt =
    env.bidBelowStopLimitSince === undefined
      ? undefined
      : ((env.bidBelowStopLimitSince + env.config.bidBelowStopLimitMs) as EpochMs)
  const from = unprotectedFrom(view, sell, env.config)
  const wakeAt = earliestOf(plan.wakeAt, isInFuture(from, env.now), isInFuture(limitLeftAt, env.now))
  const isAsked = plan.steps.some(({ type }) => type === 'read_history')
  if (isAsked || from === undefined || env.now < from) return { ...plan, wakeAt }
  return { steps: [...plan.steps, { type: 'read_history', orderId: sell.orderId }], wakeAt }
}

function exit(env: PlanEnv, reason: ExitReason): Plan {
  return singleStep({ type: 'become', event: { type: 'exit_wanted', at: env.now, reason } })
}

/** No stop rests. Place one, unless one is on its way or the price is already through it. */
function planMissingStop(view: TradeSnapshot, trade: Open, env: PlanEnv): Plan {
  const unresolved = unresolvedSells(view)
  if (unresolved.length > 0 && !canResendEarly(unresolved, trade, env)) return waitForDoubt(unresolved, env)
  if (env.quote !== undefined && env.quote.bid <= trade.trigger) return exit(env, 'stop_through')

  const placed = view.intents.filter((intent) => intent.kind === 'protect')
  const lastPlace = placed.at(-1)
  if (lastPlace?.outcome.state === 'refused') {
    const { code } = lastPlace.outcome
    if (!isTransient(code)) return exit(env, code === 'trigger_through' ? 'stop_through' : 'stop_refused')
    const due = retryAt(lastPlace.outcome, refusalsInARow(placed), env, 0)
    if (env.now < due && !hasMissedDeadline(lastPlace, env)) return waitUntil(due)
  }
  const lastStop = lastSell(view)
  if (
    lastStop !== undefined &&
    lastPlace?.outcome.state === 'accepted' &&
    lastPlace.outcome.orderId === lastStop.orderId
  ) {
    const ownCancel = changesOf(view, lastStop.orderId).some((intent) => intent.call.type === 'cancel')
    // Rejected, or cancelled by the exchange with a word why: such a stop will not rest. One the user took away comes back.
    if (lastStop.phase === 'rejected' || (lastStop.phase === 'cancelled' && !ownCancel && lastStop.message !== null))
      return exit(env, 'stop_refused')
  }
  if (isEachStopCancelled(view, placed, env.now)) return exit(env, 'stop_refused')
  const terms = stopTerms(trade, trade.trigger, view.open)
  return singleStep({
    type: 'call',
    priority: 'protect',
    kind: 'protect',
    reason: 'stop',
    call: { type: 'place', side: 'SELL', terms },
  })
}

/** The stop rests: fit it to what is held, and move it up. */
function planRestingStop(view: TradeSnapshot, trade: Open, sell: OrderRecord, env: PlanEnv): Plan {
  const changes = changesOf(view, sell.orderId)
  const last = changes.at(-1)
  if (last !== undefined && (last.outcome.state === 'sending' || last.outcome.state === 'in_doubt')) return NOTHING
  if (cancelUnderWay(sell, last)) return planCancel(view, sell, 'protect', 'replace', env)
  if (sell.phase === 'pending') return planUnconfirmedStop(view, trade, sell, changes, env)

  const bid = env.quote?.bid
  const now = believedTerms(view, sell, env.config)
  // The user raised our stop: tighter is theirs to choose, and it never falls again. Looser is put back below.
  if (now.kind === 'SL' && now.trigger > trade.trigger)
    return singleStep({ type: 'become', event: { type: 'tightened', trigger: now.trigger, bestBid: trade.bestBid } })
  const trigger = bid === undefined ? trade.trigger : triggerFor(trade, bid, env.config.broker.brokerage)
  const quantity = sell.filled + view.open
  const misfit = now.quantity !== quantity || now.kind !== 'SL'
  const lower = now.kind === 'SL' && now.trigger < trigger
  if (!misfit && !lower) return NOTHING
  const { minTrigger } = env.bounds
  const isUserRaise = now.kind === 'SL' && minTrigger !== undefined && now.trigger < minTrigger
  // The price went through the stop that its user asked for before it could rest there.
  if (isUserRaise && bid !== undefined && bid <= trade.trigger) return exit(env, 'stop_through')
  const raiseAt = misfit ? undefined : raiseAllowedAt(sell, changes, isUserRaise ? minTrigger : undefined, env)
  if (raiseAt !== undefined) {
    // It rests lower than it belongs and protects all the same: never taken away to be raised, but watched from here.
    if (bid === undefined ? wasThrough(sell, last) : bid <= trigger) return exit(env, 'stop_through')
    return raiseAt === 'never' ? NOTHING : waitUntil(raiseAt)
  }

  const isSeen = sell.seenAt !== null && env.now - sell.seenAt <= TRAIL_SEEN_WITHIN_MS && !env.isTimeDisputed
  if (!misfit && !isSeen) return waitUntil(undefined, { type: 'read', what: 'orders' })
  const until = seenBy(sell, env)
  if (until !== undefined) return inspect(sell, until)

  if (last?.call.type === 'modify' && last.outcome.state === 'refused') {
    // Nothing is wrong with the order or its terms, so it stays where it is until it can be changed.
    if (isTransient(last.outcome.code)) {
      const due = retryAt(last.outcome, refusalsInARow(changes), env, 0)
      if (env.now < due) return waitUntil(due)
    } else {
      const isShown = seenSince(sell, last)
      if (!isShown && !misfit) return waitUntil(undefined, { type: 'read', what: 'orders' })
      const unseenUntil = isShown ? undefined : isInFuture(unseenFitAt(last.outcome, changes), env.now)
      if (unseenUntil !== undefined) return inspect(sell, unseenUntil)
      // The price is already through where the stop belongs: it would have fired there, so the exit begins.
      if (wasThrough(sell, last) && (bid === undefined || bid <= trade.trigger)) return exit(env, 'stop_through')
      // It refused to rise, not to be fitted: it stays where it rests, for as many as are held.
      if (misfit && !askedFor(last.call.terms, quantity) && now.kind === 'SL')
        return singleStep(fitting(sell, stopTerms(trade, now.trigger, quantity)))
      // Its successor may be lost on the way, so one refusal does not take away what protects.
      if (misfit && isShown && finalRefusalsInARow(changes) >= REFUSED_FITS)
        return planCancel(view, sell, 'protect', 'replace', env)
    }
  }
  if (sell.modifies >= maxModifications(env.config.broker.orderLimits))
    return planCancel(view, sell, 'protect', 'replace', env)
  const bestBid = Math.max(trade.bestBid, bid ?? 0) as typeof trade.bestBid
  return singleStep({
    type: 'call',
    priority: 'protect',
    kind: 'move',
    reason: misfit ? 'fit' : isUserRaise ? USER_STOP : 'trail',
    call: { type: 'modify', orderId: sell.orderId, terms: stopTerms(trade, trigger, quantity) },
    event: { type: 'tightened', trigger, bestBid },
  })
}

/**
 * The broker took the stop and has not confirmed it in time. It may rest all the same, so where it offers more than is held
 * it is fitted, which does no harm where it does not rest; a refusal is followed by another try, for no reading shows it.
 */
function planUnconfirmedStop(
  view: TradeSnapshot,
  trade: Open,
  sell: OrderRecord,
  changes: readonly Intent[],
  env: PlanEnv,
): Plan {
  const now = believedTerms(view, sell, env.config)
  const quantity = sell.filled + view.open
  if (now.kind !== 'SL' || now.quantity <= quantity || sell.modifies >= maxModifications(env.config.broker.orderLimits))
    return NOTHING
  const last = changes.at(-1)
  if (last?.call.type === 'modify' && last.outcome.state === 'accepted' && askedFor(last.call.terms, quantity))
    return NOTHING
  const confirmedBy = unprotectedFrom(view, sell, env.config) ?? env.now
  const due = last?.outcome.state === 'refused' ? refitAt(last.outcome, changes, env) : confirmedBy
  if (env.now < due) return waitUntil(due)
  const until = seenBy(sell, env)
  if (until !== undefined) return inspect(sell, until)
  const trigger = Math.max(now.trigger, trade.trigger) as Paise
  return singleStep(fitting(sell, stopTerms(trade, trigger, quantity)))
}

/**
 * Until when a stop is not fitted by its last sight, for a change states the trigger too and the user may have raised it since:
 * it was placed before this process read the books and has not been seen, or what was sold manually is newer than the sight.
 * After that more for sale than is held is the worse harm. Undefined: it may be fitted now.
 */
function seenBy({ acknowledgedAt, seenAt }: OrderRecord, { now, snapshotsRequestedSince, requiredSight }: PlanEnv) {
  const sight = Math.max(acknowledgedAt, seenAt ?? 0)
  const from = sight >= snapshotsRequestedSince ? undefined : snapshotsRequestedSince
  const since = requiredSight === undefined || sight >= requiredSight.from ? from : requiredSight.since
  return since === undefined ? undefined : isInFuture((Math.max(since, from ?? 0) + FIRST_SEEN_MS) as EpochMs, now)
}

/** Looks at a stop by the book and by its own history. */
function inspect({ orderId }: OrderRecord, until: EpochMs): Plan {
  return waitUntil(until, { type: 'read', what: 'orders' }, { type: 'read_history', orderId })
}

/**
 * When a refused fit is tried again though nothing has shown the stop since: a change does no harm where the stop is over, and
 * more for sale than is held does.
 */
function unseenFitAt({ at }: RefusedOutcome, changes: readonly Intent[]): EpochMs {
  return Math.max(at + FIRST_SEEN_MS, refusalsInARow(changes) >= REFUSED_FITS ? trailRetryAt(changes) : 0) as EpochMs
}

/** When a refused fit may be tried again. */
function refitAt(refused: RefusedOutcome, changes: readonly Intent[], env: PlanEnv) {
  return isTransient(refused.code) ? retryAt(refused, refusalsInARow(changes), env, 0) : trailRetryAt(changes)
}

/** Whether a refused change had asked for what is wanted now: a stop for so many units. */
function askedFor(terms: OrderTerms, quantity: number): boolean {
  return terms.kind === 'SL' && terms.quantity === quantity
}

/** The change that fits a resting stop to what is held and leaves it where it is. */
function fitting({ orderId }: OrderRecord, terms: OrderTerms): Step {
  return { type: 'call', priority: 'protect', kind: 'move', reason: 'fit', call: { type: 'modify', orderId, terms } }
}

/** Whether the broker refused a change for the price being through its trigger, and a reading since still shows the order. */
function wasThrough(sell: OrderRecord, last: Intent | undefined): boolean {
  return last?.outcome.state === 'refused' && last.outcome.code === 'trigger_through' && seenSince(sell, last)
}

/**
 * When a stop that merely rests too low may be moved, undefined: now. It may have been moved as often as it may, or the broker
 * refused a moment ago. What its user asks for counts towards no limit but that of the exit, which needs the last changes, and
 * waits for no refusal of anything else. `asked`: the trigger that it is to reach for its user; undefined: the trail moves it.
 */
function raiseAllowedAt(
  sell: OrderRecord,
  changes: readonly Intent[],
  asked: Paise | undefined,
  { config, now }: PlanEnv,
): EpochMs | 'never' | undefined {
  const { trailMoves, broker } = config
  if (sell.modifies >= maxTrailMoves(Infinity, broker.orderLimits)) return 'never'
  const ofUser = changes.filter(({ reason, outcome }) => OF_USER.has(reason) && outcome.state !== 'refused')
  if (asked === undefined && sell.modifies - ofUser.length >= trailMoves) return 'never'
  const last = changes.at(-1)
  if (last?.call.type !== 'modify' || last.outcome.state !== 'refused' || isTransient(last.outcome.code))
    return undefined
  const tries = asked === undefined ? changes : changes.filter((change) => reaches(change, asked))
  return tries.length === 0 ? undefined : isInFuture(trailRetryAt(tries), now)
}

/** Whether a change was to raise the stop for its user, to `trigger` or above. */
function reaches({ reason, call }: Intent, trigger: Paise): boolean {
  return reason === USER_STOP && call.type === 'modify' && call.terms.kind === 'SL' && call.terms.trigger >= trigger
}

/** When moving a stop up may be tried again: each refusal in a row doubles the wait. */
function trailRetryAt(changes: readonly Intent[]): EpochMs {
  const doublings = Math.max(0, refusalsInARow(changes) - 1)
  return (changes.at(-1)!.createdAt + Math.min(TRAIL_RETRY_MS * 2 ** doublings, LONGEST_TRAIL_RETRY_MS)) as EpochMs
}

function waitForDoubt(unresolved: ReturnType<typeof unresolvedSells>, env: PlanEnv): Plan {
  const [first] = unresolved
  if (first?.outcome.state !== 'in_doubt') return NOTHING
  const early = (first.outcome.since + env.config.earlyResendMs) as EpochMs
  return env.now < early ? waitUntil(early) : NOTHING
}

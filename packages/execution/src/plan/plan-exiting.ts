import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { maxModifications } from '../order/order-limits.ts'
import { fillsComplete } from '../persist/state.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { Intent, Outcome } from '../intent/intent.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import { isTriggered, openQuantityOf, type OrderRecord, type OrderTerms } from '../order/order.ts'
import { askedLast, CHASE_STEPS, exitTerms, LIMIT_STEPS, pauseBefore, wasOutOfBand } from './chase.ts'
import { doubtEndsAt } from './doubted-sale.ts'
import { withPartInExit } from './part-in-exit.ts'
import { backupSaleFrom, planBackupSale } from './plan-backup-sale.ts'
import { isQuiescent, planCancel, planSweep } from './plan-cancel.ts'
import { unconfirmedSince } from '../trade/protection.ts'
import { tradePnlOf } from '../trade/trade-pnl.ts'
import { tradedBy } from '../trade/traded-by.ts'
import { hasMissedDeadline, isTransient, backoffAfter, refusalsInARow, retryAt } from './retry-backoff.ts'
import { cancelUnderWay, changesOf, liveSells, seenSince, unresolvedSells } from '../trade/sell-orders.ts'
import { earliestOf, isInFuture } from '../instants.ts'
import { NOTHING, singleStep, waitUntil, type Plan, type PlanEnv, type Step } from './steps.ts'
import type { Trade } from '../trade/trade.ts'

type Exiting = Extract<Trade, { state: 'exiting' }>

/**
 * How long an order is left alone after a call that was refused for something else than the moment. Shorter than a step
 * of the chase: with a refused sale nothing is on its way.
 */
const SETTLE_MS = 1_000
const SECOND_MS = 1_000
/** When a change is asked for again that the broker refused. */
const LATER_MS = 500
/**
 * How often a step is repeated for that, within half a step of the chase; once for a stop whose limit the bid has left, so
 * that one refusal takes nothing away: the end of what is cancelled could go unseen for long.
 */
const REFUSED_REPEATS = { resting: 3, limitLeft: 1 } as const
/** Refusals that a repetition may not meet: the order is being processed, or the broker gives no reason that we know. */
const REPEATED: ReadonlySet<BrokerRejectionCode> = new Set(['processing', 'other'])
/** Changes of one order refused in a row after which it is not asked every second any more: it is stuck (fault F9). */
const STUCK_AFTER = 6

/** A position to exit: until it is flat, not until an order was sent. */
export function planExiting(view: TradeSnapshot, trade: Exiting, env: PlanEnv): Plan {
  // What opened it is not in the rows, so they cannot show that it is flat. Unless a book shows it, the next day closes it.
  if (view.bought === 0) return NOTHING
  if (view.open <= 0) return planFlat(view, env)
  return withPartInExit(view, trade, env, (rest) => planRest(rest, trade, env))
}

/** Sells what no order that was to sell a part of the position may still sell. */
function planRest(view: TradeSnapshot, trade: Exiting, env: PlanEnv): Plan {
  const sells = liveSells(view)
  const [sell, ...extras] = sells
  if (sell === undefined) return planNewExit(view, trade, env)
  const backupSaleAt = backupSaleFrom(view, trade, sell, env)
  if (backupSaleAt !== undefined && env.now >= backupSaleAt)
    return planBackupSale(view, sells, backupSaleAt, env, (quantity) => planSale(view, trade, quantity, env))
  const sweep = extras.map((extra) => planCancel(view, extra, 'exit', 'extra', env))
  const chase = planChase(view, trade, sells, env)
  return {
    steps: [...sweep.flatMap((plan) => plan.steps), ...chase.steps],
    wakeAt: earliestOf(chase.wakeAt, isInFuture(backupSaleAt, env.now), ...sweep.map((plan) => plan.wakeAt)),
  }
}

/** Everything is sold: take away what still works, wait for the broker's trades, then compute the result. */
function planFlat(view: TradeSnapshot, env: PlanEnv): Plan {
  const sweep = planSweep(view, env)
  if (!isQuiescent(view)) return { ...sweep, steps: [...sweep.steps, { type: 'read', what: 'orders' }] }
  if (!fillsComplete(view)) return waitUntil(undefined, { type: 'read', what: 'trades' })
  // What was converted goes on as another position, whose result is not known yet.
  const result =
    view.trade.converted === undefined ? tradePnlOf(view.fills, view.trade.on, env.config.broker.brokerage) : null
  return singleStep({
    type: 'become',
    event: { type: 'flat', at: tradedBy(view, env.now), traded: view.bought, result },
  })
}

/**
 * The steps of the chase so far, oldest first. What never left, or was refused for the moment alone, is none: nothing is on its
 * way, so it is tried again as soon as that may be over, and not followed by the next.
 */
function exitsOf(view: TradeSnapshot): Intent[] {
  return view.intents.filter(
    ({ kind, outcome }) => kind === 'exit' && !(outcome.state === 'refused' && isTransient(outcome.code)),
  )
}

/** What the next step asks for. */
function nextTerms(exits: readonly Intent[], trade: Exiting, quantity: number, env: PlanEnv): OrderTerms {
  if (wasOutOfBand(exits.at(-1))) return { kind: 'MARKET', quantity }
  return exitTerms(exits.length, env.quote, trade.contract.tickSize, quantity)
}

/**
 * What the next change of `sell` asks for. The market order is priced by the last trade: once all steps were taken, a buyer who
 * bids less than the order asks is followed down as far as the widest limit goes. Where that is as low as the price band lets it
 * ask, it stays: at the market it would ask for more, and miss a buyer who comes in between.
 */
function nextChange(
  exits: readonly Intent[],
  trade: Exiting,
  sell: OrderRecord,
  open: number,
  env: PlanEnv,
): OrderTerms {
  const { quote } = env
  const quantity = sell.filled + open
  const next = nextTerms(exits, trade, quantity, env)
  if (exits.length < CHASE_STEPS || wasOutOfBand(exits.at(-1)) || sell.phase !== 'open') return next
  if (quote === undefined || quote.bid >= sell.price) return next
  const widest = exitTerms(LIMIT_STEPS - 1, quote, trade.contract.tickSize, quantity)
  if (widest.kind !== 'LIMIT') return next
  if (widest.price < sell.price) return widest
  const stays: OrderTerms = { ...widest, price: sell.price }
  return askedLast(stays, exits) ? stays : next
}

/**
 * When the next step of the chase is due: at once, then every few seconds, and ever more seldom once nothing new is asked. A stop that fired gets its chance first,
 * counted from the exchange's time of it, not from our time of receipt.
 */
function dueAt(exits: readonly Intent[], trade: Exiting, sell: OrderRecord, open: number, env: PlanEnv): EpochMs {
  const last = exits.at(-1)
  if (last === undefined) {
    // One that was made smaller for a sale of a part sells no more than what was to stay.
    if (trade.exitReason !== 'stop' || openQuantityOf(sell) < open) return trade.exitSince
    const firedAt = isTriggered(sell) ? Math.min(trade.exitSince, sell.updatedAt ?? trade.exitSince) : trade.exitSince
    return (firedAt + env.config.chaseStepMs) as EpochMs
  }
  if (wasOutOfBand(last) || isForFewer(last, sell, open)) return env.now
  // A step that the exchange has not carried out may never have reached it, and a buyer that no quote shows may bid less.
  const next = nextChange(exits, trade, sell, open, env)
  const isWithoutBuyer = (env.hasNoBid || isAboveBids(next, sell, env)) && isCarriedOut(last, sell)
  const pause = isWithoutBuyer ? pauseBefore(next, exits, sell.orderId) : 1
  return (last.createdAt + env.config.chaseStepMs * pause) as EpochMs
}

/** Whether a change asks for the price that the order stands at, and every buyer bids less. */
function isAboveBids(next: OrderTerms, { phase, price }: OrderRecord, { quote }: PlanEnv): boolean {
  return phase === 'open' && next.kind === 'LIMIT' && next.price === price && quote !== undefined && quote.bid < price
}

/** Whether the exchange, whose clock has whole seconds, shows the order at work since the step: not as an earlier step left it. */
function isCarriedOut({ createdAt }: Intent, { phase, updatedAt }: OrderRecord): boolean {
  return phase === 'open' && updatedAt !== null && updatedAt + SECOND_MS > createdAt
}

/** Whether a step left units out that were on sale by an order of their own, which has ended. */
function isForFewer({ call, outcome }: Intent, { orderId, filled }: OrderRecord, open: number): boolean {
  if (call.type !== 'modify' || outcome.state !== 'accepted' || call.orderId !== orderId) return false
  return call.terms.quantity < filled + open
}

/** When a sale or change for the exit that was refused for the moment alone may be followed; 0: the newest was not. */
function momentOverAt(view: TradeSnapshot, env: PlanEnv): number {
  const tried = view.intents.filter(({ kind }) => kind === 'exit')
  const last = tried.at(-1)
  if (last?.outcome.state !== 'refused' || !isTransient(last.outcome.code)) return 0
  return Math.min(last.createdAt + env.config.chaseStepMs, retryAt(last.outcome, refusalsInARow(tried), env, 0))
}

/** The steps that turn the first of `sells` into the exit. */
function planChase(view: TradeSnapshot, trade: Exiting, sells: readonly OrderRecord[], env: PlanEnv): Plan {
  const sell = sells[0]!
  const changes = changesOf(view, sell.orderId)
  const last = changes.at(-1)
  if (last?.outcome.state === 'sending') return NOTHING
  if (last?.call.type === 'cancel' && cancelUnderWay(sell, last)) return planCancel(view, sell, 'exit', 'replace', env)
  const replaceAt = replaceableFrom(view, trade, sells, env)
  const mayReplace = replaceAt !== undefined && env.now >= replaceAt
  if (sell.modifies >= maxModifications(env.config.broker.orderLimits))
    return mayReplace ? planCancel(view, sell, 'exit', 'replace', env) : waitUntil(replaceAt)
  if (keepsTooMuch(view, sell, last, env)) return planCancel(view, sell, 'exit', 'replace', env)
  if (last?.outcome.state !== 'refused') return again(view, trade, sell, env, 0)
  if ((last.outcome.code === 'not_sent' && last.kind !== 'exit') || wasOutOfBand(last))
    return again(view, trade, sell, env, 0)
  const inARow = refusalsInARow(changes)
  // However many came before: the exchange works on the order, and what is asked for now may be taken.
  const earliest = retryAt(last.outcome, wasBusy(sell, last.outcome) ? 1 : inARow, env, SETTLE_MS)
  if (isTransient(last.outcome.code)) return again(view, trade, sell, env, earliest)
  if (inARow >= STUCK_AFTER && env.now < earliest) return waitUntil(earliest, stuckAlarm(sell))
  if (last.call.type === 'cancel') return again(view, trade, sell, env, 0)
  // A stop that could not be raised can still be changed into the exit: it is not taken away untried.
  if (last.kind === 'move') return again(view, trade, sell, env, 0)
  // It may have filled or fired meanwhile: look, and only replace what still stands. While no book shows it the chase of a
  // confirmed order goes on with the next change, which does no harm where it is over.
  if (!seenSince(sell, last)) {
    const next = unconfirmedSince(view, sell) === undefined ? again(view, trade, sell, env, earliest) : NOTHING
    return { ...next, steps: [...next.steps, { type: 'read', what: 'orders' }] }
  }
  if (wasBusy(sell, last.outcome)) return step(view, trade, sell, env)
  const laterAt = repeatedAt(changes, repeatsOf(view, sell, env))
  if (laterAt !== undefined) return env.now < laterAt ? waitUntil(laterAt) : step(view, trade, sell, env)
  if (mayReplace) return planCancel(view, sell, 'exit', 'replace', env)
  const next = again(view, trade, sell, env, earliest)
  return { ...next, wakeAt: earliestOf(next.wakeAt, replaceAt) }
}

/**
 * From when the first of `sells` may be taken away for a new sale, since nothing else keeps that from leaving: another sale
 * in doubt, or another order that the broker does not confirm. Undefined: not by the passing of time. What rests protects
 * meanwhile; one that is not confirmed itself may go.
 */
function replaceableFrom(
  view: TradeSnapshot,
  trade: Exiting,
  [sell, ...others]: readonly OrderRecord[],
  env: PlanEnv,
): EpochMs | undefined {
  if (unconfirmedSince(view, sell!) !== undefined) return env.now
  const unresolved = unresolvedSells(view)
  const doubtEnds = unresolved.length === 0 ? env.now : doubtEndsAt(unresolved, trade, env)
  if (doubtEnds === undefined) return undefined
  const backupSalesAt = others.map((other) => backupSaleFrom(view, trade, other, env) ?? env.now)
  return Math.max(doubtEnds, ...backupSalesAt) as EpochMs
}

/**
 * Whether the order still offers more than is held although a change that would have fitted it was accepted: the exchange
 * threw it out (its price was out of the band), and would the next one as well. Rather nothing on offer than too much.
 */
function keepsTooMuch(view: TradeSnapshot, sell: OrderRecord, last: Intent | undefined, env: PlanEnv): boolean {
  if (openQuantityOf(sell) <= view.open || sell.phase === 'pending' || sell.seenAt === null) return false
  if (last?.call.type !== 'modify' || last.outcome.state !== 'accepted') return false
  const wasFit = last.call.terms.quantity - sell.filled <= view.open
  return wasFit && sell.seenAt >= last.outcome.at + env.config.snapshotLagMs
}

function stuckAlarm(sell: OrderRecord): Step {
  return { type: 'alarm', alarm: { code: 'alarm.stuck.exit', order: sell.orderId } }
}

/**
 * Whether the broker refused a change for another that was under way, which the exchange has carried out since: then the order
 * can be changed again, and is not taken away. Its cancel could go unseen for long, with nothing in its place.
 */
function wasBusy({ updatedAt }: OrderRecord, { code, at }: Extract<Outcome, { state: 'refused' }>): boolean {
  return code === 'processing' && updatedAt !== null && updatedAt > at
}

/**
 * How often a step is repeated before the order is taken away. Taken away, its end could go unseen for long, or its
 * successor be lost; but one that the broker does not confirm protects nothing, and one whose limit the bid has left little.
 */
function repeatsOf(view: TradeSnapshot, sell: OrderRecord, { bidBelowStopLimitSince }: PlanEnv): number {
  if (unconfirmedSince(view, sell) !== undefined) return 0
  const isLeft = sell.phase === 'armed' && bidBelowStopLimitSince !== undefined
  return isLeft ? REFUSED_REPEATS.limitLeft : REFUSED_REPEATS.resting
}

/** When a step that the broker refused is repeated. Undefined: the refusal is final, or there were `repeats` before it. */
function repeatedAt(changes: readonly Intent[], repeats: number): EpochMs | undefined {
  const last = changes.at(-1)
  if (!isRepeated(last)) return undefined
  const inARow = changes.length - 1 - changes.findLastIndex((change) => !isRepeated(change))
  return inARow > repeats ? undefined : ((last.outcome.at + LATER_MS) as EpochMs)
}

type RefusedStep = Intent & { readonly outcome: Extract<Outcome, { state: 'refused' }> }

function isRepeated(change: Intent | undefined): change is RefusedStep {
  return change?.kind === 'exit' && change.outcome.state === 'refused' && REPEATED.has(change.outcome.code)
}

/** The next step of the chase by modify, not before `from`. */
function again(view: TradeSnapshot, trade: Exiting, sell: OrderRecord, env: PlanEnv, from: number): Plan {
  const exits = exitsOf(view)
  const earliest = Math.max(from, momentOverAt(view, env))
  const due = Math.max(dueAt(exits, trade, sell, view.open, env), earliest) as EpochMs
  return env.now < due ? waitUntil(due) : step(view, trade, sell, env)
}

/** The next step of the chase by modify, now. */
function step(view: TradeSnapshot, trade: Exiting, sell: OrderRecord, env: PlanEnv): Plan {
  const exits = exitsOf(view)
  const terms = nextChange(exits, trade, sell, view.open, env)
  return singleStep(
    {
      type: 'call',
      priority: 'exit',
      kind: 'exit',
      reason: trade.exitReason,
      call: { type: 'modify', orderId: sell.orderId, terms },
    },
    ...exhausted(exits),
  )
}

/** Nothing of ours works and units are held: sell them with a new order, unless one is already on its way. */
function planNewExit(view: TradeSnapshot, trade: Exiting, env: PlanEnv): Plan {
  const unresolved = unresolvedSells(view)
  if (unresolved.length === 0) return planSale(view, trade, view.open, env)
  const from = doubtEndsAt(unresolved, trade, env)
  if (from === undefined) return NOTHING
  if (env.now < from) return waitUntil(from)
  const askedFrom = Math.max(from, env.snapshotsRequestedSince)
  if (env.position === undefined || env.position.readAt < askedFrom)
    return singleStep({ type: 'read', what: 'positions' })
  return env.position.missing > 0 ? NOTHING : planSale(view, trade, view.open, env)
}

/** A new order that sells `quantity`, when another sale may follow those that came to nothing. */
function planSale(view: TradeSnapshot, trade: Exiting, quantity: number, env: PlanEnv): Plan {
  const exits = exitsOf(view)
  // With those that never left: a store that takes nothing is not asked at every turn.
  const placed = view.intents.filter(({ kind, call }) => kind === 'exit' && call.type === 'place')
  const due = nextSaleAt(view, placed, env)
  // A sale without a buyer may mean that there is nothing to sell: the position is read before the next try.
  if (due !== undefined && env.now < due) return waitUntil(due, { type: 'read', what: 'positions' })
  const terms = nextTerms(exits, trade, quantity, env)
  return singleStep(
    {
      type: 'call',
      priority: 'exit',
      kind: 'exit',
      reason: trade.exitReason,
      call: { type: 'place', side: 'SELL', terms },
    },
    ...exhausted(exits),
  )
}

/** When another sale may follow `placed`: a refusal, or an end that was not of our making, is not answered at once. */
function nextSaleAt(view: TradeSnapshot, placed: readonly Intent[], env: PlanEnv): EpochMs | undefined {
  const last = placed.at(-1)
  if (last === undefined || wasOutOfBand(last) || hasMissedDeadline(last, env)) return undefined
  const { outcome } = last
  if (outcome.state === 'refused') return retryAt(outcome, refusalsInARow(placed), env, SETTLE_MS)
  if (outcome.state !== 'accepted') return undefined
  const isCancelledByUs = changesOf(view, outcome.orderId).some((intent) => intent.call.type === 'cancel')
  if (isCancelledByUs) return undefined
  return (last.createdAt + env.config.chaseStepMs * backoffAfter(rejectionsInARow(view, placed))) as EpochMs
}

/** How many sales at the end of `placed` the broker took and then rejected, one after the other. */
function rejectionsInARow(view: TradeSnapshot, placed: readonly Intent[]): number {
  const rejected = new Set(view.orders.filter(({ phase }) => phase === 'rejected').map(({ intentId }) => intentId))
  return placed.length - 1 - placed.findLastIndex(({ id }) => !rejected.has(id))
}

function exhausted(exits: readonly Intent[]): Step[] {
  if (exits.length !== CHASE_STEPS) return []
  return [{ type: 'alarm', alarm: { code: 'alarm.chase_exhausted' } }]
}

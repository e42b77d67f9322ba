import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { fillsComplete, type TradeView } from '../account/state.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { CHASE_STEPS, exitTerms } from './chase.ts'
import { isQuiet, planCancel, planSweep } from './plan-cancel.ts'
import { resultOf } from './result.ts'
import { cancelUnderWay, changesOf, liveSells, seenSince, unresolvedSells } from './sell-orders.ts'
import { NOTHING, only, soonest, waitUntil, type Plan, type PlanEnv } from './steps.ts'
import type { Trade } from './trade.ts'

type Exiting = Extract<Trade, { state: 'exiting' }>

/** Refusals of a new exit order after which there is no point in hurrying: nothing about its price is wrong. */
const LATER = new Map<string, number>([
  ['not_sent', 500],
  ['rate_limited', 1_000],
  ['token_dead', 5_000],
  ['not_permitted', 5_000],
  ['session_closed', 30_000],
])
/** An order whose changes keep being answered with "being processed" is left alone this long. */
const SETTLE_MS = 1_000

/** A position to be given up: until it is flat, not until an order was sent. */
export function planExiting(view: TradeView, trade: Exiting, env: PlanEnv): Plan {
  if (view.open <= 0) return planFlat(view, env)
  const [sell, ...extras] = liveSells(view)
  if (sell === undefined) return planNewExit(view, trade, env)
  const sweep = extras.map((extra) => planCancel(view, extra, 'exit', 'extra', env))
  const chase = planChase(view, trade, sell, env)
  return {
    steps: [...sweep.flatMap((plan) => plan.steps), ...chase.steps],
    wakeAt: soonest(chase.wakeAt, ...sweep.map((plan) => plan.wakeAt)),
  }
}

/** Everything is sold: take away what still works, wait for the broker's trades, then reckon. */
function planFlat(view: TradeView, env: PlanEnv): Plan {
  const sweep = planSweep(view, env)
  if (!isQuiet(view)) return { ...sweep, steps: [...sweep.steps, { type: 'read', what: 'orders' }] }
  if (!fillsComplete(view)) return waitUntil(undefined, { type: 'read', what: 'trades' })
  return only({
    type: 'become',
    event: { type: 'flat', at: env.now, traded: view.bought, result: resultOf(view.fills, view.trade.on) },
  })
}

/** The exits of this trade since it began to leave, oldest first. */
function exitsOf(view: TradeView, trade: Exiting): Intent[] {
  return view.intents.filter((intent) => intent.kind === 'exit' && intent.createdAt >= trade.exitSince)
}

/** When the next step of the chase is due: at once, then every few seconds. A stop that just fired gets its chance first. */
function dueAt(exits: readonly Intent[], trade: Exiting, env: PlanEnv): EpochMs {
  const last = exits.at(-1)
  if (last === undefined)
    return (trade.exitReason === 'stop' ? trade.exitSince + env.config.chaseStepMs : trade.exitSince) as EpochMs
  return (last.createdAt + env.config.chaseStepMs) as EpochMs
}

function planChase(view: TradeView, trade: Exiting, sell: OrderRecord, env: PlanEnv): Plan {
  const last = changesOf(view, sell.orderId).at(-1)
  if (last?.outcome.state === 'sending') return NOTHING
  if (last?.call.type === 'cancel' && cancelUnderWay(view, sell, env.now, Number.POSITIVE_INFINITY))
    return planCancel(view, sell, 'exit', 'replace', env)
  if (sell.modifies >= env.config.maxModifies) return planCancel(view, sell, 'exit', 'replace', env)
  if (last?.call.type === 'modify' && last.outcome.state === 'refused' && last.outcome.code !== 'not_sent') {
    if (last.outcome.code === 'token_dead' || last.outcome.code === 'not_permitted')
      return again(view, trade, sell, env, last.outcome.at + (LATER.get(last.outcome.code) ?? 0))
    if (last.outcome.code === 'rate_limited') return again(view, trade, sell, env, last.outcome.at + SETTLE_MS)
    // It may have filled or fired meanwhile: look, and only replace what still stands.
    if (!seenSince(sell, last)) return waitUntil(undefined, { type: 'read', what: 'orders' })
    return planCancel(view, sell, 'exit', 'replace', env)
  }
  return again(view, trade, sell, env, 0)
}

/** The next step of the chase by modify, not before `earliest`. */
function again(view: TradeView, trade: Exiting, sell: OrderRecord, env: PlanEnv, earliest: number): Plan {
  const exits = exitsOf(view, trade)
  const due = Math.max(dueAt(exits, trade, env), earliest) as EpochMs
  if (env.now < due) return waitUntil(due)
  const terms = exitTerms(exits.length, env.quote, trade.contract.tickSize, sell.filled + view.open)
  return only(
    {
      type: 'call',
      lane: 'exit',
      kind: 'exit',
      reason: trade.exitReason,
      call: { type: 'modify', orderId: sell.orderId, terms },
    },
    ...exhausted(exits),
  )
}

/** Nothing of ours works and units are held: sell them with a new order, unless one is already on its way. */
function planNewExit(view: TradeView, trade: Exiting, env: PlanEnv): Plan {
  if (unresolvedSells(view).length > 0) return NOTHING
  const exits = exitsOf(view, trade)
  const last = exits.findLast((intent) => intent.call.type === 'place')
  const due = last === undefined ? undefined : nextSaleAt(view, last, env)
  // A sale nobody took may mean that there is nothing to sell: the position is read before the next try.
  if (due !== undefined && env.now < due) return waitUntil(due, { type: 'read', what: 'positions' })
  const terms = exitTerms(exits.length, env.quote, trade.contract.tickSize, view.open)
  return only(
    {
      type: 'call',
      lane: 'exit',
      kind: 'exit',
      reason: trade.exitReason,
      call: { type: 'place', side: 'SELL', terms },
    },
    ...exhausted(exits),
  )
}

/** When another sale may follow `last`: a refusal, or an end that was not of our making, is not answered at once. */
function nextSaleAt(view: TradeView, last: Intent, env: PlanEnv): EpochMs | undefined {
  const { outcome } = last
  if (outcome.state === 'refused') return (outcome.at + (LATER.get(outcome.code) ?? env.config.chaseStepMs)) as EpochMs
  if (outcome.state !== 'accepted') return undefined
  const isOurs = changesOf(view, outcome.orderId).some((intent) => intent.call.type === 'cancel')
  return isOurs ? undefined : ((last.createdAt + env.config.chaseStepMs) as EpochMs)
}

function exhausted(exits: readonly Intent[]): { type: 'alarm'; code: string; text: string }[] {
  if (exits.length !== CHASE_STEPS) return []
  return [
    {
      type: 'alarm',
      code: 'chase_exhausted',
      text: 'The position could not be sold in the usual steps; still trying.',
    },
  ]
}

// @invariant protected-position
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { squareOffDeadline } from '@strikewise/domain/time/square-off.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import { checkDay, type DayExit } from './check-day.ts'
import { exitReasonFor, nextExitCheck } from './exit-rules.ts'
import { planTrade } from './plan.ts'
import { saleWaitOf } from './sale-wait.ts'
import { liveSells } from '../trade/sell-orders.ts'
import { earliestOf, isInFuture } from '../instants.ts'
import { CALL_PRIORITIES, type PlanEnv, type PositionSeen, type Step } from './steps.ts'
import { FIT_FOR_REDUCTION } from '../trade/reduction.ts'
import { isHeld, nextTrade, type Trade } from '../trade/trade.ts'
import { boundsOf, UNBOUNDED } from '../trade/trade-instruction.ts'
import type { AccountInput } from './account-input.ts'
import { isSoldByOwnOrders } from '../broker-view/apply-fills.ts'
import { unconfirmedUnits } from '../trade/protection.ts'
import { unprotectedSinceOf, unprotectedUnitsOf, exitUnansweredUntil, nextUnprotectedAt } from './unprotected.ts'
import { blockingSellOrder } from './blocking-sell-order.ts'
import { unconfirmedBid, bidBelowStopLimitSince } from './limit-left.ts'
import { firstSeenBy } from '../broker-view/mismatched-order-id.ts'
import { reducedNotification, tradeNotification } from '../persist/trade-notifications.ts'
import type { SnapshotKind } from '../broker-view/poll-scheduler.ts'
import { intentFor } from './intent-for.ts'
import { planCovers } from './plan-cover.ts'
import { missingUnits, unitsSoldByOthers } from '../broker-view/position-snapshot.ts'
import { fillsComplete } from '../persist/state.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

export interface AccountPlan {
  /** In memory, to be committed and then sent. */
  readonly intents: readonly Intent[]
  readonly reads: readonly SnapshotKind[]
  /** Orders whose own history should be read. */
  readonly histories: readonly string[]
  /** Trades whose entry wants to be priced again. */
  readonly reEntryAfter: readonly string[]
  /** Contracts whose quote is needed although no trade in them is live. */
  readonly tokens: readonly number[]
  /** Every contract traded today was seen, since its last fill, not to be short. */
  readonly isSettled: boolean
  /** Since when each position that is unprotected now has been so, by the time its alarm counts. */
  readonly unprotectedSince: readonly EpochMs[]
  readonly wakeAt: EpochMs | undefined
}

type CallStep = Extract<Step, { type: 'call' }>

const NOTHING_TO_DO: AccountPlan = {
  intents: [],
  reads: [],
  histories: [],
  reEntryAfter: [],
  tokens: [],
  isSettled: true,
  unprotectedSince: [],
  wakeAt: undefined,
}
/** An order that readings of the book have lacked for so long is looked up by itself: a row may be cut out, or unreadable. */
const LOST_MS = 2_000
/** One trade moves through at most this many states in a turn. */
const MAX_MOVES = 5

/** Moves every trade as far as what is known allows, and draws up the calls that are due, exits first. */
export function planAccount(input: AccountInput): AccountPlan {
  const { unitOfWork, config, now } = input
  const dayExits = checkDay(input)
  const needingAttention = unitOfWork.state.needingAttention()
  if (needingAttention.length === 0 && unitOfWork.state.traded().length === 0) return NOTHING_TO_DO
  const calls: { step: CallStep; trade: Trade }[] = []
  const reads = new Set<SnapshotKind>()
  const histories = new Set<string>()
  const again: string[] = []
  const unprotectedSince: EpochMs[] = []
  let wakeAt: EpochMs | undefined
  for (const book of needingAttention) {
    recordBestBid(input, book.trade)
    for (let move = 0; move < MAX_MOVES; move += 1) {
      const { view } = book
      const plan = planTrade(view, envFor(input, view, dayExits))
      const event = plan.steps.find((step) => step.type === 'become')?.event
      if (event !== undefined && moveTrade(input, view, event)) continue
      for (const step of plan.steps) {
        if (step.type === 'call') calls.push({ step, trade: view.trade })
        else if (step.type === 'read') reads.add(step.what)
        else if (step.type === 'read_history') histories.add(step.orderId)
        else if (step.type === 'enter_again') again.push(view.trade.id)
        else if (step.type === 'alarm') input.alarms.raise(unitOfWork, step.alarm, view.trade, now)
      }
      for (const orderId of missingFromSnapshots(view, input)) histories.add(orderId)
      // The books of an open position follow the broker's within seconds, not only when it is closed.
      if (isHeld(view.trade) && !fillsComplete(view)) reads.add('trades')
      const oversoldAt = input.invariants.check(unitOfWork, view, now)
      wakeAt = earliestOf(wakeAt, plan.wakeAt, watchOver(input, view, unprotectedSince), oversoldAt)
      break
    }
  }
  const covers = planCovers(input, accountEnv(input))
  for (const read of covers.reads) reads.add(read)
  calls.push(...covers.calls)
  wakeAt = earliestOf(wakeAt, covers.wakeAt)
  const intents: Intent[] = []
  calls.sort((a, b) => CALL_PRIORITIES.indexOf(a.step.priority) - CALL_PRIORITIES.indexOf(b.step.priority))
  for (const { step, trade } of input.canCallBroker ? calls : []) {
    const target = step.call.type === 'place' ? undefined : step.call.orderId
    const seenBy = target === undefined ? undefined : firstSeenBy(unitOfWork.state, target, input)
    if (target !== undefined && seenBy !== undefined) {
      reads.add('orders')
      histories.add(target)
      wakeAt = earliestOf(wakeAt, seenBy)
      continue
    }
    const isSale = step.call.type === 'place' && step.call.side === 'SELL'
    const saleWait = isSale ? saleWaitOf(trade, input) : undefined
    if (saleWait !== undefined) {
      if (saleWait.read !== undefined) reads.add(saleWait.read)
      wakeAt = earliestOf(wakeAt, saleWait.until)
      continue
    }
    const mono = input.ports.clock.mono()
    const lane = step.priority === 'exit' ? 'exit' : 'other'
    // A change of a stop that rests must leave the calls that end the positions.
    const canWait = step.kind === 'move' && (step.reason === 'trail' || step.reason === FIT_FOR_REDUCTION)
    const wait = input.budget.wait(lane, mono, now, canWait ? unitOfWork.state.held().length : 0)
    if (wait > 0) {
      if (wait === Number.POSITIVE_INFINITY && canWait) continue
      if (wait === Number.POSITIVE_INFINITY)
        input.alarms.raise(unitOfWork, { code: 'alarm.budget_used_up' }, trade, now)
      else wakeAt = earliestOf(wakeAt, (now + wait) as EpochMs)
      continue
    }
    if (step.event !== undefined) moveTrade(input, unitOfWork.state.view(trade.id), step.event)
    // A sale has no file to go by: while the store is late it may wait longer to leave, or it never would.
    const patienceMs = step.call.type === 'place' ? patienceFor(input) : 0
    const earlier = unitOfWork.state.intentsOf(trade.id)
    const closesAt = sessionBy(input)?.closesAt ?? Number.POSITIVE_INFINITY
    const intent = intentFor(input.ports, config, unitOfWork.lease, trade, earlier, step, patienceMs, closesAt)
    input.budget.take(lane, intent.id, mono, now)
    unitOfWork.put({ type: 'intent', intent })
    intents.push(intent)
  }
  const { tokens, isSettled } = covers
  const readings = { reads: [...reads], histories: [...histories] }
  return { intents, ...readings, reEntryAfter: again, tokens, isSettled, unprotectedSince, wakeAt }
}

/**
 * How much longer than usual a new sale may wait to leave: twice what a late writing took, for the next may take longer, and
 * one that misses its deadline costs a whole writing more without a stop.
 */
function patienceFor({ config: { leastPatienceMs, mostPatienceMs }, unitOfWork }: AccountInput): number {
  const { isLate, writingTimes } = unitOfWork
  const { lateMs } = writingTimes
  if (!isLate && lateMs === 0) return 0
  return Math.min(mostPatienceMs, Math.max(leastPatienceMs, 2 * lateMs))
}

/** Sell orders that were seen to work and that readings of the book which succeeded since do not show. */
function missingFromSnapshots(view: TradeSnapshot, { snapshotsReadAt }: AccountInput): string[] {
  if (snapshotsReadAt === undefined) return []
  return liveSells(view)
    .filter(({ seenAt }) => seenAt !== null && snapshotsReadAt >= seenAt + LOST_MS)
    .map(({ orderId }) => orderId)
}

/** Keeps the best bid since entry in memory; it is stored with the next change of the trade. */
function recordBestBid({ unitOfWork, market, wall }: AccountInput, trade: Trade): void {
  if (!isHeld(trade)) return
  const bid = market.quoteOf(trade.contract.token, wall, trade.entryPrice)?.bid
  if (bid !== undefined && bid > trade.bestBid)
    unitOfWork.state.apply({ type: 'trade', trade: { ...trade, bestBid: bid } })
}

/** What a plan is made from that belongs to no trade. */
function accountEnv(input: AccountInput): PlanEnv {
  const { now, config, isTimeDisputed, snapshotsReadAt, snapshotsRequestedSince } = input
  return {
    now,
    isTimeDisputed,
    config,
    session: sessionBy(input),
    quote: undefined,
    hasNoBid: false,
    bounds: UNBOUNDED,
    exit: undefined,
    exitAt: undefined,
    snapshotsReadAt,
    snapshotsRequestedSince,
    bidBelowStopLimitSince: undefined,
    unconfirmedBid: undefined,
    position: undefined,
    requiredSight: undefined,
    isSoldByOwnOrders: false,
    isStoreLate: input.unitOfWork.isLate,
    saleWaitsUntil: undefined,
  }
}

const UNKNOWN_HOURS = {
  kind: 'full',
  name: null,
  windows: [],
  preOpenAt: 0 as EpochMs,
  opensAt: 0 as EpochMs,
  indexUntil: Number.POSITIVE_INFINITY as EpochMs,
  closesAt: Number.POSITIVE_INFINITY as EpochMs,
  assumed: true,
} as const

/** The session calls are made in. No clock by itself shows that it is over. */
function sessionBy({ session, isTimeSettled, now }: AccountInput): Session | undefined {
  return isTimeSettled ? session : { ...UNKNOWN_HOURS, day: istDateAt(now) }
}

function envFor(input: AccountInput, view: TradeSnapshot, dayExits: ReadonlyMap<LinkMode, DayExit>): PlanEnv {
  const { now, config, isTimeSettled, isTimeDisputed, market, snapshotsReadAt, snapshotsRequestedSince } = input
  const session = isTimeSettled ? input.session : undefined
  const { trade } = view
  const quote = isHeld(trade) ? market.quoteOf(trade.contract.token, input.wall, trade.entryPrice) : undefined
  if (trade.state === 'entering') market.observe(trade.contract.token, input.wall)
  const decisions = market.decisionsOf(trade.contract.symbol)
  const bounds = boundsOf(input.instructions, trade)
  return {
    now,
    isTimeDisputed,
    config,
    session: sessionBy(input),
    quote,
    hasNoBid: market.hasNoBid(trade.contract.token),
    bounds,
    exit:
      trade.state === 'open'
        ? exitReasonFor(trade, {
            now: isTimeSettled ? now : trade.enteredAt,
            session,
            quote,
            decisions,
            bounds,
            dayExit: dayExits.get(trade.mode),
          })
        : undefined,
    exitAt: isHeld(trade) ? nextExitCheck(trade, now, session) : undefined,
    snapshotsReadAt,
    snapshotsRequestedSince,
    bidBelowStopLimitSince: bidBelowStopLimitSince(input, view, quote),
    unconfirmedBid: unconfirmedBid(input, trade),
    position: positionSeen(input, trade),
    requiredSight: input.requiredSight(view),
    isSoldByOwnOrders: isSoldByOwnOrders(input.unitOfWork.state, view, input.trades?.value ?? []),
    isStoreLate: input.unitOfWork.isLate,
    saleWaitsUntil: saleWaitOf(trade, input)?.until,
  }
}

/**
 * What the newest positions show of the trade's contract, against what all our trades in it hold beside the units that the
 * user bought: those must not stand in for ours that an order sold unseen.
 */
function positionSeen({ unitOfWork, positions, trades }: AccountInput, trade: Trade): PositionSeen | undefined {
  if (positions === undefined || (!isHeld(trade) && trade.state !== 'closed')) return undefined
  const { state } = unitOfWork
  const boughtByOthers = Math.max(0, -unitsSoldByOthers(state, trade, trades?.value ?? [], () => true))
  return { readAt: positions.readAt, missing: missingUnits(state, positions.value, trade, boughtByOthers) }
}

/** Brings the written trade forward by an event; false when it does not apply, which is a fault of ours. */
function moveTrade(input: AccountInput, view: TradeSnapshot, event: Parameters<typeof nextTrade>[1]): boolean {
  const { unitOfWork, now, ports } = input
  const next = nextTrade(unitOfWork.state.trade(view.trade.id)!, event)
  if (next === undefined) {
    const alarm = { code: 'alarm.illegal_trade_event', from: view.trade.state, to: event.type } as const
    input.invariants.broken(unitOfWork, alarm, view.trade, now)
    return false
  }
  unitOfWork.put({ type: 'trade', trade: next })
  if (event.type !== 'tightened') ports.observer.count('trade_events', { type: event.type })
  const notification =
    event.type === 'filled' || event.type === 'flat'
      ? tradeNotification(next, view.bought, now, unitOfWork.broker.names)
      : event.type === 'reduced' && isHeld(view.trade)
        ? reducedNotification(view, view.trade.reduced ?? 0, now)
        : undefined
  if (notification !== undefined) unitOfWork.notify(notification)
  return true
}

/**
 * Alarms for what must never last: units without stop or exit, and units held when the day must be flat. `unprotected` takes
 * since when the position has been without the first. Returns when to watch again.
 */
function watchOver(input: AccountInput, view: TradeSnapshot, unprotected: EpochMs[]): EpochMs | undefined {
  const { now, config, session, unprotectedSince, alarms, unitOfWork } = input
  const { trade } = view
  const blockingOrder = blockingSellOrder(view, input.foreignSellOrders)
  if (blockingOrder !== undefined) alarms.raise(unitOfWork, blockingOrder, trade, now)
  const bare = isHeld(trade) ? unprotectedUnitsOf(view, input) : 0
  // A step of the exit that is out excuses from the alarm until it is answered; refused, it has not ended the time.
  const isUnprotected = bare > 0 && exitUnansweredUntil(view, input) === undefined
  if (isUnprotected) unprotectedSince.set(trade.id, unprotectedSinceOf(view, input))
  // An acceptance alone ends no time without a stop: the order may never come to the exchange.
  else if (bare === 0 && unconfirmedUnits(view) === 0) unprotectedSince.delete(trade.id)
  const since = isUnprotected ? unprotectedSince.get(trade.id) : undefined
  if (since !== undefined) unprotected.push(since)
  const alarmAt = since === undefined ? undefined : ((since + config.unprotectedAlarmMs) as EpochMs)
  const contract = contractRef(trade.contract)
  if (alarmAt !== undefined && now >= alarmAt)
    alarms.raise(unitOfWork, { code: 'alarm.unprotected', contract, units: bare }, trade, now)
  const deadline =
    session === undefined || !input.isTimeSettled || !isHeld(trade) ? undefined : squareOffDeadline(session)
  if (deadline !== undefined && now >= deadline && view.open > 0)
    alarms.raise(unitOfWork, { code: 'alarm.not_flat', contract, units: view.open }, trade, now)
  return earliestOf(isInFuture(alarmAt, now), isInFuture(deadline, now), nextUnprotectedAt(view, input))
}

// @invariant protected-position
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { squareOffDeadline } from '@strikewise/domain/time/intraday-limits.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { dayLock } from '@strikewise/domain/trading/day-cap.ts'
import type { ExecutionConfig } from '../config.ts'
import { soldOutNets, standingOf, type OpenPosition } from '../gate/day-standing.ts'
import type { Intent } from '../intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import type { Ports } from '../ports.ts'
import { exitReasonFor, nextExitCheck } from '../trade/exit-rules.ts'
import { planTrade } from '../trade/plan.ts'
import { liveSells } from '../trade/sell-orders.ts'
import { LANES, soonest, yetToCome, type PlanEnv, type PositionSeen, type Step } from '../trade/steps.ts'
import { isHeld, LINK_MODES, nextTrade, type LinkMode, type Trade } from '../trade/trade.ts'
import { isSoldByOurs, keyOf } from './absorb-fills.ts'
import type { Alarms } from './alarms.ts'
import { bareSince, bareUnits, exitUnansweredUntil, nextBareAt } from './bare.ts'
import type { OrderBudget } from './budget.ts'
import { orderInTheWay } from './in-the-way.ts'
import type { Invariants } from './invariants.ts'
import type { Ledger } from './ledger.ts'
import { doubtedBid, limitLeftSince } from './limit-left.ts'
import type { MarketView } from './market-view.ts'
import { firstSightBy } from './mistaken-id.ts'
import { lockNote, tradeNote } from './notes.ts'
import { openPositions } from './open-positions.ts'
import type { ReadKind } from './reader.ts'
import { intentFor } from './sender.ts'
import { planCovers } from './plan-cover.ts'
import type { SightWanted } from './others-sales.ts'
import { missingUnits, type PositionsRead, type TradesRead } from './positions.ts'
import { fillsComplete } from './state.ts'
import type { TradeView } from './trade-book.ts'

export interface AccountInput {
  readonly ports: Ports
  readonly config: ExecutionConfig
  readonly ledger: Ledger
  readonly market: MarketView
  readonly budget: OrderBudget
  readonly alarms: Alarms
  readonly invariants: Invariants
  readonly session: Session | undefined
  /** False while one clock alone tells the time: nothing is given up, and no session is over, by its word. */
  readonly isTimeSettled: boolean
  /** The wall clock stepped away and the broker has not shown its time since: ages may be longer than they seem. */
  readonly isTimeDisputed: boolean
  /** The account's own time. */
  readonly now: EpochMs
  /** The wall clock's, by which quotes are dated. */
  readonly wall: EpochMs
  /** Start of the newest reading of the order book that succeeded. */
  readonly booksReadAt: EpochMs | undefined
  /** Since when this process reads the books of the account without having stood still. */
  readonly booksWantedSince: EpochMs
  /** Sell orders that are not ours and still work at the broker. */
  readonly othersSales: readonly BrokerOrder[]
  /** From when on positions show every sale in a contract and product (`keyOf`) that is not ours; undefined: there is none. */
  readonly othersSoldAt: (key: string) => EpochMs | undefined
  /** From when on positions in a contract and product are as new as its fills of ours; undefined: no new one was shown. */
  readonly fillsShownAt: (key: string) => EpochMs | undefined
  /** Since when units in a contract and product have been missing that no trade book has judged yet; undefined: none are. */
  readonly unjudgedSince: (key: string) => EpochMs | undefined
  /** Which sight of a trade's orders knows of what was last sold out of it by hand; undefined: nothing was. */
  readonly sightWanted: (view: TradeView) => SightWanted | undefined
  /** When the present state of an order of ours was learned. */
  readonly learnedAt: (order: OrderRecord) => EpochMs
  /** The most the account may lose today; undefined while its capital is not known. */
  readonly dayCap: Paise | undefined
  /** The newest reading of the positions; undefined before the first. */
  readonly positions: PositionsRead | undefined
  /** The newest reading of the trade book; undefined before the first. */
  readonly trades: TradesRead | undefined
  /** The user wants a short position bought back that took a sale of their own. */
  readonly coverManualShorts: boolean
  /** Since when each position has had no stop and no exit on its way. Kept by the caller. */
  readonly nakedSince: Map<string, EpochMs>
  /** Since when the bid has been under the limit of each position's armed stop. Kept by the caller. */
  readonly limitLeftSince: Map<string, EpochMs>
  /** False while shutting down: the orders rest where they are. */
  readonly mayCall: boolean
}

export interface AccountPlan {
  /** In memory, to be committed and then sent. */
  readonly intents: readonly Intent[]
  readonly reads: readonly ReadKind[]
  /** Orders whose own history should be read. */
  readonly histories: readonly string[]
  /** Trades whose entry wants to be priced again. */
  readonly again: readonly string[]
  /** Contracts whose quote is needed although no trade in them is live. */
  readonly tokens: readonly number[]
  /** Every contract traded today was seen, since its last fill, not to be short. */
  readonly isSettled: boolean
  readonly wakeAt: EpochMs | undefined
}

type CallStep = Extract<Step, { type: 'call' }>

const NOTHING_TO_DO: AccountPlan = {
  intents: [],
  reads: [],
  histories: [],
  again: [],
  tokens: [],
  isSettled: true,
  wakeAt: undefined,
}
/** An order that readings of the book have lacked for so long is looked up by itself: a row may be cut out, or unreadable. */
const LOST_MS = 2_000
/** How long a new sale waits for the trade book to say whether what the positions lack is held. */
const JUDGED_WITHIN_MS = 2_000
/** One trade moves through at most this many states in a turn. */
const MOST_MOVES = 5

/** Moves every trade as far as what is known allows, and draws up the calls that are due, exits first. */
export function planAccount(input: AccountInput): AccountPlan {
  const { ledger, config, now } = input
  const capReached = checkDay(input)
  const restless = ledger.state.restless()
  if (restless.length === 0 && ledger.state.traded().length === 0) return NOTHING_TO_DO
  const calls: { step: CallStep; trade: Trade }[] = []
  const reads = new Set<ReadKind>()
  const histories = new Set<string>()
  const again: string[] = []
  let wakeAt: EpochMs | undefined
  for (const book of restless) {
    noteBestBid(input, book.trade)
    for (let move = 0; move < MOST_MOVES; move += 1) {
      const { view } = book
      const plan = planTrade(view, envFor(input, view, capReached))
      const event = plan.steps.find((step) => step.type === 'become')?.event
      if (event !== undefined && moveTrade(input, view, event)) continue
      for (const step of plan.steps) {
        if (step.type === 'call') calls.push({ step, trade: view.trade })
        else if (step.type === 'read') reads.add(step.what)
        else if (step.type === 'read_history') histories.add(step.orderId)
        else if (step.type === 'enter_again') again.push(view.trade.id)
        else if (step.type === 'alarm') input.alarms.raise(ledger, step.code, view.trade, step.text, now)
      }
      for (const orderId of lostFromSight(view, input)) histories.add(orderId)
      // The books of an open position follow the broker's within seconds, not only when it is closed.
      if (isHeld(view.trade) && !fillsComplete(view)) reads.add('trades')
      const oversoldAt = input.invariants.check(ledger, view, now)
      wakeAt = soonest(wakeAt, plan.wakeAt, watchOver(input, view), oversoldAt)
      break
    }
  }
  const covers = planCovers(input, accountEnv(input))
  for (const read of covers.reads) reads.add(read)
  calls.push(...covers.calls)
  wakeAt = soonest(wakeAt, covers.wakeAt)
  const intents: Intent[] = []
  calls.sort((a, b) => LANES.indexOf(a.step.lane) - LANES.indexOf(b.step.lane))
  for (const { step, trade } of input.mayCall ? calls : []) {
    const target = step.call.type === 'place' ? undefined : step.call.orderId
    const sightBy = target === undefined ? undefined : firstSightBy(ledger.state, target, input)
    if (target !== undefined && sightBy !== undefined) {
      reads.add('orders')
      histories.add(target)
      wakeAt = soonest(wakeAt, sightBy)
      continue
    }
    const judgedBy = judgedByOf(step, trade, input)
    if (judgedBy !== undefined) {
      reads.add('trades')
      wakeAt = soonest(wakeAt, judgedBy)
      continue
    }
    const mono = input.ports.clock.mono()
    const lane = step.lane === 'exit' ? 'exit' : 'other'
    const wait = input.budget.wait(lane, mono, now)
    if (wait > 0) {
      if (wait === Number.POSITIVE_INFINITY) {
        const text = "Today's order calls are used up while a position is open."
        input.alarms.raise(ledger, 'budget_used_up', trade, text, now)
      } else wakeAt = soonest(wakeAt, (now + wait) as EpochMs)
      continue
    }
    if (step.event !== undefined) moveTrade(input, ledger.state.view(trade.id), step.event)
    // A sale has no file to go by: while the store is late it may wait longer to leave, or it never would.
    const patienceMs = step.call.type === 'place' && ledger.isLate ? config.protectPatienceMs : 0
    const earlier = ledger.state.intentsOf(trade.id)
    const closesAt = sessionBy(input)?.closesAt ?? Number.POSITIVE_INFINITY
    const intent = intentFor(input.ports, config, ledger.lease, trade, earlier, step, patienceMs, closesAt)
    input.budget.take(lane, intent.id, mono, now)
    ledger.put({ type: 'intent', intent })
    intents.push(intent)
  }
  const { tokens, isSettled } = covers
  return { intents, reads: [...reads], histories: [...histories], again, tokens, isSettled, wakeAt }
}

/** Until when a new sale waits since units of its contract are missing: they may be sold, or converted. Undefined: it may leave. */
function judgedByOf({ call }: CallStep, trade: Trade, { now, unjudgedSince }: AccountInput): EpochMs | undefined {
  if (call.type !== 'place' || call.side !== 'SELL') return undefined
  const since = unjudgedSince(keyOf(trade))
  return since === undefined ? undefined : yetToCome((since + JUDGED_WITHIN_MS) as EpochMs, now)
}

/** Sell orders that were seen to work and that readings of the book which succeeded since do not show. */
function lostFromSight(view: TradeView, { booksReadAt }: AccountInput): string[] {
  if (booksReadAt === undefined) return []
  return liveSells(view)
    .filter(({ seenAt }) => seenAt !== null && booksReadAt >= seenAt + LOST_MS)
    .map(({ orderId }) => orderId)
}

const NO_MODE: ReadonlySet<LinkMode> = new Set()

/** The kinds of link whose positions must go, for their loss cap is reached. */
function checkDay(input: AccountInput): ReadonlySet<LinkMode> {
  const open = openPositions(input.ledger, input.market, input.wall)
  let reached = NO_MODE
  for (const mode of LINK_MODES) {
    const own = open.filter(({ trade }) => trade.mode === mode)
    if (isCapReached(input, mode, own)) reached = new Set([...reached, mode])
  }
  return reached
}

/** Locks the day for a kind of link when its loss cap is reached or three trades in a row lost; true for the cap. */
function isCapReached(input: AccountInput, mode: LinkMode, open: readonly OpenPosition[]): boolean {
  const { ledger, now, dayCap } = input
  const { on } = ledger.state
  const lock = ledger.state.lockOf(mode)
  if (lock?.reason === 'loss_cap') return true
  const nets = ledger.state.closedNets(mode)
  if (open.length === 0 && nets.length === 0) return false
  const standing = standingOf([...nets, ...ledger.state.coverNets(mode)], open, on)
  // Without a known capital there is no cap, and the gate lets no entry through that could reach one.
  const cap = dayCap ?? (Number.MAX_SAFE_INTEGER as Paise)
  const reason = dayLock(cap, standing, [...nets, ...soldOutNets(open, on)])
  // A streak of losses only stops entries, and any lock does that.
  if (reason === undefined || (reason === 'losing_streak' && lock !== undefined)) return false
  const next = { on, mode, reason, at: now }
  ledger.put({ type: 'lock', lock: next })
  ledger.note(lockNote(ledger.userId, ledger.account, next))
  input.ports.observer.count('day_locked', { reason })
  return reason === 'loss_cap'
}

/** Keeps the best bid since entry in memory; it is written down with the next change of the trade. */
function noteBestBid({ ledger, market, wall }: AccountInput, trade: Trade): void {
  if (!isHeld(trade)) return
  const bid = market.quoteOf(trade.contract.token, wall, trade.entryPrice)?.bid
  if (bid !== undefined && bid > trade.bestBid) ledger.state.apply({ type: 'trade', trade: { ...trade, bestBid: bid } })
}

/** What a plan is made from that belongs to no trade. */
function accountEnv(input: AccountInput): PlanEnv {
  const { now, config, isTimeDisputed, booksReadAt, booksWantedSince } = input
  return {
    now,
    isTimeDisputed,
    config,
    session: sessionBy(input),
    quote: undefined,
    exit: undefined,
    exitAt: undefined,
    booksReadAt,
    booksWantedSince,
    limitLeftSince: undefined,
    doubtedBid: undefined,
    position: undefined,
    sightWanted: undefined,
    isSoldByOurs: false,
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

/** The session calls are made in. No clock by itself says that it is over. */
function sessionBy({ session, isTimeSettled, now }: AccountInput): Session | undefined {
  return isTimeSettled ? session : { ...UNKNOWN_HOURS, day: istDateAt(now) }
}

function envFor(input: AccountInput, view: TradeView, capReached: ReadonlySet<LinkMode>): PlanEnv {
  const { now, config, isTimeSettled, isTimeDisputed, market, booksReadAt, booksWantedSince } = input
  const session = isTimeSettled ? input.session : undefined
  const { trade } = view
  const quote = isHeld(trade) ? market.quoteOf(trade.contract.token, input.wall, trade.entryPrice) : undefined
  const decisions = market.decisionsOf(trade.contract.symbol)
  return {
    now,
    isTimeDisputed,
    config,
    session: sessionBy(input),
    quote,
    exit:
      trade.state === 'open'
        ? exitReasonFor(trade, {
            now: isTimeSettled ? now : trade.enteredAt,
            session,
            quote,
            decisions,
            capReached: capReached.has(trade.mode),
          })
        : undefined,
    exitAt: isHeld(trade) ? nextExitCheck(trade, now, session) : undefined,
    booksReadAt,
    booksWantedSince,
    limitLeftSince: limitLeftSince(input, view, quote),
    doubtedBid: doubtedBid(input, trade),
    position: positionSeen(input, trade),
    sightWanted: input.sightWanted(view),
    isSoldByOurs: isSoldByOurs(input.ledger.state, view, input.trades?.value ?? []),
  }
}

/** What the newest positions show of the trade's contract, against what all our trades in it hold. */
function positionSeen({ ledger, positions }: AccountInput, trade: Trade): PositionSeen | undefined {
  if (positions === undefined || (!isHeld(trade) && trade.state !== 'closed')) return undefined
  return { readAt: positions.readAt, missing: missingUnits(ledger.state, positions.value, trade) }
}

/** Brings the written trade forward by an event; false when it does not apply, which is a fault of ours. */
function moveTrade(input: AccountInput, view: TradeView, event: Parameters<typeof nextTrade>[1]): boolean {
  const { ledger, now, ports } = input
  const next = nextTrade(ledger.state.trade(view.trade.id)!, event)
  if (next === undefined) {
    const text = `A trade that is ${view.trade.state} cannot be ${event.type}.`
    input.invariants.broken(ledger, 'illegal_trade_event', view.trade, text, now)
    return false
  }
  ledger.put({ type: 'trade', trade: next })
  if (event.type !== 'tightened') ports.observer.count('trade_events', { type: event.type })
  const note = event.type === 'filled' || event.type === 'flat' ? tradeNote(next, view.bought, now) : undefined
  if (note !== undefined) ledger.note(note)
  return true
}

/** Alarms for what must never last: units without stop or exit, and units held when the day must be flat. */
function watchOver(input: AccountInput, view: TradeView): EpochMs | undefined {
  const { now, config, session, nakedSince, alarms, ledger } = input
  const { trade } = view
  const inTheWay = orderInTheWay(view, input.othersSales)
  if (inTheWay !== undefined) alarms.raise(ledger, 'in_the_way', trade, inTheWay.text, now, inTheWay.orderId)
  const bare = isHeld(trade) ? bareUnits(view, input) : 0
  // A step of the exit that is out excuses from the alarm until it is answered; refused, it has not ended the time.
  const isNaked = bare > 0 && exitUnansweredUntil(view, input) === undefined
  if (isNaked) nakedSince.set(trade.id, bareSince(view, input))
  else if (bare === 0) nakedSince.delete(trade.id)
  const since = isNaked ? nakedSince.get(trade.id) : undefined
  const alarmAt = since === undefined ? undefined : ((since + config.nakedAlarmMs) as EpochMs)
  const name = trade.contract.tradingsymbol
  if (alarmAt !== undefined && now >= alarmAt)
    alarms.raise(ledger, 'unprotected', trade, `${bare} units of ${name} have no stop that the broker confirms.`, now)
  const deadline =
    session === undefined || !input.isTimeSettled || !isHeld(trade) ? undefined : squareOffDeadline(session)
  if (deadline !== undefined && now >= deadline && view.open > 0)
    alarms.raise(
      ledger,
      'not_flat',
      trade,
      `${view.open} units of ${name} are still held close to the end of the day.`,
      now,
    )
  return soonest(yetToCome(alarmAt, now), yetToCome(deadline, now), nextBareAt(view, input))
}

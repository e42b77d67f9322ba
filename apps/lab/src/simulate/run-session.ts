import { istInstant } from '@strikewise/domain/time/ist.ts'
import { netQuantity } from '@strikewise/exchange/state/account-state.ts'
import { pendingQuantityOf } from '@strikewise/exchange/state/order-state.ts'
import { isUnresolved } from '@strikewise/execution/intent/intent.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Chooser, FaultDecision, Offered } from './chance/chooser.ts'
import { Checker } from './checker/checker.ts'
import type { UnprotectedTimes } from './checker/unprotected-times.ts'
import type { Violation } from './checker/violation.ts'
import { every, inTurn } from './engine/in-turn.ts'
import {
  holdOverTheClose,
  nextMorning,
  shutDownUntil,
  RESTART_BEFORE_MS,
  squareOffsOf,
  faultsOverTheClose,
} from './after-square-off.ts'
import { CONTRACTS } from './session/contracts.ts'
import { FIRST_MID, move } from './session/book-move.ts'
import type { SessionShape, SignalShape } from './session/shape.ts'
import { traceOf } from './trace.ts'
import { DECISION_OVER_MS, isQuiescent } from './environment/quiescence.ts'
import { runUserActionsAtDecision } from './environment/user-actions.ts'
import { runUserInstructionsAtDecision } from './environment/user-instructions.ts'
import { runUserTicketsAtDecision } from './environment/user-tickets.ts'
import { Simulation } from './environment/simulation.ts'
import { CHECK_INTERVAL_MS, injectEnvironmentFaults } from './environment/environment-faults.ts'

export interface SessionOutcome {
  readonly violations: readonly Violation[]
  readonly fired: readonly FaultDecision[]
  readonly offered: readonly Offered[]
  readonly reached: ReadonlySet<string>
  /** How long anything was open without a stop or an exit on its way. */
  readonly unprotected: UnprotectedTimes
  /** Positions opened. */
  readonly trades: number
  /** Digest of everything that happened; equal runs have equal ones. Empty unless asked for. */
  readonly trace: string
}

const REFRESH_MS = 1_500
/** After the faults: the checker's bounds are strict before prices move to end the trades. */
const SETTLE_MS = 11_000
/** How often a session is asked whether anything can still come of it. */
const REST_POLL_MS = 2_500
const MAX_END_STEPS = 12
const END_STEP_MS = 1_500
const QUIET_LIMIT_MS = 180_000
/** How much longer things go wrong where an account is short. */
const MAX_SHORT_MS = 10_000
/** Longer than a position is kept of which nothing comes. */
const STALE_MS = 31 * 60_000
const FILE_TURN_MS = 15_000

/** What the parts of a session that run by themselves ask before they go on. */
interface Phase {
  areFaultsCleared: boolean
  isOpen: boolean
}

/**
 * Runs one session from its first second to after the close. Must be called from a timer, not from an `await`. Two
 * phases: things go wrong; then everything heals and the day must end in order.
 */
export function runSession(
  shape: SessionShape,
  chooser: Chooser,
  withTrace = false,
  onSimulation?: (simulation: Simulation) => void,
): SessionOutcome {
  const simulation = new Simulation(shape, chooser)
  onSimulation?.(simulation)
  const checker = new Checker(simulation)
  const { time } = simulation
  const after = afterEachEvent(simulation, checker)
  const phase: Phase = { areFaultsCleared: false, isOpen: true }
  scheduleSession(simulation, phase)
  /** Runs until then, or until nothing more can come of the day: what is left of it would show nothing. */
  const runUntil = (until: number) => {
    while (time.now < until && !isQuiescent(simulation)) time.runUntil(Math.min(until, time.now + REST_POLL_MS), after)
  }
  const faultsEnd = simulation.startAt + shape.faultMs
  runUntil(faultsEnd)
  // What is to be bought back is worth spoiling too.
  runWhile(simulation, isShort, faultsEnd + MAX_SHORT_MS, after)
  if (shape.ending === 'over_close') faultsOverTheClose(simulation, after)

  phase.areFaultsCleared = true
  simulation.clearFaults()
  checker.faultsCleared()
  runUntil(time.now + SETTLE_MS)
  if (shape.ending === 'stale') runUntil(time.now + STALE_MS)
  if (shape.ending === 'unsold' || shape.ending === 'over_close') holdOverTheClose(simulation, after)
  else if (shape.ending !== 'square_off') endTrades(simulation, runUntil)
  else if (!isQuiescent(simulation)) squareOff(simulation, after)
  // What is short finds sellers at the price as it is.
  if (isShort(simulation)) offerDepth(simulation)
  runWhile(simulation, (one) => !one.isQuiet() || isShort(one), time.now + QUIET_LIMIT_MS, after)
  phase.isOpen = false
  bringInTheRest(simulation, after)
  if (shape.ending === 'over_close') nextMorning(simulation, after)
  checker.end()
  return {
    violations: checker.violations,
    fired: chooser.fired,
    offered: chooser.offered ?? [],
    reached: simulation.reached,
    unprotected: checker.unprotectedTimes,
    trades: checker.tradesOpened,
    trace: withTrace ? traceOf(simulation) : '',
  }
}

/** Checks after each event. The exchange moves by itself: its next step becomes an event like any other. */
function afterEachEvent({ exchange, time }: Simulation, checker: Checker): () => void {
  let advanceAt = Number.POSITIVE_INFINITY
  return () => {
    const due = exchange.state.steps.items[0]?.at
    if (due !== undefined && due < advanceAt) {
      advanceAt = due
      time.at(due, () => {
        advanceAt = Number.POSITIVE_INFINITY
        exchange.advance(time.now)
      })
    }
    checker.check()
  }
}

/** Puts in line what happens whatever the product does: prices, signals, faults of the environment, the first starts. */
function scheduleSession(simulation: Simulation, phase: Phase): void {
  const { time, exchange, shape, startAt } = simulation
  const areFaultsCleared = () => phase.areFaultsCleared
  inTurn(
    time,
    shape.moves,
    ({ afterMs }) => startAt + afterMs,
    (one) => simulation.move(one),
    areFaultsCleared,
  )
  for (const [i, signal] of shape.signals.entries())
    time.at(startAt + signal.afterMs, () => deliverSignal(simulation, signal, `d${i}`))
  every(time, CHECK_INTERVAL_MS, () => injectEnvironmentFaults(simulation), areFaultsCleared)
  for (let slot = 0; slot < shape.executors; slot += 1) time.after(slot * 500, () => simulation.launch(slot))
  const accounts = [...exchange.state.accounts.values()]
  const refresh = () => {
    for (let i = 0; i < CONTRACTS.length; i += 1) simulation.market.refresh(time.now, i)
    // Only a working order is matched by what is offered again.
    if (accounts.some(({ live }) => live.size > 0)) exchange.advance(time.now)
  }
  every(time, REFRESH_MS, refresh, () => !phase.isOpen)
}

/** A decision reaches the processes, perhaps twice, perhaps followed by its opposite. */
function deliverSignal(simulation: Simulation, signal: SignalShape, id: string): void {
  const { chooser, time } = simulation
  simulation.signal(signal, id)
  runUserActionsAtDecision(simulation, id)
  runUserInstructionsAtDecision(simulation, id)
  runUserTicketsAtDecision(simulation, id)
  const again = chooser.choose('signal_twice', id)
  const decision = simulation.decisions.at(-1)!
  if (again > 0) time.after(again === 1 ? 5 : 4_000, () => simulation.deliverDecision(decision))
  if (chooser.choose('opposite_signal', id) > 0)
    simulation.signal({ ...signal, contract: signal.contract ^ 1 }, `${id}o`)
}

/** Runs in steps for as long as this holds, at most until then. */
function runWhile(
  simulation: Simulation,
  holds: (simulation: Simulation) => boolean,
  until: number,
  after: () => void,
): void {
  const { time } = simulation
  while (holds(simulation) && time.now < until) time.runUntil(time.now + REST_POLL_MS, after)
}

/** The day goes on at the moments at which positions are squared off. */
function squareOff(simulation: Simulation, after: () => void): void {
  const { shape, time } = simulation
  offerDepth(simulation)
  for (const squareOffAt of squareOffsOf(shape.day)) {
    // No operator ends the program for minutes while it buys or sells.
    runWhile(simulation, (one) => isMoving(one) || mayEnter(one), time.now + QUIET_LIMIT_MS, after)
    if (isQuiescent(simulation)) break
    shutDownUntil(simulation, squareOffAt - RESTART_BEFORE_MS, after)
    time.runUntil(squareOffAt + REST_POLL_MS, after)
  }
}

/**
 * The program is started once more after the hours of trading and reads what its machines still hold. What has not come
 * to rest by now never will; the checker reports it. A day without a call or a file leaves nothing to come back to.
 */
function bringInTheRest(simulation: Simulation, after: () => void): void {
  const { calls, offlineJournals, shape, time } = simulation
  if (!isOver(simulation) || (calls.length === 0 && offlineJournals.waiting().length === 0)) return
  shutDownUntil(simulation, istInstant(shape.day, 15, 39, 50), after)
  time.runUntil(istInstant(shape.day, 15, 40, 5), after)
  bringInFiles(simulation, after)
}

/**
 * Whether every trade is over, or was: where the store has lost its end or rejected the row of it, an account that has nothing
 * more to write notices that at its next start.
 */
function isOver({ accounts, store, lostTail, rejectedRows }: Simulation): boolean {
  const missing = [...lostTail.rows, ...rejectedRows.rejected]
  const missingEnds = new Set(
    missing.flatMap(({ change }) => (change.type === 'trade' && isEnd(change.trade) ? [change.trade.id] : [])),
  )
  return accounts.every((account) =>
    store.tradesOf(account).every((trade) => isEnd(trade) || missingEnds.has(trade.id)),
  )
}

function isEnd({ state }: Trade): boolean {
  return state === 'closed' || state === 'abandoned'
}

/**
 * Whether a position is being opened or exited, a call is in doubt, something held has no stop at the exchange, or more
 * is on sale there than is held: another party's sale has not been noticed yet.
 */
function isMoving({ accounts, exchange, store }: Simulation): boolean {
  return accounts.some((account) => {
    if (store.intentsOf(account).some(isUnresolved)) return true
    const { live, positions } = exchange.state.accounts.get(account)!
    let free = 0
    for (const position of positions.values())
      if (position.product === 'MIS') free += Math.max(0, netQuantity(position))
    for (const id of live) {
      const order = exchange.state.orders.get(id)!
      if (order.side === 'SELL') free -= pendingQuantityOf(order)
    }
    if (free < 0) return true
    return store
      .tradesOf(account)
      .some(({ state }) => state === 'entering' || state === 'exiting' || (state === 'open' && live.size === 0))
  })
}

/** Whether a decision is young enough to become a trade. */
function mayEnter({ decisions, time }: Simulation): boolean {
  return decisions.some(({ barEnd }) => time.now < barEnd + DECISION_OVER_MS)
}

/** A local file is brought in once a process on its machine leads: each of them gets its turn. */
function bringInFiles(simulation: Simulation, after: () => void): void {
  const { time } = simulation
  for (const machine of simulation.offlineJournals.waiting()) {
    shutDownUntil(simulation, time.now + FILE_TURN_MS, after, machine)
    time.runUntil(time.now + FILE_TURN_MS, after)
  }
}

/** Whatever the morning was like, what must be sold finds buyers at the price as it is. */
function offerDepth(simulation: Simulation): void {
  const { quotes } = simulation.market
  for (const [contract, { token }] of CONTRACTS.entries()) {
    const slot = quotes.slotOf(token)
    simulation.move({ afterMs: 0, contract, bid: quotes.bestBid(slot), ask: quotes.bestAsk(slot), quantity: 3_000 })
  }
}

/** Prices of what is traded move far enough, step by step, that every stop or target is passed. */
function endTrades(simulation: Simulation, runUntil: (until: number) => void): void {
  const { time, shape, market } = simulation
  for (let step = 1; step <= MAX_END_STEPS && !isQuiescent(simulation); step += 1) {
    runUntil(time.now + END_STEP_MS)
    for (const [contract, { token }] of CONTRACTS.entries()) {
      // Asked at each step: a decision taken late may have become a trade only now.
      if (!isTraded(simulation, contract)) continue
      const mid = market.quotes.last(market.quotes.slotOf(token)) || FIRST_MID
      simulation.move(
        move(0, contract, Math.max(200, Math.round(mid * (shape.ending === 'fall' ? 0.88 : 1.22))), 3_000),
      )
    }
  }
}

/** Whether the broker shows an account short of anything. */
function isShort({ accounts, exchange }: Simulation): boolean {
  return accounts.some((account) =>
    exchange.state.accounts
      .get(account)!
      .positions.values()
      .some((held) => netQuantity(held) < 0),
  )
}

/** Whether any party holds the contract, or has a trade in it that is not over. */
function isTraded({ accounts, exchange, store }: Simulation, place: number): boolean {
  const { token } = CONTRACTS[place]!
  return accounts.some(
    (account) =>
      store
        .tradesOf(account)
        .some(({ contract, state }) => contract.token === token && state !== 'closed' && state !== 'abandoned') ||
      exchange.state.accounts
        .get(account)!
        .positions.values()
        .some((held) => held.contract.token === token && held.product === 'MIS' && netQuantity(held) > 0),
  )
}

import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { REGISTERED_LOGIC } from './initial-account-facts.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EntryOffer } from '@strikewise/execution/pre-trade/approval.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { Chooser } from '../chance/chooser.ts'
import { CONTRACTS, SPOTS } from '../session/contracts.ts'
import { SIGNAL_STOP_SHARE } from '../session/rare-price-moves.ts'
import type { MoveShape, SessionShape, SignalShape } from '../session/shape.ts'
import { SimProcess } from './sim-process.ts'
import { runUserActionsBeforeStop, pressKillSwitchBeforeSend } from './user-actions.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { Environment, type Asked } from './environment.ts'

/** Once all has healed idle accounts look at their book this seldom: nothing of a quiet hour is worth its simulated cost. */
const QUIET_POLL_MS = 600_000
const RESTART_MS = { least: 300, most: 3_000 }
const DECISION_REACHES_MS = 60
const HINT_MS = 15
/** How often the trader reads the decision log, and looks its accounts up, without a hint. */
const LOG_READ_EVERY_MS = 2_000
const ACCOUNTS_READ_EVERY_MS = 5_000
/** What a move leads to has been decided within this. */
const DECIDED_MS = 40

/** One simulated day: its environment and the processes that trade in it. */
export class Simulation extends Environment {
  #processes: (SimProcess | undefined)[]
  #running: readonly SimProcess[] = []
  #generations: number[]

  constructor(shape: SessionShape, chooser: Chooser) {
    super(shape, chooser)
    this.#processes = Array.from({ length: shape.executors })
    this.#generations = this.#processes.map(() => 0)
  }

  /** Processes that run now. */
  get processes(): readonly SimProcess[] {
    return this.#running
  }

  /** Starts the process of a place unless one runs there. */
  launch(slot: number): void {
    const running = this.#processes[slot]
    if (running !== undefined && !running.hasExited) return
    this.#generations[slot]! += 1
    const process = new SimProcess(this, slot, this.#generations[slot]!)
    this.#processes[slot] = process
    this.#listRunning()
    this.levels.push(process.executor.highWaterMarks)
    process.start(this.accounts)
  }

  /** The process is gone between two instructions; another is started in its place. */
  kill(process: SimProcess, downMs?: number): void {
    this.end(process)
    this.#restartLater(process, downMs)
  }

  /** The process is gone, and none is started in its place. */
  end(process: SimProcess): void {
    process.hasExited = true
    this.#listRunning()
  }

  /** The process ends in order, as before a new version is put in its place. */
  close(process: SimProcess, startAgain = true): void {
    if (process.closing) return
    process.closing = true
    process.closingAt = this.time.now
    void process.executor.close().then(() => {
      if (process.hasExited) return
      this.end(process)
      if (startAgain) this.#restartLater(process)
    })
  }

  /** Everything that went wrong has passed; every process that is down restarts automatically. */
  clearFaults(): void {
    this.chooser.active = false
    this.config.pollIdleMs = QUIET_POLL_MS
    this.faultConditions.clear()
    this.restoreBids()
    this.exchange.clearFaults(null, this.time.now)
    for (const process of this.processes) {
      process.resume()
      process.connections.release()
      this.time.resume(process)
      process.clockStep = 0
    }
    this.clocks.clear()
    // The owner of a link without a token has logged in again; the processes are notified.
    for (const account of this.accounts) this.change(account, this.factsOf(account))
  }

  /** A decision of the engine reaches the running processes. */
  signal({ contract: place, score }: SignalShape, id: string): void {
    const contract = CONTRACTS[place]!
    const { quotes } = this.market
    const slot = quotes.slotOf(contract.token)
    const bid = quotes.bestBid(slot)
    const ask = quotes.bestAsk(slot)
    const mid = Math.round((bid + ask) / 2) as Paise
    const { now } = this.time
    const direction = contract.side === 'CE' ? 'up' : 'down'
    const decision: Decision = {
      id,
      symbol: contract.symbol,
      barEnd: now,
      action: contract.side === 'CE' ? 'buy_call' : 'buy_put',
      direction,
      score: direction === 'up' ? score : -score,
      coverage: 1,
      threshold: 0.4,
      spike: 0,
      contributions: [],
      noTrade: [],
      entry: {
        contract,
        delta: contract.side === 'CE' ? 0.55 : -0.55,
        bid,
        ask,
        mid,
        limit: ask,
        stopDistance: Math.round(mid * SIGNAL_STOP_SHARE) as Paise,
        quotedAt: now,
      },
      spot: (SPOTS[contract.symbol] * 100) as Paise,
      atr5: 2_000 as Paise,
      flips: [],
      version: 'simulated',
      configHash: REGISTERED_LOGIC.configHash,
    }
    this.decisions.push(decision)
    this.deliverDecision(decision)
  }

  deliverDecision(decision: Decision): void {
    if (this.isBusDown) return
    // A process that is not notified of a decision finds it in the log.
    const ms = this.isPartitioned ? LOG_READ_EVERY_MS : DECISION_REACHES_MS
    for (const process of this.processes) this.time.after(ms, () => process.executor.decide(decision), process)
  }

  /** The market moves; exchange and feed see it. */
  move(move: MoveShape): void {
    const { token } = CONTRACTS[move.contract]!
    if (this.chooser.active) {
      pressKillSwitchBeforeSend(this, token, move.bid)
      const next = this.nextMove(move)
      if (next !== undefined) runUserActionsBeforeStop(this, token, next.bid, next.afterMs - move.afterMs)
      if (move.mayBeLate === true && this.chooser.choose('store_slow', 'store') > 0)
        this.faultConditions.storeSlowUntil = Math.max(this.faultConditions.storeSlowUntil, this.time.now + DECIDED_MS)
    }
    this.showBook(move)
  }

  /** What the product knows of the account changes, and its processes are notified of a change. */
  change(account: string, facts: AccountFacts): void {
    const before = this.factsOf(account)
    this.facts.get(account)!.push({ at: this.time.now, facts })
    this.store.factsOf.set(account, facts)
    // Once the bus is back every process rereads everything.
    const notify = () => {
      for (const process of this.processes) process.do(() => process.executor.accountChanged(account))
    }
    if (this.isBusDown) this.time.at(this.faultConditions.busDownUntil, notify)
    else if (!this.isPartitioned || facts.killSwitch !== before.killSwitch) notify()
    // Everything else is found by looking.
    else this.time.after(ACCOUNTS_READ_EVERY_MS, notify)
  }

  instruct(account: string, what: { readonly tradeId: string } & Asked): void {
    const { now } = this.time
    // The request is answered with an error, and no row is there.
    if (now < this.faultConditions.storeDownUntil) return
    const instruction = { id: `n${this.instructions.length}`, at: now, channel: 'web', ...what } as const
    this.store.instruct(account, instruction)
    const notifiedAt = this.isBusDown ? (this.faultConditions.busDownUntil as EpochMs) : now
    this.instructions.push({ account, instruction, notifiedAt })
    this.time.at(notifiedAt, () => {
      for (const process of this.processes) process.do(() => process.executor.accountChanged(account))
    })
  }

  sendTicket(account: string, ticket: EntryTicket, lateMs = 0, offer?: EntryOffer): void {
    const { now } = this.time
    // The request is answered with an error, and no row is there.
    if (now < this.faultConditions.storeDownUntil) return
    this.store.ask(account, ticket)
    const notifiedAt = Math.max(now + lateMs, this.isBusDown ? this.faultConditions.busDownUntil : now) as EpochMs
    const isNew = !this.tickets.some((one) => one.ticket.id === ticket.id)
    if (isNew) this.tickets.push({ account, ticket, notifiedAt, offer })
    this.time.at(notifiedAt, () => {
      for (const process of this.processes) process.do(() => process.executor.accountChanged(account))
    })
  }

  executorLeft(): void {
    if (this.isBusDown || this.isPartitioned) return
    for (const process of this.processes) this.time.after(HINT_MS, () => process.executor.executorsChanged(), process)
  }

  /** The owner logs in again: the login before it is invalid from now on, and the processes are notified in two ways. */
  logInAgain(account: string): void {
    const refresh = () => {
      for (const process of this.processes) process.do(() => process.refreshLink(account))
    }
    // One reading begins just before the login is there, and another after it.
    refresh()
    this.time.after(1, () => this.replaceLogin(account))
    this.time.after(HINT_MS, refresh)
  }

  #listRunning(): void {
    this.#running = this.#processes.filter((process) => process !== undefined).filter(({ hasExited }) => !hasExited)
  }

  #restartLater(process: SimProcess, downMs?: number): void {
    const usual = RESTART_MS.least + ((this.#generations[process.slot]! * 977) % (RESTART_MS.most - RESTART_MS.least))
    this.time.after(downMs ?? usual, () => this.launch(process.slot))
  }
}

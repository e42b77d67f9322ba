// @invariant stored-intent No order without a stored intent: committed, or for exits while the store is away synced
//   to the offline journal, before the first byte is sent.
// @invariant exit-isolation
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { Intent } from '../intent/intent.ts'
import type { HighWaterMarks } from '../high-water-marks.ts'
import { usableQuote } from '../quotes/quote.ts'
import { StaleEpoch, type AccountId, type BrokerPort, type BrokerUpdate, type Lease, type Ports } from '../ports.ts'
import { earliestOf } from '../instants.ts'
import { Alarms } from '../persist/alarms.ts'
import { BrokerCalls } from './broker-calls.ts'
import { BrokerPoller, type BrokerPollerInput } from '../broker-view/broker-poller.ts'
import { OrderBudget } from '../order/order-budget.ts'
import { clockSkewMs } from '../clock/clock-skew.ts'
import { awaitBrokerTime } from '../clock/await-broker-time.ts'
import { EntryQueue } from '../entry/entry-queue.ts'
import type { EntryThrottle } from '../entry/entry-throttle.ts'
import { BrokerReconciler, type BrokerEvent } from '../broker-view/broker-reconciler.ts'
import { Invariants } from '../broker-view/invariants.ts'
import {
  REJECTED_TEXT,
  ROW_REJECTED,
  type AccountUnitOfWork,
  type CommitResult,
} from '../persist/account-unit-of-work.ts'
import { UnwrittenAlarms } from '../persist/unwritten-alarms.ts'
import { Mailbox } from './mailbox.ts'
import { QuoteFilter } from '../quotes/quote-filter.ts'
import { planAccount, type AccountPlan } from '../plan/plan-account.ts'
import { PollScheduler, SNAPSHOT_KINDS } from '../broker-view/poll-scheduler.ts'
import { readClocks, type ClaimedAt } from './sender.ts'
import { Standstill } from '../clock/standstill.ts'
import { resumeAccount } from './resume-account.ts'
import type { Leadership } from '../lease/leadership.ts'
import { DisciplinedClock } from '../clock/disciplined-clock.ts'
import { loadAccount } from '../persist/load-account.ts'
import { isOfBooks, type RejectedChange } from '../persist/write-divided.ts'

const TROUBLE_PAUSE_MS = 1_000
/** However late something is, other work gets its turn first. */
const SHORTEST_REST_MS = 10

/** An account's day: its ledger, and what of the calendar every turn asks. */
interface Day {
  readonly unitOfWork: AccountUnitOfWork
  readonly session: Session | undefined
  /** Midnight in India, when the broker's book begins anew. */
  readonly endsAt: EpochMs
  /** Whether more than one clock stood behind the time when it began. */
  readonly isSettled: boolean
}

/**
 * One account, one actor: it alone changes the account's trades and it never waits for another account. A turn takes in
 * what has arrived, asks the plan what each trade needs, writes that down and only then lets it leave. Calls run beside
 * the turns; their answers are mail.
 */
export class AccountActor {
  readonly account: AccountId
  readonly #ports: Ports
  /** The ports with the account's own clock, for everything but the ages of quotes and decisions. */
  readonly #clockDiscipline: Ports
  readonly #clock: DisciplinedClock
  readonly #config: ExecutionConfig
  readonly #lease: Lease
  readonly #highWaterMarks: HighWaterMarks
  readonly #throttle: EntryThrottle
  readonly #broker: BrokerPort
  readonly #mailbox: Mailbox<BrokerEvent>
  readonly #market: QuoteFilter
  readonly #budget = new OrderBudget()
  readonly #pollScheduler: PollScheduler
  readonly #poller: BrokerPoller
  readonly #calls: BrokerCalls
  readonly #entries: EntryQueue
  readonly #alarms: Alarms
  readonly #invariants: Invariants
  readonly #reconciler: BrokerReconciler
  readonly #unprotectedSince = new Map<string, EpochMs>()
  readonly #bidBelowStopLimitSince = new Map<string, EpochMs>()
  /** No contract traded today may be short. */
  #isSettled = true
  #day: Day | undefined
  /** Since when the books of the account are read: by this process, without having stood still. */
  #snapshotsRequestedSince = 0 as EpochMs
  readonly #standstill = new Standstill()
  readonly #lostAlarms = new UnwrittenAlarms()
  #shuttingDown = false
  readonly #shutDown = Promise.withResolvers<void>()
  /** How often the account's time had been put back when its day began. */
  #clockSteps = 0
  #abandoned = false
  #factsReloadPending = true
  /** A claim ended unknown: memory and store may differ until the rows were read again. */
  #reloadPending = false
  /** Until the switches were read, and from each hint that one moved: entries already claimed do not leave either. */
  #entriesHeld = true

  constructor(
    ports: Ports,
    config: ExecutionConfig,
    account: AccountId,
    { lease, entryClaims: claims, throttle, highWaterMarks }: Leadership,
  ) {
    this.account = account
    this.#ports = ports
    this.#broker = ports.broker(account)
    const showsTime = 'brokerTime' in this.#broker
    this.#clock = new DisciplinedClock(ports.clock, showsTime ? () => this.#broker.brokerTime?.() : undefined)
    this.#clockDiscipline = { ...ports, broker: (of) => ports.broker(of), clock: this.#clock }
    this.#config = config
    this.#lease = lease
    this.#highWaterMarks = highWaterMarks
    this.#throttle = throttle
    this.#mailbox = new Mailbox(ports.clock)
    this.#market = new QuoteFilter(ports.feed, ports.clock, () => this.#mailbox.ring())
    this.#pollScheduler = new PollScheduler(config)
    const deliver = (event: BrokerEvent) => this.#mailbox.push(event)
    const ring = () => this.#mailbox.ring()
    this.#poller = new BrokerPoller(this.#pollScheduler, this.#broker, this.#clock, deliver, ring)
    this.#calls = new BrokerCalls(
      this.#broker,
      ports,
      this.#clock,
      { lease, throttle, highWaterMarks },
      this.#budget,
      deliver,
    )
    this.#entries = new EntryQueue(ports, this.#clock, config, lease, this.#budget, claims)
    this.#alarms = new Alarms(ports.observer)
    this.#invariants = new Invariants(this.#alarms, ports.observer)
    this.#reconciler = new BrokerReconciler(config, this.#pollScheduler, this.#alarms, this.#invariants, ports.observer)
  }

  /** A decision of the engine. Taken once; traded only while it is fresh. */
  decide(decision: Decision): void {
    if (!this.#market.onDecision(decision)) return
    if (decision.entry !== null) this.#entries.add(decision, decision.entry)
    this.#highWaterMarks.record('wishes', this.#entries.tokens().length)
    this.#highWaterMarks.record('decisions', this.#market.decisionsOf(decision.symbol).length)
    this.#mailbox.ring()
  }

  /** Plan, settings, link or stop switch changed: nothing is cached that the gate reads, but a new token may be there. */
  accountChanged(): void {
    this.#factsReloadPending = true
    this.#entriesHeld = true
    const now = this.#clock.now()
    this.#pollScheduler.resetBackoff()
    for (const kind of SNAPSHOT_KINDS) this.#pollScheduler.request(kind, now)
    this.#mailbox.ring()
  }

  /** Whether the account may be let go: nothing is live, in doubt or under way. */
  get isIdle(): boolean {
    if (this.#day === undefined || !this.#isSettled) return false
    return !this.#day.unitOfWork.state.isBusy() && this.#calls.inFlight.size === 0
  }

  /** Takes no more work; the run ends when what is under way has been answered and written down. */
  shutdown(): void {
    this.#shuttingDown = true
    this.#shutDown.resolve()
    this.#mailbox.ring()
  }

  /** Ends the run though a call was not answered: whoever takes the account over settles it from the book. */
  abandon(): void {
    this.#abandoned = true
    this.shutdown()
  }

  /** Runs until stopped, or until another executor has taken the account over. Never rejects. */
  async run(): Promise<void> {
    const endUpdates = this.#broker.updates((update) => this.#onUpdate(update))
    try {
      await awaitBrokerTime(this.#clock, this.#ports.clock, this.#broker, this.#shutDown.promise)
      while (!this.#isDone()) {
        try {
          const wakeAt = await this.#turn()
          if (this.#isDone()) return
          await this.#mailbox.wait(
            wakeAt === undefined ? Infinity : Math.max(SHORTEST_REST_MS, wakeAt - this.#clock.now()),
          )
        } catch (error) {
          if (error instanceof StaleEpoch) {
            this.#ports.observer.alarm(this.account, 'taken_over', 'Another executor has taken the account over.')
            return
          }
          // Whatever went wrong, the rows are right: begin again from them. Entries wait until the books were read anew.
          const text = error instanceof Error ? error.message : String(error)
          this.#ports.observer.alarm(this.account, 'turn_failed', text)
          this.#lostAlarms.collect(this.#day?.unitOfWork)
          this.#day = undefined
          await this.#ports.clock.sleep(TROUBLE_PAUSE_MS)
        }
      }
    } finally {
      endUpdates()
      this.#mailbox.close()
      this.#market.close()
    }
  }

  #isDone(): boolean {
    if (this.#abandoned) return true
    return this.#shuttingDown && this.#calls.inFlight.size === 0 && this.#day?.unitOfWork.isDirty !== true
  }

  #onUpdate(update: BrokerUpdate): void {
    if (this.#mailbox.offer({ type: 'update', update })) return
    this.#ports.observer.count('hints_shed')
    this.#pollScheduler.request('orders', this.#clock.now())
  }

  /** Answers when to take the next turn if nothing arrives before. */
  async #turn(): Promise<EpochMs | undefined> {
    const begunAt = this.#clock.now()
    if (this.#standstill.begin(begunAt)) this.#snapshotsRequestedSince = begunAt
    const day = this.#isCurrent(begunAt) ? this.#day! : await this.#begin(begunAt)
    if (this.#factsReloadPending) await this.#readFacts()
    // The clock may have been put right while the rows were read.
    const now = this.#clock.now()
    const arrived = this.#mailbox.take()
    this.#highWaterMarks.record('mail', arrived.length)
    for (const event of arrived) {
      if (event.type === 'answer') this.#calls.settled(event.intentId)
      this.#reconciler.reconcile(day.unitOfWork, this.#poller.withStartTime(event), this.#clock.now())
    }
    const plan = this.#plan(day, now)
    this.#isSettled = plan.isSettled
    for (const kind of plan.reads) this.#pollScheduler.request(kind, now)
    const historyWake = this.#startHistories(plan, now)
    // A store that is late must not keep the books from being read: a doubt is settled by readings alone.
    if (day.unitOfWork.isDirty) this.#startReadings(day)
    // Most turns change nothing, and then nothing waits for the store.
    const written = day.unitOfWork.isDirty
      ? await this.#readingBeside(day, this.#writeAndSend(day.unitOfWork, plan.intents))
      : 'written'
    // The rows are read again first: an entry is judged by them.
    if (day.unitOfWork.hasLostRows) this.#reloadPending = true
    this.#highWaterMarks.record('unwritten_batches', day.unitOfWork.unwritten.batches)
    this.#highWaterMarks.record('unwritten_notifications', day.unitOfWork.unwritten.notifications)

    this.#entries.funds = this.#reconciler.funds
    const canEnter = written === 'written' && !this.#shuttingDown && !this.#reloadPending
    const wishes = this.#entries.hasCandidates || plan.reEntryAfter.length > 0
    const entryWake =
      canEnter && wishes ? await this.#readingBeside(day, this.#enter(day, plan.reEntryAfter)) : undefined
    this.#watchContracts(day.unitOfWork, plan.tokens)
    const readWake = this.#startReadings(day)
    const retry = written === 'written' && !this.#reloadPending ? undefined : this.#wakeSoon()
    // What changed as it was written (a call whose row was set aside is withheld) is planned at once: no reading may be due.
    const again = retry === undefined && day.unitOfWork.isDirty ? this.#clock.now() : undefined
    const wakeAt = earliestOf(plan.wakeAt, readWake, historyWake, entryWake, retry, again, this.#dayWake(day))
    this.#standstill.end(this.#clock.now(), wakeAt)
    return wakeAt
  }

  /** Reads the histories that the plan wants and that are due. Returns when the next one is. */
  #startHistories({ histories }: AccountPlan, now: EpochMs): EpochMs | undefined {
    if (this.#shuttingDown) return undefined
    return earliestOf(...histories.map((orderId) => this.#poller.startHistory(orderId, now)))
  }

  /** Starts the readings that are due. Returns when the next one is. */
  #startReadings(day: Day): EpochMs | undefined {
    return this.#poller.startDue(this.#pollerInput(day))
  }

  #readingBeside<T>(day: Day, work: Promise<T>): Promise<T> {
    return this.#poller.startDueBeside(work, () => this.#pollerInput(day))
  }

  #pollerInput({ unitOfWork, session }: Day): BrokerPollerInput {
    const isCalling = this.#calls.inFlight.size > 0
    return { state: unitOfWork.state, session, isCalling, isShuttingDown: this.#shuttingDown }
  }

  #plan({ unitOfWork, session, isSettled }: Day, now: EpochMs): AccountPlan {
    return planAccount({
      ports: this.#clockDiscipline,
      config: this.#config,
      unitOfWork,
      market: this.#market,
      budget: this.#budget,
      session,
      isTimeSettled: isSettled,
      isTimeDisputed: this.#clock.isDisputed,
      alarms: this.#alarms,
      invariants: this.#invariants,
      now,
      wall: this.#ports.clock.now(),
      snapshotsReadAt: this.#reconciler.snapshotsReadAt,
      snapshotsRequestedSince: this.#snapshotsRequestedSince,
      foreignSellOrders: this.#reconciler.foreignOpenSales,
      fillsShownAt: (key) => this.#reconciler.fillsShownAt(key),
      foreignSaleVisibleFrom: (key) => this.#reconciler.foreignSellOrders.shownAt(key),
      unjudgedSince: (key) => this.#reconciler.unjudgedSince(key),
      positionsPendingSince: this.#pollScheduler.pendingSince('positions'),
      sightWanted: (view) => this.#reconciler.foreignSellOrders.sightWanted(view),
      firstSeenAt: (order) => this.#reconciler.firstSeenAt(order),
      dailyLossLimit: this.#entries.dailyLossLimit,
      positions: this.#reconciler.positions,
      trades: this.#reconciler.trades,
      coverManualShorts: this.#entries.facts?.coverManualShorts ?? false,
      unprotectedSince: this.#unprotectedSince,
      bidBelowStopLimitSince: this.#bidBelowStopLimitSince,
      canCallBroker: !this.#shuttingDown,
    })
  }

  /**
   * Writes the turn down, then lets its calls leave. While the store is away or late, orders the store knows are still
   * changed, by the local file; nothing new is placed (reliability guide §3.13). An order whose intent lies in this
   * machine's file alone is somebody else's to an executor on another: it would sell the same units again, and I11
   * would be broken for certain where I1 is at risk. A stop that rests keeps resting, and turning it into the exit is a
   * change; one that is gone is placed with the first writing the store takes.
   */
  async #writeAndSend(unitOfWork: AccountUnitOfWork, intents: readonly Intent[]): Promise<CommitResult> {
    const changes = intents.filter(({ call, reason }) => call.type !== 'place' && reason !== 'replace')
    const claimedAt = readClocks(this.#clock, this.#ports.clock)
    const written = await unitOfWork.commit(changes.length > 0)
    this.#reportRejected(unitOfWork)
    // A change of a known order sells nothing twice, so it leaves though the store rejected its row: the journal names it.
    const stored = intents.filter((intent) => unitOfWork.isStored(intent) || changes.includes(intent))
    const leaving = written === 'written' ? stored : written === 'spooled' ? changes : []
    const unsent = intents.filter((intent) => !leaving.includes(intent))
    unitOfWork.settleUnsent(unsent, this.#clock.now())
    for (const { id } of unsent) this.#budget.release(id)
    for (const intent of leaving) this.#send(intent, claimedAt)
    return written
  }

  /**
   * Books that lack a row cannot be relied on: entries wait for the next session, exits go on. `of`: the ledger that set rows
   * aside, where `ledger` has taken its place.
   */
  #reportRejected(unitOfWork: AccountUnitOfWork, of = unitOfWork): void {
    if (of.takeRejected().some(isOfBooks))
      this.#invariants.broken(unitOfWork, ROW_REJECTED, undefined, REJECTED_TEXT, this.#clock.now())
  }

  #isCurrent(now: EpochMs): boolean {
    if (this.#day === undefined || this.#reloadPending || this.#clockSteps !== this.#clock.steps) return false
    return now < this.#day.endsAt && this.#day.isSettled === this.#clock.isSettled
  }

  /**
   * The ledger of today, from the store: at the start, after trouble, and when the day has turned. `rejected`: rows set aside
   * by a ledger that was opened for another day.
   */
  async #begin(now: EpochMs, rejected: readonly RejectedChange[] = []): Promise<Day> {
    const on = istDateAt(now)
    const before = this.#day
    if (before !== undefined) {
      if (before.unitOfWork.isDirty) await before.unitOfWork.commit(true)
      // Nothing of an earlier day's calls may still be out when its memory goes.
      if (before.unitOfWork.state.on !== on && this.#calls.inFlight.size > 0) return before
    }
    let unitOfWork: AccountUnitOfWork
    try {
      if (before?.unitOfWork.isDirty === true) throw new Error('the store has not taken what is known yet')
      unitOfWork = await loadAccount(this.#clockDiscipline, this.account, this.#lease, on, rejected)
    } catch (error) {
      // While the store is away what is known of today goes on steering exits; entries wait for the rows.
      if (error instanceof StaleEpoch || before === undefined || before.unitOfWork.state.on !== on) throw error
      this.#ports.observer.count('rows_not_read')
      return before
    }
    const openedAt = this.#clock.now()
    // The clock was put right while the rows were read: the day they were read for is not today, and must end nothing.
    if (istDateAt(openedAt) !== on) return this.#begin(openedAt, unitOfWork.takeRejected())
    this.#lostAlarms.transferTo(unitOfWork)
    if (before?.unitOfWork.state.on === on) this.#restoreLost(unitOfWork, before.unitOfWork)
    this.#reportRejected(unitOfWork)
    if (before?.unitOfWork.state.on === on) this.#reportRejected(unitOfWork, before.unitOfWork)
    this.#reloadPending = false
    this.#factsReloadPending = true
    this.#reconciler.forget()
    this.#invariants.forget()
    this.#poller.forget()
    const isPutBack = this.#clockSteps !== this.#clock.steps
    this.#clockSteps = this.#clock.steps
    const isSettled = this.#clock.isSettled
    const begun = resumeAccount({
      unitOfWork,
      clock: this.#clock,
      config: this.#config,
      budget: this.#budget,
      alarms: this.#alarms,
      observer: this.#ports.observer,
      inFlight: this.#calls.inFlight,
      watched: [this.#unprotectedSince, this.#bidBelowStopLimitSince],
      isSettled,
    })
    if (isPutBack) this.#poller.putBack(begun)
    for (const kind of ['orders', 'trades', 'positions'] as const) this.#pollScheduler.request(kind, begun)
    // What began again under the same lease has watched the account all along: only its memory of the books is gone.
    if (before === undefined || isPutBack || before.unitOfWork.state.on !== on) this.#snapshotsRequestedSince = begun
    const endsAt = istInstant(on, 24)
    this.#day = { unitOfWork, session: this.#config.calendar.sessionOn(on), endsAt, isSettled }
    return this.#day
  }

  /** Writes again what the store has lost of what the process still knows. */
  #restoreLost(unitOfWork: AccountUnitOfWork, before: AccountUnitOfWork): void {
    if (!before.hasLostRows && unitOfWork.journalSeq >= before.journalSeq) return
    const rows = unitOfWork.restoreFrom(before)
    const text = `The store lacked ${rows} rows that it had taken. They are written again.`
    this.#ports.observer.alarm(this.account, 'rows_lost', text)
  }

  /** For the day's cap and what is under way: the gate reads its own in the transaction of each claim. */
  async #readFacts(): Promise<void> {
    this.#factsReloadPending = false
    try {
      const facts = await this.#ports.store.transaction((t) => t.facts(this.account))
      this.#entries.facts = facts
      // Another hint may have come while this was read.
      if (!this.#factsReloadPending)
        this.#entriesHeld = facts?.killSwitch.user !== false || facts.killSwitch.global !== false
    } catch {
      this.#factsReloadPending = true
    }
  }

  #send(intent: Intent, claimedAt: ClaimedAt): void {
    this.#calls.send(intent, claimedAt, () => this.#canSend(intent))
  }

  /**
   * The last check of an entry, as it leaves: no kill switch is known, the clocks agree, and the price is current. Once the
   * wall clock, which dates prices, has stepped away, their age is known only when the broker has shown its time since.
   */
  #canSend(intent: Intent): boolean {
    // Who is ending is not told of stops any more.
    if (this.#shuttingDown) return false
    const skew = this.#clockSkewMs() ?? 0
    if (this.#entriesHeld || this.#ports.isListening?.() === false || !this.#throttle.isResponsive) return false
    if (!(Math.abs(skew) <= this.#config.maxClockSkewMs) || this.#clock.isDisputed) return false
    const trade = this.#day?.unitOfWork.state.trade(intent.tradeId)
    if (trade === undefined) return false
    const quote = this.#ports.feed.quote(trade.contract.token)
    return usableQuote(quote, this.#ports.clock.now(), this.#config.priceMaxAgeMs) !== undefined
  }

  #clockSkewMs(): number | undefined {
    return clockSkewMs(this.#broker.brokerTime?.(), this.#ports.clock)
  }

  async #enter({ unitOfWork, session }: Day, again: readonly string[]): Promise<EpochMs | undefined> {
    const ready = this.#reconciler.hasFreshSnapshots(unitOfWork.state, this.#clock.now())
    const inDoubt = unitOfWork.state.unresolved().some((intent) => intent.epoch < this.#lease.epoch)
    const wishes = {
      unitOfWork,
      market: this.#market,
      session,
      reEntryAfter: again,
      ready,
      inDoubt,
      clockSkewMs: () => this.#clockSkewMs(),
    }
    const claimedAt = readClocks(this.#ports.clock, this.#ports.clock)
    const result = await this.#entries.process(wishes)
    for (const intent of result.intents) this.#send(intent, claimedAt)
    if (result.reload) this.#reloadPending = true
    return result.wakeAt
  }

  #watchContracts(unitOfWork: AccountUnitOfWork, others: readonly number[]): void {
    const tokens = [...this.#entries.tokens(), ...others]
    for (const trade of unitOfWork.state.liveTrades()) tokens.push(trade.contract.token)
    this.#market.watchTokens(tokens)
    this.#highWaterMarks.record('watched_contracts', this.#market.watched)
  }

  #dayWake({ endsAt }: Day): EpochMs {
    return endsAt > this.#clock.now() ? endsAt : this.#wakeSoon()
  }

  #wakeSoon(): EpochMs {
    return (this.#clock.now() + TROUBLE_PAUSE_MS) as EpochMs
  }
}

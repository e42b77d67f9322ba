// @invariant exit-isolation
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig, SharedConfig } from '../config.ts'
import type { Intent } from '../intent/intent.ts'
import { StaleEpoch, type AccountId, type BrokerPort, type BrokerUpdate, type Ports } from '../ports.ts'
import { earliestOf } from '../instants.ts'
import { Alarms } from '../persist/alarms.ts'
import { BrokerCalls } from './broker-calls.ts'
import { BrokerPoller, type BrokerPollerInput } from '../broker-view/broker-poller.ts'
import { OrderBudget } from '../order/order-budget.ts'
import { awaitBrokerTime } from '../clock/await-broker-time.ts'
import { EntryQueue } from '../entry/entry-queue.ts'
import type { BrokerEvent } from '../broker-view/broker-event.ts'
import { BrokerReconciler } from '../broker-view/broker-reconciler.ts'
import { Invariants } from '../broker-view/invariants.ts'
import { isShort } from '../broker-view/position-snapshot.ts'
import { ROW_REJECTED, type AccountUnitOfWork, type CommitResult } from '../persist/account-unit-of-work.ts'
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
import { isOfBooks } from '../persist/write-divided.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountDay } from './account-day.ts'
import { booksForPlan } from './books-for-plan.ts'
import { EntryClearance } from './entry-clearance.ts'
import { maySend } from './may-send.ts'
import { readDay, restoreLost } from './read-day.ts'
import { withhold, writeAndSend } from './write-and-send.ts'

const ERROR_PAUSE_MS = 1_000
/** However late something is, other work gets its turn first. */
const SHORTEST_REST_MS = 10

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
  readonly #leadership: Leadership
  readonly #broker: BrokerPort
  readonly #mailbox: Mailbox<BrokerEvent>
  readonly #market: QuoteFilter
  readonly #budget: OrderBudget
  readonly #pollScheduler: PollScheduler
  readonly #poller: BrokerPoller
  readonly #calls: BrokerCalls
  readonly #entries: EntryQueue
  readonly #clearance: EntryClearance
  readonly #alarms: Alarms
  readonly #invariants: Invariants
  readonly #reconciler: BrokerReconciler
  readonly #unprotectedSince = new Map<string, EpochMs>()
  readonly #bidBelowStopLimitSince = new Map<string, EpochMs>()
  /** No contract traded today may be short. */
  #isSettled = true
  /** Stays while turns fail: the position is still there. */
  #unprotected: AccountPlan['unprotectedSince'] = []
  #day: AccountDay | undefined
  /** Since when the books of the account are read: by this process, without having stood still. */
  readonly #standstill: Standstill
  readonly #lostAlarms = new UnwrittenAlarms()
  #shuttingDown = false
  readonly #shutDown = Promise.withResolvers<void>()
  /** How often the account's time had been put back when its day began. */
  #clockSteps = 0
  #abandoned = false
  /** A claim ended unknown: memory and store may differ until the rows were read again. */
  #reloadPending = false

  constructor(ports: Ports, shared: SharedConfig, account: AccountId, leadership: Leadership) {
    this.account = account
    this.#ports = ports
    this.#broker = ports.broker(account)
    const config = { ...shared, broker: this.#broker.profile }
    this.#budget = new OrderBudget(config.broker.orderLimits)
    const showsTime = 'brokerTime' in this.#broker
    this.#clock = new DisciplinedClock(ports.clock, showsTime ? () => this.#broker.brokerTime?.() : undefined)
    this.#standstill = new Standstill(this.#clock)
    this.#clockDiscipline = { ...ports, broker: (of) => ports.broker(of), clock: this.#clock }
    this.#config = config
    this.#leadership = leadership
    const { lease, entryClaims: claims, throttle } = leadership
    this.#mailbox = new Mailbox(ports.clock)
    this.#market = new QuoteFilter(ports.feed, ports.clock, () => this.#mailbox.ring())
    this.#pollScheduler = new PollScheduler(config)
    const deliver = (event: BrokerEvent) => this.#mailbox.push(event)
    this.#poller = new BrokerPoller(this.#pollScheduler, this.#broker, this.#clock, deliver, () => this.#mailbox.ring())
    this.#calls = new BrokerCalls(this.#broker, ports, this.#clock, leadership, this.#budget, deliver)
    this.#entries = new EntryQueue(ports, this.#clock, config, lease, this.#budget, claims)
    this.#clearance = new EntryClearance(ports, account, this.#broker, this.#clock, config, throttle)
    this.#alarms = new Alarms(ports.observer)
    this.#invariants = new Invariants(this.#alarms, ports.observer)
    this.#reconciler = new BrokerReconciler(config, this.#pollScheduler, this.#alarms, this.#invariants, ports.observer)
  }

  /** A decision of the engine. Taken once; traded only while it is fresh. */
  decide(decision: Decision): void {
    if (!this.#market.onDecision(decision)) return
    if (decision.entry !== null) this.#entries.add(decision, decision.entry)
    this.#leadership.highWaterMarks.record('entry_candidates', this.#entries.waitingDecisions)
    this.#leadership.highWaterMarks.record('decisions', this.#market.decisionsOf(decision.symbol).length)
    this.#mailbox.ring()
  }

  /** Plan, settings, link or kill switch changed, or its user asks for something; a new token may be there. */
  accountChanged(): void {
    this.#clearance.hold()
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

  /** For how long each position that its last turn found unprotected has been so, in ms. */
  get unprotectedMs(): readonly number[] {
    return this.#unprotected.map((since) => Math.max(0, this.#clock.now() - since))
  }

  /** Takes no more work; the run ends when what is under way has been answered and stored. */
  shutdown(): void {
    this.#shuttingDown = true
    this.#shutDown.resolve()
    this.#mailbox.ring()
  }

  /** Ends the run though a call was not answered: the process that takes the account over settles it from the book. */
  abandon(): void {
    this.#abandoned = true
    this.shutdown()
  }

  /** Runs until stopped, or until another executor has taken the account over. Never rejects. */
  async run(): Promise<void> {
    const endUpdates = this.#broker.updates((update) => this.#onUpdate(update))
    try {
      const ring = () => this.#mailbox.ring()
      await awaitBrokerTime(this.#clock, this.#ports.clock, this.#broker, this.#shutDown.promise, ring)
      while (!this.#isDone()) {
        try {
          const wakeAt = await this.#turn()
          if (this.#isDone()) return
          await this.#mailbox.wait(
            wakeAt === undefined ? Infinity : Math.max(SHORTEST_REST_MS, wakeAt - this.#clock.now()),
          )
        } catch (error) {
          if (error instanceof StaleEpoch) {
            this.#ports.observer.alarm(this.account, { code: 'alarm.taken_over' })
            return
          }
          // Whatever went wrong, the rows are right: restart from them. Entries wait until the books were read again.
          const reason = error instanceof Error ? error.message : String(error)
          this.#ports.observer.alarm(this.account, { code: 'alarm.turn_failed', reason })
          this.#lostAlarms.collect(this.#day?.unitOfWork)
          this.#day = undefined
          await this.#ports.clock.sleep(ERROR_PAUSE_MS)
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
    if (this.#standstill.begin(begunAt)) this.#pollScheduler.request('orders', begunAt)
    const day = this.#isCurrent(begunAt) ? this.#day! : await this.#begin(begunAt)
    if (this.#clearance.isReloadPending) await this.#clearance.reload((...rows) => this.#entries.reload(...rows))
    // The clock may have been put right while the rows were read.
    const now = this.#clock.now()
    if (this.#standstill.hasWaited(now)) this.#pollScheduler.request('orders', now)
    this.#reconcileArrived(day.unitOfWork)
    const plan = this.#plan(day, now)
    this.#isSettled = plan.isSettled
    this.#unprotected = plan.unprotectedSince
    for (const kind of plan.reads) this.#pollScheduler.request(kind, now)
    const historyWake = this.#startHistories(plan, now)
    // A store that is late must not keep the books from being read: a doubt is settled by readings alone.
    if (day.unitOfWork.isDirty) this.#poller.startDue(this.#pollerInput(day))
    // Most turns change nothing, and then nothing waits for the store.
    const written = day.unitOfWork.isDirty
      ? await this.#pollDuring(day, this.#writeAndSend(day.unitOfWork, plan.intents))
      : 'written'
    // The rows are read again first: an entry is judged by them.
    if (day.unitOfWork.hasLostRows) this.#reloadPending = true
    this.#leadership.highWaterMarks.record('unwritten_batches', day.unitOfWork.unwritten.batches)
    this.#leadership.highWaterMarks.record('unwritten_notifications', day.unitOfWork.unwritten.notifications)
    this.#entries.funds = this.#reconciler.funds
    const canEnter = written === 'written' && !this.#shuttingDown && !this.#reloadPending && !this.#standstill.isLate
    const isDue = this.#entries.hasCandidates || plan.reEntryAfter.length > 0
    const entryWake = canEnter && isDue ? await this.#pollDuring(day, this.#enter(day, plan.reEntryAfter)) : undefined
    this.#watchContracts(day.unitOfWork, plan.tokens)
    const readWake = this.#poller.startDue(this.#pollerInput(day))
    const isBehind = this.#reloadPending || this.#clearance.isReloadPending || this.#standstill.isLate
    const retry = written === 'written' && !isBehind ? undefined : this.#wakeSoon()
    // What changed as it was written (a call whose row was set aside is withheld) is planned at once: no reading may be due.
    const again = retry === undefined && day.unitOfWork.isDirty ? this.#clock.now() : undefined
    const dayEnds = Math.max(day.endsAt, this.#wakeSoon()) as EpochMs
    const wakeAt = earliestOf(plan.wakeAt, readWake, historyWake, entryWake, retry, again, dayEnds)
    this.#standstill.end(this.#clock.now(), wakeAt)
    return wakeAt
  }

  /** Takes in what has arrived. `planSoon`: another turn follows, for this one has made its plan. */
  #reconcileArrived(unitOfWork: AccountUnitOfWork, planSoon = false): void {
    const arrived = this.#mailbox.take()
    if (planSoon && arrived.length > 0) this.#mailbox.ring()
    this.#leadership.highWaterMarks.record('mail', arrived.length)
    for (const event of arrived) {
      if (event.type === 'answer') this.#calls.settled(event.intentId)
      this.#reconciler.reconcile(unitOfWork, this.#poller.withStartTime(event), this.#clock.now())
    }
  }

  /** Reads the histories that the plan wants and that are due. Returns when the next one is. */
  #startHistories({ histories }: AccountPlan, now: EpochMs): EpochMs | undefined {
    if (this.#shuttingDown) return undefined
    return earliestOf(...histories.map((orderId) => this.#poller.startHistory(orderId, now)))
  }

  #pollDuring<T>(day: AccountDay, work: Promise<T>): Promise<T> {
    return this.#poller.startDueDuring(work, () => this.#pollerInput(day))
  }

  #pollerInput({ unitOfWork, session }: AccountDay): BrokerPollerInput {
    const isCalling = this.#calls.inFlight.size > 0
    const isUserHolding = this.#reconciler.isUserHolding(unitOfWork.state)
    return { state: unitOfWork.state, session, isCalling, isUserHolding, isShuttingDown: this.#shuttingDown }
  }

  #plan({ unitOfWork, session, isSettled }: AccountDay, now: EpochMs): AccountPlan {
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
      ...booksForPlan(this.#reconciler, this.#pollScheduler),
      snapshotsRequestedSince: this.#standstill.endedAt,
      instructions: this.#clearance.instructions,
      ...this.#entries.planSettings,
      unprotectedSince: this.#unprotectedSince,
      bidBelowStopLimitSince: this.#bidBelowStopLimitSince,
      canCallBroker: !this.#shuttingDown,
    })
  }

  #writeAndSend(unitOfWork: AccountUnitOfWork, intents: readonly Intent[]): Promise<CommitResult> {
    return writeAndSend(unitOfWork, intents, {
      clock: this.#clock,
      wall: this.#ports.clock,
      budget: this.#budget,
      reportRejected: () => this.#reportRejected(unitOfWork),
      reconcileArrived: () => this.#reconcileArrived(unitOfWork, true),
      config: this.#config,
      send: (intent, claimedAt) => this.#send(intent, claimedAt),
    })
  }

  /**
   * Books that lack a row cannot be relied on: entries wait for the next session, exits go on. `of`: the ledger that set rows
   * aside, where `ledger` has taken its place.
   */
  #reportRejected(unitOfWork: AccountUnitOfWork, of = unitOfWork): void {
    if (of.takeRejected().some(isOfBooks))
      this.#invariants.broken(unitOfWork, ROW_REJECTED, undefined, this.#clock.now())
  }

  #isCurrent(now: EpochMs): boolean {
    if (this.#day === undefined || this.#reloadPending || this.#clockSteps !== this.#clock.steps) return false
    return now < this.#day.endsAt && this.#day.isSettled === this.#clock.isSettled
  }

  /** Today's ledger, from the store: at the start, after a failure, and when the day has turned. */
  async #begin(now: EpochMs): Promise<AccountDay> {
    const before = this.#day
    const unitOfWork = await readDay(
      {
        ports: this.#clockDiscipline,
        account: this.account,
        lease: this.#leadership.lease,
        writings: this.#leadership.writings,
        config: this.#config,
        inFlight: this.#calls.inFlight,
        before: before?.unitOfWork,
      },
      now,
    )
    if (before !== undefined && unitOfWork === before.unitOfWork) return before
    const { on } = unitOfWork.state
    this.#lostAlarms.transferTo(unitOfWork)
    if (before?.unitOfWork.state.on === on)
      restoreLost(this.account, unitOfWork, before.unitOfWork, this.#ports.observer)
    this.#reportRejected(unitOfWork)
    if (before?.unitOfWork.state.on === on) this.#reportRejected(unitOfWork, before.unitOfWork)
    this.#reloadPending = false
    this.#clearance.requestReload()
    this.#reconciler.forget(unitOfWork.state)
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
    if (before === undefined || isPutBack || before.unitOfWork.state.on !== on) this.#standstill.readsFrom(begun)
    this.#day = { unitOfWork, session: this.#config.calendar.sessionOn(on), endsAt: istInstant(on, 24), isSettled }
    return this.#day
  }

  #send(intent: Intent, claimedAt: ClaimedAt): void {
    // A process that is ending gets no more kill switches.
    const mayEnter = (trade: Trade | undefined) => !this.#shuttingDown && this.#clearance.canSend(trade)
    this.#calls.send(intent, claimedAt, () => maySend(intent, this.#day?.unitOfWork.state, mayEnter))
  }

  async #enter({ unitOfWork, session }: AccountDay, again: readonly string[]): Promise<EpochMs | undefined> {
    const claimedAt = readClocks(this.#ports.clock, this.#ports.clock)
    const result = await this.#entries.process({
      unitOfWork,
      market: this.#market,
      session,
      reEntryAfter: again,
      ready: this.#reconciler.hasFreshSnapshots(unitOfWork.state, this.#clock.now(), this.#standstill.endedAt),
      inDoubt: unitOfWork.state.unresolved().some((intent) => intent.epoch < this.#leadership.lease.epoch),
      isShort: (key: string) => isShort(this.#reconciler.positions?.value ?? [], key),
      foreignTrades: () => this.#reconciler.foreignTrades(unitOfWork.state),
      clockSkewMs: () => this.#clearance.clockSkewMs(),
    })
    if (this.#standstill.isLate) withhold(unitOfWork, result.intents, this.#budget, this.#clock.now())
    else for (const intent of result.intents) this.#send(intent, claimedAt)
    if (result.reload) this.#reloadPending = true
    return result.wakeAt
  }

  #watchContracts(unitOfWork: AccountUnitOfWork, others: readonly number[]): void {
    const tokens = [...this.#entries.tokens(), ...others]
    for (const trade of unitOfWork.state.liveTrades()) tokens.push(trade.contract.token)
    this.#market.watchTokens(tokens)
    this.#leadership.highWaterMarks.record('watched_contracts', this.#market.watched)
  }

  #wakeSoon(): EpochMs {
    return (this.#clock.now() + ERROR_PAUSE_MS) as EpochMs
  }
}

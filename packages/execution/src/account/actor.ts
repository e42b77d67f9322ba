// @invariant stored-intent No order without a stored intent: committed, or for exits while the store is away synced
//   to the offline journal, before the first byte is sent.
// @invariant exit-isolation
import type { Decision } from '@strikewise/domain/decision/decision.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { Intent } from '../intent/intent.ts'
import type { Levels } from '../levels.ts'
import { usableQuote } from '../order/quote.ts'
import { StaleEpoch, type AccountId, type BrokerPort, type BrokerUpdate, type Lease, type Ports } from '../ports.ts'
import { soonest } from '../trade/steps.ts'
import { Alarms } from './alarms.ts'
import { BrokerCalls } from './broker-calls.ts'
import { BrokerReadings } from './broker-readings.ts'
import { OrderBudget } from './budget.ts'
import { clockSkewMs } from './clock-skew.ts'
import { confirmTime } from './confirm-time.ts'
import { EntryDesk } from './entry-desk.ts'
import type { EntryPace } from './entry-pace.ts'
import { Intake, type Mail } from './intake.ts'
import { Invariants } from './invariants.ts'
import { REJECTED_TEXT, ROW_REJECTED, type Ledger, type Written } from './ledger.ts'
import { LostAlarms } from './lost-alarms.ts'
import { Mailbox } from './mailbox.ts'
import { MarketView } from './market-view.ts'
import { planAccount, type AccountPlan } from './plan-account.ts'
import { Reader, READ_KINDS } from './reader.ts'
import { readClocks, type ClaimedAt } from './sender.ts'
import { Standstill } from './standstill.ts'
import { takeUp } from './take-up.ts'
import type { Term } from './term.ts'
import { SteadyClock } from './steady-clock.ts'
import { openLedger } from './open-ledger.ts'
import { isOfBooks, type RejectedChange } from './set-aside.ts'

const TROUBLE_PAUSE_MS = 1_000
/** However late something is, other work gets its turn first. */
const SHORTEST_REST_MS = 10

/** An account's day: its ledger, and what of the calendar every turn asks. */
interface Day {
  readonly ledger: Ledger
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
  readonly #steady: Ports
  readonly #clock: SteadyClock
  readonly #config: ExecutionConfig
  readonly #lease: Lease
  readonly #levels: Levels
  readonly #pace: EntryPace
  readonly #broker: BrokerPort
  readonly #mailbox: Mailbox<Mail>
  readonly #market: MarketView
  readonly #budget = new OrderBudget()
  readonly #reader: Reader
  readonly #readings: BrokerReadings
  readonly #calls: BrokerCalls
  readonly #entries: EntryDesk
  readonly #alarms: Alarms
  readonly #invariants: Invariants
  readonly #intake: Intake
  readonly #nakedSince = new Map<string, EpochMs>()
  readonly #limitLeftSince = new Map<string, EpochMs>()
  /** No contract traded today may be short. */
  #isSettled = true
  #day: Day | undefined
  /** Since when the books of the account are read: by this process, without having stood still. */
  #booksWantedSince = 0 as EpochMs
  readonly #standstill = new Standstill()
  readonly #lostAlarms = new LostAlarms()
  #stopping = false
  readonly #stopped = Promise.withResolvers<void>()
  /** How often the account's time had been put back when its day began. */
  #clockSteps = 0
  #abandoned = false
  #factsWanted = true
  /** A claim ended unknown: memory and store may differ until the rows were read again. */
  #rowsWanted = false
  /** Until the switches were read, and from each hint that one moved: entries already claimed do not leave either. */
  #entriesHeld = true

  constructor(ports: Ports, config: ExecutionConfig, account: AccountId, { lease, claims, pace, levels }: Term) {
    this.account = account
    this.#ports = ports
    this.#broker = ports.broker(account)
    const showsTime = 'brokerTime' in this.#broker
    this.#clock = new SteadyClock(ports.clock, showsTime ? () => this.#broker.brokerTime?.() : undefined)
    this.#steady = { ...ports, broker: (of) => ports.broker(of), clock: this.#clock }
    this.#config = config
    this.#lease = lease
    this.#levels = levels
    this.#pace = pace
    this.#mailbox = new Mailbox(ports.clock)
    this.#market = new MarketView(ports.feed, ports.clock, () => this.#mailbox.ring())
    this.#reader = new Reader(config)
    const deliver = (mail: Mail) => this.#mailbox.push(mail)
    this.#readings = new BrokerReadings(this.#reader, this.#broker, this.#clock, deliver)
    this.#calls = new BrokerCalls(this.#broker, ports, this.#clock, { lease, pace, levels }, this.#budget, deliver)
    this.#entries = new EntryDesk(ports, this.#clock, config, lease, this.#budget, claims)
    this.#alarms = new Alarms(ports.observer)
    this.#invariants = new Invariants(this.#alarms, ports.observer)
    this.#intake = new Intake(config, this.#reader, this.#alarms, this.#invariants, ports.observer)
  }

  /** A decision of the engine. Taken once; traded only while it is fresh. */
  decide(decision: Decision): void {
    if (!this.#market.heard(decision)) return
    if (decision.entry !== null) this.#entries.add(decision, decision.entry)
    this.#levels.reached('wishes', this.#entries.tokens().length)
    this.#levels.reached('decisions', this.#market.decisionsOf(decision.symbol).length)
    this.#mailbox.ring()
  }

  /** Plan, settings, link or stop switch changed: nothing is cached that the gate reads, but a new token may be there. */
  accountChanged(): void {
    this.#factsWanted = true
    this.#entriesHeld = true
    const now = this.#clock.now()
    this.#reader.forgive(now)
    for (const kind of READ_KINDS) this.#reader.request(kind, now)
    this.#mailbox.ring()
  }

  /** Whether the account may be let go: nothing is live, in doubt or under way. */
  get isIdle(): boolean {
    if (this.#day === undefined || !this.#isSettled) return false
    return !this.#day.ledger.state.isBusy() && this.#calls.inFlight.size === 0
  }

  /** Takes no more work; the run ends when what is under way has been answered and written down. */
  stop(): void {
    this.#stopping = true
    this.#stopped.resolve()
    this.#mailbox.ring()
  }

  /** Ends the run though a call was not answered: whoever takes the account over settles it from the book. */
  abandon(): void {
    this.#abandoned = true
    this.stop()
  }

  /** Runs until stopped, or until another executor has taken the account over. Never rejects. */
  async run(): Promise<void> {
    const endUpdates = this.#broker.updates((update) => this.#hear(update))
    try {
      await confirmTime(this.#clock, this.#ports.clock, this.#broker, this.#stopped.promise)
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
          this.#lostAlarms.keep(this.#day?.ledger)
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
    return this.#stopping && this.#calls.inFlight.size === 0 && this.#day?.ledger.isDirty !== true
  }

  #hear(update: BrokerUpdate): void {
    if (this.#mailbox.offer({ type: 'update', update })) return
    this.#ports.observer.count('hints_shed')
    this.#reader.request('orders', this.#clock.now())
  }

  /** Answers when to take the next turn if nothing arrives before. */
  async #turn(): Promise<EpochMs | undefined> {
    const begunAt = this.#clock.now()
    if (this.#standstill.begin(begunAt)) this.#booksWantedSince = begunAt
    const day = this.#isCurrent(begunAt) ? this.#day! : await this.#begin(begunAt)
    if (this.#factsWanted) await this.#readFacts()
    // The clock may have been put right while the rows were read.
    const now = this.#clock.now()
    const arrived = this.#mailbox.take()
    this.#levels.reached('mail', arrived.length)
    for (const mail of arrived) {
      if (mail.type === 'answer') this.#calls.settled(mail.intentId)
      this.#intake.absorb(day.ledger, this.#readings.dated(mail), this.#clock.now())
    }
    const plan = this.#plan(day, now)
    this.#isSettled = plan.isSettled
    for (const kind of plan.reads) this.#reader.request(kind, now)
    if (!this.#stopping) for (const orderId of plan.histories) this.#readings.startHistory(orderId, now)
    // A store that is late must not keep the books from being read: a doubt is settled by readings alone.
    if (day.ledger.isDirty) this.#startReadings(day)
    // Most turns change nothing, and then nothing waits for the store.
    const written = day.ledger.isDirty ? await this.#writeAndSend(day.ledger, plan.intents) : 'written'
    // The rows are read again first: an entry is judged by them.
    if (day.ledger.hasLostRows) this.#rowsWanted = true
    this.#levels.reached('unwritten_batches', day.ledger.unwritten.batches)
    this.#levels.reached('unwritten_notes', day.ledger.unwritten.notes)

    this.#entries.funds = this.#intake.funds
    const mayEnter = written === 'written' && !this.#stopping && !this.#rowsWanted
    const wishes = this.#entries.hasWishes || plan.again.length > 0
    const entryWake = mayEnter && wishes ? await this.#enter(day, plan.again) : undefined
    this.#watchContracts(day.ledger, plan.tokens)
    const readWake = this.#startReadings(day)
    const retry = written === 'written' && !this.#rowsWanted ? undefined : this.#soon()
    // What changed as it was written (a call whose row was set aside is withheld) is planned at once: no reading may be due.
    const again = retry === undefined && day.ledger.isDirty ? this.#clock.now() : undefined
    const wakeAt = soonest(plan.wakeAt, readWake, entryWake, retry, again, this.#dayWake(day))
    this.#standstill.end(this.#clock.now(), wakeAt)
    return wakeAt
  }

  /** Starts the readings that are due. Returns when the next one is. */
  #startReadings({ ledger, session }: Day): EpochMs | undefined {
    const isCalling = this.#calls.inFlight.size > 0
    return this.#readings.startDue({ state: ledger.state, session, isCalling, isStopping: this.#stopping })
  }

  #plan({ ledger, session, isSettled }: Day, now: EpochMs): AccountPlan {
    return planAccount({
      ports: this.#steady,
      config: this.#config,
      ledger,
      market: this.#market,
      budget: this.#budget,
      session,
      isTimeSettled: isSettled,
      isTimeDisputed: this.#clock.isDisputed,
      alarms: this.#alarms,
      invariants: this.#invariants,
      now,
      wall: this.#ports.clock.now(),
      booksReadAt: this.#intake.booksReadAt,
      booksWantedSince: this.#booksWantedSince,
      othersSales: this.#intake.othersOpenSales,
      fillsShownAt: (key) => this.#intake.fillsShownAt(key),
      othersSoldAt: (key) => this.#intake.othersSales.shownAt(key),
      unjudgedSince: (key) => this.#intake.unjudgedSince(key),
      sightWanted: (view) => this.#intake.othersSales.sightWanted(view),
      learnedAt: (order) => this.#intake.learnedAt(order),
      dayCap: this.#entries.dayCap,
      positions: this.#intake.positions,
      trades: this.#intake.trades,
      coverManualShorts: this.#entries.facts?.coverManualShorts ?? false,
      nakedSince: this.#nakedSince,
      limitLeftSince: this.#limitLeftSince,
      mayCall: !this.#stopping,
    })
  }

  /**
   * Writes the turn down, then lets its calls leave. While the store is away or late, orders the store knows are still
   * changed, by the local file; nothing new is placed (reliability guide §3.13). An order whose intent lies in this
   * machine's file alone is somebody else's to an executor on another: it would sell the same units again, and I11
   * would be broken for certain where I1 is at risk. A stop that rests keeps resting, and turning it into the exit is a
   * change; one that is gone is placed with the first writing the store takes.
   */
  async #writeAndSend(ledger: Ledger, intents: readonly Intent[]): Promise<Written> {
    const changes = intents.filter(({ call, reason }) => call.type !== 'place' && reason !== 'replace')
    const claimedAt = readClocks(this.#clock, this.#ports.clock)
    const written = await ledger.commit(changes.length > 0)
    this.#reportRejected(ledger)
    // A change of a known order sells nothing twice, so it leaves though the store rejected its row: the journal names it.
    const stored = intents.filter((intent) => ledger.isStored(intent) || changes.includes(intent))
    const leaving = written === 'written' ? stored : written === 'spooled' ? changes : []
    const unsent = intents.filter((intent) => !leaving.includes(intent))
    ledger.withhold(unsent, this.#clock.now())
    for (const { id } of unsent) this.#budget.giveBack(id)
    for (const intent of leaving) this.#send(intent, claimedAt)
    return written
  }

  /**
   * Books that lack a row cannot be relied on: entries wait for the next session, exits go on. `of`: the ledger that set rows
   * aside, where `ledger` has taken its place.
   */
  #reportRejected(ledger: Ledger, of = ledger): void {
    if (of.takeRejected().some(isOfBooks))
      this.#invariants.broken(ledger, ROW_REJECTED, undefined, REJECTED_TEXT, this.#clock.now())
  }

  #isCurrent(now: EpochMs): boolean {
    if (this.#day === undefined || this.#rowsWanted || this.#clockSteps !== this.#clock.steps) return false
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
      if (before.ledger.isDirty) await before.ledger.commit(true)
      // Nothing of an earlier day's calls may still be out when its memory goes.
      if (before.ledger.state.on !== on && this.#calls.inFlight.size > 0) return before
    }
    let ledger: Ledger
    try {
      if (before?.ledger.isDirty === true) throw new Error('the store has not taken what is known yet')
      ledger = await openLedger(this.#steady, this.account, this.#lease, on, rejected)
    } catch (error) {
      // While the store is away what is known of today goes on steering exits; entries wait for the rows.
      if (error instanceof StaleEpoch || before === undefined || before.ledger.state.on !== on) throw error
      this.#ports.observer.count('rows_not_read')
      return before
    }
    const openedAt = this.#clock.now()
    // The clock was put right while the rows were read: the day they were read for is not today, and must end nothing.
    if (istDateAt(openedAt) !== on) return this.#begin(openedAt, ledger.takeRejected())
    this.#lostAlarms.passOn(ledger)
    if (before?.ledger.state.on === on) this.#restoreLost(ledger, before.ledger)
    this.#reportRejected(ledger)
    if (before?.ledger.state.on === on) this.#reportRejected(ledger, before.ledger)
    this.#rowsWanted = false
    this.#factsWanted = true
    this.#intake.forget()
    this.#invariants.forget()
    this.#readings.forget()
    const isPutBack = this.#clockSteps !== this.#clock.steps
    this.#clockSteps = this.#clock.steps
    const isSettled = this.#clock.isSettled
    const begun = takeUp({
      ledger,
      clock: this.#clock,
      config: this.#config,
      budget: this.#budget,
      alarms: this.#alarms,
      observer: this.#ports.observer,
      inFlight: this.#calls.inFlight,
      watched: [this.#nakedSince, this.#limitLeftSince],
      isSettled,
    })
    if (isPutBack) this.#readings.putBack(begun)
    for (const kind of ['orders', 'trades', 'positions'] as const) this.#reader.request(kind, begun)
    // What began again under the same lease has watched the account all along: only its memory of the books is gone.
    if (before === undefined || isPutBack || before.ledger.state.on !== on) this.#booksWantedSince = begun
    const endsAt = istInstant(on, 24)
    this.#day = { ledger, session: this.#config.calendar.sessionOn(on), endsAt, isSettled }
    return this.#day
  }

  /** Writes again what the store has lost of what the process still knows. */
  #restoreLost(ledger: Ledger, before: Ledger): void {
    if (!before.hasLostRows && ledger.journalSeq >= before.journalSeq) return
    const rows = ledger.restoreFrom(before)
    const text = `The store lacked ${rows} rows that it had taken. They are written again.`
    this.#ports.observer.alarm(this.account, 'rows_lost', text)
  }

  /** For the day's cap and what is under way: the gate reads its own in the transaction of each claim. */
  async #readFacts(): Promise<void> {
    this.#factsWanted = false
    try {
      const facts = await this.#ports.store.tx((t) => t.facts(this.account))
      this.#entries.facts = facts
      // Another hint may have come while this was read.
      if (!this.#factsWanted) this.#entriesHeld = facts?.stop.user !== false || facts.stop.global !== false
    } catch {
      this.#factsWanted = true
    }
  }

  #send(intent: Intent, claimedAt: ClaimedAt): void {
    this.#calls.send(intent, claimedAt, () => this.#mayLeave(intent))
  }

  /**
   * The last check of an entry, as it leaves: no kill switch is known, the clocks agree, and the price is current. Once the
   * wall clock, which dates prices, has stepped away, their age is known only when the broker has shown its time since.
   */
  #mayLeave(intent: Intent): boolean {
    // Who is ending is not told of stops any more.
    if (this.#stopping) return false
    const skew = this.#clockSkewMs() ?? 0
    if (this.#entriesHeld || this.#ports.hearsStops?.() === false || !this.#pace.isSteady) return false
    if (!(Math.abs(skew) <= this.#config.maxClockSkewMs) || this.#clock.isDisputed) return false
    const trade = this.#day?.ledger.state.trade(intent.tradeId)
    if (trade === undefined) return false
    const quote = this.#ports.feed.quote(trade.contract.token)
    return usableQuote(quote, this.#ports.clock.now(), this.#config.priceMaxAgeMs) !== undefined
  }

  #clockSkewMs(): number | undefined {
    return clockSkewMs(this.#broker.brokerTime?.(), this.#ports.clock)
  }

  async #enter({ ledger, session }: Day, again: readonly string[]): Promise<EpochMs | undefined> {
    const ready = this.#intake.knowsBooks(this.#clock.now())
    const inDoubt = ledger.state.unresolved().some((intent) => intent.epoch < this.#lease.epoch)
    const wishes = {
      ledger,
      market: this.#market,
      session,
      again,
      ready,
      inDoubt,
      clockSkewMs: () => this.#clockSkewMs(),
    }
    const claimedAt = readClocks(this.#ports.clock, this.#ports.clock)
    const result = await this.#entries.work(wishes)
    for (const intent of result.intents) this.#send(intent, claimedAt)
    if (result.reload) this.#rowsWanted = true
    return result.wakeAt
  }

  #watchContracts(ledger: Ledger, others: readonly number[]): void {
    const tokens = [...this.#entries.tokens(), ...others]
    for (const trade of ledger.state.live()) tokens.push(trade.contract.token)
    this.#market.watchOnly(tokens)
    this.#levels.reached('watched_contracts', this.#market.watched)
  }

  #dayWake({ endsAt }: Day): EpochMs {
    return endsAt > this.#clock.now() ? endsAt : this.#soon()
  }

  #soon(): EpochMs {
    return (this.#clock.now() + TROUBLE_PAUSE_MS) as EpochMs
  }
}

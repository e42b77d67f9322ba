import type { Decision } from '@strikewise/domain/decision/decision.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDateAt, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import { nextDoubtRead, type DoubtWatch } from '../intent/doubt.ts'
import { isUnresolved, type Intent } from '../intent/intent.ts'
import type { Answer, Read } from '../order/answer.ts'
import type { BrokerOrder } from '../order/order.ts'
import {
  StaleEpoch,
  type AccountId,
  type BrokerFunds,
  type BrokerPort,
  type BrokerPosition,
  type BrokerUpdate,
  type Lease,
  type Ports,
} from '../ports.ts'
import type { BrokerFill } from '../trade/fill.ts'
import { soonest } from '../trade/steps.ts'
import { isHeld, isLive } from '../trade/trade.ts'
import { Alarms } from './alarms.ts'
import { absorbAnswer, absorbOrder, inheritUnresolved, isFresh, settleDoubt } from './absorb.ts'
import { absorbFills, absorbHandSales, shortfalls, type Shortfall } from './absorb-fills.ts'
import { OrderBudget } from './budget.ts'
import type { ClaimDesk } from './claim-desk.ts'
import { EntryDesk } from './entry-desk.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { Mailbox } from './mailbox.ts'
import { MarketView } from './market-view.ts'
import { Reader, READ_KINDS, type ReadKind } from './reader.ts'
import { send } from './sender.ts'
import { planAccount } from './plan-account.ts'
import { closeOldDays } from './old-days.ts'

type Reading =
  | { readonly kind: 'orders'; readonly result: Read<readonly BrokerOrder[]> }
  | { readonly kind: 'trades'; readonly result: Read<readonly BrokerFill[]> }
  | { readonly kind: 'positions'; readonly result: Read<readonly BrokerPosition[]> }
  | { readonly kind: 'funds'; readonly result: Read<BrokerFunds> }

type Mail =
  | { readonly type: 'answer'; readonly intentId: string; readonly answer: Answer }
  | { readonly type: 'reading'; readonly startedAt: EpochMs; readonly reading: Reading }
  | { readonly type: 'update'; readonly update: BrokerUpdate }

/** How long around the session an idle account still looks at its book. */
const AROUND_SESSION_MS = 10 * MINUTE_MS
const TROUBLE_PAUSE_MS = 1_000
/** However late something is, other work gets its turn first. */
const SHORTEST_REST_MS = 10
/** A call just accepted is looked at soon: an IOC order is over at once. */
const FIRST_LOOK_MS = 300

/**
 * One account, one actor: it alone changes the account's trades and it never waits for another account. A turn takes in
 * what has arrived, asks the plan what each trade needs, writes that down and only then lets it leave. Calls run beside
 * the turns; their answers are mail.
 */
export class AccountActor {
  readonly account: AccountId
  readonly #ports: Ports
  readonly #config: ExecutionConfig
  readonly #lease: Lease
  readonly #broker: BrokerPort
  readonly #mailbox = new Mailbox<Mail>()
  readonly #market: MarketView
  readonly #budget = new OrderBudget()
  readonly #reader: Reader
  readonly #watches = new Map<string, DoubtWatch>()
  readonly #entries: EntryDesk
  readonly #alarms: Alarms
  readonly #nakedSince = new Map<string, EpochMs>()
  readonly #inFlight = new Set<string>()
  #ledger: Ledger | undefined
  #missing: readonly Shortfall[] = []
  #seenSinceStart = new Set<ReadKind>()
  #stopping = false
  #factsWanted = true
  /** From the first hint that a switch moved until it is read: entries already claimed do not leave either. */
  #entriesHeld = false

  constructor(ports: Ports, config: ExecutionConfig, account: AccountId, lease: Lease, claims: ClaimDesk) {
    this.account = account
    this.#ports = ports
    this.#config = config
    this.#lease = lease
    this.#broker = ports.broker(account)
    this.#market = new MarketView(ports.feed, () => this.#mailbox.ring())
    this.#reader = new Reader(config)
    this.#entries = new EntryDesk(ports, config, lease, this.#budget, claims)
    this.#alarms = new Alarms(ports.observer)
  }

  /** A decision of the engine. Taken once; traded only while it is fresh. */
  decide(decision: Decision): void {
    if (!this.#market.heard(decision)) return
    if (decision.entry !== null && decision.action !== 'none' && !this.#stopping)
      this.#entries.add(decision, decision.entry)
    this.#mailbox.ring()
  }

  /** Plan, settings, link or stop switch changed: nothing is cached that the gate reads, but a new token may be there. */
  accountChanged(): void {
    this.#factsWanted = true
    this.#entriesHeld = true
    this.#reader.forgive()
    this.#lookEverywhere(this.#ports.clock.now())
    this.#mailbox.ring()
  }

  /** Whether the account may be let go: nothing is live, in doubt or under way. */
  get isIdle(): boolean {
    return this.#ledger !== undefined && !this.#ledger.state.isBusy() && this.#inFlight.size === 0
  }

  /** Takes no more work; the run ends when what is under way has been answered and written down. */
  stop(): void {
    this.#stopping = true
    this.#mailbox.ring()
  }

  /** Runs until stopped, or until another executor has taken the account over. Never rejects. */
  async run(): Promise<void> {
    const endUpdates = this.#broker.updates((update) => this.#hear(update))
    try {
      while (!this.#isDone()) {
        try {
          const wakeAt = await this.#turn()
          if (this.#isDone()) return
          const wait = wakeAt === undefined ? Infinity : Math.max(SHORTEST_REST_MS, wakeAt - this.#ports.clock.now())
          await this.#mailbox.wait(wait, this.#ports.clock)
        } catch (error) {
          if (error instanceof StaleEpoch) {
            this.#ports.observer.alarm(this.account, 'taken_over', 'Another executor has taken the account over.')
            return
          }
          // Whatever went wrong, the rows are right: begin again from them. Entries wait until the books were read anew.
          this.#ports.observer.alarm(
            this.account,
            'turn_failed',
            error instanceof Error ? error.message : String(error),
          )
          this.#forgetMemory()
          await this.#ports.clock.sleep(TROUBLE_PAUSE_MS)
        }
      }
    } finally {
      endUpdates()
      this.#market.close()
    }
  }

  #isDone(): boolean {
    return this.#stopping && this.#inFlight.size === 0 && this.#ledger?.isDirty !== true
  }

  #hear(update: BrokerUpdate): void {
    if (this.#mailbox.offer({ type: 'update', update })) return
    this.#reader.request('orders', this.#ports.clock.now())
  }

  /** Answers when to take the next turn if nothing arrives before. */
  async #turn(): Promise<EpochMs | undefined> {
    const now = this.#ports.clock.now()
    const ledger = await this.#open(now)
    if (this.#factsWanted) await this.#readFacts()
    for (const mail of this.#mailbox.take()) this.#absorb(ledger, mail, this.#ports.clock.now())
    const session = this.#config.calendar.sessionOn(ledger.state.on)
    const plan = planAccount({
      ports: this.#ports,
      config: this.#config,
      ledger,
      market: this.#market,
      budget: this.#budget,
      session,
      alarms: this.#alarms,
      now,
      dayCap: this.#entries.dayCap,
      nakedSince: this.#nakedSince,
      mayCall: !this.#stopping,
    })
    for (const kind of plan.reads) this.#reader.request(kind, now)
    const written = await ledger.commit(plan.intents.length > 0)
    if (written === 'failed') ledger.takeBack(plan.intents)
    else for (const intent of plan.intents) this.#send(intent)

    const entryWake =
      written === 'written' && !this.#stopping ? await this.#enter(ledger, session, plan.again) : undefined
    this.#watchContracts(ledger)
    const readWake = this.#read(ledger, session)
    const retry = written === 'written' ? undefined : ((this.#ports.clock.now() + TROUBLE_PAUSE_MS) as EpochMs)
    return soonest(plan.wakeAt, readWake, entryWake, retry, this.#nextDayAt(ledger))
  }

  /** The ledger of today: loaded at the start, after trouble, and when the day has turned. */
  async #open(now: EpochMs): Promise<Ledger> {
    const on = istDateAt(now)
    if (this.#ledger?.state.on === on) return this.#ledger
    if (this.#ledger !== undefined && this.#ledger.isDirty) await this.#ledger.commit(true)
    // Nothing of an earlier day's calls may still be out when its memory goes.
    if (this.#ledger !== undefined && this.#inFlight.size > 0) return this.#ledger
    this.#forgetMemory()
    const ledger = await openLedger(this.#ports, this.account, this.#lease, on)
    inheritUnresolved(ledger, this.#inFlight, now, this.#config.callTimeoutMs)
    closeOldDays(ledger, this.#alarms, now)
    this.#budget.restore(on, ledger.state.intents().length)
    for (const kind of ['orders', 'trades', 'positions'] as const) this.#reader.request(kind, now)
    this.#ledger = ledger
    return ledger
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

  #forgetMemory(): void {
    this.#ledger = undefined
    this.#seenSinceStart = new Set()
    this.#watches.clear()
    this.#missing = []
    this.#nakedSince.clear()
    this.#factsWanted = true
  }

  #absorb(ledger: Ledger, mail: Mail, now: EpochMs): void {
    switch (mail.type) {
      case 'answer': {
        this.#inFlight.delete(mail.intentId)
        if (mail.answer.type === 'refused') this.#heardRefusal(ledger, mail.intentId, mail.answer, now)
        absorbAnswer(ledger, mail.intentId, mail.answer, now)
        this.#ports.observer.count('broker_answers', { type: mail.answer.type })
        const soon = mail.answer.type === 'accepted' ? FIRST_LOOK_MS : 0
        this.#reader.request('orders', (now + soon) as EpochMs)
        return
      }
      case 'update':
        if (mail.update.type === 'look') this.#lookEverywhere(now)
        else if (mail.update.type === 'moved') this.#reader.request('orders', now)
        else if (!absorbOrder(ledger, mail.update.order, now, now)) this.#foreignMoved(ledger, mail.update.order, now)
        return
      case 'reading':
        this.#reader.end(mail.reading.kind, mail.reading.result)
        this.#absorbReading(ledger, mail.reading, mail.startedAt, now)
        return
    }
  }

  #absorbReading(ledger: Ledger, reading: Reading, startedAt: EpochMs, now: EpochMs): void {
    if (!reading.result.ok) {
      this.#ports.observer.count('broker_reads_failed', { kind: reading.kind, code: reading.result.code })
      return
    }
    this.#seenSinceStart.add(reading.kind)
    switch (reading.kind) {
      case 'orders': {
        const orders = reading.result.value
        for (const order of orders) absorbOrder(ledger, order, startedAt, now)
        const whole = reading.result.partial !== true
        const fresh = whole && isFresh(ledger, orders, startedAt, this.#config.bookLagMs)
        settleDoubt(ledger, this.#watches, startedAt, fresh, now)
        return
      }
      case 'trades': {
        const fills = reading.result.value
        absorbFills(ledger, fills)
        if (this.#missing.length > 0) {
          const left = absorbHandSales(ledger, this.#missing, fills)
          this.#missing = []
          if (left > 0) this.#ports.observer.count('position_unexplained')
        }
        return
      }
      case 'positions': {
        const positions = reading.result.value
        this.#missing = shortfalls(ledger, positions, startedAt, this.#config.bookLagMs)
        if (this.#missing.length > 0) this.#reader.request('trades', now)
        return
      }
      case 'funds': {
        const funds = reading.result.value
        this.#entries.funds = { ...funds, readAt: startedAt }
        return
      }
    }
  }

  /** The broker will not hear us at all: only a person can mend that. */
  #heardRefusal(ledger: Ledger, intentId: string, { code, text }: { code: string; text: string }, now: EpochMs): void {
    const intent = ledger.state.intent(intentId)
    if (intent === undefined || intent.kind === 'enter' || (code !== 'token_dead' && code !== 'not_permitted')) return
    this.#alarms.raise(ledger, code, ledger.state.trade(intent.tradeId), `The broker refuses our orders: ${text}`, now)
  }

  #lookEverywhere(now: EpochMs): void {
    for (const kind of READ_KINDS) this.#reader.request(kind, now)
  }

  /** Somebody else's order moved: if it is in a contract we hold, the position may have changed. */
  #foreignMoved(ledger: Ledger, order: BrokerOrder, now: EpochMs): void {
    const holds = ledger.state.trades().some((one) => isHeld(one) && one.contract.tradingsymbol === order.tradingsymbol)
    if (holds) this.#reader.request('positions', now)
  }

  #send(intent: Intent): void {
    this.#inFlight.add(intent.id)
    this.#ports.observer.count('broker_calls', { kind: intent.kind, call: intent.call.type })
    void send(this.#broker, this.#ports.clock, this.#lease, intent, () => !this.#entriesHeld).then(
      (answer) => this.#mailbox.push({ type: 'answer', intentId: intent.id, answer }),
      // A port that breaks its word has still maybe sent the order.
      (error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        this.#mailbox.push({ type: 'answer', intentId: intent.id, answer: { type: 'in_doubt', why } })
      },
    )
  }

  async #enter(ledger: Ledger, session: Session | undefined, again: readonly string[]): Promise<EpochMs | undefined> {
    const ready = (['orders', 'positions', 'trades'] as const).every((kind) => this.#seenSinceStart.has(kind))
    const inDoubt = ledger.state.intents().some((intent) => isUnresolved(intent) && intent.epoch < this.#lease.epoch)
    const clockSkewMs = this.#broker.clockSkewMs?.()
    const wishes = { ledger, market: this.#market, session, again, ready, inDoubt, clockSkewMs }
    const result = await this.#entries.work(wishes)
    for (const intent of result.intents) this.#send(intent)
    if (result.reload) this.#forgetMemory()
    return result.wakeAt
  }

  #watchContracts(ledger: Ledger): void {
    const live = ledger.state.trades().filter(isLive)
    this.#market.watchOnly(new Set([...live.map((trade) => trade.contract.token), ...this.#entries.tokens()]))
  }

  #read(ledger: Ledger, session: Session | undefined): EpochMs | undefined {
    const now = this.#ports.clock.now()
    const busy = ledger.state.isBusy() || this.#inFlight.size > 0
    const inSession =
      session !== undefined && now >= session.opensAt - AROUND_SESSION_MS && now <= session.closesAt + AROUND_SESSION_MS
    const last = this.#reader.lastStartOf('orders')
    const need = {
      busy,
      held: ledger.state.trades().some(isHeld),
      awake: (inSession || busy) && !this.#stopping,
      doubtAt: soonest(...ledger.state.intents().map((intent) => nextDoubtRead(intent, last))),
    }
    let next: EpochMs | undefined
    for (const kind of READ_KINDS) {
      const due = this.#reader.dueAt(kind, need, now)
      if (due !== undefined && due <= now) this.#startReading(kind, now)
      else next = soonest(next, due)
    }
    const opens = session !== undefined && now < session.opensAt ? session.opensAt - AROUND_SESSION_MS : undefined
    return need.awake ? next : soonest(next, opens as EpochMs | undefined)
  }

  #startReading(kind: ReadKind, now: EpochMs): void {
    this.#reader.begin(kind, now)
    void this.#broker[kind]().then(
      (result) => this.#mailbox.push({ type: 'reading', startedAt: now, reading: { kind, result } as Reading }),
      (error: unknown) => {
        const text = error instanceof Error ? error.message : String(error)
        const result = { ok: false, code: 'unavailable', text } as const
        this.#mailbox.push({ type: 'reading', startedAt: now, reading: { kind, result } })
      },
    )
  }

  /** Midnight in India: the broker's book begins anew. */
  #nextDayAt(ledger: Ledger): EpochMs | undefined {
    const midnight = istInstant(addDays(ledger.state.on, 1), 0)
    return midnight > this.#ports.clock.now() ? midnight : ((this.#ports.clock.now() + TROUBLE_PAUSE_MS) as EpochMs)
  }
}

import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { OrderSide, Product } from '@strikewise/domain/instruments/order-terms.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { LogEntry, LogEvent } from '@strikewise/exchange/exchange-log.ts'
import type { OrderChange, OrderRequest, OrderStatus } from '@strikewise/exchange/order-types.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { Intent, IntentKind, Outcome } from '@strikewise/execution/intent/intent.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { OrderRecord, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { PastResult } from '@strikewise/execution/store/history.ts'
import { HighWaterMarks } from '@strikewise/execution/high-water-marks.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Batch, Change } from '@strikewise/execution/store/account-changes.ts'
import type { FaultDecision } from '../../chance/chooser.ts'
import type { BookRead, CallRecord, FundsRead, OrdersRead } from '../../environment/broker-records.ts'
import { ORDINARY_DAY } from '../../session/contracts.ts'
import type { PriceSeen } from '../../environment/sim-feed.ts'
import type { FactsRecord, StaleCall, TicketRecord } from '../../environment/environment.ts'
import { Checker } from '../checker.ts'
import type { Observations } from '../observations.ts'
import { ACCOUNT, CONTRACT, FACTS, FUNDS_AGE_MS, MID, priceOf, recordOf } from './facts-fixture.ts'
import { StagedLeadership } from './leadership-fixture.ts'

const ACCOUNTS: ReadonlySet<string> = new Set([ACCOUNT])

export interface PlaceOptions {
  readonly tradeId?: string
  readonly kind?: IntentKind
  readonly isWritten?: boolean
  readonly tradingsymbol?: string
  readonly answer?: OrderAck | undefined
  readonly outcome?: Outcome
  readonly algoId?: string
}

/** A day written line by line for a checker to judge: what no line states did not happen. */
export class StagedDay extends StagedLeadership {
  readonly #log: LogEntry[] = []
  readonly #calls: CallRecord[] = []
  readonly #fired: FaultDecision[] = []
  readonly #counts = new Map<string, number>()
  /** What a damaged disk has lost of the offline journal. */
  readonly #lostBatches: { readonly account: string; readonly batches: readonly Batch[] }[] = []
  readonly tickets: TicketRecord[] = []
  readonly decisions: Decision[] = []
  readonly prices: PriceSeen[] = []
  readonly fundsRead: FundsRead[] = []
  readonly booksRead: BookRead[] = []
  readonly ordersRead: OrdersRead[] = []
  readonly staleCalls: StaleCall[] = []
  readonly facts: FactsRecord[] = []
  readonly past = new Map<string, readonly PastResult[]>()
  readonly #rejected: { readonly account: string; readonly change: Change }[] = []
  readonly #time: { now: EpochMs }
  readonly #shape = { seed: 1, day: ORDINARY_DAY, executors: 1, cooldownMs: 0 }
  readonly checker: Checker
  readonly reached = new Set<string>()
  readonly levels = new HighWaterMarks()
  /** Of every process that ran. */
  readonly #levelsOfAll = [this.levels]
  #readsAlong = true

  constructor() {
    super()
    const startAt = istInstant(ORDINARY_DAY, 11)
    this.#time = { now: startAt }
    this.facts.push({ at: startAt, facts: FACTS })
    const observations: Observations = {
      time: this.#time,
      startAt,
      shape: this.#shape,
      accounts: [...ACCOUNTS],
      exchange: { exchangeLog: this.#log },
      calls: this.#calls,
      alarms: this.alarms,
      rejectedRows: { rejected: this.#rejected },
      lostTail: this.lostTail,
      counts: this.#counts,
      facts: new Map([[ACCOUNT, this.facts]]),
      past: this.past,
      instructions: this.instructions,
      tickets: this.tickets,
      decisions: this.decisions,
      prices: this.prices,
      fundsRead: this.fundsRead,
      booksRead: this.booksRead,
      ordersRead: this.ordersRead,
      fundsMaxAgeMs: FUNDS_AGE_MS,
      offlineJournals: {
        get: () => undefined,
        epochOf: (id) => this.journaledOffline.get(id),
        lost: this.#lostBatches,
      },
      levels: this.#levelsOfAll,
      chooser: { fired: this.#fired },
      processes: this.processes,
      lease: this.leaseObserved(),
      store: {
        takeCommitted: () => new Set([...ACCOUNTS, ...this.othersJournals.keys()]),
        tradesOf: () => this.trades,
        intentsOf: () => this.intents,
        fillsOf: () => this.fills,
        journalOf: () => [],
        account: (id) => {
          const journal = this.othersJournals.get(id) ?? this.journal
          return { epoch: this.epoch, journal, orders: this.orders }
        },
        notifications: this.notifications,
      },
      staleCalls: this.staleCalls,
      reached: this.reached,
    }
    this.checker = new Checker(observations)
    this.bid(MID)
    this.readsFunds()
    this.decide('d1')
  }

  /** So much is bid from now on. `published`: the feed publishes it. `last`: the last price. */
  bid(bid: number, published = true, last = bid): this {
    this.prices.push({ ...priceOf(this.now, bid, last), published })
    return this
  }

  /** A price that never was the market's comes by the feed. */
  freak(bid: number): this {
    this.prices.push({ ...priceOf(this.now, bid, bid), freak: true })
    return this
  }

  /** The process has read so much free cash. */
  readsFunds(usable = 200_000_000): this {
    const { now, process } = this
    this.fundsRead.push({ account: ACCOUNT, process, askedAt: now, receivedAt: now, usable })
    return this
  }

  /** The process has read positions that show so many units, or lack the contract, and the trades after them where those were read. */
  readsBooks(quantity: number | undefined, areTradesRead = true): this {
    const { now, process } = this
    const { tradingsymbol } = CONTRACT
    const positions = quantity === undefined ? [] : [{ tradingsymbol, product: 'MIS', quantity }]
    this.booksRead.push({ account: ACCOUNT, process, askedAt: now, receivedAt: now, positions })
    return areTradesRead ? this.readsTrades() : this
  }

  /** The process has read the trade book. */
  readsTrades(): this {
    const { now, process } = this
    this.booksRead.push({ account: ACCOUNT, process, askedAt: now, receivedAt: now, positions: undefined })
    return this
  }

  /** The process has read the order book, which shows every order there is. */
  readsOrders(isPartial = false): this {
    const { now, process } = this
    const orderIds = [...this.atExchange.keys()]
    this.ordersRead.push({ account: ACCOUNT, process, askedAt: now, receivedAt: now, orderIds, isPartial })
    return this
  }

  /** From now on no book is read but by a line that reports it. */
  readsNoBooks(): this {
    this.#readsAlong = false
    return this
  }

  override down(ms: number): this {
    this.#levelsOfAll.push(new HighWaterMarks())
    return super.down(ms)
  }

  /** An entry in an index waits so long after the last exit there. */
  pausesFor(ms: number): this {
    this.#shape.cooldownMs = ms
    return this
  }

  /** The user converts so many units to another product. */
  converts(quantity: number): this {
    const { tradingsymbol } = CONTRACT
    return this.#report({ type: 'position_converted', tradingsymbol, quantity, from: 'MIS', to: 'NRML' })
  }

  /** The exchange pays out so many units at expiry. */
  settles(quantity: number): this {
    const { tradingsymbol } = CONTRACT
    const money = { indexClose: 0 as Paise, amount: 0 as Paise, charges: 0 as Paise }
    return this.#report({ type: 'expiry_settled', tradingsymbol, product: 'MIS', quantity, ...money })
  }

  protected override check(): void {
    this.checker.check()
  }

  override get now(): EpochMs {
    return this.#time.now
  }

  /** Lets `ms` pass, looking every tenth of a second. */
  override wait(ms: number): this {
    for (let passed = 0; passed < ms; passed += 100) {
      this.#time.now = (this.now + Math.min(100, ms - passed)) as EpochMs
      this.checker.check()
    }
    return this
  }

  /** Lets `ms` pass in which nothing happens: the next line is the first event after it. */
  leap(ms: number): this {
    this.#time.now = (this.now + ms) as EpochMs
    return this
  }

  decide(id: string): this {
    const quote = { bid: MID, ask: (MID + 20) as Paise, mid: MID, limit: (MID + 20) as Paise, quotedAt: this.now }
    const entry = { contract: CONTRACT, delta: 0.5, stopDistance: 3_000 as Paise, ...quote }
    this.decisions.push(recordOf<Decision>({ id, symbol: 'NIFTY', barEnd: this.now, action: 'buy_call', entry }))
    return this
  }

  /** From now on this is true of the account. */
  becomes(facts: Partial<AccountFacts>): this {
    this.facts.push({ at: this.now, facts: { ...this.facts.at(-1)!.facts, ...facts } })
    return this
  }

  fault(kind: FaultDecision['kind'], alternative = 1, entity = ACCOUNT): this {
    this.#fired.push({ kind, entity, ordinal: 0, alternative })
    this.checker.check()
    return this
  }

  /** The observer is called about an alarm that stands in no row. */
  observed(code: string): this {
    this.alarms.push({ at: this.now, account: ACCOUNT, code, message: legacyText(code) })
    return this
  }

  /** Another executor has the account from now on. */
  succeeded(): this {
    this.epoch += 1
    this.checker.check()
    return this
  }

  /** The store rejects the row of an intent that shows this of it. */
  rejects(tag: string, outcome: Outcome): this {
    const intent = this.intents.find(({ id }) => id === `i${tag}`)!
    this.#rejected.push({ account: ACCOUNT, change: { type: 'intent', intent: { ...intent, outcome } } })
    return this
  }

  /** The store rejects a row of a trade that is over and shows this of it. */
  rejectsClosed(id: string, more: object): this {
    const trade = { ...this.trades.find((one) => one.id === id)!, state: 'closed', ...more } as Trade
    this.#rejected.push({ account: ACCOUNT, change: { type: 'trade', trade } })
    return this
  }

  /** The store rejects the row of a fill of ours. */
  rejectsFill(orderId: string): this {
    const at = this.fills.findIndex((one) => one.orderId === orderId)
    const [fill] = this.fills.splice(at, 1)
    this.#rejected.push({ account: ACCOUNT, change: { type: 'fill', fill: fill!, on: ORDINARY_DAY } })
    return this
  }

  /** The store rejects a row of an order that counts so many changes. */
  rejectsCount(orderId: string, modifies: number): this {
    const order = recordOf<OrderRecord>({ orderId, modifies })
    this.#rejected.push({ account: ACCOUNT, change: { type: 'order', order, on: ORDINARY_DAY } })
    return this
  }

  count(name: string): this {
    this.#counts.set(name, 1)
    return this
  }

  /** A new order leaves, with its intent stored unless `isWritten` is false. */
  place(tag: string, side: OrderSide, terms: OrderTerms, options: PlaceOptions = {}): this {
    const { tradeId = 't1', isWritten = true, tradingsymbol = CONTRACT.tradingsymbol, algoId } = options
    const order = { tag, tradingsymbol, side, product: 'MIS', terms } as const
    const kind = options.kind ?? (side === 'BUY' ? 'enter' : terms.kind === 'SL' ? 'protect' : 'exit')
    if (isWritten) this.intent(`i${tag}`, kind, { type: 'place', order }, tradeId, options.outcome)
    const answer: OrderAck | undefined = 'answer' in options ? options.answer : { type: 'accepted', orderId: tag }
    this.#leave({ kind: 'place', side, tag, orderId: null, terms, tradingsymbol, algoId, answer })
    return this
  }

  modify(orderId: string, terms: OrderTerms, isWritten = true, answer: OrderAck = { type: 'accepted', orderId }): this {
    if (isWritten) this.intent(`m${this.intents.length}`, 'move', { type: 'modify', orderId, terms })
    this.#leave({ kind: 'modify', side: null, tag: null, orderId, terms, tradingsymbol: null, answer })
    return this
  }

  /** The intents of changes of an order lay in a local file alone; its disk lost them, as it knows or (`isKnown` false) not. */
  losesChanges(orderId: string, isKnown = true): this {
    const isOfIt = ({ call }: Intent) => call.type !== 'place' && call.orderId === orderId
    const changes = this.intents.filter(isOfIt).map((intent): Change => ({ type: 'intent', intent }))
    this.intents.splice(0, this.intents.length, ...this.intents.filter((intent) => !isOfIt(intent)))
    if (isKnown) this.#lostBatches.push({ account: ACCOUNT, batches: [{ id: 'b9', at: this.now, epoch: 1, changes }] })
    return this
  }

  cancel(orderId: string, answer: OrderAck = { type: 'accepted', orderId }): this {
    this.intent(`c${this.intents.length}`, 'cancel', { type: 'cancel', orderId })
    this.#leave({ kind: 'cancel', side: null, tag: null, orderId, terms: null, tradingsymbol: null, answer })
    return this
  }

  /** A call leaves whose answer no process receives. */
  unanswered(about: Pick<CallRecord, 'kind' | 'orderId'>, id: string, kind: IntentKind, call: Intent['call']): this {
    this.intent(`i${id}`, kind, call, 't1', { state: 'sending' })
    this.#leave({ side: null, tag: null, terms: null, tradingsymbol: null, answer: undefined, ...about })
    return this
  }

  /** What the last call to leave is answered with, now. */
  answered(answer: OrderAck): this {
    Object.assign(this.#calls.at(-1)!, { answer, answeredAt: this.now })
    return this
  }

  /** The exchange takes an order; its id is its tag. Without a call of ours before it, it is another party's. */
  taken(
    tag: string,
    side: OrderSide,
    terms: Pick<OrderTerms, 'kind' | 'quantity'> & { readonly price?: Paise },
    orderId = tag,
    product: Product = 'MIS',
  ): this {
    const request = recordOf<OrderRequest>({
      tag,
      side,
      product,
      orderType: terms.kind,
      quantity: terms.quantity,
      price: terms.price ?? (0 as Paise),
      tradingsymbol: CONTRACT.tradingsymbol,
      triggerPrice: 12_000 as Paise,
    })
    this.atExchange.set(orderId, { request, filled: 0, value: 0 })
    return this.#report({ type: 'order_taken', orderId, request, placedBy: ACCOUNT })
  }

  status(orderId: string, to: OrderStatus): this {
    return this.#report({ type: 'status', orderId, from: null, to, reason: null })
  }

  /** The exchange takes a cancel, and carries it out when its status reports it. */
  going(orderId: string): this {
    return this.#report({ type: 'cancel_taken', orderId }).status(orderId, 'CANCEL PENDING')
  }

  changed(orderId: string, change: OrderChange): this {
    return this.pending(orderId, change).status(orderId, 'MODIFIED')
  }

  /** The exchange takes a change, and carries it out when its status reports it. */
  pending(orderId: string, change: OrderChange): this {
    return this.#report({ type: 'modify_taken', orderId, change })
  }

  /** A fill at the exchange; `isBooked`: it stands in the store too. */
  filled(orderId: string, quantity: number, price: number, tradeId = 't1', isBooked = true): this {
    const order = this.atExchange.get(orderId)!
    const { side, tradingsymbol, product } = order.request
    order.filled += quantity
    order.value += quantity * price
    const fillId = `f${orderId}${order.filled}`
    const limit = price as Paise
    const fill = { orderId, tradingsymbol, side, quantity, price: price as Paise, product }
    if (isBooked) this.fills.push({ ...fill, fillId, at: this.now, accountId: ACCOUNT, tradeId, isManual: false })
    this.#report({ type: 'fill', ...fill, tradeId: fillId, limit })
    return order.filled === order.request.quantity ? this.status(orderId, 'COMPLETE') : this
  }

  /** Ends the day; answers the invariants that were broken. */
  end(): string[] {
    this.checker.end()
    return [...new Set(this.checker.violations.map(({ invariant }) => invariant))].toSorted()
  }

  #report(event: LogEvent): this {
    this.#log.push({ ...event, seq: this.#log.length + 1, at: this.now, accountId: ACCOUNT })
    this.checker.check()
    return this
  }

  #leave(call: Omit<CallRecord, 'account' | 'process' | 'leftAt'>): void {
    if (call.side === 'BUY' && this.#readsAlong) this.readsOrders().readsBooks(undefined)
    const answered = call.answer === undefined ? {} : { answeredAt: this.now }
    this.#calls.push({ ...call, account: ACCOUNT, process: this.process, leftAt: this.now, ...answered })
    this.checker.check()
  }
}

import type { Decision } from '@strikewise/domain/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { LogEntry, LogEvent } from '@strikewise/exchange/exchange-log.ts'
import type { OrderChange, OrderRequest, OrderStatus } from '@strikewise/exchange/order-types.ts'
import type { AccountFacts } from '@strikewise/execution/gate/facts.ts'
import type { Intent, IntentKind, Outcome } from '@strikewise/execution/intent/intent.ts'
import type { Answer } from '@strikewise/execution/order/answer.ts'
import type { OrderRecord, OrderTerms } from '@strikewise/execution/order/order.ts'
import { Levels } from '@strikewise/execution/levels.ts'
import type { Note } from '@strikewise/execution/ports.ts'
import type { Batch, Change } from '@strikewise/execution/store/change.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { FaultDecision } from '../../chance/chooser.ts'
import type { BookRead, CallRecord, FundsRead } from '../../model-broker.ts'
import { CONTRACTS, ORDINARY_DAY } from '../../session/contracts.ts'
import type { PriceSeen } from '../../world/sim-feed.ts'
import type { AlarmRecord, FactsRecord, StaleCall } from '../../world/sim-world.ts'
import { Checker } from '../checker.ts'
import type { Evidence } from '../evidence.ts'

const ACCOUNT = 'u1'
const CONTRACT = CONTRACTS[0]!
export const UNITS = CONTRACT.lotSize
export const MID = 15_000 as Paise
const FUNDS_AGE_MS = 180_000

export const RISK: AccountFacts['risk'] = {
  capital: 50_000_000 as Paise,
  dailyLossCapPct: 3,
  maxEntriesPerSymbol: 3,
  maxPositionsPerSymbol: 1,
}

const FACTS: AccountFacts = {
  userId: ACCOUNT,
  plan: 'elite',
  planExpiresAt: istInstant(ORDINARY_DAY, 23),
  consentGiven: true,
  strategies: [{ symbol: 'NIFTY', lots: 1, autoExecute: true, trailing: true, slBuffer: 100 as Paise }],
  risk: RISK,
  coverManualShorts: false,
  link: { mode: 'paper', connected: true, loginAt: istInstant(ORDINARY_DAY, 8, 30), egressAddress: null },
  stop: { user: false, global: false },
}

/** A day told by hand, line by line, for a checker to judge: what nobody tells did not happen. */
export class StagedDay {
  readonly #log: LogEntry[] = []
  readonly #calls: CallRecord[] = []
  readonly #fired: FaultDecision[] = []
  readonly #alarms: AlarmRecord[] = []
  readonly #counts = new Map<string, number>()
  readonly #intents: Intent[] = []
  readonly #journal: { at: number; batchId: string; epoch: number; change: Change }[] = []
  readonly #spooled = new Map<string, number>()
  readonly #notes: Note[] = []
  /** What a damaged disk has lost of the offline journal. */
  readonly #lostBatches: { readonly account: string; readonly batches: readonly Batch[] }[] = []
  readonly trades: Trade[] = []
  readonly fills: Fill[] = []
  readonly decisions: Decision[] = []
  readonly prices: PriceSeen[] = []
  readonly fundsRead: FundsRead[] = []
  readonly booksRead: BookRead[] = []
  readonly staleCalls: StaleCall[] = []
  readonly orders = new Map<string, { readonly order: OrderRecord }>()
  readonly facts: FactsRecord[] = []
  readonly #time: { now: EpochMs }
  readonly #orders = new Map<string, { request: OrderRequest; filled: number; value: number }>()
  readonly checker: Checker
  readonly reached = new Set<string>()
  readonly levels = new Levels()
  process = '0.1'
  readonly #processes = [
    {
      name: this.process,
      clockOffset: 0,
      clocks: {
        wall: () => this.now + this.#lease.holder.clockOffset,
        mono: () => this.now - this.#lease.holder.suspendedMs,
      },
    },
  ]
  readonly #lease = {
    holder: {
      name: this.process,
      dead: false,
      frozenUntil: 0,
      closingAt: Infinity,
      clockOffset: 0,
      suspendedMs: 0,
    },
    releases: [],
  }
  epoch = 1
  #writesUnder: number | undefined
  /** The batch whose rows are written from now on. */
  batch = 'b1'

  constructor() {
    const startAt = istInstant(ORDINARY_DAY, 11)
    this.#time = { now: startAt }
    this.facts.push({ at: startAt, facts: FACTS })
    const evidence: Evidence = {
      time: this.#time,
      startAt,
      shape: { seed: 1, day: ORDINARY_DAY, executors: 1, cooldownMs: 0 },
      accounts: [ACCOUNT],
      exchange: { exchangeLog: this.#log },
      calls: this.#calls,
      alarms: this.#alarms,
      rejectedRows: { rejected: [] },
      counts: this.#counts,
      facts: new Map([[ACCOUNT, this.facts]]),
      decisions: this.decisions,
      prices: this.prices,
      fundsRead: this.fundsRead,
      booksRead: this.booksRead,
      fundsMaxAgeMs: FUNDS_AGE_MS,
      spools: { get: () => undefined, epochOf: (id) => this.#spooled.get(id), lost: this.#lostBatches },
      levels: [this.levels],
      chooser: { fired: this.#fired },
      processes: this.#processes,
      lease: this.#lease,
      store: {
        tradesOf: () => this.trades,
        intentsOf: () => this.#intents,
        fillsOf: () => this.fills,
        journalOf: () => [],
        account: () => ({ epoch: this.epoch, journal: this.#journal, orders: this.orders }),
        notes: this.#notes,
      },
      staleCalls: this.staleCalls,
      reached: this.reached,
    }
    this.checker = new Checker(evidence)
    this.bid(MID)
    this.readsFunds()
    this.decide('d1')
  }

  /** So much is bid from now on. */
  bid(bid: number): this {
    this.prices.push({ at: this.now, token: CONTRACT.token, bid, askQuantity: 10_000, freak: false, heard: true })
    return this
  }

  /** A price that never was the market's comes by the feed. */
  freak(bid: number): this {
    this.prices.push({ at: this.now, token: CONTRACT.token, bid, askQuantity: 100, freak: true, heard: true })
    return this
  }

  /** The process has read so much free cash. */
  readsFunds(usable = 200_000_000): this {
    const { now, process } = this
    this.fundsRead.push({ account: ACCOUNT, process, askedAt: now, heardAt: now, usable })
    return this
  }

  /** The process has read positions that show so many units, or lack the contract, and the trades after them. */
  readsBooks(quantity: number | undefined): this {
    const { now, process } = this
    const about = { account: ACCOUNT, process, askedAt: now, heardAt: now }
    const { tradingsymbol } = CONTRACT
    const positions = quantity === undefined ? [] : [{ tradingsymbol, product: 'MIS', quantity }]
    this.booksRead.push({ ...about, positions })
    this.booksRead.push({ ...about, positions: undefined })
    return this
  }

  /** The user converts so many units to another product. */
  converts(quantity: number): this {
    const { tradingsymbol } = CONTRACT
    return this.#say({ type: 'position_converted', tradingsymbol, quantity, from: 'MIS', to: 'NRML' })
  }

  get now(): EpochMs {
    return this.#time.now
  }

  /** Lets `ms` pass, looking every tenth of a second. */
  wait(ms: number): this {
    for (let passed = 0; passed < ms; passed += 100) {
      this.#time.now = (this.now + Math.min(100, ms - passed)) as EpochMs
      this.checker.look()
    }
    return this
  }

  decide(id: string): this {
    const quote = { bid: MID, ask: (MID + 20) as Paise, mid: MID, limit: (MID + 20) as Paise, quotedAt: this.now }
    const entry = { contract: CONTRACT, delta: 0.5, stopDistance: 3_000 as Paise, ...quote }
    this.decisions.push(told<Decision>({ id, symbol: 'NIFTY', barEnd: this.now, action: 'buy_call', entry }))
    return this
  }

  /** From now on this is true of the account. */
  becomes(facts: Partial<AccountFacts>): this {
    this.facts.push({ at: this.now, facts: { ...this.facts.at(-1)!.facts, ...facts } })
    return this
  }

  /** No process runs for `ms`. */
  down(ms: number): this {
    const running = this.#processes.splice(0)
    this.#lease.holder.dead = true
    this.wait(ms)
    this.#processes.push(...running)
    this.process = '0.2'
    this.#lease.holder = { ...this.#lease.holder, name: this.process, dead: false }
    return this.wait(100)
  }

  /** The process that leads stands still for `ms`. */
  standsStill(ms: number): this {
    this.#lease.holder.frozenUntil = this.now + ms
    return this.wait(ms)
  }

  /** The machine of the process that leads is suspended for `ms`. */
  suspended(ms: number): this {
    this.#lease.holder.suspendedMs += ms
    return this.standsStill(ms)
  }

  /** The wall clock of the process that leads is off by so much from now on. */
  clockOff(ms: number): this {
    this.#lease.holder.clockOffset = ms
    return this
  }

  /** The rows say of an order what the exchange says now. */
  known(orderId: string, phase: OrderRecord['phase'], trigger = 12_000): this {
    const { request, filled } = this.#orders.get(orderId)!
    const about = { orderId, phase, filled, quantity: request.quantity, trigger: trigger as Paise }
    const order = told<OrderRecord>(about)
    this.orders.set(`${ORDINARY_DAY}/${orderId}`, { order })
    const change = { type: 'order', order, on: ORDINARY_DAY } as const
    this.#journal.push({ at: this.now, batchId: this.batch, epoch: this.epoch, change })
    this.checker.look()
    return this
  }

  fault(kind: FaultDecision['kind'], alternative = 1, entity = ACCOUNT): this {
    this.#fired.push({ kind, entity, ordinal: 0, alternative })
    this.checker.look()
    return this
  }

  alarm(code: string, text = code): this {
    this.#journal.push({
      at: this.now,
      batchId: this.batch,
      epoch: this.#writesUnder ?? this.epoch,
      change: { type: 'alarm', code, tradeId: null, text },
    })
    this.#alarms.push({ at: this.now, account: ACCOUNT, code, text })
    this.note(text, `alarm/${ACCOUNT}/${ORDINARY_DAY}/${code}/`)
    this.checker.look()
    return this
  }

  /** The observer is called about an alarm that stands in no row. */
  observed(code: string): this {
    this.#alarms.push({ at: this.now, account: ACCOUNT, code, text: code })
    return this
  }

  note(text: string, key = text): this {
    const about = { userId: ACCOUNT, kind: 'alarm', key, at: this.now, symbol: null } as const
    this.#notes.push({ ...about, text })
    return this
  }

  /** An earlier executor left a batch in its local file; what is written next is that batch. */
  bringsIn(batchId: string, epoch: number): this {
    this.#spooled.set(batchId, epoch)
    this.batch = batchId
    return this
  }

  /** Another executor has the account from now on. */
  succeeded(): this {
    this.epoch += 1
    this.checker.look()
    return this
  }

  /** A process writes under an earlier lease than the account's. */
  writtenUnder(epoch: number): this {
    this.#writesUnder = epoch
    return this
  }

  /** How many changes of an order the store counts. */
  counts(orderId: string, modifies: number): this {
    this.orders.set(`${ORDINARY_DAY}/${orderId}`, { order: told<OrderRecord>({ orderId, modifies }) })
    return this
  }

  count(name: string): this {
    this.#counts.set(name, 1)
    return this
  }

  /** A trade of decision `decisionId`, as the store has it. */
  trade(id: string, state: Trade['state'], decisionId = 'd1', more: object = {}): this {
    const known = this.trades.findIndex((trade) => trade.id === id)
    const about = { contract: CONTRACT, accountId: ACCOUNT, on: ORDINARY_DAY, product: 'MIS', soldByHand: 0 } as const
    const createdAt = known < 0 ? this.now : this.trades[known]!.createdAt
    const trade = told<Trade>({ id, state, decisionId, createdAt, ...about, ...more })
    if (known < 0) this.trades.push(trade)
    else this.trades[known] = trade
    this.#journal.push({
      at: this.now,
      batchId: this.batch,
      epoch: this.#writesUnder ?? this.epoch,
      change: { type: 'trade', trade },
    })
    return this
  }

  /** Writes an intent down. */
  intent(id: string, kind: IntentKind, call: Intent['call'], tradeId = 't1', outcome?: Outcome, claimMs = 2_000): this {
    const settled = outcome ?? { state: 'accepted', at: this.now, orderId: id }
    const row = { id, kind, call, tradeId, accountId: ACCOUNT, attempt: 1, reason: '', on: ORDINARY_DAY }
    const deadline = (this.now + claimMs) as EpochMs
    this.#intents.push({ ...row, epoch: this.epoch, createdAt: this.now, deadline, outcome: settled })
    return this.#written(this.#intents.at(-1)!)
  }

  /** What became of an intent whose outcome was open, or was thought to be another. */
  settle(tag: string, outcome: Outcome): this {
    const at = this.#intents.findIndex((intent) => intent.id === `i${tag}`)
    this.#intents[at] = { ...this.#intents[at]!, outcome }
    return this.#written(this.#intents[at])
  }

  /** A new order leaves, with its intent written down unless `isWritten` is false. */
  place(tag: string, side: 'BUY' | 'SELL', terms: OrderTerms, options: PlaceOptions = {}): this {
    const { tradeId = 't1', isWritten = true, tradingsymbol = CONTRACT.tradingsymbol } = options
    const order = { tag, tradingsymbol, side, product: 'MIS', terms } as const
    const kind = options.kind ?? (side === 'BUY' ? 'enter' : terms.kind === 'SL' ? 'protect' : 'exit')
    if (isWritten) this.intent(`i${tag}`, kind, { type: 'place', order }, tradeId, options.outcome)
    const answer: Answer | undefined = 'answer' in options ? options.answer : { type: 'accepted', orderId: tag }
    this.#leave({ kind: 'place', side, tag, orderId: null, terms, tradingsymbol, answer })
    return this
  }

  modify(orderId: string, terms: OrderTerms, isWritten = true): this {
    if (isWritten) this.intent(`m${this.#intents.length}`, 'move', { type: 'modify', orderId, terms })
    const answer: Answer = { type: 'accepted', orderId }
    this.#leave({ kind: 'modify', side: null, tag: null, orderId, terms, tradingsymbol: null, answer })
    return this
  }

  /** The intents of changes of an order lay in a local file alone; its disk lost them, as it knows or (`isKnown` false) not. */
  losesChanges(orderId: string, isKnown = true): this {
    const isOfIt = ({ call }: Intent) => call.type !== 'place' && call.orderId === orderId
    const changes = this.#intents.filter(isOfIt).map((intent): Change => ({ type: 'intent', intent }))
    this.#intents.splice(0, this.#intents.length, ...this.#intents.filter((intent) => !isOfIt(intent)))
    if (isKnown) this.#lostBatches.push({ account: ACCOUNT, batches: [{ id: 'b9', at: this.now, epoch: 1, changes }] })
    return this
  }

  cancel(orderId: string): this {
    this.intent(`c${this.#intents.length}`, 'cancel', { type: 'cancel', orderId })
    const answer: Answer = { type: 'accepted', orderId }
    this.#leave({ kind: 'cancel', side: null, tag: null, orderId, terms: null, tradingsymbol: null, answer })
    return this
  }

  /** A call leaves whose answer nobody hears. */
  unanswered(about: Pick<CallRecord, 'kind' | 'orderId'>, id: string, kind: IntentKind, call: Intent['call']): this {
    this.intent(`i${id}`, kind, call, 't1', { state: 'sending' })
    this.#leave({ side: null, tag: null, terms: null, tradingsymbol: null, answer: undefined, ...about })
    return this
  }

  /** The exchange takes an order; its id is its tag. Without a call of ours before it, it is somebody else's. */
  taken(
    tag: string,
    side: 'BUY' | 'SELL',
    terms: Pick<OrderTerms, 'kind' | 'quantity'> & { readonly price?: Paise },
    orderId = tag,
  ): this {
    const request = told<OrderRequest>({
      tag,
      side,
      orderType: terms.kind,
      quantity: terms.quantity,
      price: terms.price ?? (0 as Paise),
      tradingsymbol: CONTRACT.tradingsymbol,
      triggerPrice: 12_000 as Paise,
    })
    this.#orders.set(orderId, { request, filled: 0, value: 0 })
    return this.#say({ type: 'order_taken', orderId, request, placedBy: ACCOUNT })
  }

  status(orderId: string, to: OrderStatus): this {
    return this.#say({ type: 'status', orderId, from: null, to, reason: null })
  }

  /** The exchange takes a cancel, and carries it out when its status says so. */
  going(orderId: string): this {
    return this.#say({ type: 'cancel_taken', orderId }).status(orderId, 'CANCEL PENDING')
  }

  changed(orderId: string, change: OrderChange): this {
    return this.pending(orderId, change).status(orderId, 'MODIFIED')
  }

  /** The exchange takes a change, and carries it out when its status says so. */
  pending(orderId: string, change: OrderChange): this {
    return this.#say({ type: 'modify_taken', orderId, change })
  }

  /** A fill at the exchange; `isBooked`: it stands in the store too. */
  filled(orderId: string, quantity: number, price: number, tradeId = 't1', isBooked = true): this {
    const order = this.#orders.get(orderId)!
    const { side, tradingsymbol } = order.request
    order.filled += quantity
    order.value += quantity * price
    const fillId = `f${orderId}${order.filled}`
    const limit = price as Paise
    const fill = { orderId, tradingsymbol, side, quantity, price: price as Paise, product: 'MIS' } as const
    if (isBooked) this.fills.push({ ...fill, fillId, at: this.now, accountId: ACCOUNT, tradeId, byHand: false })
    this.#say({ type: 'fill', ...fill, tradeId: fillId, limit })
    return order.filled === order.request.quantity ? this.status(orderId, 'COMPLETE') : this
  }

  /** Closes a trade with the result its booked fills give, off by `offBy` paise. */
  closed(id: string, offBy = 0, decisionId = 'd1'): this {
    const fills = this.fills.filter((fill) => fill.tradeId === id)
    const valueOf = (side: 'BUY' | 'SELL') =>
      fills.reduce((sum, fill) => (fill.side === side ? sum + fill.quantity * fill.price : sum), 0)
    const orders = [...Map.groupBy(fills, ({ orderId }) => orderId).values()].map((part) => ({
      side: part[0]!.side,
      value: part.reduce((sum, fill) => sum + fill.quantity * fill.price, 0) as Paise,
      on: ORDINARY_DAY,
    }))
    const gross = valueOf('SELL') - valueOf('BUY') + offBy
    const charges = chargesOf(orders).total
    const traded = fills.reduce((sum, fill) => (fill.side === 'BUY' ? sum + fill.quantity : sum), 0)
    return this.note('closed', `closed/${id}`).trade(id, 'closed', decisionId, {
      exitReason: 'stop',
      traded,
      result: { gross, charges, net: gross - charges },
    })
  }

  /** Ends the day; answers the invariants that were broken. */
  end(): string[] {
    this.checker.end()
    return [...new Set(this.checker.violations.map(({ invariant }) => invariant))].toSorted()
  }

  #written(intent: Intent): this {
    this.#journal.push({
      at: this.now,
      batchId: this.batch,
      epoch: this.#writesUnder ?? this.epoch,
      change: { type: 'intent', intent },
    })
    return this
  }

  #say(event: LogEvent): this {
    this.#log.push({ ...event, seq: this.#log.length + 1, at: this.now, accountId: ACCOUNT })
    this.checker.look()
    return this
  }

  #leave(call: Omit<CallRecord, 'account' | 'process' | 'leftAt'>): void {
    const answered = call.answer === undefined ? {} : { answeredAt: this.now }
    this.#calls.push({ ...call, account: ACCOUNT, process: this.process, leftAt: this.now, ...answered })
    this.checker.look()
  }
}

/** A record of which only what the checker asks for is told. */
function told<T>(row: Partial<T>): T {
  return row as T
}

export interface PlaceOptions {
  readonly tradeId?: string
  readonly kind?: IntentKind
  readonly isWritten?: boolean
  readonly tradingsymbol?: string
  readonly answer?: Answer | undefined
  readonly outcome?: Outcome
}

export const ENTRY = {
  kind: 'LIMIT',
  quantity: UNITS,
  price: (MID + 20) as Paise,
  validity: 'IOC',
} as const satisfies OrderTerms
export const STOP = {
  kind: 'SL',
  quantity: UNITS,
  trigger: 12_000 as Paise,
  price: 11_900 as Paise,
} as const satisfies OrderTerms
export const EXIT = {
  kind: 'LIMIT',
  quantity: UNITS,
  price: 11_000 as Paise,
  validity: 'DAY',
} as const satisfies OrderTerms

/** A day with one entry, filled; its stop not sent yet. */
export function entered(): StagedDay {
  const day = new StagedDay().trade('t1', 'entering').wait(1_000).place('e1', 'BUY', ENTRY)
  return day.taken('e1', 'BUY', ENTRY).wait(100).filled('e1', UNITS, MID).trade('t1', 'open')
}

/** A day with one position and its stop at rest. */
export function protectedDay(): StagedDay {
  const day = entered().wait(100).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
  return day.wait(100).status('s1', 'TRIGGER PENDING').known('e1', 'complete').known('s1', 'armed').wait(1_000)
}

/** The stop fires and fills, and the trade is booked as it was. */
export function sold(day: StagedDay): StagedDay {
  day.status('s1', 'OPEN').filled('s1', UNITS, 11_950).known('s1', 'complete')
  return day.closed('t1').wait(1_000)
}

import type { OrderCall, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderAck, QueryResult, BrokerRejectionCode } from '../order/order-ack.ts'
import { isTerminal, type BrokerOrder, type OrderRequest, type OrderTerms } from '../order/order.ts'
import type { BrokerProfile } from '../broker-profile.ts'
import type { BrokerFunds, BrokerPort, BrokerPosition, BrokerTime, BrokerUpdate, SendGuard } from '../ports.ts'
import type { BrokerFill } from '../trade/fill.ts'
import { TEST_BROKER } from './test-broker.ts'
import { ScriptedExchange, type ScriptedOrder } from './scripted-exchange.ts'
import type { VirtualClock } from './virtual-clock.ts'

/**
 * What happens to the next call instead of the ordinary. `lose_request`: it never arrives. `lose_reply`: it takes effect,
 * the answer is lost. `arrive_late`: the answer is lost and it takes effect `ms` later.
 */
export type Fault =
  | { readonly type: 'refuse'; readonly code: BrokerRejectionCode }
  | { readonly type: 'lose_request' }
  | { readonly type: 'lose_reply' }
  | { readonly type: 'arrive_late'; readonly ms: number }
  | { readonly type: 'reject_later'; readonly message: string }
  /** A change is accepted, and the exchange throws it out: the order stays as it was. */
  | { readonly type: 'fail_later' }
  /**
   * Accepted, and not passed on: the order's status is interim until it is released (fault F9). `live`: the exchange has it
   * all the same. `unshown`: no book shows it.
   */
  | { readonly type: 'stick'; readonly live?: boolean; readonly unshown?: boolean }
  /** The answer is that to another call, and names its order; `isLost`: what was asked for never arrived. */
  | { readonly type: 'name_another'; readonly orderId: string; readonly isLost?: boolean }
  /** A cancel is accepted and carried out `ms` later; until then the order works on. */
  | { readonly type: 'slow_cancel'; readonly ms: number }

/** Which calls a fault waits for. */
export type FaultOf = 'buy' | 'sell' | 'modify' | 'cancel'

const LATENCY_MS = 20
const TIMEOUT_MS = 7_000
const WHOLE_SECOND_MS = 1_000

/**
 * A broker for scenario tests: one contract at a time, filled from the quote it is shown. Calls are answered after a
 * moment of the virtual clock; faults are handed in one by one.
 */
export class ScriptedBroker implements BrokerPort {
  readonly #clock: VirtualClock
  readonly #exchange: ScriptedExchange
  readonly #faults: Record<FaultOf, Fault[]> = { buy: [], sell: [], modify: [], cancel: [] }
  readonly #listeners = new Set<(update: BrokerUpdate) => void>()
  /** Every call that reached the broker, in order. */
  readonly calls: {
    kind: OrderCall
    at: EpochMs
    tag?: string
    side?: string
    orderId?: string
    terms?: OrderTerms
  }[] = []
  /** Orders whose tag is hidden from the book until a test shows them. */
  readonly hidden = new Set<string>()
  /** Orders whose status is interim, as the broker shows them. */
  readonly #stuck = new Map<string, BrokerOrder>()
  /** Fills whose units stand under another product than they were traded with. */
  readonly #convertedTo = new Map<BrokerFill, string>()
  /** A stuck order may be cancelled. */
  stuckMayCancel = false
  /** Set: every reading fails so. */
  readFault: 'token_expired' | 'rate_limited' | 'unavailable' | undefined
  /** By how much the broker's clock is ahead of ours. */
  skewMs = 0
  /** How far its clock is behind ours. */
  clockBehindMs = 0
  #shownTime: BrokerTime | undefined
  profile: BrokerProfile = TEST_BROKER
  /** False: the broker pushes no update. */
  pushes = true
  cash: BrokerFunds = { usable: 50_000_000 as Paise, opening: 50_000_000 as Paise }

  constructor(clock: VirtualClock) {
    this.#clock = clock
    this.#exchange = new ScriptedExchange(
      () => this.#now(),
      (row) => this.#tell(row),
    )
  }

  /** Units one order may fill at a time; the rest waits for the next quote. */
  get fillLimit(): number {
    return this.#exchange.fillLimit
  }

  set fillLimit(units: number) {
    this.#exchange.fillLimit = units
  }

  failNext(of: FaultOf, ...faults: Fault[]): void {
    this.#faults[of].push(...faults)
  }

  place(order: OrderRequest, guard: SendGuard): Promise<OrderAck> {
    return this.#call(order.side === 'BUY' ? 'buy' : 'sell', guard, (fault) => {
      this.calls.push({ kind: 'place', at: this.#clock.now(), tag: order.tag, side: order.side, terms: order.terms })
      const orderId = this.#exchange.add(order)
      if (fault?.type === 'stick') this.#stick(orderId, fault)
      if (fault?.type === 'reject_later') {
        const row = this.#exchange.orders.get(orderId)!
        row.phase = 'rejected'
        row.message = fault.message
      } else this.#exchange.work(orderId)
      return orderId
    })
  }

  modify(orderId: string, terms: OrderTerms, guard: SendGuard): Promise<OrderAck> {
    return this.#call('modify', guard, (fault) => {
      this.calls.push({ kind: 'modify', at: this.#clock.now(), orderId, terms })
      const row = this.#exchange.orders.get(orderId)
      if (row === undefined) return 'unknown_order'
      if (isTerminal(row.phase) || row.phase === 'cancelling') return 'processing'
      if (terms.kind === 'SL' && terms.trigger >= this.#exchange.last) return 'trigger_through'
      if (this.#stuck.has(orderId)) return 'processing'
      if (fault?.type === 'fail_later') return orderId
      if (fault?.type === 'stick') {
        this.#stick(orderId, { ...fault, live: true })
        return orderId
      }
      this.#exchange.setTerms(row, terms)
      this.#exchange.work(orderId)
      return orderId
    })
  }

  cancel(orderId: string, guard: SendGuard): Promise<OrderAck> {
    return this.#call('cancel', guard, (fault) => {
      this.calls.push({ kind: 'cancel', at: this.#clock.now(), orderId })
      const row = this.#exchange.orders.get(orderId)
      if (row === undefined) return 'unknown_order'
      if (isTerminal(row.phase) || (this.#stuck.has(orderId) && !this.stuckMayCancel)) return 'processing'
      if (fault?.type === 'slow_cancel') {
        row.phase = 'cancelling'
        this.#clock.at((this.#clock.now() + fault.ms) as EpochMs, () => {
          if (!isTerminal(row.phase)) this.#exchange.end(row, 'cancelled', null)
        })
      } else this.#exchange.end(row, 'cancelled', null)
      return orderId
    })
  }

  orders(): Promise<QueryResult<readonly BrokerOrder[]>> {
    return this.#read(() => this.book())
  }

  history(orderId: string): Promise<QueryResult<readonly BrokerOrder[]>> {
    return this.#read(() => {
      const row = this.#exchange.orders.get(orderId)
      return row === undefined ? [] : [this.#shown(row)]
    })
  }

  trades(): Promise<QueryResult<readonly BrokerFill[]>> {
    return this.#read(() => [...this.#exchange.fills])
  }

  positions(): Promise<QueryResult<readonly BrokerPosition[]>> {
    return this.#read(() => {
      const all = this.#exchange.fills.map((fill) => ({
        ...fill,
        product: this.#convertedTo.get(fill) ?? fill.product,
      }))
      const groups = Map.groupBy(all, (fill) => `${fill.tradingsymbol}/${fill.product}`)
      return [...groups.values()].map((fills) => ({
        tradingsymbol: fills[0]!.tradingsymbol,
        product: fills[0]!.product,
        quantity: fills.reduce((sum, fill) => sum + (fill.side === 'BUY' ? fill.quantity : -fill.quantity), 0),
        lastPrice: this.#exchange.bid as Paise,
      }))
    })
  }

  funds(): Promise<QueryResult<BrokerFunds>> {
    return this.#read(() => this.cash)
  }

  /** A process begins: no answer to it has shown the broker's time. */
  forgetTime(): void {
    this.#shownTime = undefined
  }

  /** The broker's clock as it showed it with its last answer. */
  brokerTime(): BrokerTime | undefined {
    return this.#shownTime
  }

  updates(listener: (update: BrokerUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The order book as a reading would show it now. */
  book(): BrokerOrder[] {
    return [...this.#exchange.orders.values()]
      .filter((row) => !this.hidden.has(row.orderId))
      .map((row) => this.#shown(row))
  }

  /** A row as the broker shows it: one that is stuck stands as it was then, until it is gone. */
  #shown(row: ScriptedOrder): BrokerOrder {
    const { value: _value, validity: _validity, ...order } = row
    const stuck = this.#stuck.get(row.orderId)
    return stuck === undefined || row.phase === 'cancelled' || row.phase === 'rejected' ? order : { ...stuck }
  }

  /** The order's status becomes interim; without `live` the exchange does not have it either. */
  #stick(orderId: string, { live = false, unshown = false }: { live?: boolean; unshown?: boolean }): void {
    const row = this.#exchange.orders.get(orderId)!
    this.#stuck.set(orderId, { ...this.#shown(row), phase: 'pending' })
    if (unshown) this.hidden.add(orderId)
    if (!live) row.phase = 'pending'
  }

  /** Another party asked for the cancel of an order, and the exchange does not carry it out. */
  hangCancel(orderId: string): void {
    this.#stick(orderId, { live: false })
    this.#stuck.set(orderId, { ...this.#stuck.get(orderId)!, phase: 'cancelling' })
  }

  /** What was stuck is passed on. */
  release(orderId: string): void {
    const row = this.#exchange.orders.get(orderId)!
    this.#stuck.delete(orderId)
    this.hidden.delete(orderId)
    if (row.phase === 'pending') row.phase = row.kind === 'SL' ? 'armed' : 'open'
    this.#exchange.work(orderId)
  }

  fills(): readonly BrokerFill[] {
    return this.#exchange.fills
  }

  /** Net units of everything bought and sold. */
  net(): number {
    return this.#exchange.fills.reduce((sum, fill) => sum + (fill.side === 'BUY' ? fill.quantity : -fill.quantity), 0)
  }

  liveSellUnits(): number {
    return [...this.#exchange.orders.values()]
      .filter((row) => row.side === 'SELL' && !isTerminal(row.phase))
      .reduce((sum, row) => sum + row.quantity - row.filled, 0)
  }

  /** A new price: stops fire, limits fill. */
  quote(bid: number, ask: number, last = bid): void {
    this.#exchange.quote(bid, ask, last)
  }

  /** A new trading day: the broker's book starts empty. */
  newDay(): void {
    this.#exchange.orders.clear()
    this.#exchange.fills.length = 0
  }

  /** The user trades in the broker's own app: a market order without a tag of ours. */
  tradeManually(side: OrderSide, tradingsymbol: string, product: string, quantity: number): void {
    const price = (side === 'BUY' ? this.#exchange.ask : this.#exchange.bid) as Paise
    const orderId = this.#exchange.add({
      tag: '',
      tradingsymbol,
      side,
      product: product as 'MIS',
      terms: { kind: 'LIMIT', quantity, price, validity: 'DAY' },
    })
    this.#exchange.orders.get(orderId)!.tag = null
    this.#exchange.work(orderId)
  }

  /**
   * The user converts a position to another product, as it stands or what its first `most` fills brought about: the trade
   * book stays as it was.
   */
  convert(tradingsymbol: string, from: string, to: string, most = Number.POSITIVE_INFINITY): void {
    const held = this.#exchange.fills.filter((fill) => fill.tradingsymbol === tradingsymbol && fill.product === from)
    for (const fill of held.slice(0, most)) this.#convertedTo.set(fill, to)
  }

  /** An update arrives, whatever the order is like by now. */
  say(order: BrokerOrder): void {
    for (const listener of this.#listeners) listener({ type: 'order', order })
  }

  /** The user's own limit order, in rupees, that rests. */
  restManualOrder(side: OrderSide, tradingsymbol: string, product: string, quantity: number, rupees: number): void {
    const terms: OrderTerms = { kind: 'LIMIT', quantity, price: (rupees * 100) as Paise, validity: 'DAY' }
    const orderId = this.#exchange.add({ tag: '', tradingsymbol, side, product: product as 'MIS', terms })
    this.#exchange.orders.get(orderId)!.tag = null
  }

  /** The user changes an order of ours in the broker's own app. */
  changeOrderManually(orderId: string, terms: OrderTerms): void {
    this.#exchange.setTerms(this.#exchange.orders.get(orderId)!, terms)
    this.#exchange.work(orderId)
  }

  /** An order that is being cancelled fills before it is gone. */
  fillLate(orderId: string): void {
    const row = this.#exchange.orders.get(orderId)!
    this.#exchange.fill(row, row.quantity - row.filled, this.#exchange.bid)
    this.#exchange.end(row, 'complete', null)
  }

  /** The broker takes the request of an order a second time, by itself. */
  duplicate(orderId: string): void {
    const { tag, tradingsymbol, side, product, quantity, price } = this.#exchange.orders.get(orderId)!
    const terms: OrderTerms = { kind: 'LIMIT', quantity, price, validity: 'IOC' }
    const again = this.#exchange.add({ tag: tag!, tradingsymbol, side, product: product as 'MIS', terms })
    this.#exchange.work(again)
  }

  /** Another party’s order that carries this tag. */
  borrowTag(tag: string, tradingsymbol: string): void {
    const terms: OrderTerms = { kind: 'LIMIT', quantity: 65, price: 5 as Paise, validity: 'DAY' }
    this.#exchange.add({ tag, tradingsymbol, side: 'BUY', product: 'MIS', terms })
  }

  /** The user, or the exchange with a message, ends an order; or the broker rejects it after all. */
  endOrder(orderId: string, message: string | null, phase: 'cancelled' | 'rejected' = 'cancelled'): void {
    this.#exchange.end(this.#exchange.orders.get(orderId)!, phase, message)
  }

  async #call(of: FaultOf, guard: SendGuard, effect: (fault: Fault | undefined) => string): Promise<OrderAck> {
    await this.#clock.sleep(LATENCY_MS)
    this.#showTime()
    if (!guard()) return { type: 'refused', code: 'not_sent', text: 'held back' }
    const fault = this.#faults[of].shift()
    switch (fault?.type) {
      case 'refuse':
        return { type: 'refused', code: fault.code, text: fault.code }
      case 'lose_request':
        return this.#noAnswer()
      case 'lose_reply':
        effect(fault)
        return this.#noAnswer()
      case 'name_another':
        if (fault.isLost !== true) effect(fault)
        return { type: 'accepted', orderId: fault.orderId }
      case 'arrive_late':
        this.#clock.at((this.#clock.now() + fault.ms) as EpochMs, () => effect(fault))
        return this.#noAnswer()
      case 'reject_later':
      case 'fail_later':
      case 'stick':
      case 'slow_cancel':
      case undefined: {
        const done = effect(fault)
        return this.#exchange.orders.has(done)
          ? { type: 'accepted', orderId: done }
          : { type: 'refused', code: done as BrokerRejectionCode, text: done }
      }
    }
  }

  async #noAnswer(): Promise<OrderAck> {
    await this.#clock.sleep(TIMEOUT_MS)
    return { type: 'in_doubt', why: 'no answer' }
  }

  async #read<T>(value: () => T): Promise<QueryResult<T>> {
    await this.#clock.sleep(LATENCY_MS)
    if (this.readFault !== 'unavailable') this.#showTime()
    if (this.readFault !== undefined) return { ok: false, code: this.readFault, text: this.readFault }
    return { ok: true, value: value() }
  }

  #tell(row: ScriptedOrder): void {
    if (!this.pushes || this.hidden.has(row.orderId) || this.#stuck.has(row.orderId)) return
    for (const listener of this.#listeners) listener({ type: 'order', order: this.#shown(row) })
  }

  /** As the head of an answer does: cut off to the second. */
  #showTime(): void {
    const shown = this.#clock.trueNow() + this.skewMs - this.clockBehindMs
    const earliest = (shown - (shown % WHOLE_SECOND_MS)) as EpochMs
    this.#shownTime = { mono: this.#clock.mono(), earliest, latest: (earliest + WHOLE_SECOND_MS) as EpochMs }
  }

  #now(): EpochMs {
    const now = this.#clock.trueNow() - this.clockBehindMs
    return (now - (now % WHOLE_SECOND_MS)) as EpochMs
  }
}

import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { hash32, mix32 } from '@strikewise/exchange/random/hash.ts'
import type { Exchange } from '@strikewise/exchange/exchange.ts'
import type { ExchangeEvent } from '@strikewise/exchange/order-types.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import type { BrokerOrder, OrderRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerFunds, BrokerPort, BrokerPosition, BrokerUpdate, SendGuard } from '@strikewise/execution/ports.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import { isTag } from '@strikewise/kite/rest/order-calls.ts'
import { cashForOptions } from '@strikewise/kite/rows/funds.ts'
import { paiseDown } from '@strikewise/brokers/zerodha/kite-rows.ts'
import { ZERODHA_PROFILE } from '@strikewise/brokers/zerodha/profile.ts'
import type { Chooser } from '../chance/chooser.ts'
import type { Owner, VirtualTime } from '../engine/virtual-time.ts'
import { answerTo, fillOf, orderOf, requestFrom, termsFrom } from './broker-adapter.ts'
import type { BookRead, CallRecord, FundsRead, OrdersRead } from './broker-records.ts'
import { CallFaults, execute, type Outcome } from './call-faults.ts'
import { Login } from './login.ts'
import type { FaultConditions } from './fault-conditions.ts'

const VARIETY = 'regular'
const IN_OUR_PROCESS_MS = 1
/** More than any mailbox takes. */
const RECONNECTS = 300
const LATENCY_MS = { least: 4, spread: 30 }

export interface ModelBrokerOptions {
  readonly time: VirtualTime
  readonly exchange: Exchange
  readonly account: string
  readonly chooser: Chooser
  readonly faultConditions: FaultConditions
  /** The process that calls; its answers die with it. */
  readonly owner: Owner
  readonly process: string
  readonly seed: number
  readonly onCall: (call: CallRecord) => void
  readonly onFunds: (read: FundsRead) => void
  readonly onBook: (read: BookRead) => void
  readonly onOrders: (read: OrdersRead) => void
  /** The process that calls is gone between two instructions. */
  readonly dies: () => void
  /** A request leaves; what comes back is handed the instant at which the broker answered it. */
  readonly asked: () => (answeredAt: EpochMs) => void
}

/** The broker port straight on the exchange model: the wire is virtual time and whatever the chooser does to it. */
export class ModelBroker implements BrokerPort {
  readonly profile = ZERODHA_PROFILE
  readonly #o: ModelBrokerOptions
  readonly #listeners = new Set<(update: BrokerUpdate) => void>()
  readonly #key: number
  readonly #login: Login
  readonly #callFaults: CallFaults
  #calls = 0
  #unsubscribe: (() => void) | undefined

  constructor(options: ModelBrokerOptions) {
    this.#o = options
    this.#key = hash32(options.seed, options.account)
    this.#login = new Login(options.account)
    this.#callFaults = new CallFaults({ ...options, login: this.#login, latency: () => this.#latency() })
  }

  place(order: OrderRequest, guard: SendGuard): Promise<OrderAck> {
    if (!isTag(order.tag)) return Promise.resolve({ type: 'refused', code: 'bad_request', text: 'not a tag' })
    const about = { kind: 'place', side: order.side, tag: order.tag, orderId: null, terms: order.terms } as const
    return this.#call({ ...about, tradingsymbol: order.tradingsymbol, algoId: order.algoId }, guard, () => {
      const { exchange, account, time } = this.#o
      return exchange.place(account, requestFrom(order), time.now)
    })
  }

  modify(orderId: string, terms: OrderTerms, guard: SendGuard): Promise<OrderAck> {
    const about = { kind: 'modify', side: null, tag: null, orderId, terms, tradingsymbol: null } as const
    return this.#call(about, guard, () => {
      const { exchange, account, time } = this.#o
      return exchange.modify(account, VARIETY, orderId, termsFrom(terms), time.now)
    })
  }

  cancel(orderId: string, guard: SendGuard): Promise<OrderAck> {
    const about = { kind: 'cancel', side: null, tag: null, orderId, terms: null, tradingsymbol: null } as const
    return this.#call(about, guard, () => {
      const { exchange, account, time } = this.#o
      return exchange.cancel(account, VARIETY, orderId, time.now)
    })
  }

  orders(): Promise<QueryResult<readonly BrokerOrder[]>> {
    const { exchange, account, time, faultConditions, process, onOrders } = this.#o
    const readRows = () => {
      const rows = exchange.orders(account, time.now).map((row) => orderOf(row, this.#login))
      const partial = time.now < faultConditions.of(account).bookCutUntil
      return partial ? { value: rows.slice(0, -1), partial } : { value: rows }
    }
    return this.#read('orders', readRows, (askedAt, { value, partial = false }) => {
      const orderIds = value.map(({ orderId }) => orderId)
      onOrders({ account, process, askedAt, receivedAt: time.now, orderIds, isPartial: partial })
    })
  }

  history(orderId: string): Promise<QueryResult<readonly BrokerOrder[]>> {
    const { exchange, account, time } = this.#o
    return this.#read('history', () => ({
      value: (exchange.orderHistory(account, orderId, time.now) ?? []).map((row) => orderOf(row, this.#login)),
    }))
  }

  trades(): Promise<QueryResult<readonly BrokerFill[]>> {
    const readRows = () => ({ value: this.#o.exchange.trades(this.#o.account, this.#o.time.now).map(fillOf) })
    return this.#read('trades', readRows, (askedAt) => this.#onPositions(askedAt, undefined))
  }

  positions(): Promise<QueryResult<readonly BrokerPosition[]>> {
    const readRows = () => ({
      value: this.#o.exchange
        .positions(this.#o.account, this.#o.time.now)
        .net.map(({ tradingsymbol, product, quantity, overnight_quantity, last_price }) => ({
          tradingsymbol,
          product,
          quantity,
          carried: overnight_quantity,
          lastPrice: paiseDown(last_price),
        })),
    })
    return this.#read('positions', readRows, (askedAt, { value }) => this.#onPositions(askedAt, value))
  }

  async funds(): Promise<QueryResult<BrokerFunds>> {
    const { time, account, process, onFunds } = this.#o
    const askedAt = time.now
    const read = await this.#readFunds()
    if (read.ok) onFunds({ account, process, askedAt, receivedAt: time.now, usable: read.value.usable })
    return read
  }

  #readFunds(): Promise<QueryResult<BrokerFunds>> {
    return this.#read('funds', () => {
      const { net, available } = this.#o.exchange.margins(this.#o.account, this.#o.time.now)!.equity
      const usable = cashForOptions({
        netRupees: net,
        cashRupees: available.cash,
        collateralRupees: available.collateral,
        liveBalanceRupees: available.live_balance,
      })
      return { value: { usable, opening: paiseDown(available.opening_balance) } }
    })
  }

  updates(listener: (update: BrokerUpdate) => void): () => void {
    this.#unsubscribe ??= this.#o.exchange.subscribe((event) => this.#onUpdate(event))
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#unsubscribe?.()
      this.#unsubscribe = undefined
    }
  }

  /** The connection was re-established, repeatedly: a failing broker accepts none for long. */
  reconnect(): void {
    for (let nth = 0; nth < RECONNECTS; nth += 1) this.#notify({ type: 'look' })
  }

  #call(
    about: Pick<CallRecord, 'kind' | 'side' | 'tag' | 'orderId' | 'terms' | 'tradingsymbol' | 'algoId'>,
    guard: SendGuard,
    effect: () => Outcome,
  ): Promise<OrderAck> {
    const { time, owner, account, exchange, process, onCall } = this.#o
    return new Promise((resolve) => {
      const leave = () => {
        if (!guard()) {
          resolve({ type: 'refused', code: 'not_sent', text: 'held back' })
          return
        }
        const call: CallRecord = { ...about, account, process, leftAt: time.now, answer: undefined }
        onCall(call)
        const reported = this.#o.asked()
        const callFault = this.#callFaults.of(about)
        const answerAfter = (answer: OrderAck, ms: number) => {
          const answeredAt = time.now
          time.after(
            ms,
            () => {
              call.answer = answer
              call.answeredAt = time.now
              if (answer.type !== 'in_doubt') reported(answeredAt)
              resolve(answer)
            },
            owner,
          )
        }
        if (!callFault.arrives) {
          answerAfter(callFault.instead!, callFault.replyMs)
          return
        }
        time.after(callFault.arriveMs, () => {
          const outcome = execute(exchange, call, callFault, this.#o.chooser, time.now, effect)
          if (callFault.instead === undefined)
            answerAfter(
              outcome.ok ? { type: 'accepted', orderId: outcome.orderId } : answerTo(outcome.refusal, this.#login),
              callFault.replyMs,
            )
        })
        if (callFault.instead !== undefined) answerAfter(callFault.instead, callFault.replyMs)
      }
      time.after(IN_OUR_PROCESS_MS, leave, owner)
    })
  }

  #onPositions(askedAt: EpochMs, positions: BookRead['positions']): void {
    const { account, onBook, process, time } = this.#o
    onBook({ account, process, askedAt, receivedAt: time.now, positions })
  }

  /** `onRead`: called with what reaches the process of a book whose readings are noted. */
  #read<T>(
    what: string,
    readRows: () => { readonly value: T; readonly partial?: boolean },
    onRead?: (askedAt: EpochMs, read: { readonly value: T; readonly partial?: boolean }) => void,
  ): Promise<QueryResult<T>> {
    const { time, owner } = this.#o
    const askedAt = time.now
    const { thereMs, backMs, fails } = this.#callFaults.ofRead(what)
    const { promise, resolve } = Promise.withResolvers<QueryResult<T>>()
    const reported = this.#o.asked()
    const fail = (code: 'unavailable' | 'token_expired' | 'rate_limited', ms: number) => {
      const answeredAt = time.now
      const deliver = () => {
        if (code !== 'unavailable') reported(answeredAt)
        resolve({ ok: false, code, text: this.#login.redacted(code) })
      }
      time.after(ms, deliver, owner)
      return promise
    }
    if (fails !== undefined) return fail(fails, backMs)
    time.after(thereMs, () => {
      const read = readRows()
      const answeredAt = time.now
      const deliver = () => {
        reported(answeredAt)
        onRead?.(askedAt, read)
        resolve({ ok: true, ...read })
      }
      time.after(backMs, deliver, owner)
    })
    return promise
  }

  #onUpdate(event: ExchangeEvent): void {
    const { account, chooser, time, owner } = this.#o
    if (event.type !== 'order' || event.accountId !== account) return
    if (chooser.choose('update_lost', account) > 0) return
    const update: BrokerUpdate =
      event.status === 'UPDATE' ? { type: 'moved' } : { type: 'order', order: orderOf(event.row, this.#login) }
    const late = chooser.choose('update_late', account)
    const ms = late === 0 ? this.#latency() : [300, 3_000, 20_000][late - 1]!
    const notify = () => this.#notify(update)
    time.after(ms, notify, owner)
    if (chooser.choose('update_doubled', account) > 0) time.after(ms + 50, notify, owner)
    const foreign = chooser.choose('update_foreign', account)
    if (foreign > 0 && update.type === 'order') {
      const order = {
        ...update.order,
        orderId: `9${update.order.orderId.slice(1)}`,
        tag: foreign === 1 ? null : 'manual',
      }
      time.after(ms, () => this.#notify({ type: 'order', order }), owner)
    }
  }

  #notify(update: BrokerUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }

  #latency(): number {
    this.#calls += 1
    return LATENCY_MS.least + (mix32(this.#key, this.#calls) % LATENCY_MS.spread)
  }
}

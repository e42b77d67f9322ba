import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTerminal, type BrokerOrder, type OrderRequest, type OrderTerms } from '../order/order.ts'
import type { BrokerFill } from '../trade/fill.ts'

/** An order as the scripted exchange has it. `value`: of what has filled, in paise. */
export type ScriptedOrder = { -readonly [K in keyof BrokerOrder]: BrokerOrder[K] } & {
  value: number
  validity: 'DAY' | 'IOC'
}

/** The orders and fills behind `ScriptedBroker`: one contract at a time, filled from the quote it is shown. */
export class ScriptedExchange {
  readonly orders = new Map<string, ScriptedOrder>()
  readonly fills: BrokerFill[] = []
  readonly #clock: () => EpochMs
  readonly #moved: (order: ScriptedOrder) => void
  #next = 1
  bid = 0
  ask = 0
  last = 0
  /** Units one order may fill at a time; the rest waits for the next quote. */
  fillLimit = Number.POSITIVE_INFINITY

  /** `clock`: the exchange's, in whole seconds. `moved`: called when an order has moved by itself. */
  constructor(clock: () => EpochMs, moved: (order: ScriptedOrder) => void) {
    this.#clock = clock
    this.#moved = moved
  }

  /** A new price: stops fire, limits fill. */
  quote(bid: number, ask: number, last: number): void {
    this.bid = bid
    this.ask = ask
    this.last = last
    for (const orderId of this.orders.keys()) this.work(orderId)
  }

  /** Takes an order on; nothing fills yet. Returns its id. */
  add({ tag, tradingsymbol, side, product, terms }: OrderRequest): string {
    const orderId = `20000000000000${String(this.#next++).padStart(5, '0')}`
    const row: ScriptedOrder = {
      orderId,
      tag,
      tradingsymbol,
      side,
      product,
      phase: 'open',
      kind: 'LIMIT',
      quantity: 0,
      price: 0 as Paise,
      trigger: 0 as Paise,
      filled: 0,
      averagePrice: 0,
      updatedAt: this.#clock(),
      message: null,
      value: 0,
      validity: terms.kind === 'LIMIT' ? terms.validity : 'DAY',
    }
    this.setTerms(row, terms)
    this.orders.set(orderId, row)
    return orderId
  }

  /** Gives an order other terms; it works on from the next quote, or `work`. */
  setTerms(row: ScriptedOrder, terms: OrderTerms): void {
    row.quantity = terms.quantity
    row.kind = terms.kind === 'MARKET' ? 'LIMIT' : terms.kind
    const protection = row.side === 'BUY' ? Math.ceil((this.ask * 1.03) / 5) : Math.floor((this.bid * 0.97) / 5)
    row.price = (terms.kind === 'MARKET' ? protection * 5 : terms.price) as Paise
    row.trigger = (terms.kind === 'SL' ? terms.trigger : 0) as Paise
    row.phase = terms.kind === 'SL' ? 'armed' : 'open'
    row.updatedAt = this.#clock()
  }

  /** Does with one order what the quote allows. */
  work(orderId: string): void {
    const row = this.orders.get(orderId)!
    if (isTerminal(row.phase)) return
    if (row.phase === 'armed' && this.last <= row.trigger) {
      row.phase = 'open'
      row.updatedAt = this.#clock()
      this.#moved(row)
    }
    if (row.phase !== 'open' && row.phase !== 'cancelling') return
    const price = row.side === 'BUY' ? this.ask : this.bid
    const crosses = row.side === 'BUY' ? price <= row.price : price >= row.price
    const units = crosses && price > 0 ? Math.min(row.quantity - row.filled, this.fillLimit) : 0
    if (units > 0) this.fill(row, units, price)
    if (row.filled >= row.quantity) this.end(row, 'complete', null)
    else if (row.validity === 'IOC') this.end(row, 'cancelled', null)
    else if (units > 0) this.#moved(row)
  }

  /** Fills `units` of an order at `price` paise. */
  fill(row: ScriptedOrder, units: number, price: number): void {
    row.filled += units
    row.value += units * price
    row.averagePrice = row.value / row.filled
    row.updatedAt = this.#clock()
    this.fills.push({
      fillId: String(this.fills.length + 1),
      orderId: row.orderId,
      tradingsymbol: row.tradingsymbol,
      side: row.side,
      product: row.product,
      quantity: units,
      price: price as Paise,
      at: this.#clock(),
    })
  }

  /** Ends an order, with the exchange's word why, if it has one. */
  end(row: ScriptedOrder, phase: 'complete' | 'cancelled' | 'rejected', message: string | null): void {
    row.phase = phase
    row.message = message
    row.updatedAt = this.#clock()
    this.#moved(row)
  }
}

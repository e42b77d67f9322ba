import { isUnresolved, type Intent } from '../intent/intent.ts'
import { isTerminal, type OrderRecord } from '../order/order.ts'
import type { Fill } from './fill.ts'
import { isLive, type Trade } from './trade.ts'

/** One trade with everything that belongs to it. */
export interface TradeSnapshot {
  readonly trade: Trade
  /** Oldest first. */
  readonly intents: readonly Intent[]
  readonly orders: readonly OrderRecord[]
  readonly fills: readonly Fill[]
  /** Orders that buy back what was sold short, and their fills: no part of what the trade bought. */
  readonly covers: readonly OrderRecord[]
  readonly coverFills: readonly Fill[]
  readonly bought: number
  readonly sold: number
  /** Units bought back. */
  readonly covered: number
  /**
   * Units we hold: bought less sold by us and by others. Negative is a short position, which must never be; what was bought
   * back makes it less, and never more than none.
   */
  readonly open: number
}

/** What is known of one trade, kept so that a look at it costs nothing until something of it changes. */
export class TradeAggregate {
  #trade: Trade
  readonly #intents: Intent[] = []
  readonly #orders: OrderRecord[] = []
  readonly #fills: Fill[] = []
  #view: TradeSnapshot | undefined

  constructor(trade: Trade) {
    this.#trade = trade
  }

  get trade(): Trade {
    return this.#trade
  }

  /** Holds until the next change; a reader may keep it for its turn. */
  get view(): TradeSnapshot {
    return (this.#view ??= this.#snapshot())
  }

  /**
   * Whether a plan could want anything of it: it is live, or over and yet something of ours works or may come to work,
   * or units are held or were sold that should not be.
   */
  get needsAttention(): boolean {
    return (
      isLive(this.#trade) ||
      this.view.open !== 0 ||
      this.#orders.some((order) => !isTerminal(order.phase)) ||
      this.#intents.some(isUnresolved)
    )
  }

  setTrade(trade: Trade): void {
    this.#trade = trade
    this.#view = undefined
  }

  putIntent(intent: Intent): void {
    const at = this.#intents.findIndex((one) => one.id === intent.id)
    if (at < 0) this.#intents.push(intent)
    else this.#intents[at] = intent
    this.#view = undefined
  }

  putOrder(order: OrderRecord): void {
    const at = this.#orders.findIndex((one) => one.orderId === order.orderId)
    if (at < 0) this.#orders.push(order)
    else this.#orders[at] = order
    this.#view = undefined
  }

  removeOrder(orderId: string): void {
    const at = this.#orders.findIndex((one) => one.orderId === orderId)
    if (at >= 0) this.#orders.splice(at, 1)
    this.#view = undefined
  }

  addFill(fill: Fill): void {
    this.#fills.push(fill)
    this.#view = undefined
  }

  #snapshot(): TradeSnapshot {
    const covering = new Set(this.#intents.filter(({ kind }) => kind === 'cover').map(({ id }) => id))
    const covers = this.#orders.filter(({ intentId }) => covering.has(intentId))
    const orders = this.#orders.filter(({ intentId }) => !covering.has(intentId))
    const coverIds = new Set(covers.map(({ orderId }) => orderId))
    const [bought, sold, covered] = [filledOf(orders, 'BUY'), filledOf(orders, 'SELL'), filledOf(covers, 'BUY')]
    const left = bought - sold - this.#trade.manualExitQuantity
    return {
      trade: this.#trade,
      intents: [...this.#intents],
      orders,
      fills: this.#fills.filter(({ orderId }) => !coverIds.has(orderId)),
      covers,
      coverFills: this.#fills.filter(({ orderId }) => coverIds.has(orderId)),
      bought,
      sold,
      covered,
      open: left + Math.min(covered, Math.max(0, -left)),
    }
  }
}

function filledOf(orders: readonly OrderRecord[], side: OrderRecord['side']): number {
  return orders.reduce((sum, order) => (order.side === side ? sum + order.filled : sum), 0)
}

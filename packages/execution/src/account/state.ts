import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { isUnresolved, targetOf, type Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { fillKey, unitsOf, type Fill } from '../trade/fill.ts'
import { isLive, type Trade } from '../trade/trade.ts'
import type { AccountRecords, Change, DayLock } from '../store/change.ts'

/** One trade with everything that belongs to it. */
export interface TradeView {
  readonly trade: Trade
  /** Oldest first. */
  readonly intents: readonly Intent[]
  readonly orders: readonly OrderRecord[]
  readonly fills: readonly Fill[]
  readonly bought: number
  readonly sold: number
  /** Units we hold: bought less sold by us and by others. Negative is a short position, which must never be. */
  readonly open: number
}

/** What is known of one account today, kept in memory and changed only by changes that are (or will be) written down. */
export class AccountState {
  readonly on: IstDate
  readonly #trades = new Map<string, Trade>()
  readonly #intents = new Map<string, Intent[]>()
  readonly #orders = new Map<string, OrderRecord>()
  readonly #fills = new Map<string, Fill>()
  readonly #tags = new Map<string, Intent>()
  lock: DayLock | null

  constructor(on: IstDate, records: AccountRecords) {
    this.on = on
    this.lock = records.lock
    for (const trade of records.trades) this.apply({ type: 'trade', trade })
    for (const intent of records.intents) this.apply({ type: 'intent', intent })
    for (const order of records.orders) this.apply({ type: 'order', order, on })
    for (const fill of records.fills) this.apply({ type: 'fill', fill, on })
  }

  apply(change: Change): void {
    switch (change.type) {
      case 'trade':
        this.#trades.set(change.trade.id, change.trade)
        return
      case 'intent':
        this.#putIntent(change.intent)
        return
      case 'order':
        this.#orders.set(change.order.orderId, change.order)
        return
      case 'fill':
        this.#fills.set(keyOf(change.fill), change.fill)
        return
      case 'lock':
        this.lock = change.lock
        return
      case 'refusal':
      case 'alarm':
        return
    }
  }

  /** Takes back an intent that was never written down and never sent. */
  withdraw(intent: Intent): void {
    const left = this.intentsOf(intent.tradeId).filter((one) => one.id !== intent.id)
    this.#intents.set(intent.tradeId, left)
    if (intent.call.type === 'place') this.#tags.delete(intent.call.order.tag)
  }

  trades(): Trade[] {
    return [...this.#trades.values()]
  }

  trade(id: string): Trade | undefined {
    return this.#trades.get(id)
  }

  intentsOf(tradeId: string): Intent[] {
    return this.#intents.get(tradeId) ?? []
  }

  intents(): Intent[] {
    return [...this.#intents.values()].flat()
  }

  intent(id: string): Intent | undefined {
    return this.intents().find((intent) => intent.id === id)
  }

  orders(): OrderRecord[] {
    return [...this.#orders.values()]
  }

  order(orderId: string): OrderRecord | undefined {
    return this.#orders.get(orderId)
  }

  fills(): Fill[] {
    return [...this.#fills.values()]
  }

  hasFill(fill: Pick<Fill, 'fillId' | 'orderId' | 'tradeId'>): boolean {
    return this.#fills.has(keyOf(fill))
  }

  /** The intent that placed, or tried to place, the order with this tag. Nothing else makes an order ours. */
  byTag(tag: string | null): Intent | undefined {
    return tag === null ? undefined : this.#tags.get(tag)
  }

  /** The newest accepted or unanswered change of an order. */
  lastChangeOf(orderId: string): Intent | undefined {
    const tradeId = this.#orders.get(orderId)?.tradeId
    if (tradeId === undefined) return undefined
    return this.intentsOf(tradeId).findLast((intent) => targetOf(intent.call) === orderId)
  }

  view(trade: Trade): TradeView {
    const orders = this.orders().filter((order) => order.tradeId === trade.id)
    const filledOf = (side: 'BUY' | 'SELL') =>
      orders.reduce((sum, order) => (order.side === side ? sum + order.filled : sum), 0)
    const bought = filledOf('BUY')
    const sold = filledOf('SELL')
    return {
      trade,
      intents: this.intentsOf(trade.id),
      orders,
      fills: this.fills().filter((fill) => fill.tradeId === trade.id),
      bought,
      sold,
      open: bought - sold - trade.soldByHand,
    }
  }

  /** Whether anything is under way that the poll must follow closely. */
  isBusy(): boolean {
    return this.trades().some(isLive) || this.intents().some(isUnresolved)
  }

  #putIntent(intent: Intent): void {
    const all = this.intentsOf(intent.tradeId)
    const at = all.findIndex((one) => one.id === intent.id)
    this.#intents.set(intent.tradeId, at < 0 ? [...all, intent] : all.with(at, intent))
    if (intent.call.type === 'place') this.#tags.set(intent.call.order.tag, intent)
  }
}

/** One foreign fill may be shared by two trades in the same contract, so the trade is part of the key. */
function keyOf(fill: Pick<Fill, 'fillId' | 'orderId' | 'tradeId'>): string {
  return `${fill.tradeId}/${fillKey(fill)}`
}

/** Whether our fills account for everything the orders of a trade say has filled. */
export function fillsComplete(view: TradeView): boolean {
  return unitsOf(view.fills, 'BUY') === view.bought && unitsOf(view.fills, 'SELL') === view.sold + view.trade.soldByHand
}

/** Instants at which the orders of a trade last moved, for readers that must not judge by older readings. */
export function lastMoveOf(view: TradeView): EpochMs {
  const answered = view.intents.map((intent) => ('at' in intent.outcome ? intent.outcome.at : intent.createdAt))
  return Math.max(0, ...answered) as EpochMs
}

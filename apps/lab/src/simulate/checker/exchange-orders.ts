import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { LogEntry } from '@strikewise/exchange/exchange-log.ts'
import { isTerminal, type OrderChange, type OrderStatus } from '@strikewise/exchange/order-types.ts'
import type { CallLog } from './call-log.ts'

/** The product that we trade. */
export const PRODUCT = 'MIS'

/** One order as the exchange's log records its life. */
export interface OrderLife {
  readonly orderId: string
  readonly account: string
  readonly tradingsymbol: string
  readonly product: string
  readonly side: OrderSide
  readonly tag: string | null
  /** Its tag left one of our processes: everything else is the user's or the broker's. */
  readonly isProductOrder: boolean
  readonly takenAt: number
  quantity: number
  filled: number
  value: number
  orderType: string
  triggerPrice: number
  price: number
  /** The highest trigger that a change gave it: its owner's change too, which the program keeps. */
  manualTrigger: number
  /** When a change last took its trigger up. */
  raisedAt: number
  status: OrderStatus
  /** Where it stands at the exchange; null: it has not got there. */
  resting: 'armed' | 'working' | null
  /** When the last step was taken with it: placed, a change accepted or carried out, or triggered. */
  steppedAt: number
  pending: OrderChange | null
  /** Since when the exchange owes a word on it: that it is there, changed or gone; null: it has given it. */
  unconfirmedSince: number | null
  /** The longest that it ever owed one, in ms. */
  unconfirmedMs: number
  /** When it last gave one; null: it has given none. */
  unconfirmedUntil: number | null
  /** When the exchange first took a cancel of it, by any party; null: it has taken none. */
  cancelTakenAt: number | null
  modifies: number
  /** Changes that were taken and that the exchange then threw out. */
  failedModifies: number
  /** Units that the newest change asked for which was to sell at once; 0: none was. */
  askedToSell: number
  endedAt: number | null
  readonly fills: FillSeen[]
}

export interface FillSeen {
  readonly tradeId: string
  readonly orderId: string
  readonly side: OrderSide
  readonly quantity: number
  readonly price: number
  readonly at: number
}

/** One contract in one account. */
export interface Holding {
  readonly account: string
  readonly tradingsymbol: string
  /** Units bought and sold by our orders. */
  bought: number
  sold: number
  /** Units of ours that another party sold. */
  manuallySold: number
  /** Of these, units that became a position of another product: no sale stands behind them. */
  converted: number
  /** Units that the exchange paid out at what they were worth when they expired. */
  settled: number
  /** Those of them that trades of ours still held. */
  settledOfProduct: number
  /** Units of the contract that became one, ours or the user's. */
  convertedInAll: number
  /** All parties' units together, of the product that we trade. */
  net: number
  /** More was sold than bought at some moment, by any seller. */
  wasShort: boolean
  /** When another party last traded here or touched an order of ours. */
  manualTradeAt: number
  /** When one of our own orders last filled. */
  filledAt: number
  /** When our units were last all gone, by any seller; what another party trades later does not change it. */
  emptiedAt: number
  readonly liveSells: Set<OrderLife>
  readonly liveBuys: Set<OrderLife>
  readonly foreignSales: FillSeen[]
  /** What each sale by another party took of our units. */
  readonly cuts: { readonly at: number; readonly units: number }[]
  /** The sales of ours that were not stops, live or not, oldest first. */
  readonly exits: OrderLife[]
}

export function openOf(holding: Holding): number {
  return holding.bought - holding.sold - holding.manuallySold - holding.settled
}

function noteEmptied(holding: Holding, openBefore: number, at: number): void {
  if (openBefore > 0 && openOf(holding) <= 0) holding.emptiedAt = at
}

export function restOf(order: OrderLife): number {
  return order.endedAt === null ? order.quantity - order.filled : 0
}

const NO_ORDERS: readonly OrderLife[] = []

/** Orders, positions and fills, rebuilt entry by entry from the exchange's log alone. */
export class ExchangeOrders {
  readonly orders = new Map<string, OrderLife>()
  readonly holdings = new Map<string, Holding>()
  readonly #byTag = new Map<string, OrderLife>()
  /** Kept apart: on a day of a hundred accounts a search through all orders takes longer than the day itself. */
  readonly #ordersOf = new Map<Holding, OrderLife[]>()
  readonly #callLog: Pick<CallLog, 'hasTag' | 'hasCancel'>

  constructor(callLog: Pick<CallLog, 'hasTag' | 'hasCancel'>) {
    this.#callLog = callLog
  }

  holding(account: string, tradingsymbol: string): Holding {
    const key = `${account} ${tradingsymbol}`
    let holding = this.holdings.get(key)
    if (holding === undefined) {
      holding = {
        account,
        tradingsymbol,
        bought: 0,
        sold: 0,
        manuallySold: 0,
        converted: 0,
        settled: 0,
        settledOfProduct: 0,
        convertedInAll: 0,
        net: 0,
        wasShort: false,
        manualTradeAt: Number.NEGATIVE_INFINITY,
        filledAt: Number.NEGATIVE_INFINITY,
        emptiedAt: Number.NEGATIVE_INFINITY,
        liveSells: new Set(),
        liveBuys: new Set(),
        foreignSales: [],
        cuts: [],
        exits: [],
      }
      this.holdings.set(key, holding)
    }
    return holding
  }

  /** The order of ours that carries the tag, once the exchange has taken it. */
  findByTag(account: string, tag: string): OrderLife | undefined {
    return this.#byTag.get(`${account} ${tag}`)
  }

  /** The highest trigger that another person or program gave a stop of this trade; 0: none. */
  manuallyRaised(
    account: string,
    tradeId: string,
    intents: { byTag(account: string, tag: string): { readonly tradeId: string } | undefined },
  ): number {
    let highest = 0
    for (const { account: of, tag, isProductOrder, manualTrigger } of this.orders.values())
      if (
        isProductOrder &&
        of === account &&
        manualTrigger > highest &&
        intents.byTag(account, tag!)?.tradeId === tradeId
      )
        highest = manualTrigger
    return highest
  }

  /** All parties' orders in the contract, in the order in which the exchange took them. */
  ordersOf(holding: Holding): readonly OrderLife[] {
    return this.#ordersOf.get(holding) ?? NO_ORDERS
  }

  /** Takes in one entry; answers the order it was about. */
  take(entry: LogEntry): OrderLife | undefined {
    if (entry.type === 'order_taken') return this.#taken(entry)
    if (entry.type === 'status') return this.#status(entry)
    if (entry.type === 'fill') return this.#fill(entry)
    if (entry.type === 'position_converted') this.#converted(entry)
    if (entry.type === 'expiry_settled' && entry.product === PRODUCT) {
      const settled = this.holding(entry.accountId!, entry.tradingsymbol)
      const open = openOf(settled)
      settled.net -= entry.quantity
      // What the user bought after ours was sold is theirs.
      settled.settledOfProduct += Math.max(0, Math.min(entry.quantity, open))
      settled.settled += Math.max(0, entry.quantity)
      noteEmptied(settled, open, entry.at)
    }
    if (entry.type !== 'modify_taken' && entry.type !== 'modify_failed' && entry.type !== 'cancel_taken')
      return undefined
    const order = this.orders.get(entry.orderId)!
    if (entry.type === 'modify_taken') {
      order.pending = entry.change
      order.modifies += 1
      order.steppedAt = entry.at
      order.askedToSell = entry.change.orderType === 'SL' ? 0 : (entry.change.quantity ?? order.quantity)
      order.unconfirmedSince ??= entry.at
    } else if (entry.type === 'modify_failed') {
      order.pending = null
      order.failedModifies += 1
    } else {
      order.unconfirmedSince ??= entry.at
      order.cancelTakenAt ??= entry.at
      if (order.isProductOrder && !this.#callLog.hasCancel(entry.orderId))
        this.holding(order.account, order.tradingsymbol).manualTradeAt = entry.at
    }
    return order
  }

  #taken({ accountId, orderId, request, placedBy, at }: Extract<LogEntry, { type: 'order_taken' }>): OrderLife {
    const account = accountId!
    const isProductOrder = request.tag !== null && placedBy === account && this.#callLog.hasTag(account, request.tag)
    const order: OrderLife = {
      orderId,
      account,
      tradingsymbol: request.tradingsymbol,
      product: request.product,
      side: request.side,
      tag: request.tag,
      isProductOrder,
      takenAt: at,
      quantity: request.quantity,
      filled: 0,
      value: 0,
      orderType: request.orderType,
      triggerPrice: request.triggerPrice,
      price: request.price,
      manualTrigger: 0,
      raisedAt: Number.NEGATIVE_INFINITY,
      status: 'PUT ORDER REQ RECEIVED',
      resting: null,
      steppedAt: at,
      unconfirmedSince: at,
      unconfirmedMs: 0,
      unconfirmedUntil: null,
      cancelTakenAt: null,
      pending: null,
      modifies: 0,
      failedModifies: 0,
      askedToSell: 0,
      endedAt: null,
      fills: [],
    }
    this.orders.set(orderId, order)
    if (isProductOrder) this.#byTag.set(`${account} ${request.tag}`, order)
    const holding = this.holding(account, request.tradingsymbol)
    this.#ordersOf.getOrInsertComputed(holding, () => []).push(order)
    if (isProductOrder && order.side === 'SELL' && order.orderType !== 'SL') holding.exits.push(order)
    if (isProductOrder) (order.side === 'SELL' ? holding.liveSells : holding.liveBuys).add(order)
    else holding.manualTradeAt = at
    return order
  }

  #status({ orderId, to, at }: Extract<LogEntry, { type: 'status' }>): OrderLife {
    const order = this.orders.get(orderId)!
    order.status = to
    if (order.unconfirmedSince !== null && (to === 'TRIGGER PENDING' || to === 'OPEN' || isTerminal(to))) {
      order.unconfirmedMs = Math.max(order.unconfirmedMs, at - order.unconfirmedSince)
      order.unconfirmedSince = null
      order.unconfirmedUntil = at
    }
    if (to === 'TRIGGER PENDING') order.resting = 'armed'
    if (to === 'OPEN') {
      if (order.resting !== 'working') order.steppedAt = at
      order.resting = 'working'
    }
    if (to === 'MODIFIED') {
      const { pending } = order
      // It may have been stuck for long: it is at work as it was asked for from now on.
      order.steppedAt = at
      order.quantity = pending?.quantity ?? order.quantity
      order.orderType = pending?.orderType ?? order.orderType
      order.price = pending?.price ?? order.price
      const before = order.triggerPrice
      order.triggerPrice = pending?.triggerPrice ?? before
      if (order.triggerPrice > before) order.raisedAt = at
      order.manualTrigger = Math.max(order.manualTrigger, order.triggerPrice)
      order.pending = null
    }
    if (isTerminal(to)) {
      order.endedAt = at
      const holding = this.holding(order.account, order.tradingsymbol)
      holding.liveSells.delete(order)
      holding.liveBuys.delete(order)
    }
    return order
  }

  /** The user turned units of ours into a position of another product: like a sale of theirs, but for the money. */
  #converted({
    accountId,
    tradingsymbol,
    quantity,
    from,
    at,
  }: Extract<LogEntry, { type: 'position_converted' }>): void {
    const holding = this.holding(accountId!, tradingsymbol)
    if (from !== PRODUCT) return
    holding.net -= quantity
    holding.manualTradeAt = at
    const open = openOf(holding)
    const units = Math.max(0, open - Math.max(0, holding.net))
    holding.manuallySold += units
    noteEmptied(holding, open, at)
    holding.converted += units
    holding.convertedInAll += quantity
    if (units > 0) holding.cuts.push({ at, units })
  }

  #fill(entry: Extract<LogEntry, { type: 'fill' }>): OrderLife {
    const { orderId, tradeId, side, quantity, price, at } = entry
    const order = this.orders.get(orderId)!
    const holding = this.holding(order.account, order.tradingsymbol)
    order.filled += quantity
    order.value += quantity * price
    const fill = { tradeId, orderId, side, quantity, price, at }
    order.fills.push(fill)
    // A position of another product is no affair of ours.
    if (entry.product !== PRODUCT) return order
    holding.net += side === 'BUY' ? quantity : -quantity
    if (holding.net < 0) holding.wasShort = true
    const open = openOf(holding)
    if (order.isProductOrder) {
      holding.filledAt = at
      if (side === 'BUY') holding.bought += quantity
      else holding.sold += quantity
      noteEmptied(holding, open, at)
      return order
    }
    holding.manualTradeAt = at
    if (side === 'SELL') {
      holding.foreignSales.push(fill)
      // A person sells what is theirs first; only what is missing afterwards was ours.
      const units = Math.max(0, open - Math.max(0, holding.net))
      holding.manuallySold += units
      noteEmptied(holding, open, at)
      if (units > 0) holding.cuts.push({ at, units })
    }
    return order
  }
}

// @invariant decision-answered-once A decision is answered once, by a trade or a refusal, across restarts too.
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { closedNets, coverNets } from '../pre-trade/day-pnl.ts'
import { isUnresolved, type Intent } from '../intent/intent.ts'
import { endedUnfilled, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import { fillKey, unitsOf, type Fill } from '../trade/fill.ts'
import { isHeld, isLive, ofMode, type HeldTrade, type Trade } from '../trade/trade.ts'
import type { AccountRecords, Change, DayLock, DayPeak, ForeignTradeDay } from '../store/account-changes.ts'
import { TradeAggregate, type TradeSnapshot } from '../trade/trade-aggregate.ts'

/** Most accounts have nothing under way at most times, and are asked for it in every turn. */
const NONE: readonly never[] = []

/** An order that is not ours. */
export interface ForeignOrder {
  readonly order: BrokerOrder
  readonly firstSeenAt: EpochMs
}

/**
 * What is known of one account today, kept in memory and changed only by changes that are (or will be) stored.
 * Indexed so that a turn reads what is live and never the whole day.
 */
export class AccountState {
  readonly on: IstDate
  readonly #books = new Map<string, TradeAggregate>()
  readonly #live = new Set<TradeAggregate>()
  readonly #needingAttention = new Set<TradeAggregate>()
  readonly #intents = new Map<string, Intent>()
  readonly #unresolved = new Map<string, Intent>()
  readonly #orders = new Map<string, OrderRecord>()
  /** Orders that are not ours, as they were first seen; `mistaken`: an answer named one as ours. */
  readonly #foreign = new Map<string, ForeignOrder | 'mistaken'>()
  readonly #fills = new Set<string>()
  /** Units of another party's fills that were booked as manual sales, over all trades. */
  readonly #manualUnits = new Map<string, number>()
  readonly #tags = new Map<string, Intent>()
  readonly #nets = new Map<LinkMode, readonly Paise[]>()
  readonly #coverNets = new Map<LinkMode, readonly Paise[]>()
  readonly #locks = new Map<LinkMode, DayLock>()
  readonly #peaks = new Map<LinkMode, DayPeak>()
  #foreignTrades: ForeignTradeDay | undefined
  /** Decisions that were refused. */
  readonly #refused: Set<string>

  constructor(on: IstDate, records: AccountRecords) {
    this.on = on
    this.#refused = new Set(records.refused)
    for (const lock of records.locks) this.#locks.set(lock.mode, lock)
    for (const peak of records.peaks) this.apply({ type: 'peak', peak })
    if (records.foreignTrades !== null) this.#foreignTrades = records.foreignTrades
    for (const trade of records.trades) this.apply({ type: 'trade', trade })
    for (const intent of records.intents) this.apply({ type: 'intent', intent })
    for (const order of records.orders) this.apply({ type: 'order', order, on })
    for (const fill of records.fills) this.apply({ type: 'fill', fill, on })
  }

  apply(change: Change): void {
    switch (change.type) {
      case 'trade':
        this.#putTrade(change.trade)
        return
      case 'intent':
        this.#putIntent(change.intent)
        return
      case 'order':
        this.#putOrder(change.order)
        return
      case 'fill':
        this.#putFill(change.fill)
        return
      case 'lock':
        this.#locks.set(change.lock.mode, change.lock)
        return
      case 'peak':
        if (change.peak.peak > (this.peakOf(change.peak.mode) ?? Number.NEGATIVE_INFINITY))
          this.#peaks.set(change.peak.mode, change.peak)
        return
      case 'foreign_trades':
        this.#foreignTrades = change.day
        return
      case 'refusal':
        this.#refused.add(change.refusal.decisionId)
        return
      case 'alarm':
        return
    }
  }

  trades(): Trade[] {
    return [...this.#books.values()].map((book) => book.trade)
  }

  /** Whether a decision became a trade or was refused: reported again, by any process, it changes nothing. */
  isAcknowledged(decisionId: string): boolean {
    return this.#refused.has(decisionId) || this.trades().some((trade) => trade.decisionId === decisionId)
  }

  /** Trades that have, or may come to have, a position. */
  liveTrades(): readonly Trade[] {
    return this.#live.size === 0 ? NONE : [...this.#live].map((book) => book.trade)
  }

  held(): readonly HeldTrade[] {
    return this.#live.size === 0 ? NONE : this.liveTrades().filter(isHeld)
  }

  /** Every trade of the day that got a position, oldest first. */
  traded(): readonly TradeSnapshot[] {
    if (this.#books.size === 0) return NONE
    const views: TradeSnapshot[] = []
    for (const { trade, view } of this.#books.values())
      if (trade.on === this.on && (view.bought > 0 || view.sold > 0)) views.push(view)
    return views
  }

  /** Whether there is any position. */
  isHolding(): boolean {
    for (const { trade } of this.#live) if (isHeld(trade)) return true
    return false
  }

  /** Trades of which a plan could want anything (`TradeAggregate.isRestless`). */
  needingAttention(): readonly TradeAggregate[] {
    return this.#needingAttention.size === 0 ? NONE : [...this.#needingAttention]
  }

  trade(id: string): Trade | undefined {
    return this.#books.get(id)?.trade
  }

  intentsOf(tradeId: string): readonly Intent[] {
    return this.#books.get(tradeId)?.view.intents ?? []
  }

  intent(id: string): Intent | undefined {
    return this.#intents.get(id)
  }

  /** Sent or about to be, and its outcome is unknown yet. Oldest first. */
  unresolved(): readonly Intent[] {
    return this.#unresolved.size === 0 ? NONE : [...this.#unresolved.values()]
  }

  /** How many calls were made, or tried, for the trades that are known. */
  get intentCount(): number {
    return this.#intents.size
  }

  orders(): Iterable<OrderRecord> {
    return this.#orders.values()
  }

  /** When the calls since `from` were stored to be made, oldest first. */
  callsSince(from: EpochMs): EpochMs[] {
    const times: EpochMs[] = []
    for (const { createdAt } of this.#intents.values()) if (createdAt >= from) times.push(createdAt)
    return times.toSorted((a, b) => a - b)
  }

  order(orderId: string): OrderRecord | undefined {
    return this.#orders.get(orderId)
  }

  /** An order that is not ours, as far as is known; undefined: no such order was seen. */
  foreign(orderId: string): ForeignOrder | 'mistaken' | undefined {
    return this.#foreign.get(orderId)
  }

  /** Keeps in memory what was first seen of an order that is not ours, and when it was learned. */
  recordForeignOrder(order: BrokerOrder, firstSeenAt: EpochMs): void {
    this.#foreign.getOrInsert(order.orderId, { order, firstSeenAt })
  }

  hasFill(fill: Pick<Fill, 'fillId' | 'orderId' | 'tradeId'>): boolean {
    return this.#fills.has(keyOf(fill))
  }

  /** Units of a fill that was not ours which trades have booked as theirs. */
  manualUnitsOf(fill: Pick<Fill, 'fillId' | 'orderId'>): number {
    return this.#manualUnits.get(fillKey(fill)) ?? 0
  }

  /** The intent that placed, or tried to place, the order with this tag. Nothing else makes an order ours. */
  byTag(tag: string | null): Intent | undefined {
    return tag === null ? undefined : this.#tags.get(tag)
  }

  /** @throws RangeError when there is no such trade */
  view(tradeId: string): TradeSnapshot {
    const book = this.#books.get(tradeId)
    if (book === undefined) throw new RangeError(`the account has no trade ${tradeId}`)
    return book.view
  }

  /** Why entries of a kind of link are held today, if they are. */
  lockOf(mode: LinkMode): DayLock | undefined {
    const lock = this.#locks.get(mode)
    return lock?.on === this.on ? lock : undefined
  }

  /** The most that the day has come to for a kind of link; undefined: no profit lock has counted it. */
  peakOf(mode: LinkMode): Paise | undefined {
    return this.dayPeakOf(mode)?.peak
  }

  /** The row of `peakOf`. */
  dayPeakOf(mode: LinkMode): DayPeak | undefined {
    const peak = this.#peaks.get(mode)
    return peak?.on === this.on ? peak : undefined
  }

  /** What the user traded today without the product, as it is stored. */
  foreignTrades(): ForeignTradeDay | undefined {
    return this.#foreignTrades?.on === this.on ? this.#foreignTrades : undefined
  }

  /** Net results of the day's closed trades of a kind of link, oldest first. */
  closedNets(mode: LinkMode): readonly Paise[] {
    let nets = this.#nets.get(mode)
    if (nets === undefined) {
      nets = closedNets(ofMode(this.trades(), mode), this.on)
      this.#nets.set(mode, nets)
    }
    return nets
  }

  /** Net results of what was bought back today for a kind of link. */
  coverNets(mode: LinkMode): readonly Paise[] {
    let nets = this.#coverNets.get(mode)
    if (nets === undefined) {
      nets = coverNets(ofMode(this.trades(), mode), this.on)
      this.#coverNets.set(mode, nets)
    }
    return nets
  }

  /** Whether anything is under way that the poll must follow closely. */
  isBusy(): boolean {
    return this.#live.size > 0 || this.#unresolved.size > 0
  }

  #putTrade(trade: Trade): void {
    const known = this.#books.get(trade.id)
    const book = known ?? new TradeAggregate(trade)
    if (known === undefined) this.#books.set(trade.id, book)
    else book.setTrade(trade)
    if (isLive(trade)) this.#live.add(book)
    else this.#live.delete(book)
    this.#nets.delete(trade.mode)
    this.#coverNets.delete(trade.mode)
    this.#rank(book)
  }

  #putIntent(intent: Intent): void {
    this.#intents.set(intent.id, intent)
    if (isUnresolved(intent)) this.#unresolved.set(intent.id, intent)
    else this.#unresolved.delete(intent.id)
    if (intent.call.type === 'place') this.#tags.set(intent.call.order.tag, intent)
    this.#touch(intent.tradeId, (book) => book.putIntent(intent))
  }

  #putOrder(order: OrderRecord): void {
    const { orderId, tradeId } = order
    const before = this.#orders.get(orderId)
    if (before !== undefined && (order.isForeign === true || before.tradeId !== tradeId))
      this.#touch(before.tradeId, (book) => book.removeOrder(orderId))
    if (order.isForeign === true) {
      this.#foreign.set(orderId, 'mistaken')
      this.#orders.delete(orderId)
      return
    }
    this.#foreign.delete(orderId)
    this.#orders.set(orderId, order)
    this.#touch(tradeId, (book) => book.putOrder(order))
  }

  #putFill(fill: Fill): void {
    if (this.hasFill(fill)) return
    this.#fills.add(keyOf(fill))
    if (fill.isManual) {
      const key = fillKey({ ...fill, fillId: fill.fillId.slice(0, fill.fillId.lastIndexOf('/')) })
      this.#manualUnits.set(key, (this.#manualUnits.get(key) ?? 0) + fill.quantity)
    }
    this.#touch(fill.tradeId, (book) => book.addFill(fill))
  }

  #touch(tradeId: string, change: (book: TradeAggregate) => void): void {
    const book = this.#books.get(tradeId)
    if (book === undefined) return
    change(book)
    this.#rank(book)
  }

  #rank(book: TradeAggregate): void {
    if (book.needsAttention) this.#needingAttention.add(book)
    else this.#needingAttention.delete(book)
  }
}

/** One foreign fill may be shared by two trades in the same contract, so the trade is part of the key. */
function keyOf(fill: Pick<Fill, 'fillId' | 'orderId' | 'tradeId'>): string {
  return `${fill.tradeId}/${fillKey(fill)}`
}

/** Whether our fills account for everything the orders of a trade show has filled. */
export function fillsComplete(view: TradeSnapshot): boolean {
  const { manualExitQuantity, converted = 0 } = view.trade
  return (
    unitsOf(view.fills, 'BUY') === view.bought &&
    unitsOf(view.fills, 'SELL') === view.sold + manualExitQuantity - converted
  )
}

/** The last instant that the rows of a trade's calls name: what was answered last, or else drawn up. */
export function lastCallOf(view: TradeSnapshot): EpochMs {
  return latestOf(view.intents)
}

/**
 * Instants at which the orders of a trade last moved, for readers that must not judge by older readings. A call that the
 * broker refused moved nothing, nor did an order that ended before any of it filled: while one rejection follows another,
 * or a sale is taken away to be replaced, readings must count all the same. An order proven absent can have moved only when
 * its call was drawn up. A stop that was seen to rest with nothing filled after `readAt` had sold nothing by then, however
 * often it was raised: what a reading of that instant lacks is none of its doing.
 */
export function lastMoveOf(view: TradeSnapshot, readAt: EpochMs = Infinity as EpochMs): EpochMs {
  const isUntouched = (order: OrderRecord) => endedUnfilled(order) || restsUnfilled(order, readAt)
  const unfilled = new Set(view.orders.filter(isUntouched).map(({ orderId }) => orderId))
  const moved = view.intents.filter(({ call, outcome }) => {
    if (outcome.state === 'refused') return false
    const orderId = call.type !== 'place' ? call.orderId : outcome.state === 'accepted' ? outcome.orderId : undefined
    return orderId === undefined || !unfilled.has(orderId)
  })
  return latestOf(moved, ({ outcome }) => outcome.state !== 'absent')
}

function restsUnfilled({ side, phase, filled, seenAt }: OrderRecord, since: EpochMs): boolean {
  return side === 'SELL' && phase === 'armed' && filled === 0 && seenAt !== null && seenAt >= since
}

function latestOf(intents: readonly Intent[], isAcknowledged: (intent: Intent) => boolean = () => true): EpochMs {
  let last = 0
  for (const intent of intents) {
    const { outcome, createdAt } = intent
    last = Math.max(last, 'at' in outcome && isAcknowledged(intent) ? outcome.at : createdAt)
  }
  return last as EpochMs
}

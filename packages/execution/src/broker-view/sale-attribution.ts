// @invariant manual-sale-seen
// @invariant books-equal
import { fillKey, inTradeOrder, saleKey, unitsOf, type BrokerFill } from '../trade/fill.ts'
import { salesUpTo } from '../trade/trade-pnl.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { keyOf } from './position-key.ts'
import type { AccountState } from '../persist/state.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** What one sale in a contract did to the trades in it. */
export interface SaleAttribution {
  readonly fill: BrokerFill
  /** Units that it took from trades whose own orders did not sell them. */
  readonly reducedBy: number
  /** Units of an order of ours that were not held, also after trades that bought later had delivered them. */
  readonly soldShort: number
  /** Units of `reducedBy` that neither the result of a trade nor what was bought back accounts for yet. */
  readonly unallocated: number
  /** Units that the user bought back themselves. */
  readonly closedByUser: number
}

/** What was bought back at one time, in units. */
interface BuyBack {
  units: number
  readonly byUser: boolean
}

/** A sale while the fills of the day are gone through. */
interface RunningSale {
  readonly fill: BrokerFill
  reducedBy: number
  soldShort: number
  /** Units of `soldShort` that have not been bought back. */
  outstanding: number
}

/**
 * The sales in one contract, oldest first, each with what it took from trades whose own orders did not sell it: what another party
 * else sold of what our orders held at that moment, and what an order of ours sold beyond its own trade, also of what a trade
 * bought only later: until then it was short. A short position ends with what is bought back as well, by a cover or by the
 * user: what a trade buys after that is its own. A user sells what is theirs first: what was bought manually, or sold before
 * we held anything, is none of ours. What a trade has booked of a sale was taken from it, as far as it held so much. `book`: the broker's trade book. `removedUnits`: units that each trade holds no more though
 * nothing sold them.
 */
export function attributeSales(
  unitOfWork: AccountUnitOfWork,
  key: string,
  trades: readonly Trade[],
  book: readonly BrokerFill[],
  removedUnits: ReadonlyMap<string, number> = new Map(),
): readonly SaleAttribution[] {
  const { state } = unitOfWork
  const views = trades.map(({ id }) => state.view(id))
  const covers = new Set<BrokerFill>(views.flatMap(({ coverFills }) => coverFills))
  const own = views.flatMap(({ fills, coverFills }) => [...fills.filter(({ isManual }) => !isManual), ...coverFills])
  const others = book.filter((fill) => keyOf(fill) === key && state.order(fill.orderId) === undefined)
  const sales: RunningSale[] = []
  const booked = unitsBooked(views)
  const held = new HeldUnits(removedUnits)
  const buyBacks: BuyBack[] = []
  let net = 0
  // What covers bought beyond what was short: an order of ours sells it again.
  let surplus = 0
  for (const fill of [...own, ...others].toSorted(inTradeOrder)) {
    const { side, quantity } = fill
    const tradeId = covers.has(fill) ? undefined : state.order(fill.orderId)?.tradeId
    const before = net
    net += side === 'BUY' ? quantity : -quantity
    if (side === 'SELL') {
      // The rest of what is lacking was sold earlier, before we held it: by a sale of what a purchase bought that no book shows.
      const beyond =
        tradeId === undefined ? Math.min(quantity, held.total - net) : quantity - held.take(quantity, tradeId)
      const reducedBy = held.takeBooked(beyond, booked.get(fillKey(fill)))
      const short = tradeId === undefined ? 0 : beyond - reducedBy
      const covered = Math.min(short, surplus, Math.max(0, before))
      surplus -= covered
      buyBacks.push({ units: covered, byUser: false })
      sales.push({ fill, reducedBy, soldShort: short, outstanding: short - covered })
    } else if (tradeId === undefined) {
      const units = buyBack(sales, quantity)
      buyBacks.push({ units, byUser: !covers.has(fill) })
      if (covers.has(fill)) surplus += quantity - units
    } else {
      net -= quantity - held.add(tradeId, quantity)
      for (const sale of sales) {
        const delivered = held.take(sale.outstanding, tradeId)
        sale.outstanding -= delivered
        sale.soldShort -= delivered
        sale.reducedBy += delivered
      }
    }
  }
  return withUnallocated(state, views, sales, removedUnits, buyBacks)
}

/** Ends what is short, the oldest sale first; answers how many of `units` that took. */
function buyBack(sales: readonly RunningSale[], units: number): number {
  let left = units
  for (const sale of sales) {
    const ended = Math.min(left, sale.outstanding)
    sale.outstanding -= ended
    left -= ended
  }
  return units - left
}

/**
 * Each unit that was sold is in the result of one trade, or was bought back, which takes the oldest that no trade has: an order
 * of ours that sold what the user had sold before is in its own trade's result, so the user's sale is what was bought back.
 * What a sale sold beyond the results of trades and beyond what it took from them can only have been bought back, so as much
 * is kept for it.
 */
function withUnallocated(
  state: AccountState,
  views: readonly TradeSnapshot[],
  sales: readonly RunningSale[],
  removedUnits: ReadonlyMap<string, number>,
  buyBacks: readonly BuyBack[],
): SaleAttribution[] {
  const counted = countedUnits(views, removedUnits)
  const open = sales.map(({ fill, reducedBy, soldShort }) => {
    const { own = 0, manual = 0 } = counted.get(fillKey(fill)) ?? {}
    const most = state.order(fill.orderId) === undefined ? reducedBy : fill.quantity
    const fromTrades = Math.max(0, reducedBy - manual)
    const units = most - own - manual
    return { fill, reducedBy, soldShort, fromTrades, units, beyondTrades: Math.max(0, units - fromTrades) }
  })
  let reserved = open.reduce((sum, { beyondTrades }) => sum + beyondTrades, 0)
  return open.map(({ fill, reducedBy, soldShort, fromTrades, units, beyondTrades }) => {
    reserved -= beyondTrades
    const free = buyBacks.reduce((sum, one) => sum + one.units, 0) - reserved
    const { ended, closedByUser } = endedBy(buyBacks, Math.min(units, Math.max(beyondTrades, free)))
    const unallocated = Math.max(0, Math.min(units - ended, fromTrades))
    return { fill, reducedBy, soldShort, unallocated, closedByUser }
  })
}

/** Takes up to so many units from what was bought back, the first purchase first. */
function endedBy(
  buyBacks: readonly BuyBack[],
  units: number,
): { readonly ended: number; readonly closedByUser: number } {
  let ended = 0
  let closedByUser = 0
  for (const one of buyBacks) {
    const taken = Math.max(0, Math.min(units - ended, one.units))
    one.units -= taken
    ended += taken
    if (one.byUser) closedByUser += taken
  }
  return { ended, closedByUser }
}

/**
 * Units of each sale that the results of trades are made of. A manual sale that was booked on a trade which, as came to light
 * later, its own order had sold before, is no part of its result: it took another's units.
 */
function countedUnits(
  views: readonly TradeSnapshot[],
  removedUnits: ReadonlyMap<string, number>,
): ReadonlyMap<string, { readonly own: number; readonly manual: number }> {
  const counted = new Map<string, { own: number; manual: number }>()
  for (const { trade, bought, fills } of views) {
    const most = Math.max(bought, unitsOf(fills, 'BUY')) - (removedUnits.get(trade.id) ?? 0)
    for (const fill of salesUpTo(fills, Math.max(0, most))) {
      const units = counted.getOrInsert(saleKey(fill), { own: 0, manual: 0 })
      units[fill.isManual ? 'manual' : 'own'] += fill.quantity
    }
  }
  return counted
}

/** Units of each sale, by its key, that trades have booked as sold manually. */
function unitsBooked(views: readonly TradeSnapshot[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const booked = new Map<string, Map<string, number>>()
  for (const { trade, fills } of views)
    for (const fill of fills) {
      if (!fill.isManual) continue
      const units = booked.getOrInsertComputed(saleKey(fill), () => new Map<string, number>())
      units.set(trade.id, (units.get(trade.id) ?? 0) + fill.quantity)
    }
  return booked
}

/** Units that trades hold in one contract, the first to buy first. */
class HeldUnits {
  readonly #byTrade = new Map<string, number>()
  readonly #removed: Map<string, number>

  /** `removedUnits`: units of each trade that are not held, whenever they were bought. */
  constructor(removedUnits: ReadonlyMap<string, number>) {
    this.#removed = new Map(removedUnits)
  }

  get total(): number {
    return this.#byTrade.values().reduce((sum, units) => sum + units, 0)
  }

  /** Adds what a trade bought; answers how much of it is held. */
  add(tradeId: string, units: number): number {
    const removed = Math.min(units, this.#removed.get(tradeId) ?? 0)
    if (removed > 0) this.#removed.set(tradeId, this.#removed.get(tradeId)! - removed)
    this.#byTrade.set(tradeId, (this.#byTrade.get(tradeId) ?? 0) + units - removed)
    return units - removed
  }

  /** Takes as many of `units` as there are, first what trades have booked, of which it takes no more. */
  takeBooked(units: number, booked: ReadonlyMap<string, number> = new Map()): number {
    let taken = 0
    for (const [tradeId, most] of booked) taken += this.take(Math.min(units - taken, most), tradeId)
    return taken + this.take(units - taken)
  }

  /** Takes as many of `units` as there are (of fewer than 0: none), from one trade or from all; answers how many. */
  take(units: number, tradeId?: string): number {
    const requested = Math.max(0, units)
    let left = requested
    for (const [id, has] of this.#byTrade) {
      if (tradeId !== undefined && id !== tradeId) continue
      const taken = Math.min(left, has)
      this.#byTrade.set(id, has - taken)
      left -= taken
    }
    return requested - left
  }
}

/**
 * Units of one contract that orders of ours sold and that were not held any more: a second sale of ours, or one that came after the
 * user's own. What was bought back is not taken off. `book`: the broker's trade book.
 */
export function unitsSoldShort(
  unitOfWork: AccountUnitOfWork,
  key: string,
  trades: readonly Trade[],
  book: readonly BrokerFill[],
): number {
  return attributeSales(unitOfWork, key, trades, book).reduce((sum, { soldShort }) => sum + soldShort, 0)
}

/** Sales of one contract that covers may have bought back, beside those of our orders. */
export interface SalesToCover {
  /** Sales that were not ours, as far as they took units that our orders held. */
  readonly byOthers: readonly BrokerFill[]
  /** Sales, of any party, as far as the user bought them back: no cover did. */
  readonly closedByUser: readonly BrokerFill[]
}

/** What covers in one contract are counted against. `book`: the broker's trade book. */
export function salesToCover(
  unitOfWork: AccountUnitOfWork,
  key: string,
  trades: readonly Trade[],
  book: readonly BrokerFill[],
): SalesToCover {
  const sales = attributeSales(unitOfWork, key, trades, book)
  const parts = (unitsIn: (sale: SaleAttribution) => number) =>
    sales.flatMap((sale) => (unitsIn(sale) > 0 ? [{ ...sale.fill, quantity: unitsIn(sale) }] : []))
  return {
    byOthers: parts(({ fill, reducedBy }) => (unitOfWork.state.order(fill.orderId) === undefined ? reducedBy : 0)),
    closedByUser: parts(({ closedByUser }) => closedByUser),
  }
}

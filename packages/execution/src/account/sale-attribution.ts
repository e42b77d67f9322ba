// @invariant manual-sale-seen
// @invariant books-equal
import { fillKey, inTradeOrder, saleKey, unitsOf, type BrokerFill } from '../trade/fill.ts'
import { salesUpTo } from '../trade/trade-pnl.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'
import { keyOf } from './position-key.ts'
import type { AccountState } from './state.ts'
import type { TradeSnapshot } from './trade-aggregate.ts'

/** What one sale in a contract did to the trades in it. */
export interface SaleAttribution {
  readonly fill: BrokerFill
  /** Units that it took from trades whose own orders did not sell them. */
  readonly reducedBy: number
  /** Units of an order of ours that nobody held, also after trades that bought later had delivered them. */
  readonly soldShort: number
  /** Units of `reducedBy` that neither the result of a trade nor what was bought back accounts for yet. */
  readonly unallocated: number
}

/** A sale while the fills of the day are gone through. */
interface RunningSale {
  readonly fill: BrokerFill
  reducedBy: number
  soldShort: number
  /** Units of `soldShort` that nobody has bought back. */
  outstanding: number
}

/**
 * The sales in one contract, oldest first, each with what it took from trades whose own orders did not sell it: what somebody
 * else sold of what our orders held at that moment, and what an order of ours sold beyond its own trade, also of what a trade
 * bought only later: until then it was short. A short position ends with what is bought back as well, by a cover or by the
 * user: what a trade buys after that is its own. A person sells what is theirs first: what was bought by hand, or sold before
 * we held anything, is none of ours. `book`: the broker's trade book. `gone`: units that each trade holds no more though
 * nothing sold them.
 */
export function attributeSales(
  unitOfWork: AccountUnitOfWork,
  key: string,
  trades: readonly Trade[],
  book: readonly BrokerFill[],
  gone: ReadonlyMap<string, number> = new Map(),
): readonly SaleAttribution[] {
  const { state } = unitOfWork
  const views = trades.map(({ id }) => state.view(id))
  const covers = new Set<BrokerFill>(views.flatMap(({ coverFills }) => coverFills))
  const own = views.flatMap(({ fills, coverFills }) => [...fills.filter(({ byHand }) => !byHand), ...coverFills])
  const others = book.filter((fill) => keyOf(fill) === key && state.order(fill.orderId) === undefined)
  const sales: RunningSale[] = []
  const held = new HeldUnits(gone)
  let net = 0
  let boughtBack = 0
  for (const fill of [...own, ...others].toSorted(inTradeOrder)) {
    const { side, quantity } = fill
    const tradeId = covers.has(fill) ? undefined : state.order(fill.orderId)?.tradeId
    net += side === 'BUY' ? quantity : -quantity
    if (side === 'SELL') {
      const beyond = tradeId === undefined ? held.total - net : quantity - held.take(quantity, tradeId)
      const reducedBy = held.take(beyond)
      const short = tradeId === undefined ? 0 : beyond - reducedBy
      sales.push({ fill, reducedBy, soldShort: short, outstanding: short })
    } else if (tradeId === undefined) boughtBack += buyBack(sales, quantity)
    else {
      net -= quantity - held.add(tradeId, quantity)
      for (const sale of sales) {
        const delivered = held.take(sale.outstanding, tradeId)
        sale.outstanding -= delivered
        sale.soldShort -= delivered
        sale.reducedBy += delivered
      }
    }
  }
  return withUnallocated(state, views, sales, gone, boughtBack)
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
 */
function withUnallocated(
  state: AccountState,
  views: readonly TradeSnapshot[],
  sales: readonly RunningSale[],
  gone: ReadonlyMap<string, number>,
  boughtBack: number,
): SaleAttribution[] {
  const counted = countedUnits(views, gone)
  let left = boughtBack
  return sales.map(({ fill, reducedBy, soldShort }) => {
    const { own = 0, byHand = 0 } = counted.get(fillKey(fill)) ?? {}
    const most = state.order(fill.orderId) === undefined ? reducedBy : fill.quantity
    const open = most - own - byHand
    const ended = Math.min(left, Math.max(0, open))
    left -= ended
    return { fill, reducedBy, soldShort, unallocated: Math.max(0, Math.min(open - ended, reducedBy - byHand)) }
  })
}

/**
 * Units of each sale that the results of trades are made of. A sale by hand that was booked on a trade which, as came to light
 * later, its own order had sold before, is no part of its result: it took another's units.
 */
function countedUnits(
  views: readonly TradeSnapshot[],
  gone: ReadonlyMap<string, number>,
): ReadonlyMap<string, { readonly own: number; readonly byHand: number }> {
  const counted = new Map<string, { own: number; byHand: number }>()
  for (const { trade, bought, fills } of views) {
    const most = Math.max(bought, unitsOf(fills, 'BUY')) - (gone.get(trade.id) ?? 0)
    for (const fill of salesUpTo(fills, Math.max(0, most))) {
      const units = counted.getOrInsert(saleKey(fill), { own: 0, byHand: 0 })
      units[fill.byHand ? 'byHand' : 'own'] += fill.quantity
    }
  }
  return counted
}

/** Units that trades hold in one contract, the first to buy first. */
class HeldUnits {
  readonly #byTrade = new Map<string, number>()
  readonly #removed: Map<string, number>

  /** `gone`: units of each trade that are not held, whenever they were bought. */
  constructor(gone: ReadonlyMap<string, number>) {
    this.#removed = new Map(gone)
  }

  get total(): number {
    return this.#byTrade.values().reduce((sum, units) => sum + units, 0)
  }

  /** Adds what a trade bought; answers how much of it is held. */
  add(tradeId: string, units: number): number {
    const gone = Math.min(units, this.#removed.get(tradeId) ?? 0)
    if (gone > 0) this.#removed.set(tradeId, this.#removed.get(tradeId)! - gone)
    this.#byTrade.set(tradeId, (this.#byTrade.get(tradeId) ?? 0) + units - gone)
    return units - gone
  }

  /** Takes as many of `units` as there are (of fewer than 0: none), from one trade or from all; answers how many. */
  take(units: number, tradeId?: string): number {
    const wanted = Math.max(0, units)
    let left = wanted
    for (const [id, has] of this.#byTrade) {
      if (tradeId !== undefined && id !== tradeId) continue
      const taken = Math.min(left, has)
      this.#byTrade.set(id, has - taken)
      left -= taken
    }
    return wanted - left
  }
}

/**
 * Units of one contract that orders of ours sold and nobody held any more: a second sale of ours, or one that came after the
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

/** Sales of one contract that were not ours and took units that our orders held, oldest first, with how many. */
export function foreignSales(
  unitOfWork: AccountUnitOfWork,
  key: string,
  trades: readonly Trade[],
  book: readonly BrokerFill[],
): readonly BrokerFill[] {
  return attributeSales(unitOfWork, key, trades, book)
    .filter(({ fill, reducedBy }) => reducedBy > 0 && unitOfWork.state.order(fill.orderId) === undefined)
    .map(({ fill, reducedBy }) => ({ ...fill, quantity: reducedBy }))
}

// @invariant manual-sale-seen A sale or conversion by the user is seen within 3 s without any order update, and the
//   stop is fitted to it from books that are not older.
// @invariant foreign-orders-untouched
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isUnresolved } from '../intent/intent.ts'
import { openQuantityOf } from '../order/order.ts'
import type { BrokerPosition } from '../ports.ts'
import { inTradeOrder, unitsOf, type BrokerFill, type Fill } from '../trade/fill.ts'
import { liveSells, unresolvedSells } from '../trade/sell-orders.ts'
import { earliestOf } from '../instants.ts'
import { isHeld, nextTrade, type Trade } from '../trade/trade.ts'
import { repairedByFills } from './repair-rows.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { keyOf } from './position-key.ts'
import { attributeSales, type SaleAttribution } from './sale-attribution.ts'
import { lastMoveOf, type AccountState } from '../persist/state.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** Units of a contract that the broker no longer shows although, by our orders, they are held. */
export interface PositionMismatch {
  /** Contract and product, as the broker nets them. */
  readonly key: string
  readonly units: number
}

/**
 * Takes in the broker's trades of our own orders. A purchase is proven by them alone: what they show needs its stop now,
 * whenever an order book may show the entry. A sale waits for its order, which shows whether more is to come. Answers the
 * orders of which they showed more than was known.
 */
export function applyFills(unitOfWork: AccountUnitOfWork, fills: readonly BrokerFill[]): readonly string[] {
  const bought = new Set<string>()
  for (const seen of fills) {
    const order = unitOfWork.state.order(seen.orderId)
    // An answer may have named another order by mistake, whose trades are none of ours.
    if (order === undefined || order.side !== seen.side || keyOf(order) !== keyOf(seen)) continue
    const fill: Fill = { ...seen, accountId: unitOfWork.account, tradeId: order.tradeId, isManual: false }
    if (unitOfWork.state.hasFill(fill)) continue
    unitOfWork.put({ type: 'fill', fill, on: unitOfWork.state.on })
    if (order.side === 'BUY') bought.add(order.orderId)
  }
  return [...bought].filter((orderId) => completeOrder(unitOfWork, orderId))
}

/**
 * Books again, from the broker's trade book, manual sales that a trade counts as sold and whose fills no row has: the store
 * rejected them, and without them the trade's result could never be computed.
 */
export function restoreManualFills(unitOfWork: AccountUnitOfWork, book: readonly BrokerFill[]): void {
  for (const { id, manualExitQuantity, converted = 0 } of unitOfWork.state.held()) {
    const booked = unitsOf(
      unitOfWork.state.view(id).fills.filter(({ isManual }) => isManual),
      'SELL',
    )
    let lacking = manualExitQuantity - converted - booked
    if (lacking <= 0) continue
    const key = keyOf(unitOfWork.state.trade(id)!)
    const trades = unitOfWork.state.trades().filter((trade) => keyOf(trade) === key)
    const removedUnits = new Map(trades.map((one) => [one.id, one.converted ?? 0]))
    const sales = attributeSales(unitOfWork, key, trades, book, removedUnits)
    // Without the row its sale may pass for what was bought back: one that nothing else accounts for comes first.
    for (const freeOf of [({ unallocated }: SaleAttribution) => unallocated, notBooked(unitOfWork)])
      for (const sale of sales) {
        const units = Math.min(lacking, freeOf(sale))
        if (units <= 0) continue
        lacking -= units
        putManualFill(unitOfWork, id, sale.fill, units)
      }
  }
}

/** Units that a sale took from trades and that none of them has booked. */
function notBooked({ state }: AccountUnitOfWork): (sale: SaleAttribution) => number {
  return ({ fill, reducedBy }) => reducedBy - state.manualUnitsOf(fill)
}

/** Whether the order, brought up to the fills that are known of it, has changed. */
function completeOrder(unitOfWork: AccountUnitOfWork, orderId: string): boolean {
  const order = unitOfWork.state.order(orderId)!
  const { fills, coverFills } = unitOfWork.state.view(order.tradeId)
  const own = [...fills, ...coverFills].filter((fill) => !fill.isManual && fill.orderId === orderId)
  const completed = repairedByFills(order, own)
  if (completed !== order) unitOfWork.put({ type: 'order', order: completed, on: unitOfWork.state.on })
  return completed !== order
}

/** What a reading of the positions shows: what is missing, and when to read again because it was too early to decide. */
export interface Shortfalls {
  readonly missing: readonly PositionMismatch[]
  readonly recheckAt: EpochMs | undefined
}

/**
 * Which of our positions the broker shows smaller than our orders show. A reading taken while an order of the trade moved
 * shows nothing: book and positions are not read in the same instant.
 */
export function positionMismatches(
  unitOfWork: AccountUnitOfWork,
  positions: readonly BrokerPosition[],
  readAt: EpochMs,
  snapshotLagMs: number,
): Shortfalls {
  const missing: PositionMismatch[] = []
  let againAt: EpochMs | undefined
  for (const [key, trades] of Map.groupBy(unitOfWork.state.held(), keyOf)) {
    const views = trades.map((trade) => unitOfWork.state.view(trade.id))
    const units = unitsLacking(views, key, positions)
    if (units <= 0) continue
    const notifyAt = (Math.max(...views.map((view) => lastMoveOf(view, readAt))) + snapshotLagMs) as EpochMs
    if (notifyAt > readAt) {
      againAt = earliestOf(againAt, notifyAt)
      continue
    }
    missing.push({ key, units })
  }
  return { missing, recheckAt: againAt }
}

/**
 * What of earlier shortfalls is missing still, by the positions that showed them: what was explained since is not looked for
 * again, and what an order of ours sold since is not held.
 */
export function stillLacking(
  unitOfWork: AccountUnitOfWork,
  found: readonly PositionMismatch[],
  positions: readonly BrokerPosition[],
): readonly PositionMismatch[] {
  const held = Map.groupBy(unitOfWork.state.held(), keyOf)
  return found.flatMap(({ key, units }) => {
    const views = (held.get(key) ?? []).map(({ id }) => unitOfWork.state.view(id))
    const left = Math.min(units, unitsLacking(views, key, positions))
    return left > 0 ? [{ key, units: left }] : []
  })
}

/** Whether as many units of each contract as are missing have come to stand under other products since `before`. */
export function haveMoved(
  missing: readonly PositionMismatch[],
  before: readonly BrokerPosition[],
  now: readonly BrokerPosition[],
): boolean {
  const elsewhere = (positions: readonly BrokerPosition[], key: string) =>
    positions
      .filter((one) => key.startsWith(`${one.tradingsymbol}/`) && keyOf(one) !== key)
      .reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0)
  return missing.every(({ key, units }) => elsewhere(now, key) - elsewhere(before, key) >= units)
}

/** Units of one contract that the positions show fewer than the trades in it hold. */
function unitsLacking(views: readonly TradeSnapshot[], key: string, positions: readonly BrokerPosition[]): number {
  const expected = views.reduce((sum, view) => sum + Math.max(0, view.open), 0)
  const net = positions.find((position) => keyOf(position) === key)?.quantity ?? 0
  return expected - Math.max(0, net)
}

/** What the trade book made of the shortfalls. */
export interface Explained {
  /** Units of which it shows no sale. */
  readonly unexplained: number
  /** What cannot be decided before the outcome of a sale of ours is known. */
  readonly undecided: readonly PositionMismatch[]
}

/**
 * Books sales that were not a trade's own against the trades they cut. Only as far as the broker's trade book
 * shows such sales: a position that merely reads small is not believed (a stale book reads small too).
 */
export function applyManualSales(
  unitOfWork: AccountUnitOfWork,
  found: readonly PositionMismatch[],
  book: readonly BrokerFill[],
): Explained {
  const undecided: PositionMismatch[] = []
  let unexplained = 0
  for (const shortfall of found) {
    const { key, units } = shortfall
    const trades = unitOfWork.state.trades().filter((trade) => keyOf(trade) === key)
    // A sale of ours whose order is not known yet would pass for another person's.
    if (trades.some(({ id }) => unresolvedSells(unitOfWork.state.view(id)).length > 0)) {
      undecided.push(shortfall)
      continue
    }
    const held = inBuyingOrder(unitOfWork, trades.filter(isHeld))
    let left = units
    // What of a trade was converted its own orders can sell no more: they take it from the others.
    const removedUnits = new Map(trades.map(({ id, converted = 0 }) => [id, converted]))
    for (const { fill, unallocated } of attributeSales(unitOfWork, key, trades, book, removedUnits)) {
      let free = unallocated
      for (const { id } of inCutOrder(unitOfWork, held, fill)) {
        const taken = Math.min(left, free, notSold(unitOfWork.state.view(id)))
        if (taken <= 0) continue
        left -= taken
        free -= taken
        recordManualSale(unitOfWork, id, fill, taken)
      }
    }
    unexplained += left
  }
  return { unexplained, undecided }
}

/** A trade of which the broker has come to show more units under another product. */
export interface Conversion {
  readonly tradeId: string
  /** All that were converted so far: none of them is managed any more. */
  readonly units: number
}

/**
 * Takes units that are missing and that no sale explains out of their trades, as far as the same contract
 * holds them under another product, or held them until they were sold there: the user has converted them. A sale of ours in
 * doubt does not hide that, unless the book shows a sale that may be its. What an order of ours may have sold before any book
 * shows it is left out: the units converted may be the user's own, or of a purchase of ours that no book shows yet either.
 * `book`: the broker's trades, read after `positions`.
 */
export function applyConversions(
  unitOfWork: AccountUnitOfWork,
  missing: readonly PositionMismatch[],
  positions: readonly BrokerPosition[],
  book: readonly BrokerFill[],
): readonly Conversion[] {
  const found: Conversion[] = []
  for (const { key, units } of missing) {
    const trades = unitOfWork.state.held().filter((trade) => keyOf(trade) === key)
    const isDoubted = trades.some(({ id }) => unresolvedSells(unitOfWork.state.view(id)).length > 0)
    if (isDoubted && showsForeignSale(unitOfWork.state, key, book)) continue
    const symbol = trades[0]?.contract.tradingsymbol
    // What was converted before stands there too, and explains nothing more.
    const known = unitOfWork.state
      .trades()
      .reduce((sum, one) => (keyOf(one) === key ? sum + (one.converted ?? 0) : sum), 0)
    const maySell = isDoubted || trades.some(({ id }) => liveSells(unitOfWork.state.view(id)).length > 0)
    const ofPurchases = maySell ? unitsBoughtUnseen(unitOfWork.state, key) : 0
    const elsewhere = symbol === undefined ? 0 : Math.max(0, unitsElsewhere(symbol, key, positions, book) - ofPurchases)
    const judged = units - (maySell ? Math.min(units, unitsSoldUnseen(key, elsewhere, positions, book)) : 0)
    let left = elsewhere - known >= judged ? judged : 0
    for (const { trade } of inBuyingOrder(unitOfWork, trades)) {
      const taken = Math.min(left, unitOfWork.state.view(trade.id).open)
      const next = taken > 0 ? nextTrade(trade, { type: 'converted', units: taken }) : undefined
      if (next === undefined) continue
      left -= taken
      unitOfWork.put({ type: 'trade', trade: next })
      found.push({ tradeId: trade.id, units: next.converted! })
    }
  }
  return found
}

/** A trade and the first of its purchases that a trade book has shown. */
interface BoughtTrade {
  readonly trade: Trade
  readonly first: BrokerFill | undefined
}

/**
 * The trades in the order in which they first bought: an entry that was stuck may have bought after that of a later trade. One
 * whose fills no trade book has shown yet comes last.
 */
function inBuyingOrder(unitOfWork: AccountUnitOfWork, trades: readonly Trade[]): readonly BoughtTrade[] {
  const purchases = trades.map((trade) => {
    const bought = unitOfWork.state.view(trade.id).fills.filter(({ side }) => side === 'BUY')
    return { trade, first: bought.toSorted(inTradeOrder)[0] }
  })
  return purchases.toSorted((a, b) => {
    if (a.first === undefined || b.first === undefined)
      return Number(a.first === undefined) - Number(b.first === undefined) || a.trade.createdAt - b.trade.createdAt
    return inTradeOrder(a.first, b.first)
  })
}

/**
 * In which order a manual sale is taken out of `trades`: from what had bought before it first, and there last from what an
 * order of ours may have sold unseen. A stop at rest goes without a race.
 */
function inCutOrder(unitOfWork: AccountUnitOfWork, trades: readonly BoughtTrade[], sale: BrokerFill): readonly Trade[] {
  const rankOf = ({ trade, first }: BoughtTrade) => {
    const isLater = first !== undefined && inTradeOrder(sale, first) < 0
    return Number(isLater) * 2 + Number(mayHaveSold(unitOfWork, trade))
  }
  return trades.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ trade }) => trade)
}

/** Whether a sell order of the trade is meant to sell now, or the broker has not shown yet that it works. */
function mayHaveSold(unitOfWork: AccountUnitOfWork, { id, state }: Trade): boolean {
  return liveSells(unitOfWork.state.view(id)).some(({ phase }) => state === 'exiting' || phase === 'pending')
}

/** Units that a trade holds still, by its orders and by fills of theirs that no order book has shown yet. */
function notSold({ trade, bought, fills, open }: TradeSnapshot): number {
  const own = fills.filter(({ isManual }) => !isManual)
  return Math.min(open, bought - unitsOf(own, 'SELL') - trade.manualExitQuantity)
}

/** Whether the book shows a sale by an order that is not known as ours: an order in doubt looks like that too. */
function showsForeignSale(state: AccountState, key: string, book: readonly BrokerFill[]): boolean {
  return book.some((fill) => fill.side === 'SELL' && keyOf(fill) === key && state.order(fill.orderId) === undefined)
}

/** Whether orders of ours for other trades sold what the trade's own did not, and `book` shows no sale of anyone else. */
export function isSoldByOwnOrders(
  state: AccountState,
  { trade, fills }: TradeSnapshot,
  book: readonly BrokerFill[],
): boolean {
  const others = fills.filter(({ isManual }) => isManual)
  if (others.length === 0 || others.some(({ orderId }) => state.order(orderId) === undefined)) return false
  return !showsForeignSale(state, keyOf(trade), book)
}

/**
 * Units of a contract that stand under other products than that of `key` and that were not bought there today, those that
 * have been sold there since included: their product shows a sale, and no purchase, of what was converted.
 */
function unitsElsewhere(
  symbol: string,
  key: string,
  positions: readonly BrokerPosition[],
  book: readonly BrokerFill[],
): number {
  const units = new Map<string, number>()
  const add = (of: BrokerPosition | BrokerFill, quantity: number) => {
    if (of.tradingsymbol === symbol && keyOf(of) !== key) units.set(of.product, (units.get(of.product) ?? 0) + quantity)
  }
  for (const position of positions) add(position, position.quantity)
  for (const fill of book) add(fill, fill.side === 'SELL' ? fill.quantity : -fill.quantity)
  return units.values().reduce((sum, converted) => sum + Math.max(0, converted), 0)
}

/** Units of a contract and product that are gone from all products though `book` shows no sale of them: one is not shown yet. */
function unitsSoldUnseen(
  key: string,
  elsewhere: number,
  positions: readonly BrokerPosition[],
  book: readonly BrokerFill[],
): number {
  const own = book.filter((fill) => keyOf(fill) === key)
  const net = positions.find((position) => keyOf(position) === key)?.quantity ?? 0
  return Math.max(0, unitsOf(own, 'BUY') - unitsOf(own, 'SELL') - elsewhere - net)
}

/** The most units that purchases of ours in a contract and product may have made of which the order book shows nothing yet. */
function unitsBoughtUnseen(state: AccountState, key: string): number {
  let units = 0
  for (const trade of state.trades()) {
    if (keyOf(trade) !== key) continue
    const { orders, intents } = state.view(trade.id)
    for (const order of orders) if (order.side === 'BUY') units += openQuantityOf(order)
    for (const { call } of intents.filter(isUnresolved))
      if (call.type === 'place' && call.order.side === 'BUY') units += call.order.terms.quantity
  }
  return units
}

function recordManualSale(unitOfWork: AccountUnitOfWork, tradeId: string, seen: BrokerFill, units: number): void {
  const trade = unitOfWork.state.trade(tradeId)
  const event = { type: 'manual_exit', units } as const
  const next = trade === undefined ? undefined : nextTrade(trade, event)
  if (next === undefined) return
  putManualFill(unitOfWork, tradeId, seen, units)
  unitOfWork.put({ type: 'trade', trade: next })
}

function putManualFill(unitOfWork: AccountUnitOfWork, tradeId: string, seen: BrokerFill, units: number): void {
  // The same sale may be drawn on twice: once for what was missing first, again when more is.
  const part = unitOfWork.state.view(tradeId).fills.filter(({ fillId }) => fillId.startsWith(`${seen.fillId}/`)).length
  const fill: Fill = {
    ...seen,
    fillId: `${seen.fillId}/${part + 1}`,
    quantity: units,
    accountId: unitOfWork.account,
    tradeId,
    isManual: true,
  }
  unitOfWork.put({ type: 'fill', fill, on: unitOfWork.state.on })
}

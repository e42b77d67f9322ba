import type { CallRecord } from '../environment/broker-records.ts'
import type { PriceSeen } from '../environment/sim-feed.ts'
import { CONTRACTS } from '../session/contracts.ts'
import { restOf, type Holding, type OrderLife } from './exchange-orders.ts'
import { isOutstanding } from './call-log.ts'
import type { CheckerContext } from './checker-context.ts'
import { tradedByOrders, unitsOfTrade } from './trade-units.ts'

/** A request younger than this is in flight, whatever becomes of it. */
export const REQUEST_MS = 7_000
/** An accepted exit is in flight this long; then its next step must have been taken. */
export const STEP_MS = 3_000
/** An order that finds no buyer is asked for again within this. */
export const LONGEST_STEP_MS = 30_000
/** Prices of options come in steps of so much. */
const TICK = 5
/** How soon the price is read again. */
const PRICE_MS = 500

/** An order or a call of ours that stands behind units of a holding. */
export interface Cover {
  readonly tag: string
  readonly units: number
  /** When it stops counting by the passing of time. */
  readonly until: number
}

const NO_EXITS: readonly OrderLife[] = []

/** What covers a holding at `now`: stops at the exchange, and exits in flight. */
export function coversOf(context: CheckerContext, holding: Holding, now: number): readonly Cover[] {
  const covers: Cover[] = []
  const add = (tag: string | null, units: number, until: number) => {
    if (until > now) covers.push({ tag: tag!, units, until })
  }
  for (const exit of newestExits(context, holding, now))
    // The exchange would not have it at that price, or it was cancelled manually: the chase continues with its next step.
    if (exit.status === 'REJECTED' || isTakenManually(context, exit))
      add(exit.tag, exit.quantity - exit.filled, exit.takenAt + STEP_MS)
  for (const order of holding.liveSells) {
    add(order.tag, restOf(order), countsUntil(context, order, now))
    // A step of the exit for more units that the exchange has not carried out, or would not have at that price.
    const more = order.askedToSell - order.filled - restOf(order)
    if (more > 0) add(order.tag, more, order.steppedAt + STEP_MS)
    const asked = exitAsked(context, order, now)
    const furtherUnits = (asked?.terms?.quantity ?? 0) - order.filled - restOf(order) - Math.max(0, more)
    if (asked !== undefined && furtherUnits > 0) add(order.tag, furtherUnits, asked.leftAt + REQUEST_MS)
  }
  for (const call of exitsOut(context, holding, now)) add(call.tag, call.terms!.quantity, call.leftAt + REQUEST_MS)
  return covers
}

/** Units of the holding that its covers stand behind: what covers one trade more than once covers no other. */
export function coveredUnits(context: CheckerContext, holding: Holding, covers: readonly Cover[]): number {
  let units = 0
  for (const cover of covers) units += cover.units
  if (!mayHaveSeveralTrades(context, holding)) return units
  let covered = 0
  for (const [tradeId, ofTrade] of byTrade(context, holding, covers))
    covered += tradeId === undefined ? ofTrade : Math.min(ofTrade, tradedByOrders(context, holding, tradeId))
  return covered
}

/** The trades that hold more than their own covers stand behind. Empty: which of several that is cannot be known. */
export function uncoveredTrades(
  context: CheckerContext,
  holding: Holding,
  covers: readonly Cover[],
): ReadonlySet<string> {
  const { exchangeOrders, intents } = context
  const covered = byTrade(context, holding, covers)
  const uncovered = new Set<string>()
  for (const { isProductOrder, side, account, tag } of exchangeOrders.ordersOf(holding)) {
    const tradeId = isProductOrder && side === 'BUY' ? intents.byTag(account, tag!)?.tradeId : undefined
    if (tradeId === undefined || uncovered.has(tradeId)) continue
    if (unitsOfTrade(context, holding, tradeId) > (covered.get(tradeId) ?? 0)) uncovered.add(tradeId)
  }
  return uncovered
}

function byTrade(
  { intents }: CheckerContext,
  { account }: Holding,
  covers: readonly Cover[],
): Map<string | undefined, number> {
  const units = new Map<string | undefined, number>()
  for (const cover of covers) {
    const tradeId = intents.byTag(account, cover.tag)?.tradeId
    units.set(tradeId, (units.get(tradeId) ?? 0) + cover.units)
  }
  return units
}

function mayHaveSeveralTrades({ exchangeOrders }: CheckerContext, holding: Holding): boolean {
  let bought = 0
  for (const { isProductOrder, side, filled } of exchangeOrders.ordersOf(holding))
    if (isProductOrder && side === 'BUY' && filled > 0) bought += 1
  return bought > 1
}

/** The calls that may have placed an exit in the contract, which the exchange has not shown yet. */
function* exitsOut({ callLog }: CheckerContext, holding: Holding, now: number): Iterable<CallRecord> {
  const calls = callLog.of(holding.account)
  for (let i = calls.length - 1; i >= 0; i -= 1) {
    const call = calls[i]!
    if (call.leftAt <= now - REQUEST_MS) return
    const isExit = call.kind === 'place' && call.side === 'SELL' && call.terms?.kind !== 'SL'
    if (isExit && call.tradingsymbol === holding.tradingsymbol && isOutstanding(call) && !isTaken(holding, call.tag!))
      yield call
  }
}

/** Of each trade in the contract the newest exit, if it is younger than a step. */
function newestExits(context: CheckerContext, { account, exits }: Holding, now: number): readonly OrderLife[] {
  const last = exits.at(-1)
  if (last === undefined || last.takenAt + STEP_MS <= now) return NO_EXITS
  const newest: OrderLife[] = []
  const seen = new Set<string | undefined>()
  for (let i = exits.length - 1; i >= 0 && exits[i]!.takenAt + STEP_MS > now; i -= 1) {
    const tradeId = context.intents.byTag(account, exits[i]!.tag!)?.tradeId
    if (!seen.has(tradeId)) newest.push(exits[i]!)
    seen.add(tradeId)
  }
  return newest
}

function isTakenManually({ callLog }: CheckerContext, { status, orderId }: OrderLife): boolean {
  return status === 'CANCELLED' && !callLog.hasCancel(orderId)
}

function isTaken(holding: Holding, tag: string): boolean {
  for (const order of holding.liveSells) if (order.tag === tag) return true
  return false
}

/** Until when an order of ours counts as a stop or as an exit in flight. */
function countsUntil(context: CheckerContext, order: OrderLife, now: number): number {
  if (order.resting === 'armed') return Number.POSITIVE_INFINITY
  const asked = lastChangeAsked(context, order, now)
  return Math.max(order.resting === null ? order.steppedAt + REQUEST_MS : nextStepBy(context, order, now), asked)
}

/**
 * By when the next step must be taken with a sale that works at the exchange. Asked for again, a market order finds no buyer
 * where the feed shows none, nor does one at the lowest price that it may ask where every buyer bids less, and each time takes a
 * change of those that the broker allows: then it may be asked for more seldom.
 */
function nextStepBy({ observations }: CheckerContext, order: OrderLife, now: number): number {
  const by = order.steppedAt + STEP_MS
  if (now < by) return by
  const token = tokenOf(order)
  const { prices } = observations
  let otherSince: number | undefined
  for (let i = prices.length - 1; i >= 0; i -= 1) {
    const price = prices[i]!
    if (price.token !== token || !price.published || price.at > now) continue
    const asksInVain = findsNoBuyer(order, price)
    if (asksInVain && otherSince !== undefined) return Math.max(by, otherSince + STEP_MS)
    if (asksInVain) return Math.min(order.steppedAt + LONGEST_STEP_MS, now + PRICE_MS)
    otherSince = price.at
    if (price.at <= order.steppedAt) break
  }
  return by
}

/** Whether an order is at work for which the feed shows no buyer now, and which may ask nothing that would find one. */
export function hasNoBuyer({ observations }: CheckerContext, order: OrderLife, now: number): boolean {
  if (order.resting !== 'working') return false
  const token = tokenOf(order)
  const newest = observations.prices.findLast((price) => price.token === token && price.published && price.at <= now)
  return newest !== undefined && findsNoBuyer(order, newest)
}

function findsNoBuyer({ orderType, price }: OrderLife, { bid, last }: PriceSeen): boolean {
  if (orderType === 'MARKET') return bid <= 0
  return orderType === 'LIMIT' && bid > 0 && bid < price && price < lowestAsk(last) + TICK
}

/** Within the exchange's band of 40 %, or 20 rupees for cheap ones, whose reference is not shown: 30 % under the last price, or 15 rupees. */
function lowestAsk(last: number): number {
  return Math.max(TICK, last > 5_000 ? last * 0.7 : last - 1_500)
}

function tokenOf({ tradingsymbol }: OrderLife): number {
  return CONTRACTS.find((one) => one.tradingsymbol === tradingsymbol)!.token
}

/** The newest change of an order into an exit of which nothing is known yet. */
function exitAsked({ callLog }: CheckerContext, { account, orderId }: OrderLife, now: number): CallRecord | undefined {
  const recent = callLog.of(account).filter(({ leftAt }) => leftAt > now - REQUEST_MS)
  return recent.findLast(
    (call) => call.kind === 'modify' && call.orderId === orderId && call.terms?.kind !== 'SL' && isOutstanding(call),
  )
}

function lastChangeAsked({ callLog }: CheckerContext, { account, orderId }: OrderLife, now: number): number {
  const calls = callLog.of(account)
  for (let i = calls.length - 1; i >= 0; i -= 1) {
    const call = calls[i]!
    if (call.leftAt <= now - REQUEST_MS) break
    if (call.orderId === orderId && isOutstanding(call)) return call.leftAt + REQUEST_MS
  }
  return 0
}

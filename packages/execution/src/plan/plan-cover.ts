// @invariant short-bought-back What our orders sold short is bought back within 5 s of the broker showing it, and
//   never more than that; what two purchases bought too much is sold; a short of the user's own is reported.
import type { BrokerNames } from '../broker-profile.ts'
import { contractRef, type ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { RaisedAlarm } from '../alarms/alarm.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isUnresolved } from '../intent/intent.ts'
import { isTerminal, openQuantityOf, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import { unitsOf, type BrokerFill, type Fill } from '../trade/fill.ts'
import { CHASE_STEPS, coverTerms } from './chase.ts'
import { nextCoverAt } from './cover-attempts.ts'
import { planCancel } from './plan-cancel.ts'
import { isTransient } from './retry-backoff.ts'
import { earliestOf } from '../instants.ts'
import type { PlanEnv, Step } from './steps.ts'
import { isHeld, nextTrade, type Trade } from '../trade/trade.ts'
import { keyOf } from '../broker-view/position-key.ts'
import { salesToCover, unitsSoldShort } from '../broker-view/sale-attribution.ts'
import { coverPnlOf, subtractCover } from '../broker-view/cover-pnl.ts'
import { coverNotification } from '../persist/trade-notifications.ts'
import type { AccountInput } from './account-input.ts'
import { isInSnapshot, netOf } from '../broker-view/position-snapshot.ts'
import { planSurplus } from './plan-surplus.ts'
import type { SnapshotKind } from '../broker-view/poll-scheduler.ts'
import { lastMoveOf } from '../persist/state.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

type CallStep = Extract<Step, { type: 'call' }>

/** Books that lag longer than they may show a position by then as it is. */
const LONGEST_LAG_MS = 15_000
const READ_AGAIN_MS = 2_000
/** How old positions may be by which units are bought back: one slow reading and a moment. */
const VALID_MS = 6_000
/** An order that buys back is over at once; one that stands longer is cancelled. */
const STANDS_MS = 3_000

/** What the account's net positions need in the contracts that were traded today and are not held any more. */
export interface CoverPlan {
  readonly calls: readonly { readonly step: CallStep; readonly trade: Trade }[]
  readonly reads: readonly SnapshotKind[]
  /** Contracts whose quote is needed: something of them is short, or may be. */
  readonly tokens: readonly number[]
  readonly wakeAt: EpochMs | undefined
  /** Every contract traded today was seen, since its last fill, not to be short. */
  readonly isSettled: boolean
}

interface Draft {
  readonly calls: { readonly step: CallStep; readonly trade: Trade }[]
  readonly reads: Set<SnapshotKind>
  readonly tokens: number[]
  wakeAt: EpochMs | undefined
  isSettled: boolean
}

/**
 * Looks at the account's net position in every contract that was traded today once it is not held any more, by readings that
 * began two seconds after its last fill, ours or another's. What orders of ours sold short is bought back; what took a sale of the user's own
 * as well is reported, and bought back only if the user has chosen so.
 */
export function planCovers(input: AccountInput, env: PlanEnv): CoverPlan {
  const draft: Draft = { calls: [], reads: new Set(), tokens: [], wakeAt: undefined, isSettled: true }
  const isOver = input.session === undefined || input.now >= input.session.closesAt
  const traded = isOver ? [] : input.unitOfWork.state.traded()
  for (const [key, views] of Map.groupBy(traded, ({ trade }) => keyOf(trade))) {
    planStanding(env, views, draft)
    // What is held is watched while it is held.
    if (views.some((view) => view.open > 0 || view.trade.state === 'entering')) continue
    planContract(input, env, key, views, draft)
  }
  return { ...draft, reads: [...draft.reads] }
}

function planContract(
  input: AccountInput,
  env: PlanEnv,
  key: string,
  views: readonly TradeSnapshot[],
  draft: Draft,
): void {
  const { config, now, positions, trades } = input
  const { trade } = views.at(-1)!
  const { contract, product } = trade
  const ownMoved = Math.max(...views.map(movedAt)) + config.snapshotLagMs
  // Positions read before an order's last state was known may be as old as the book that did not show it.
  const learned = Math.max(0, ...views.flatMap(({ orders, covers }) => [...orders, ...covers]).map(input.firstSeenAt))
  const sales = input.foreignSalesVisibleFrom(key)
  const partAt = Math.max(ownMoved, learned, input.fillsShownAt(key) ?? 0, sales?.firstUnits ?? 0) as EpochMs
  const allAt = Math.max(partAt, sales?.allUnits ?? 0) as EpochMs
  // A sale of the user's own that goes on filling only adds to a short: positions that show one count before it has ended.
  const isShort = positions !== undefined && netOf(positions.value, contract.tradingsymbol, product) < 0
  const notifyAt = isShort && positions.readAt >= partAt ? partAt : allAt
  const wait = (at: EpochMs, ...reads: SnapshotKind[]) => {
    draft.isSettled = false
    draft.tokens.push(contract.token)
    draft.wakeAt = earliestOf(draft.wakeAt, at > now ? at : undefined)
    for (const read of reads) draft.reads.add(read)
  }
  if (now < notifyAt) return wait(notifyAt)
  if (positions === undefined || positions.readAt < notifyAt) return wait(now, 'positions')
  // What was traded today is listed all day, with 0 once it is sold: a reading that lacks it is older than the trade.
  if (!isInSnapshot(positions.value, contract.tradingsymbol)) return wait(now, 'positions')
  // Every fill of ours is on record, those that bought back as well.
  if (views.some(({ covered, coverFills }) => unitsOf(coverFills, 'BUY') < covered)) wait(now, 'trades')
  if (!recordCovers(input, key, views)) wait(now, 'trades')
  const net = netOf(positions.value, contract.tradingsymbol, product)
  reportOpenSales(input, trade, net)
  if (net >= 0) {
    if (canBeOlder(input, key, views, net, positions.readAt)) {
      const again = (positions.readAt + READ_AGAIN_MS) as EpochMs
      if (now < again) wait(again)
      else wait(now, 'positions')
      return
    }
    const bought = views.reduce((sum, view) => sum + coveredBy(view), 0)
    if (net <= 0 || bought === 0) return
    if (trades === undefined || trades.readAt < notifyAt) return wait(now, 'trades')
    // A trade book that lacks the user's own sale would make what they bought since pass for ours.
    if (netByFills(trades.value, key) !== net) {
      const again = (trades.readAt + READ_AGAIN_MS) as EpochMs
      if (trades.readAt >= ownMoved + LONGEST_LAG_MS) return
      return now < again ? wait(again) : wait(now, 'trades')
    }
    const surplus = Math.min(net, bought - everShort(input, key, views))
    const units = surplus - (surplus % contract.lotSize)
    if (units <= 0) return
    wait(now)
    const { step, wakeAt } = planSurplus(input, env, views, units)
    if (step !== undefined) draft.calls.push({ step, trade })
    draft.wakeAt = earliestOf(draft.wakeAt, wakeAt)
    return
  }
  if (positions.readAt < allAt) wait(allAt, ...(now < allAt ? [] : (['positions'] as const)))
  if (trades === undefined || trades.readAt < notifyAt) return wait(now, 'trades')
  const short = shortOf(input, key, views, -net)
  draft.wakeAt = earliestOf(draft.wakeAt, reportShort(input, trade, -net, short))
  if (short.due <= 0) return
  // Since an attempt began the user may have bought back, and each try buys by what is short then.
  if (positions.readAt < Math.max(lastAttemptEndedAt(views), now - VALID_MS)) return wait(now, 'positions')
  wait(now)
  planPurchase(input, env, trade, views, short.due, draft)
}

/**
 * Whether the positions show more than the fills known by now leave, by a reading that may be from before our last sale: a
 * broker whose books lag shows both as they were. Units the user bought show so as well, and do so later too.
 */
function canBeOlder(
  { unitOfWork, trades }: AccountInput,
  key: string,
  views: readonly TradeSnapshot[],
  net: number,
  readAt: EpochMs,
): boolean {
  const ownTrades = views.map(({ trade }) => trade)
  const soldShort = trades === undefined ? 0 : unitsSoldShort(unitOfWork, key, ownTrades, trades.value)
  const left = views.reduce((sum, { open, covered }) => sum + open + covered, 0) - soldShort
  return net > left && readAt < Math.max(...views.map(movedAt)) + LONGEST_LAG_MS
}

/**
 * Books what buying back came to on the trade that bought last: a line of its own in the day's result and loss limit. False
 * while the trade book, read since, has not shown the sales behind it.
 */
function recordCovers(
  { unitOfWork, trades, now, config }: AccountInput,
  key: string,
  views: readonly TradeSnapshot[],
): boolean {
  const last = views.findLast(({ coverFills }) => coverFills.length > 0)
  if (last === undefined) return true
  const booked = views.flatMap(({ trade }) => (trade.state === 'closed' && trade.cover !== undefined ? [trade] : []))
  const bought = views.reduce((sum, { coverFills }) => sum + unitsOf(coverFills, 'BUY'), 0)
  if (booked.reduce((sum, { cover }) => sum + cover!.units, 0) === bought) return true
  if (trades === undefined || trades.readAt < movedAt(last)) return false
  // Its own result comes first.
  if (last.trade.state !== 'closed') return true
  const all = views.map(({ trade }) => trade)
  const { brokerage } = config.broker
  const total = coverPnlOf(views, salesToCover(unitOfWork, key, all, trades.value), last.trade.on, brokerage)
  const others = booked.filter(({ id }) => id !== last.trade.id)
  const cover = others.reduce((rest, trade) => rest && subtractCover(rest, trade.cover!), total)
  const isNews = cover !== undefined && cover.units !== last.trade.cover?.units
  const next = isNews ? nextTrade(last.trade, { type: 'covered', cover }) : undefined
  if (next !== undefined && cover !== undefined) {
    unitOfWork.put({ type: 'trade', trade: next })
    unitOfWork.notify(coverNotification(next, cover, now))
  }
  return true
}

/**
 * Cancels what buys back and stands: over at once it would have bought what was short by the books it goes by, later the user
 * may have bought back, or hold the contract again. Whatever the books show now, and whether or not they can be read.
 */
function planStanding(env: PlanEnv, views: readonly TradeSnapshot[], draft: Draft): void {
  for (const view of views)
    for (const order of view.covers.filter(isInForce)) {
      draft.isSettled = false
      const cancelAt = (order.acknowledgedAt + STANDS_MS) as EpochMs
      if (env.now < cancelAt) {
        draft.wakeAt = earliestOf(draft.wakeAt, cancelAt)
        continue
      }
      const cancel = planCancel(view, order, 'exit', 'cover', env)
      draft.wakeAt = earliestOf(draft.wakeAt, cancel.wakeAt)
      for (const step of cancel.steps) if (step.type === 'call') draft.calls.push({ step, trade: view.trade })
    }
}

/** The next attempt to buy `due` units back, when none is under way and the last is over. */
function planPurchase(
  input: AccountInput,
  env: PlanEnv,
  trade: Trade,
  views: readonly TradeSnapshot[],
  due: number,
  draft: Draft,
): void {
  const { now, market, wall, alarms, unitOfWork } = input
  const { contract } = trade
  const attempts = views.flatMap(({ intents }) => intents.filter(({ kind }) => kind === 'cover'))
  // One in doubt is settled by its tag, as an entry is, and never sent a second time.
  if (attempts.some(isUnresolved)) return
  const covers = views.flatMap((view) => view.covers)
  if (covers.some(isInForce)) return
  const nextAt = nextCoverAt(attempts, covers, env)
  if (now < nextAt) {
    draft.wakeAt = earliestOf(draft.wakeAt, nextAt)
    return
  }
  const tried = attempts.filter(({ outcome }) => !(outcome.state === 'refused' && isTransient(outcome.code))).length
  if (tried === CHASE_STEPS)
    alarms.raise(unitOfWork, { code: 'alarm.cover_exhausted', contract: contractRef(contract), units: due }, trade, now)
  const terms = coverTerms(tried, market.quoteOf(contract.token, wall), contract.tickSize, due)
  draft.calls.push({
    trade,
    step: {
      type: 'call',
      priority: 'exit',
      kind: 'cover',
      reason: 'short',
      call: { type: 'place', side: 'BUY', terms },
    },
  })
}

/** When the newest attempt to buy back came to its end; 0: there was none. One that has no end yet keeps the next back. */
function lastAttemptEndedAt(views: readonly TradeSnapshot[]): number {
  const attempts = views.flatMap(({ intents }) =>
    intents.filter(({ kind, call }) => kind === 'cover' && call.type === 'place'),
  )
  return Math.max(0, ...attempts.map(({ outcome }) => ('at' in outcome ? outcome.at : 0)))
}

function isInForce({ phase }: OrderRecord): boolean {
  return !isTerminal(phase)
}

/** When anything last moved in a trade: its calls, its orders by the exchange's clock, its fills. */
function movedAt(view: TradeSnapshot): EpochMs {
  let last: number = lastMoveOf(view)
  for (const { updatedAt } of [...view.orders, ...view.covers]) last = Math.max(last, updatedAt ?? 0)
  for (const { at } of [...view.fills, ...view.coverFills]) last = Math.max(last, at)
  return last as EpochMs
}

interface Short {
  /** Units that orders of ours sold beyond what orders of ours bought. */
  readonly own: number
  /** Units that took a sale of the user's own to be short. */
  readonly manualUnits: number
  /** Units to buy back. */
  readonly due: number
}

/** Whose the short units are, of `net` that the broker shows. The broker's book and ours must agree on each. */
function shortOf(input: AccountInput, key: string, views: readonly TradeSnapshot[], net: number): Short {
  const covered = views.reduce((sum, view) => sum + coveredBy(view), 0)
  const soldByUs = soldBeyond(views)
  const own = Math.max(0, soldByUs - covered)
  const raced = Math.max(0, soldShort(input, key, views) - Math.max(soldByUs, covered))
  const { lotSize } = views.at(-1)!.trade.contract
  const due = Math.min(net, own + (input.coverManualShorts ? raced : 0))
  return { own: Math.min(net, own), manualUnits: Math.max(0, net - own), due: due - (due % lotSize) }
}

/** What all fills of the day in a contract leave of it. */
function netByFills(book: readonly BrokerFill[], key: string): number {
  return book.reduce((net, fill) => {
    if (keyOf(fill) !== key) return net
    return fill.side === 'BUY' ? net + fill.quantity : net - fill.quantity
  }, 0)
}

/** Units of a contract that were short today, whether or not they were bought back since. */
function everShort(input: AccountInput, key: string, views: readonly TradeSnapshot[]): number {
  return Math.max(soldBeyond(views), soldShort(input, key, views))
}

/** Units that orders of ours sold beyond what orders of ours bought, but for what bought back. */
function soldBeyond(views: readonly TradeSnapshot[]): number {
  let sold = 0
  for (const { orders, fills } of views)
    for (const order of orders) sold += (order.side === 'SELL' ? 1 : -1) * unitsKnown(order, fills)
  return Math.max(0, sold)
}

/** Units sold while nothing was held, the user's own sales counted, as the trade book shows them. */
function soldShort({ unitOfWork, trades }: AccountInput, key: string, views: readonly TradeSnapshot[]): number {
  const all = views.map(({ trade }) => trade)
  return unitsSoldShort(unitOfWork, key, all, trades!.value)
}

function coveredBy({ covers, coverFills }: TradeSnapshot): number {
  return covers.reduce((sum, order) => sum + unitsKnown(order, coverFills), 0)
}

/** What has filled of an order by its own status or by its fills, whichever shows more. */
function unitsKnown(order: OrderRecord, fills: readonly Fill[]): number {
  const notified = fills.reduce((sum, fill) => (fill.orderId === order.orderId ? sum + fill.quantity : sum), 0)
  return Math.max(order.filled, notified)
}

/** Returns when to report again: more is short than was reported within the last minute. */
function reportShort(
  input: AccountInput,
  trade: Trade,
  net: number,
  { own, manualUnits, due }: Short,
): EpochMs | undefined {
  const { unitOfWork, invariants, alarms, now } = input
  const contract = contractRef(trade.contract)
  if (own > 0) invariants.broken(unitOfWork, { code: 'alarm.short.own', contract, units: own }, trade, now)
  if (manualUnits <= 0) return undefined
  const open = openSalesOf(input.foreignSellOrders, trade)
  return alarms.raise(
    unitOfWork,
    manualShort({ contract, units: net }, { own, manualUnits, due }, idsOf(open), unitOfWork.broker.names),
    trade,
    now,
  )
}

/** `orders`: sale orders of the user's own that are open in the contract, to cancel first. */
function manualShort(
  about: { readonly contract: ContractRef; readonly units: number },
  { own, manualUnits, due }: Short,
  orders: readonly string[],
  { portal }: BrokerNames,
): RaisedAlarm {
  if (due > own)
    return orders.length === 0
      ? { code: 'alarm.manual_short.ours', ...about, due }
      : { code: 'alarm.manual_short.ours_cancel', ...about, due, orders }
  return orders.length === 0
    ? { code: 'alarm.manual_short.theirs', ...about, manualUnits, portal }
    : { code: 'alarm.manual_short.theirs_cancel', ...about, manualUnits, orders, portal }
}

/** A sale order of the user's own that would open a short position when it fills: nothing is held for it any more. */
function reportOpenSales(
  { unitOfWork, alarms, foreignSellOrders, now }: AccountInput,
  trade: Trade,
  net: number,
): void {
  const open = openSalesOf(foreignSellOrders, trade)
  const units = open.reduce((sum, order) => sum + openQuantityOf(order), 0)
  if (units <= Math.max(0, net) || isHeld(trade)) return
  const about = {
    contract: contractRef(trade.contract),
    units,
    orders: idsOf(open),
    portal: unitOfWork.broker.names.portal,
  }
  alarms.raise(unitOfWork, { code: 'alarm.open_sale_over_nothing', ...about }, trade, now)
}

function openSalesOf(foreignSellOrders: readonly BrokerOrder[], trade: Trade): readonly BrokerOrder[] {
  return foreignSellOrders.filter((order) => keyOf(order) === keyOf(trade))
}

function idsOf(orders: readonly BrokerOrder[]): readonly string[] {
  return orders.map(({ orderId }) => orderId)
}

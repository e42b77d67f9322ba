import { netOf } from '@strikewise/execution/broker-view/position-snapshot.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { CONTRACTS } from '../session/contracts.ts'
import { openOf, PRODUCT, type Holding, type OrderLife } from './exchange-orders.ts'
import { cannotProtectUntil } from './tolerances.ts'
import type { CheckerContext } from './checker-context.ts'
import { TICK } from './rules/stop-and-target-figures.ts'
import { bidsWithin } from './rules/prices.ts'
import { isShown, rowOf } from './order-confirmation.ts'
import { rejectedOf } from './rejected-rows.ts'
import { hadUnconfirmedSale, isUnconfirmed } from './unconfirmed.ts'
import { unitsOfTrade } from './trade-units.ts'

/** A protection in doubt may be sent again after this, when the price is near its stop. */
const RESEND_MS = 5_000
/** What the user did is noticed by poll within this. */
const MANUAL_SEEN_MS = 10_000
/** The broker's positions may lag behind its order book by so much. */
const BOOKS_LAG_MS = 2_000
/** A quote may be so old and a claim may wait so long that it steers a call. */
const STEERED_MS = 16_000
/** From the plan of a call to its first byte, its row between them. */
const PLANNED_MS = 100

/**
 * One SELL order a position, for life (I2, I11): none leaves while another stands, nor while it is unknown whether one does, but
 * the sale of a part beside the stop of the rest (`part-sales.ts`); and the one that stands is only taken away after the broker refused to change it. Judged within one process: a
 * successor cannot know what its predecessor received.
 */
export function checkSingleSellOrder(context: CheckerContext, call: CallRecord): void {
  if (call.kind === 'place' && call.side === 'SELL') checkPlace(context, call)
  if (call.kind === 'cancel') checkCancel(context, call)
}

function checkPlace(context: CheckerContext, call: CallRecord): void {
  const { exchangeOrders, callLog, findings, intents, activeFaults } = context
  checkQuantity(context, call)
  const intent = intents.byTag(call.account, call.tag!)
  const tradeId = intent?.tradeId
  const say = (why: string) => findings.add('I11', call.account, call.tag!, `the sale ${call.tag} left ${why}`)
  checkNearStop(context, call, tradeId)
  for (const one of callLog.of(call.account)) {
    if (one === call || one.kind !== 'place' || one.side !== 'SELL' || one.process !== call.process) continue
    if (one.tradingsymbol !== call.tradingsymbol || one.answer?.type === 'refused') continue
    // A late fill may make two positions of one contract, each with its own.
    const other = intents.byTag(call.account, one.tag!)
    if (other?.tradeId !== tradeId) continue
    if ((other?.kind === 'reduce') !== (intent?.kind === 'reduce')) continue
    const order = exchangeOrders.findByTag(call.account, one.tag!)
    if (order !== undefined && (order.endedAt !== null || isUnconfirmed(context, order, call.leftAt))) continue
    if (order !== undefined && wasJustConfirmed(context, order, call.leftAt)) continue
    if (one.answer === undefined) say(`before ${one.tag} was answered`)
    else if (one.answer.type === 'accepted') {
      if (order !== undefined) say(`while ${one.tag} stood`)
    } else if (call.leftAt < one.answeredAt! + RESEND_MS && !activeFaults.clocksMoved)
      say(`${call.leftAt - one.answeredAt!} ms into the doubt about ${one.tag}`)
  }
}

/** Whether the rows came to show an order at the exchange only when a sale beside it was already planned. */
function wasJustConfirmed(context: CheckerContext, { account, orderId }: OrderLife, leftAt: number): boolean {
  const since = rowOf(context, account, orderId)?.phaseSince
  return since !== undefined && since <= leftAt && since > leftAt - PLANNED_MS
}

/** While an earlier protection is in doubt another leaves only where the price is within the stop's own slack of it. */
function checkNearStop(context: CheckerContext, call: CallRecord, tradeId: string | undefined): void {
  const { observations, callLog, intents, findings } = context
  const { terms, account, leftAt, tag } = call
  if (terms?.kind !== 'SL') return
  const isDoubted = callLog.of(account).some((one) => {
    if (one === call || one.side !== 'SELL' || one.answer?.type !== 'in_doubt' || one.process !== call.process)
      return false
    const intent = intents.byTag(account, one.tag!)
    if (intent === undefined || intent.tradeId !== tradeId || intent.kind === 'reduce') return false
    // The process knows what it settled, whether or not the store has kept the row that shows it.
    if (rejectedOf(context, account, 'intent').some((row) => row.intent.id === intent.id && isSettled(row.intent)))
      return false
    // As it stands now: what is found by its tag is the row of the first look.
    return intents.of(account).some(({ id, outcome }) => id === intent.id && outcome.state === 'in_doubt')
  })
  if (!isDoubted) return
  const token = CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === call.tradingsymbol)!.token
  const near = terms.trigger + Math.max(terms.trigger - terms.price, TICK) + TICK
  const lowest = Math.min(...bidsWithin(observations.prices, token, leftAt - STEERED_MS, leftAt))
  if (lowest > near)
    findings.add(
      'I11',
      account,
      `near ${tag}`,
      `the stop ${tag} left in doubt of another though ${lowest} was bid, ${near} is near`,
    )
}

function isSettled({ outcome }: Intent): boolean {
  return outcome.state !== 'sending' && outcome.state !== 'in_doubt'
}

/** No sale for more than is held, by what the exchange shows and no order has changed or put in doubt since. */
function checkQuantity(context: CheckerContext, call: CallRecord): void {
  const { exchangeOrders, findings } = context
  const holding = exchangeOrders.holding(call.account, call.tradingsymbol!)
  const { quantity } = call.terms!
  const open = openOf(holding)
  if (quantity <= open || holding.manualTradeAt > call.leftAt - MANUAL_SEEN_MS || holding.foreignSales.length > 0)
    return
  if (hadUnconfirmedSale(context, holding, call.leftAt) || call.leftAt < knownSince(context, holding) + MANUAL_SEEN_MS)
    return
  if (quantity <= open + holding.converted && wasUnreadable(context, holding, call)) return
  findings.add('I11', call.account, call.tag!, `the sale ${call.tag} is for ${quantity}, ${open} are held`)
}

/**
 * Whether nothing that the process had read when the sale left showed a conversion, and it could not have been read in time:
 * no process ran since, or the broker's books could not be read as they are. It is shown by positions of less than the sale
 * is for, with the trades read after them; positions from within the broker's lag of the purchase may just lack a part of it.
 */
function wasUnreadable(context: CheckerContext, holding: Holding, { process, terms, leftAt }: CallRecord): boolean {
  const { account, tradingsymbol, manualTradeAt } = holding
  const comparableFrom = Math.max(manualTradeAt, knownSince(context, holding) + BOOKS_LAG_MS)
  const own = context.observations.booksRead.filter(
    (one) =>
      one.account === account && one.process === process && one.askedAt >= comparableFrom && one.receivedAt < leftAt,
  )
  // A book without the contract is older than its purchase.
  const shown = own.find(
    ({ positions }) =>
      positions?.some((one) => one.tradingsymbol === tradingsymbol) === true &&
      netOf(positions, tradingsymbol, PRODUCT) < terms!.quantity,
  )
  if (shown !== undefined && own.some((one) => one.positions === undefined && one.askedAt >= shown.askedAt))
    return false
  return leftAt < cannotProtectUntil(context, holding, manualTradeAt + MANUAL_SEEN_MS, leftAt, MANUAL_SEEN_MS)
}

/** Since when the rows have shown of each entry in the contract that it bought: what became of it before is read after that. */
function knownSince({ observations, rowTimes }: CheckerContext, { account, tradingsymbol }: Holding): number {
  const times = rowTimes.of(account)
  const first = new Map<string, number>()
  for (const [at, { change }] of observations.store.account(account).journal.entries()) {
    if (change.type !== 'order' || change.order.side !== 'BUY' || change.order.filled === 0) continue
    const { orderId } = change.order
    if (change.order.tradingsymbol === tradingsymbol && !first.has(orderId))
      first.set(orderId, times[at] ?? observations.time.now)
  }
  return Math.max(...first.values())
}

function checkCancel(context: CheckerContext, call: CallRecord): void {
  const { exchangeOrders, callLog, findings, intents } = context
  const order = exchangeOrders.orders.get(call.orderId!)
  if (order === undefined || order.side !== 'SELL' || order.resting !== 'armed' || order.pending !== null) return
  const holding = exchangeOrders.holding(order.account, order.tradingsymbol)
  const tradeId = intents.byTag(order.account, order.tag!)?.tradeId
  if (!holding.liveSells.has(order) || holding.liveSells.size > 1 || openOf(holding) <= 0) return
  if (tradeId === undefined || unitsOfTrade(context, holding, tradeId) <= 0) return
  if (order.failedModifies > 0) return
  if (isUnconfirmed(context, order, call.leftAt)) return
  if (hasUnseenEnd(context, holding, tradeId, call)) return
  const wasRefused = callLog.of(call.account).some(
    (one) =>
      one.kind === 'modify' &&
      one.orderId === order.orderId &&
      one.answer?.type !== 'accepted' &&
      // Refused to rise, it protects as it did: that is no reason to take it away.
      (one.terms?.kind !== 'SL' || one.terms.quantity !== order.quantity),
  )
  if (!wasRefused)
    findings.add('I1', call.account, order.orderId, `the stop ${order.tag} was cancelled though no change of it failed`)
}

/**
 * Whether, as far as the process of a call can know, another sale of the trade stands beside: another party ended it, no row
 * shows that, and no order book that was asked for since has come.
 */
function hasUnseenEnd(
  context: CheckerContext,
  holding: Holding,
  tradeId: string,
  { account, orderId, process, leftAt }: CallRecord,
): boolean {
  const { exchangeOrders, callLog, intents, observations } = context
  for (const other of exchangeOrders.ordersOf(holding)) {
    const { side, isProductOrder, tag, endedAt } = other
    if (side !== 'SELL' || !isProductOrder || other.orderId === orderId || endedAt === null) continue
    if (intents.byTag(account, tag!)?.tradeId !== tradeId || isShown(context, other)) continue
    if (callLog.of(account).some((one) => one.kind === 'cancel' && one.orderId === other.orderId)) continue
    const wasRead = observations.ordersRead.some(
      (read) =>
        read.account === account && read.process === process && read.askedAt >= endedAt && read.receivedAt < leftAt,
    )
    if (!wasRead) return true
  }
  return false
}

// @invariant I18
// @invariant I11
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import type { InstructionRecord } from '../../environment/environment.ts'
import { bookUntil, MAX_TURNS } from '../book-and-store-times.ts'
import type { CheckerContext } from '../checker-context.ts'
import { restOf, type Holding, type OrderLife } from '../exchange-orders.ts'
import { rejectedOf } from '../rejected-rows.ts'
import { hadUnconfirmedSale } from '../unconfirmed.ts'
import { tradedByOrders, unitsOfTrade } from '../trade-units.ts'
import { bidsShown } from './prices.ts'
import { tradedAs, tradeOf } from './trade-entries.ts'
import {
  askedFor,
  callableUntil,
  CARRIED_OUT_MS,
  isSale,
  lateBy,
  stateAt,
  wasUnconfirmed,
} from './user-instructions.ts'

/** What the user did is noticed by poll within this. */
const MANUAL_SEEN_MS = 10_000
/** A sale that did not come about, or sold nothing, is tried again after this, and twice as long each time. */
const AGAIN_MS = 15_000
/** So soon after its stop was made smaller the sale of a part leaves, or the stop is for all again. */
const FOLLOWS_MS = 4_000
/** Of the changes of an order so many may make its stop smaller. */
const MOST_CHANGES = 20

/** What of a trade its user wants to hold on at most, by an instant; undefined: they have not asked for less. */
function retainedOf(context: CheckerContext, tradeId: string, lotSize: number, by: number): number | undefined {
  const units = askedFor(context, tradeId, by).flatMap(({ instruction }) =>
    instruction.kind === 'reduce' ? [instruction.units] : [],
  )
  if (units.length === 0) return undefined
  return Math.max(lotSize, Math.min(...units) - (Math.min(...units) % lotSize))
}

/**
 * A part of a position is sold only because its user asked for it (I18), for no more than leaves what they hold on, and only once
 * no other order of the trade's offers those units (I11): what the stop and the sale offer together is held.
 */
export function checkPartSale(context: CheckerContext, call: CallRecord): void {
  const { exchangeOrders, findings, intents } = context
  const { account, tag, leftAt } = call
  if (call.kind !== 'place' || call.side !== 'SELL') return
  if (intents.byTag(account, tag!)?.kind !== 'reduce') return
  const tradeId = tradeOf(context, call)!
  const trade = context.observations.store.tradesOf(account).find(({ id }) => id === tradeId)
  if (trade === undefined) return
  const { lotSize, tradingsymbol } = trade.contract
  const retained = retainedOf(context, tradeId, lotSize, leftAt)
  const { quantity } = call.terms!
  const add = (invariant: string, why: string) =>
    findings.add(invariant, account, `part ${tag}`, `the sale ${tag} of a part of ${tradeId} left ${why}`)
  if (retained === undefined) return add('I18', 'though its user did not ask for it')
  if (quantity % lotSize !== 0) add('I18', `for ${quantity} units, lots are of ${lotSize}`)
  const holding = exchangeOrders.holding(account, tradingsymbol)
  if (isDisturbed(context, holding, leftAt)) return
  const held = tradedByOrders(context, holding, tradeId)
  if (held - quantity < retained) add('I18', `for ${quantity} of ${held} units, ${retained} are to stay`)
  let offered = 0
  for (const order of holding.liveSells) if (isOf(context, order, tradeId)) offered += restOf(order)
  if (offered + quantity > held) add('I11', `for ${quantity} while ${offered} were on sale, ${held} are held`)
}

/** Whether another party trades here, so that no process can know what is held. */
function isDisturbed(context: CheckerContext, holding: Holding, leftAt: number): boolean {
  if (holding.manualTradeAt > leftAt - MANUAL_SEEN_MS || holding.foreignSales.length > 0) return true
  return holding.manuallySold > 0 || holding.convertedInAll > 0 || hadUnconfirmedSale(context, holding, leftAt)
}

function isOf({ intents }: CheckerContext, { account, tag }: OrderLife, tradeId: string): boolean {
  return tag !== null && intents.byTag(account, tag)?.tradeId === tradeId
}

/** I18: the part that a user asked to sell is on sale soon after, or all of the trade is. For the end of the day. */
export function checkAskedParts(context: CheckerContext): void {
  for (const record of context.observations.instructions)
    if (record.instruction.kind === 'reduce') checkAskedPart(context, record)
}

function checkAskedPart(context: CheckerContext, { account, instruction, notifiedAt }: InstructionRecord): void {
  const { activeFaults, callLog, exchangeOrders, findings, intents } = context
  if (activeFaults.clocksMoved || instruction.kind !== 'reduce') return
  const { tradeId, units } = instruction
  const traded = tradedAs(context, account, tradeId)
  const openAt = stateAt(context, account, tradeId, ['open'])
  if (traded === undefined || openAt === undefined || traded.units <= units) return
  if (rejectedOf(context, account, 'trade').some(({ trade }) => trade.id === tradeId)) return
  const { trade } = traded
  const held = exchangeOrders.holding(account, trade.contract.tradingsymbol)
  if (
    wasUnconfirmed(context, account, trade) ||
    unitsOfTrade(context, held, tradeId) < tradedByOrders(context, held, tradeId)
  )
    return
  if (exchangeOrders.ordersOf(held).some(({ side, modifies }) => side === 'SELL' && modifies >= MOST_CHANGES)) return
  const since = Math.max(notifiedAt, openAt)
  // An earlier act may have sold as much.
  const soldAt = partSoldAt(context, held, tradeId, traded.units - units)
  if (soldAt !== undefined && soldAt <= since) return
  const calls = callLog.of(account)
  const left = calls.find((call) => call.leftAt >= since && isSale(context, call, tradeId))
  const exitAt = stateAt(context, account, tradeId, ['exiting', 'closed'])
  const smaller = calls.filter(
    (call) =>
      call.kind === 'modify' &&
      call.terms?.kind === 'SL' &&
      intents
        .of(account)
        .some(
          (intent) =>
            intent.reason === 'reduce' && intent.call.type === 'modify' && intent.call.orderId === call.orderId,
        ) &&
      tradeOf(context, call) === tradeId,
  )
  const cameAt = Math.min(left?.leftAt ?? Infinity, exitAt ?? Infinity, soldAt ?? Infinity)
  const late = lateBy(context, account, trade, since, Number.isFinite(cameAt) ? cameAt : undefined, (due) => {
    let until = possibleFrom(context, held, trade, due)
    let again = AGAIN_MS
    // What was begun and did not lead to a sale is begun again after a pause.
    for (const { leftAt } of smaller) {
      if (leftAt > until) break
      const endedBy = Math.max(until, possibleFrom(context, held, trade, leftAt + FOLLOWS_MS))
      until = possibleFrom(context, held, trade, endedBy + again + CARRIED_OUT_MS)
      again *= 2
    }
    return until
  })
  if (late === undefined) return
  const text = `no part of trade ${tradeId} was sold for ${late} ms after its user asked to hold on ${units} units`
  findings.add('I18', account, `${tradeId} part ${units}`, text)
}

/**
 * When what was due at `due` could be done for a trade: its calls leave, the books show what they did, and there is a price that
 * can be believed, above its stop.
 */
function possibleFrom(context: CheckerContext, holding: Holding, trade: Trade, due: number): number {
  const { now } = context.observations.time
  const trigger = 'trigger' in trade ? trade.trigger : 0
  const unpriced = bidsShown(context, trade.contract.token, now).filter(({ bid = 0 }) => bid <= trigger)
  let until = due
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const called = bookUntil(context, holding, callableUntil(context, holding.account, trade, until))
    let next = context.quoteVisibility.of(holding.account).invisibleUntil(called, now, CARRIED_OUT_MS)
    for (const { from, to } of unpriced) if (from <= next) next = Math.max(next, Math.min(to, now) + CARRIED_OUT_MS)
    if (next <= until) break
    until = next
  }
  return until
}

/** When our orders had sold so many units of a trade; undefined: they have not. */
function partSoldAt(context: CheckerContext, holding: Holding, tradeId: string, units: number): number | undefined {
  const fills = context.exchangeOrders
    .ordersOf(holding)
    .filter((order) => order.isProductOrder && order.side === 'SELL' && isOf(context, order, tradeId))
    .flatMap((order) => order.fills)
    .toSorted((a, b) => a.at - b.at)
  let sold = 0
  for (const { at, quantity } of fills) if ((sold += quantity) >= units) return at
  return undefined
}

import type { Paise } from '@strikewise/domain/money/paise.ts'
import { brokerCharges } from '../broker-charges.ts'
import { CONTRACTS } from '../../session/contracts.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import { openOf, type Holding } from '../exchange-orders.ts'
import { accountFactsBetween } from '../account-facts-at.ts'
import { isGivenUp } from '../given-up.ts'
import type { CheckerContext } from '../checker-context.ts'
import { limitUnder, firstTrigger, lossOfLot } from './stop-and-target-figures.ts'
import { entryOf, type EntrySeen } from './entry-of-trade.ts'
import { tradedAs, tradeOf } from './trade-entries.ts'

const CLAIM_MS = 2_000
/** The books follow the broker within this. */
const BOOKS_MS = 5_000

/**
 * I3: what the day has lost, what all that is held loses at its stops, what other entries under way may lose and what this
 * one may: together no more than the day's limit. Judged where the user did not trade manually and all of it has been known for a while.
 */
export function checkDailyLimitRemaining(context: CheckerContext, call: CallRecord): void {
  const { account, leftAt, terms, tag } = call
  if (terms?.kind !== 'LIMIT') return
  const { observations, exchangeOrders, findings } = context
  const now = accountFactsBetween(observations.facts.get(account)!, leftAt - CLAIM_MS - 1, leftAt)
  const caps = now.map(({ risk }) =>
    risk.capital === null ? Number.POSITIVE_INFINITY : Math.floor((risk.capital * risk.dailyLossCapPct) / 100),
  )
  let lost = 0
  for (const holding of exchangeOrders.holdings.values()) {
    if (holding.account !== account) continue
    if (holding.manuallySold > 0 || holding.foreignSales.length > 0 || holding.net !== openOf(holding)) return
    if (holding.filledAt > leftAt - BOOKS_MS && holding.sold > 0) return
    const worst = worstOf(context, holding)
    if (worst === undefined) return
    lost += worst
  }
  const own = tradeOf(context, call)
  const waiting = observations.store.tradesOf(account).filter(({ id, state }) => state === 'entering' && id !== own)
  for (const trade of waiting) {
    if (tradedAs(context, account, trade.id) !== undefined) continue
    const entry = entryOf(context, trade)
    if (entry === undefined) return
    const slack = slackOf(context, entry, account, trade.createdAt, leftAt)
    lost += trade.lots * lossOfLot(entry.price, entry.stopDistance, slack, trade.contract.lotSize, trade.on)
  }
  const contract = CONTRACTS.find((one) => one.tradingsymbol === call.tradingsymbol)!
  const trade = observations.store.tradesOf(account).find(({ id }) => id === own)
  const entry = entryOf(context, trade)
  if (trade === undefined || entry === undefined) return
  const slack = slackOf(context, entry, account, trade.createdAt, leftAt)
  const own1 = lossOfLot(terms.price, entry.stopDistance, slack, contract.lotSize, trade.on)
  const mine = (terms.quantity / contract.lotSize) * own1
  const cap = Math.max(...caps)
  if (lost > 0 && lost + mine > cap)
    findings.add(
      'I3',
      account,
      `${tag} room`,
      `entry ${tag}: with it ${Math.round(lost + mine)} may be lost, ${cap} is the day's limit`,
    )
}

/** The least slack of the stop that may have been set for an entry. */
function slackOf(
  context: CheckerContext,
  { contract, ticket }: EntrySeen,
  account: string,
  createdAt: number,
  leftAt: number,
): number {
  if (ticket !== undefined) return ticket.slBuffer
  const from = Math.min(createdAt, leftAt) - CLAIM_MS - 1
  const facts = accountFactsBetween(context.observations.facts.get(account)!, from, leftAt)
  return Math.min(
    ...facts.flatMap(({ strategies }) =>
      strategies.filter(({ symbol }) => symbol === contract.symbol).map(({ slBuffer }) => slBuffer),
    ),
  )
}

/**
 * What a contract has lost with its charges, and loses on if what is left of it is sold at the limits of its stops. What an entry
 * bought by an entry abandoned in doubt is not known, and counts for nothing until it is adopted.
 */
function worstOf(context: CheckerContext, holding: Holding): number | undefined {
  const { exchangeOrders, intents, observations } = context
  const on = observations.shape.day
  let spent = 0
  let open = openOf(holding)
  // The highest stop of those the trades in it began with: none ever falls.
  let floor: number | undefined = 0
  for (const order of exchangeOrders.ordersOf(holding)) {
    if (!order.isProductOrder || order.filled === 0) continue
    const id = intents.byTag(order.account, order.tag!)?.tradeId
    if (order.side === 'BUY' && id !== undefined && isGivenUp(context, order, id)) {
      open -= order.filled
      continue
    }
    spent += order.side === 'BUY' ? order.value : -order.value
    spent += brokerCharges([{ side: order.side, value: order.value as Paise, on }]).total
    if (order.side === 'SELL' || floor === undefined) continue
    const first = id === undefined ? undefined : firstFloor(context, order.account, id)
    floor = first === undefined ? undefined : Math.max(floor, first)
  }
  if (open <= 0) return spent
  return floor === undefined ? undefined : spent - open * floor
}

/** The limit of the highest stop that a trade is known to have had; undefined: nothing is known of it. */
function firstFloor(context: CheckerContext, account: string, tradeId: string): number | undefined {
  const traded = tradedAs(context, account, tradeId)
  if (traded === undefined) return undefined
  const { trade, entry, paid, slacks } = traded
  const trigger = trade.state === 'open' || trade.state === 'exiting' ? trade.trigger : 0
  const first = firstTrigger(paid.most, entry.stopDistance)
  return limitUnder(Math.max(trigger, first), Math.min(...slacks))
}

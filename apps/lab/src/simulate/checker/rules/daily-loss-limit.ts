import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { brokerCharges } from '../broker-charges.ts'
import { CONTRACTS } from '../../session/contracts.ts'
import type { FactsRecord } from '../../environment/environment.ts'
import { PRODUCT, type FillSeen, type Holding } from '../exchange-orders.ts'
import { accountFactsBetween } from '../account-facts-at.ts'
import { unwritableUntil } from '../book-and-store-times.ts'
import type { CheckerContext } from '../checker-context.ts'
import { isForgotten, rejectedOf } from '../rejected-rows.ts'
import { bidsShown, type BidShown } from './prices.ts'

/** A far jump of the price is believed after two seconds; then a turn, and its row. */
const NOTICED_MS = 8_000
/** What fills and charges that are not known yet may take off the program's own figure. */
const BEYOND = 1.05

/**
 * I9: once the day has lost its limit, with what exits have sold so far and what is open taken at the bid, every position is
 * squared off. By the exchange's own fills as far as the rows have them; judged where the user did not trade manually. Excused by what kept
 * the decision from being stored, and by the lack of a price. For the end of the day.
 */
export function checkDailyLossLimit(context: CheckerContext): void {
  for (const account of context.observations.accounts) {
    const holdings = plainHoldings(context, account)
    if (holdings !== undefined) checkAccount(context, account, holdings)
  }
}

/** What an account has traded; undefined where its user traded too, or a lost row would have shown what counts in the day. */
export function plainHoldings(context: CheckerContext, account: string): readonly Holding[] | undefined {
  if (hasTradedElsewhere(context, account)) return undefined
  const all = [...context.exchangeOrders.holdings.values()]
  const holdings = all.filter((one) => one.account === account && one.bought > 0)
  const isPlain = ({ wasShort, manuallySold, convertedInAll, foreignSales }: Holding) =>
    !wasShort && manuallySold === 0 && convertedInAll === 0 && foreignSales.length === 0
  return holdings.every(isPlain) && !holdings.some((holding) => isForgotten(context, holding)) ? holdings : undefined
}

/**
 * Whether the user has traded beside the product, so that the day's result is theirs too: in a contract that no order of ours
 * bought, or, in one that an order of ours did, what they bought or what is of another product. Their sale of our units is none
 * of that. On a paper link none of it counts.
 */
export function hasTradedElsewhere({ exchangeOrders, observations }: CheckerContext, account: string): boolean {
  if (observations.facts.get(account)!.every(({ facts }) => facts.link.mode !== 'live')) return false
  for (const holding of exchangeOrders.holdings.values()) {
    if (holding.account !== account) continue
    for (const { isProductOrder, filled, side, product } of exchangeOrders.ordersOf(holding))
      if (!isProductOrder && filled > 0 && (holding.bought === 0 || side === 'BUY' || product !== PRODUCT)) return true
  }
  return false
}

function checkAccount(context: CheckerContext, account: string, holdings: readonly Holding[]): void {
  const { observations } = context
  const facts = observations.facts.get(account)!
  const shown = new Map(holdings.map((one) => [one, bidsShown(context, tokenOf(one), observations.time.now)]))
  const known = knownFills(context, account, holdings)
  const times = [...known.map(({ at }) => at), ...[...shown.values()].flatMap((all) => all.map(({ from }) => from))]
  const instants = [...new Set(times)].toSorted((a, b) => a - b)
  let since: number | undefined
  for (const [i, at] of instants.entries()) {
    const result = resultAt(context, shown, known, at)
    if (result === undefined || result > -capAt(facts, at) * BEYOND) {
      since = undefined
      continue
    }
    since ??= at
    const noticed = since + NOTICED_MS
    const due = Math.max(
      unwritableUntil(context, account, noticed, observations.time.now, NOTICED_MS),
      context.quoteVisibility.of(account).invisibleUntil(noticed, observations.time.now, NOTICED_MS),
    )
    if ((instants[i + 1] ?? observations.time.now) > due)
      return checkAbandoned(context, account, known, { since, due, what: 'the day had lost its limit' })
  }
}

/** A fill of ours, and when it or its order came to stand in the rows: before that the program need not know of it. */
export interface KnownFill {
  readonly holding: Holding
  readonly fill: FillSeen
  readonly at: number
}

export function knownFills(context: CheckerContext, account: string, holdings: readonly Holding[]): KnownFill[] {
  return holdings.flatMap((holding) =>
    [...context.exchangeOrders.ordersOf(holding)].flatMap((order) => {
      if (!order.isProductOrder) return []
      let filled = 0
      return order.fills.map((fill) => {
        filled += fill.quantity
        return { holding, fill, at: Math.max(fill.at, context.rowTimes.filledAt(account, order.orderId, filled)) }
      })
    }),
  )
}

/** The most that the account might lose by the settings around an instant. */
function capAt(facts: readonly FactsRecord[], at: number): number {
  const caps = accountFactsBetween(facts, at - NOTICED_MS, at).map(({ risk }) =>
    risk.capital === null ? Number.POSITIVE_INFINITY : (risk.capital * risk.dailyLossCapPct) / 100,
  )
  return Math.max(...caps)
}

/** The day's result by the fills that are known: what was bought and sold, its charges, and what is left at the bid. */
export function resultAt(
  { observations }: CheckerContext,
  shown: ReadonlyMap<Holding, readonly BidShown[]>,
  known: readonly KnownFill[],
  at: number,
): number | undefined {
  const on = observations.shape.day
  let result = 0
  for (const [holding, bids] of shown) {
    let units = 0
    const values = new Map<string, { readonly side: OrderSide; value: number }>()
    for (const { holding: of, fill, at: knownAt } of known) {
      if (of !== holding || knownAt > at) continue
      units += fill.side === 'BUY' ? fill.quantity : -fill.quantity
      const order = values.getOrInsertComputed(fill.orderId, () => ({ side: fill.side, value: 0 }))
      order.value += fill.quantity * fill.price
    }
    for (const { side, value } of values.values()) {
      result += side === 'BUY' ? -value : value
      result -= brokerCharges([{ side, value: value as Paise, on }]).total
    }
    if (units === 0) continue
    // Sold twice over: the judges of shorts have it.
    if (units < 0) return undefined
    const bid = bids.find(({ from, to }) => from <= at && at < to)?.bid
    if (bid === undefined) return undefined
    result += units * bid - brokerCharges([{ side: 'SELL', value: (units * bid) as Paise, on }]).total
  }
  return result
}

export function tokenOf({ tradingsymbol }: Holding): number {
  return CONTRACTS.find((one) => one.tradingsymbol === tradingsymbol)!.token
}

export function checkAbandoned(
  context: CheckerContext,
  account: string,
  known: readonly KnownFill[],
  { since, due, what }: { readonly since: number; readonly due: number; readonly what: string },
): void {
  const { exchangeOrders, observations, intents, findings } = context
  const left = new Map<string, number>()
  const times = context.rowTimes.of(account)
  for (const [i, { change }] of observations.store.account(account).journal.entries())
    if (change.type === 'trade' && (change.trade.state === 'exiting' || change.trade.state === 'closed'))
      left.set(change.trade.id, Math.min(times[i]!, left.get(change.trade.id) ?? Number.POSITIVE_INFINITY))
  const rejected = new Set(rejectedOf(context, account, 'trade').map(({ trade }) => trade.id))
  const units = new Map<string, number>()
  for (const { fill, at } of known) {
    const id = intents.byTag(account, exchangeOrders.orders.get(fill.orderId)!.tag!)?.tradeId
    if (id === undefined || rejected.has(id)) continue
    // What became known so late is not known to be there.
    if (fill.side === 'SELL' ? fill.at > due : at > since) continue
    units.set(id, (units.get(id) ?? 0) + (fill.side === 'BUY' ? fill.quantity : -fill.quantity))
  }
  for (const [id, open] of units) {
    if (open <= 0 || (left.get(id) ?? Number.POSITIVE_INFINITY) <= due) continue
    const text = `trade ${id} was kept for ${due - since} ms after ${what}`
    findings.add('I9', account, `kept ${id}`, text)
  }
}

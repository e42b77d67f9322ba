import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import type { FillSeen } from '../exchange-orders.ts'
import { isCover } from '../cover.ts'
import { accountFactsBetween } from '../account-facts-at.ts'
import type { CheckerContext } from '../checker-context.ts'
import { entryOf, type EntrySeen } from './entry-of-trade.ts'

const CLAIM_MS = 2_000

/** What a second opinion goes by: a trade's own entries as the exchange has them, and what was set when they left. */
export interface Traded {
  readonly trade: Trade
  readonly entry: EntrySeen
  readonly buys: readonly FillSeen[]
  /** The average paid after each fill, lowest and highest: which of them the program knew is its own affair. */
  readonly paid: { readonly least: number; readonly most: number }
  readonly units: number
  readonly slacks: readonly number[]
  readonly canTrail: boolean
  readonly mustTrail: boolean
}

/** The trade by its id; undefined while nothing of it filled, or what it came of is not known. */
export function tradedAs(context: CheckerContext, account: string, tradeId: string): Traded | undefined {
  const { exchangeOrders, callLog, observations, intents } = context
  const trade = observations.store.tradesOf(account).find(({ id }) => id === tradeId)
  const entry = entryOf(context, trade)
  if (trade === undefined || entry === undefined) return undefined
  const buys: FillSeen[] = []
  let entered: CallRecord | undefined
  for (const order of exchangeOrders.ordersOf(exchangeOrders.holding(account, trade.contract.tradingsymbol))) {
    if (!order.isProductOrder || order.side !== 'BUY' || isCover(context, order)) continue
    if (intents.byTag(account, order.tag!)?.tradeId !== tradeId) continue
    buys.push(...order.fills)
    entered ??= callLog.of(account).find(({ tag }) => tag === order.tag)
  }
  if (buys.length === 0 || entered === undefined) return undefined
  let [units, value, least, most] = [0, 0, Number.POSITIVE_INFINITY, 0]
  for (const { quantity, price } of buys.toSorted((a, b) => a.at - b.at)) {
    units += quantity
    value += quantity * price
    least = Math.min(least, value / units)
    most = Math.max(most, value / units)
  }
  const settings =
    entry.ticket === undefined ? settingsFor(observations.facts.get(account)!, trade, entered) : [entry.ticket]
  const trails = settings.map(({ trailing }) => trailing)
  return {
    trade,
    entry,
    buys,
    paid: { least, most },
    units,
    slacks: settings.map(({ slBuffer }) => slBuffer),
    canTrail: trails.includes(true),
    mustTrail: !trails.includes(false),
  }
}

/** The user's settings when the first entry of the trade was claimed: they hold for its life. */
function settingsFor(
  facts: Parameters<typeof accountFactsBetween>[0],
  { createdAt, contract }: Trade,
  { leftAt }: CallRecord,
): readonly Pick<AccountFacts['strategies'][number], 'slBuffer' | 'trailing'>[] {
  const from = Math.min(createdAt, leftAt) - CLAIM_MS - 1
  return accountFactsBetween(facts, from, leftAt).flatMap(({ strategies }) =>
    strategies.filter(({ symbol }) => symbol === contract.symbol),
  )
}

/** The trade that a call of ours is for. */
export function tradeOf(
  { intents, exchangeOrders }: CheckerContext,
  { account, tag, orderId }: CallRecord,
): string | undefined {
  const of = tag ?? exchangeOrders.orders.get(orderId!)?.tag ?? undefined
  return of === undefined ? undefined : intents.byTag(account, of)?.tradeId
}

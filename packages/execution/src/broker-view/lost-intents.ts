// @invariant one-order-per-intent
// @invariant crash-recovery
import type { Product } from '@strikewise/domain/instruments/order-terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isUnresolved, type Intent, type IntentKind } from '../intent/intent.ts'
import type { BrokerProfile } from '../broker-profile.ts'
import { parseTag } from '../intent/tag.ts'
import { asTaken } from '../order/immediate-orders.ts'
import { isTerminal, openQuantityOf, type BrokerOrder, type OrderTerms } from '../order/order.ts'
import { liveSells, unresolvedSells } from '../trade/sell-orders.ts'
import type { Trade } from '../trade/trade.ts'
import { keyOf } from './position-key.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** Intents that place an order which sells. */
const SALES: ReadonlySet<IntentKind> = new Set<IntentKind>(['protect', 'reduce', 'exit'])
/** The broker's clock may be so far behind ours, its whole seconds included. */
const CLOCKS_APART_MS = 3_000

/** An order of ours whose intent no row has, and the intent that must have placed it. */
export interface LostIntent {
  readonly order: BrokerOrder
  readonly intent: Intent
  readonly trade: Trade
}

/**
 * The intents of orders in the book that carry a tag of ours while no row has their intent, though one has their trade: the
 * newest commits of the store were lost (fault F44) or a row was set aside, and the process that knew them is gone. Each
 * is found one at a time, for it changes what the next may belong to. Undefined: there is none, or it cannot be shown for certain
 * which trade it belongs to.
 */
export function findLostIntent(
  unitOfWork: AccountUnitOfWork,
  book: readonly BrokerOrder[],
  now: EpochMs,
  broker: BrokerProfile,
): LostIntent | undefined {
  const { state } = unitOfWork
  const unknown = book.flatMap((order) => {
    const tag = parseTag(order.tag)
    const isKnown =
      tag === undefined || state.byTag(order.tag) !== undefined || state.order(order.orderId) !== undefined
    return isKnown || state.intent(tag.intentId) !== undefined ? [] : [{ order, tag }]
  })
  for (const { order, tag } of unknown) {
    const views = state.trades().flatMap((trade) => {
      const isSame = trade.on === state.on && keyOf(trade) === keyOf(order)
      return isSame && isNotBefore(order, trade) ? [state.view(trade.id)] : []
    })
    if (tag.kind === 'cover') {
      const isSaleUnknown = unknown.some((one) => one.order.side === 'SELL' && keyOf(one.order) === keyOf(order))
      const last = isSaleUnknown || !mayHaveCovered(views, order, tag) ? undefined : views.at(-1)
      if (last === undefined) continue
      return { order, intent: intentOf(unitOfWork, last.trade, order, tag, now, broker), trade: last.trade }
    }
    const isPurchaseUnknown = unknown.some((one) => one.tag.kind === 'enter' && keyOf(one.order) === keyOf(order))
    const mayOwn = tag.kind === 'enter' ? mayHaveEntered : isPurchaseUnknown ? () => false : mayHaveSold
    const [view, ...others] = views.filter((one) => mayOwn(one, order, tag))
    if (view === undefined || others.length > 0) continue
    return { order, intent: intentOf(unitOfWork, view.trade, order, tag, now, broker), trade: view.trade }
  }
  return undefined
}

type Tag = NonNullable<ReturnType<typeof parseTag>>

/** An order that the exchange last spoke of before a trade began belongs to another one. */
function isNotBefore({ updatedAt }: BrokerOrder, { createdAt }: Trade): boolean {
  return updatedAt === null || updatedAt + CLOCKS_APART_MS >= createdAt
}

/** Whether an order may be the purchase of a trade of which the rows show none that bought or may still buy. */
function mayHaveEntered({ trade, intents, bought }: TradeSnapshot, order: BrokerOrder, tag: Tag): boolean {
  if (order.side !== 'BUY' || order.quantity > trade.quantity || bought > 0 || trade.state === 'closed') return false
  return isNext(intents, tag) && !intents.some((intent) => intent.kind === 'enter' && isUnresolved(intent))
}

/** Whether an order may be the sale of what a trade holds and, as far as the rows show, offers by no other order. */
function mayHaveSold(view: TradeSnapshot, order: BrokerOrder, tag: Tag): boolean {
  if (order.side !== 'SELL' || !SALES.has(tag.kind) || view.trade.state === 'closed') return false
  const sells = isTerminal(order.phase) ? order.filled : order.quantity
  // Once rows are lost, numbers are given a second time: what was drawn up after the order had left is none of its time.
  const { updatedAt } = order
  const before = view.intents.filter(({ createdAt }) => updatedAt === null || createdAt <= updatedAt + CLOCKS_APART_MS)
  if (!isNext(before, tag) || unresolvedSells(view).length > 0) return false
  const others = liveSells(view)
  // A part is sold beside the stop of the rest.
  if (tag.kind !== 'reduce' && others.length > 0) return false
  return sells <= view.open - others.reduce((sum, one) => sum + openQuantityOf(one), 0)
}

/**
 * Whether an order may have bought back what our orders sold beyond what they bought in the contract of `views`, and no other
 * did or may. Which of its trades it is booked on changes nothing: what is bought back is counted by contract.
 */
function mayHaveCovered(views: readonly TradeSnapshot[], order: BrokerOrder, tag: Tag): boolean {
  if (order.side !== 'BUY') return false
  const short = views.reduce((sum, { bought, sold, covered }) => sum + sold - bought - covered, 0)
  const buys = isTerminal(order.phase) ? order.filled : order.quantity
  if (buys > short || !views.every(({ intents }) => isNext(intents, tag))) return false
  return !views.some(
    ({ intents, covers }) =>
      covers.some(({ phase }) => !isTerminal(phase)) ||
      intents.some((intent) => intent.kind === 'cover' && isUnresolved(intent)),
  )
}

/** Whether no intent of that kind is known that came as late. */
function isNext(intents: readonly Intent[], { kind, attempt }: Tag): boolean {
  return intents.every((intent) => intent.kind !== kind || intent.attempt < attempt)
}

function intentOf(
  { account, lease }: AccountUnitOfWork,
  trade: Trade,
  order: BrokerOrder,
  tag: Tag,
  now: EpochMs,
  broker: BrokerProfile,
): Intent {
  const { kind, intentId, attempt } = tag
  const at = Math.min(now, order.updatedAt ?? now) as EpochMs
  return {
    id: intentId,
    accountId: account,
    tradeId: trade.id,
    kind,
    attempt,
    call: {
      type: 'place',
      order: {
        tag: order.tag!,
        tradingsymbol: order.tradingsymbol,
        side: order.side,
        product: order.product as Product,
        terms: asTaken(termsOf(order, kind), broker),
      },
    },
    reason: reasonOf(kind, attempt, trade),
    on: trade.on,
    createdAt: at,
    epoch: lease.epoch,
    deadline: at,
    outcome: { state: 'in_doubt', since: now, notBefore: now, why: 'row_lost' },
  }
}

function reasonOf(kind: IntentKind, attempt: number, trade: Trade): string {
  if (kind === 'enter') return attempt === 1 ? 'entry' : 'reprice'
  if (kind === 'cover') return 'short'
  if (kind === 'reduce') return 'user_reduce'
  return trade.state === 'exiting' ? trade.exitReason : 'stop'
}

function termsOf({ kind, quantity, price, trigger }: BrokerOrder, intentKind: IntentKind): OrderTerms {
  if (kind === 'SL') return { kind, quantity, price, trigger }
  if (kind === 'LIMIT') return { kind, quantity, price, validity: isImmediate(intentKind) ? 'IOC' : 'DAY' }
  return { kind: 'MARKET', quantity }
}

/** Entries, what buys back and the sale of a part are asked for at once, whatever the broker takes them as. */
function isImmediate(kind: IntentKind): boolean {
  return kind === 'enter' || kind === 'cover' || kind === 'reduce'
}

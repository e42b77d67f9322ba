import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import { isSaleInvisibleAtBroker } from '../broker-visibility.ts'
import type { CheckerContext } from '../checker-context.ts'
import { openOf, type OrderLife } from '../exchange-orders.ts'
import type { ContractTraded } from '../traded-before.ts'

/** The books follow the broker within this, and a clock may be off by so much. */
const BOOKS_MS = 5_000
const CLOCK_MS = 5_500
const MINUTE_MS = 60_000
const CLAIM_MS = 2_000
/** How far a book may be behind the exchange. */
const FOREIGN_SEEN_MS = 2_500

/**
 * I3: no entry beyond what its user limits over all indices. By the exchange's own log: `mine` is what it shows of the day
 * before the entry, `facts` what was set as it was claimed; the loosest of them counts.
 */
export function checkAccountLimits(
  context: CheckerContext,
  call: CallRecord,
  facts: readonly AccountFacts[],
  mine: readonly ContractTraded[],
  say: (why: string) => void,
): void {
  const { leftAt } = call
  checkLocked(context, call, facts, say)
  const limits = facts.map(({ risk }) => risk.account)
  const most = Math.max(...limits.map(({ tradesPerDay }) => tradesPerDay ?? Number.POSITIVE_INFINITY))
  const made = mine.reduce((sum, { tradeIds }) => sum + tradeIds.size, 0)
  const isLive = facts.every(({ link }) => link.mode === 'live')
  const foreign = isLive ? tradedElsewhere(context, call) : 0
  if (made + foreign >= most)
    say(`${made} trades over all indices today and ${foreign} of the user's own, ${most} allowed`)
  const pauseMs = Math.min(...limits.map(({ lossPauseMinutes }) => lossPauseMinutes ?? 0)) * MINUTE_MS
  // Of two trades in one contract none is known to have lost.
  const losses = mine.filter(({ holding, tradeIds, result }) => {
    const isManual = holding.manuallySold > 0 || holding.foreignSales.length > 0 || holding.convertedInAll > 0
    if (isManual || isSaleInvisibleAtBroker(context, holding, leftAt)) return false
    return tradeIds.size === 1 && openOf(holding) <= 0 && result < 0
  })
  for (const { holding } of losses)
    if (leftAt >= holding.filledAt + BOOKS_MS && leftAt < holding.filledAt + pauseMs - CLOCK_MS)
      say(`${leftAt - holding.filledAt} ms after a loss, ${pauseMs} is the pause that was set`)
}

/**
 * Contracts in which the user alone has traded, as an order book showed that the entry's process had read: a trade each at
 * least. A book that lags shows an order as late as it lags.
 */
function tradedElsewhere({ exchangeOrders, observations }: CheckerContext, call: CallRecord): number {
  const { account, leftAt } = call
  const reads = observations.ordersRead.filter(
    (read) =>
      read.account === account &&
      read.process === call.process &&
      !read.isPartial &&
      read.receivedAt <= leftAt - CLAIM_MS,
  )
  const isShown = ({ orderId, fills }: OrderLife) =>
    reads.some(
      ({ askedAt, orderIds }) => orderIds.includes(orderId) && fills.some(({ at }) => at <= askedAt - FOREIGN_SEEN_MS),
    )
  let contracts = 0
  for (const holding of exchangeOrders.holdings.values()) {
    if (holding.account !== account) continue
    const orders = [...exchangeOrders.ordersOf(holding)]
    if (orders.every(({ isProductOrder }) => !isProductOrder) && orders.some(isShown)) contracts += 1
  }
  return contracts
}

/** A day whose profit was locked by a row, for the kind of link in use, has no more entries but one that was claimed before it. */
function checkLocked(
  { observations, rowTimes }: CheckerContext,
  { account, leftAt }: CallRecord,
  facts: readonly AccountFacts[],
  say: (why: string) => void,
): void {
  const times = rowTimes.of(account)
  const place = observations.store.account(account).journal.findIndex(({ change }) => {
    if (change.type !== 'lock' || change.lock.reason !== 'profit_lock') return false
    const { mode } = change.lock
    return facts.every(({ link }) => link.mode === mode)
  })
  if (place >= 0 && leftAt > times[place]! + CLAIM_MS)
    say(`the day's profit was locked ${leftAt - times[place]!} ms before`)
}

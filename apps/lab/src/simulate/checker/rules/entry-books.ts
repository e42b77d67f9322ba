import type { CallRecord, OrdersRead } from '../../environment/broker-records.ts'
import type { CheckerContext } from '../checker-context.ts'
import { stateAt } from './user-instructions.ts'

/** A fresh order book carries entries for so long, beside a position and without one. */
const BOOK_MS = { holding: 5_000, flat: 15_000 } as const
/** From the look at the book to the call: a transaction of the store, then the claim. */
const CLAIMED_MS = 3_000 + 2_000
/** An order acknowledged longer ago stands in every fresh book. */
const LAG_MS = 2_000
/** The clocks agree that differ by no more. */
const AGREE_MS = 2_000

/**
 * I3: an entry leaves by books that its own process has read: positions and trades since it began, and lately an order book
 * that was whole and showed every order the process knew to be acknowledged. What is older may hide what an entry must know.
 * Nothing grows old to a process that stands still.
 */
export function checkEntrySnapshots(context: CheckerContext, call: CallRecord): void {
  const { observations, findings, leadership } = context
  const { account, leftAt, process, tag } = call
  const isOwn = (read: { account: string; process: string; receivedAt: number }) =>
    read.account === account && read.process === process && read.receivedAt <= leftAt
  const say = (why: string) => findings.add('I3', account, `${tag} ${why}`, `entry ${tag}: ${why}`)
  const exchangeOrders = observations.booksRead.filter(isOwn)
  if (
    !exchangeOrders.some(({ positions }) => positions !== undefined) ||
    exchangeOrders.every(({ positions }) => positions !== undefined)
  )
    say('its process has not read positions and trades')
  const fresh = observations.ordersRead.findLast((read) => isOwn(read) && isFresh(context, read))
  const bookMs = isHolding(context, account, leftAt - CLAIMED_MS) ? BOOK_MS.holding : BOOK_MS.flat
  const allowedMs = bookMs + CLAIMED_MS + AGREE_MS
  const oldest = leftAt - allowedMs - leadership.of(account).stoodStillSince(leftAt - allowedMs, leftAt)
  if (fresh === undefined || fresh.askedAt < oldest)
    say(`the last fresh order book is ${fresh === undefined ? 'none' : `${leftAt - fresh.askedAt} ms old`}`)
}

/** Whether the rows have shown a position since `at` or earlier, and show it still. */
function isHolding(context: CheckerContext, account: string, at: number): boolean {
  return context.observations.store
    .tradesOf(account)
    .some(
      ({ id, state }) =>
        (state === 'open' || state === 'exiting') &&
        (stateAt(context, account, id, ['open', 'exiting']) ?? at + 1) <= at,
    )
}

function isFresh(
  { callLog, exchangeOrders }: CheckerContext,
  { account, process, askedAt, orderIds, isPartial }: OrdersRead,
): boolean {
  if (isPartial) return false
  return callLog.of(account).every((call) => {
    if (call.kind !== 'place' || call.process !== process || call.answer?.type !== 'accepted') return true
    const { orderId } = call.answer
    if (exchangeOrders.findByTag(account, call.tag!)?.orderId !== orderId) return true
    return call.answeredAt! + LAG_MS > askedAt || orderIds.includes(orderId)
  })
}

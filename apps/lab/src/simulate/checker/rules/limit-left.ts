import { CONTRACTS } from '../../session/contracts.ts'
import { isOut } from '../called.ts'
import type { OrderLife } from '../books.ts'
import type { Parts } from '../parts.ts'

/** The bid may stand so long under the limit of a stop; a far jump is believed after two seconds; then a turn and its row. */
const LEFT_MS = 3_000
const NOTICED_MS = 6_000
/** So long a call without an answer, or a refused one, may hold the next one back. */
const DOUBT_MS = 25_000

/** A stop that waits for its trigger with one limit. */
interface Armed {
  readonly from: number
  readonly to: number
  readonly limit: number
}

/**
 * I1: a stop fires on a trade, so one whose limit the bid has left protects nothing while nothing trades: within seconds the
 * position is sold some other way. For the end of the day.
 */
export function checkLimitLeft(parts: Parts): void {
  const { books, evidence } = parts
  for (const order of books.orders.values()) {
    if (!order.isOurs || order.side !== 'SELL') continue
    const token = CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === order.tradingsymbol)!.token
    const bids = evidence.prices.filter((one) => one.token === token && one.heard)
    for (const { from, to, limit } of armedOf(parts, order)) {
      let since: number | undefined
      for (const [i, { at, bid, freak }] of bids.entries()) {
        if (at >= to) break
        const ends = Math.min(to, bids[i + 1]?.at ?? evidence.time.now)
        if (freak || bid <= 0 || bid >= limit || ends <= from) {
          since = undefined
          continue
        }
        since ??= Math.max(at, from)
        if (ends <= since + LEFT_MS + NOTICED_MS) continue
        checkLeft(parts, order, since, ends, limit)
        break
      }
    }
  }
}

function checkLeft(parts: Parts, order: OrderLife, since: number, until: number, limit: number): void {
  const { troubles, called, findings } = parts
  const { account, orderId, tradingsymbol } = order
  const allowed = LEFT_MS + NOTICED_MS
  const due = troubles.possibleFrom(since) + allowed
  if (until <= due || troubles.isBlind(since, allowed)) return
  if (troubles.excusedUntil(account, since, allowed, since) > since + allowed) return
  for (const call of called.of(account)) {
    const isAbout = call.orderId === orderId || (call.side === 'SELL' && call.tradingsymbol === tradingsymbol)
    if (!isAbout || call.leftAt > due) continue
    if (call.leftAt > since) return
    if (call.leftAt > since - DOUBT_MS && (isOut(call) || call.answer?.type === 'refused')) return
  }
  findings.add(
    'I1',
    account,
    `limit left ${orderId}`,
    `the bid was under ${limit}, the limit of the stop ${orderId}, for ${until - since} ms, and nothing was done`,
  )
}

/** The times in which an order waited for its trigger, by the exchange's log. */
function armedOf({ evidence }: Parts, { orderId }: OrderLife): Armed[] {
  const armed: Armed[] = []
  let from: number | undefined
  let limit = 0
  let pending: number | undefined
  const end = (to: number) => {
    if (from !== undefined) armed.push({ from, to, limit })
    from = undefined
  }
  for (const entry of evidence.exchange.exchangeLog) {
    if (!('orderId' in entry) || entry.orderId !== orderId) continue
    if (entry.type === 'order_taken') limit = entry.request.price
    if (entry.type === 'modify_taken') pending = entry.change.price
    if (entry.type !== 'status') continue
    end(entry.at)
    if (entry.to === 'MODIFIED') limit = pending ?? limit
    if (entry.to === 'TRIGGER PENDING') from = entry.at
  }
  end(evidence.time.now)
  return armed
}

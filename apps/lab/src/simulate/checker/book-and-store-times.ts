import type { FaultKind } from '../chance/faults.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import type { CheckerContext } from './checker-context.ts'
import type { Holding } from './exchange-orders.ts'

/** What of the store keeps anything from being stored, and with it every call; or of the wire, from leaving. */
export const OF_STORE: readonly FaultKind[] = [
  'store_down',
  'store_slow',
  'writes_slow',
  'pool_exhausted',
  'kill_switch_as_claimed',
  'frozen_in_tx',
  // What is computed from the clock starts again when its day is read again.
  'clock_jumps',
  'clock_wrong',
  'tx_failed',
  'commit_unknown',
  'lease_late',
  'wire',
  'vault_slow',
]
/** What keeps the broker's books from being read as they are. */
const OF_BOOKS: readonly FaultKind[] = [
  'read_failed',
  'read_slow',
  'book_stale',
  'book_cut',
  'broker_down',
  'token_expired',
  'relogin',
  'login_under_call',
  'vault_slow',
]
/** What keeps one order out of the books. */
const OF_ORDERS: readonly FaultKind[] = ['orders_hidden', 'taken_unseen', 'sale_unseen', 'stuck']
/** Causes prolong one another; after so many turns of that something else is wrong. */
export const MAX_TURNS = 6

/** Until when the books could not show what goes on in this contract. */
export function bookUntil({ activeFaults, callLog }: CheckerContext, holding: Holding, from: number): number {
  const { account, tradingsymbol } = holding
  const isHere = (at: number) =>
    isHit(callLog.of(account), at, (call) => (call.tradingsymbol ?? tradingsymbol) === tradingsymbol)
  return activeFaults.lastingUntil(
    account,
    from,
    (kind, at, about) => (OF_BOOKS.includes(kind) && about !== 'funds') || (OF_ORDERS.includes(kind) && isHere(at)),
  )
}

/** Positions show a sale so soon after it, and what they prove is acted on so soon after that. */
const SALE_SHOWN_MS = 2_000
const THEN_MS = 3_000
/** So long an order that no book shows waits at most for positions that agree; then the next order book decides. */
const POSITIONS_AWAITED_MS = 15_000 + 2_000

/**
 * Until when positions could not agree that an order of ours, in doubt since `since`, has sold nothing: another party's sale
 * went on filling, and each fill is shown late. 0: none did.
 */
export function positionsDifferUntil({ foreignSales }: Holding, since: number): number {
  const lastAt = foreignSales.at(-1)?.at ?? 0
  return lastAt < since ? 0 : Math.min(lastAt + SALE_SHOWN_MS + THEN_MS, since + POSITIONS_AWAITED_MS)
}

/** Until when the order book lacked an order of the account, in whichever contract, that the broker had acknowledged. */
export function lacksUntil({ activeFaults, callLog }: CheckerContext, { account }: Holding, from: number): number {
  return activeFaults.lastingUntil(
    account,
    from,
    (kind, at) =>
      kind === 'orders_hidden' &&
      isHit(callLog.of(account), at, ({ kind: what, answer }) => what === 'place' && answer?.type === 'accepted'),
  )
}

/**
 * Whether what struck at `at` struck such a call: what befalls an order is drawn as its call leaves, and an order that is
 * refused takes it along.
 */
export function isHit(calls: readonly CallRecord[], at: number, isSuch: (call: CallRecord) => boolean): boolean {
  return calls.some((call) => call.leftAt === at && isSuch(call))
}

/** Until when the rows could not show what the books show of a contract, which should have stood there by `due`. */
export function unreadableUntil(context: CheckerContext, holding: Holding, due: number, now: number): number {
  let until = due
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const next = bookUntil(context, holding, unwritableUntil(context, holding.account, until, now, 0))
    if (next <= until) break
    until = next
  }
  return until
}

/** An alarm is raised once what it is about has lasted; a successor counts from when it began itself. */
const RELEARN_MS = 10_000

/**
 * Until when a notification that was due at `due` could not stand in the outbox: its store was away, or no process led that
 * could write there. Nothing else keeps a user from being notified. `relearnMs`: what a successor needs beyond taking over.
 */
export function unwritableUntil(
  { activeFaults, leadership }: CheckerContext,
  account: string,
  due: number,
  now: number,
  relearnMs = RELEARN_MS,
): number {
  let until = due
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const led = leadership.of(account).absentUntil(until, now, relearnMs)
    const written = activeFaults.lastingUntil(account, led, (kind) => OF_STORE.includes(kind))
    if (written <= until) break
    until = written
  }
  return until
}

/** By when a process that began between `from` and `to` had its rows, where the store kept them from it; 0: it did not. */
export function rowsReadBy(context: CheckerContext, account: string, from: number, to: number, now: number): number {
  const begun = context.leadership.of(account).begunAgainBy(from, to, now)
  const readBy = unwritableUntil(context, account, begun, now, 0)
  return begun > 0 && readBy > begun ? readBy : 0
}

/** When what lasts at `at` ends by `lastsUntil`; 0: nothing does. */
export function endAfter(lastsUntil: (at: number) => number, at: number): number {
  const until = lastsUntil(at)
  return until > at ? until : 0
}

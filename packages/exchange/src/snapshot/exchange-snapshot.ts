// @invariant kept-books
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../state/account-state.ts'
import { emptyLog } from '../exchange-log.ts'
import type { OrderState } from '../state/order-state.ts'
import { emptyHeap } from '@strikewise/domain/collections/min-heap.ts'
import { dayFacts, type ExchangeState } from '../state/exchange-state.ts'

/**
 * What an exchange remembers, in pieces that change apart: plain data that a structured clone keeps whole, each piece by
 * itself. Left out is what a market publishes again (which quotes were met, what was taken of them) and the log behind it.
 */
export interface ExchangeSnapshot {
  readonly context: ExchangeStatePiece
  readonly accounts: readonly AccountState[]
  /** Today's. */
  readonly orders: readonly OrderState[]
}

/** What belongs to no account. */
export interface ExchangeStatePiece extends Pick<
  ExchangeState,
  'now' | 'day' | 'squaredOff' | 'closed' | 'settled' | 'amoSent' | 'squareOffLookedAt' | 'working' | 'steps' | 'faults'
> {
  /** The number of the next entry of the log. */
  readonly nextSeq: number
}

export interface SnapshotDelta extends ExchangeSnapshot {
  /** All there is, also what did not change: no piece kept before stands beside it. */
  readonly isWhole: boolean
}

/**
 * The pieces that entries of the log from `seq` on have touched: nothing an account could miss changes without one. What
 * touched all accounts (a new day), or has left the log meanwhile, gives the whole books. The pieces are the exchange's own
 * objects: copy them before it is called again.
 */
export function changesSince(state: ExchangeState, seq: number): SnapshotDelta {
  const { log } = state
  const entries = log.entries.slice(Math.max(0, seq - (log.nextSeq - log.entries.length)))
  const isWhole = seq < log.nextSeq - log.entries.length || entries.some((entry) => entry.accountId === null)
  const context = statePiece(state)
  if (isWhole) return { isWhole, context, accounts: [...state.accounts.values()], orders: [...state.orders.values()] }
  const accounts = new Set<AccountState>()
  const orders = new Set<OrderState>()
  for (const entry of entries) {
    const account = state.accounts.get(entry.accountId ?? '')
    if (account !== undefined) accounts.add(account)
    const order = 'orderId' in entry ? state.orders.get(entry.orderId ?? '') : undefined
    if (order !== undefined) orders.add(order)
  }
  return { isWhole, context, accounts: [...accounts], orders: [...orders] }
}

function statePiece(state: ExchangeState): ExchangeStatePiece {
  // oxlint-disable-next-line language/names -- stored snapshots hold it under this name
  const { now, day, squaredOff, closed, settled, amoSent, squareOffLookedAt, working, steps, faults, log } = state
  return {
    now,
    day,
    squaredOff,
    closed,
    settled,
    amoSent,
    squareOffLookedAt,
    working,
    steps,
    faults,
    nextSeq: log.nextSeq,
  }
}

/** The books of an unused exchange. */
export function emptySnapshot(now: EpochMs): ExchangeSnapshot {
  const context: ExchangeStatePiece = {
    now,
    day: istDateAt(now),
    squaredOff: false,
    closed: false,
    settled: false,
    amoSent: false,
    squareOffLookedAt: 0,
    working: new Map(),
    steps: emptyHeap(),
    faults: [],
    nextSeq: 1,
  }
  return { context, accounts: [], orders: [] }
}

/**
 * The state that whole books describe; the books become part of it. Triggers are not watched yet. Throws RangeError when a
 * piece is missing.
 */
export function stateFrom(books: ExchangeSnapshot, calendar: TradingCalendar, logCapacity: number): ExchangeState {
  const { nextSeq, day, ...context } = books.context
  const accounts = books.accounts.toSorted((a, b) => a.index - b.index)
  const orders = new Map(
    books.orders
      .toSorted((a, b) => a.placedAt - b.placedAt || (a.orderId < b.orderId ? -1 : 1))
      .map((order) => [order.orderId, order]),
  )
  const named = [
    ...accounts.flatMap(({ orderIds }) => orderIds),
    ...[...context.working.values()].flatMap((ids) => [...ids]),
  ]
  const missing = named.find((orderId) => !orders.has(orderId))
  if (missing !== undefined) throw new RangeError(`order ${missing} is named and not there`)
  return {
    ...context,
    ...dayFacts(calendar, day),
    accounts: new Map(accounts.map((account) => [account.accountId, account])),
    orders,
    matched: new Map(),
    watched: new Map(),
    watchedAt: new Map(),
    bookUse: new Map(),
    log: { ...emptyLog(logCapacity), nextSeq, dropped: nextSeq - 1 },
  }
}

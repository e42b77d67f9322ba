import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { meetsOrder, matchesSide, takeFault, type StickyStatus } from '../faults.ts'
import { isTerminal, type ExchangeEvent, type OrderStatus } from '../order-types.ts'
import { legMs } from '../orders/delays.ts'
import { orderRow } from '../orders/order-row.ts'
import { pendingQuantityOf, type OrderState, type StepKind } from '../state/order-state.ts'
import { faultFor } from '../faults.ts'
import { unitOf } from '../random/hash.ts'
import { pushAt } from '@strikewise/domain/collections/min-heap.ts'
import { log, type ExchangeContext } from '../state/exchange-state.ts'

/** Moves an order to `status`, writes the history row and notifies the listeners. The one place a status changes. */
export function setStatus(
  context: ExchangeContext,
  order: OrderState,
  status: OrderStatus,
  at: EpochMs,
  reason?: Reason,
): void {
  if (isTerminal(order.status)) throw new Error(`order ${order.orderId} is ${order.status} and cannot become ${status}`)
  const from = order.history.length === 0 ? null : order.status
  order.status = status
  order.statusMessage = reason?.message ?? order.remark
  order.statusMessageRaw = reason?.raw ?? null
  if (status === 'OPEN' || status === 'TRIGGER PENDING') order.restingStatus = status
  if (isTerminal(status)) end(context, order, status)
  recordHistory(order, at)
  log(context, at, order.accountId, {
    type: 'status',
    orderId: order.orderId,
    from,
    to: status,
    reason: reason?.message ?? null,
  })
  if (status === 'OPEN' || status === 'TRIGGER PENDING') announce(context, order, at, status, false)
  if (isTerminal(status)) announce(context, order, at, status, true)
}

interface Reason {
  readonly message: string
  readonly raw?: string
}

/** Keeps the present row as the newest entry of the order's history. */
export function recordHistory(order: OrderState, at: EpochMs): void {
  order.row = null
  order.history.push({ at, row: orderRow(order) })
}

/** A part fill or a change of an open order: the books keep their status, messages show UPDATE. */
export function announceUpdate(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  announce(context, order, at, 'UPDATE', true)
}

function announce(
  context: ExchangeContext,
  order: OrderState,
  at: EpochMs,
  status: OrderStatus | 'UPDATE',
  postback: boolean,
): void {
  notifyListeners(context, order, {
    type: 'order',
    at,
    accountId: order.accountId,
    status,
    postback,
    row: orderRow(order),
  })
}

/** Emits an event of `order`, or keeps it back while a fault hides the order. */
export function notifyListeners(context: ExchangeContext, order: OrderState, event: ExchangeEvent): void {
  if (event.at < order.viewUntil) order.withheld.push(event)
  else context.emit(event)
}

/** Shows the order from now on as it is, with the messages kept back. */
export function publishStatus(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  order.viewUntil = at
  const withheld = order.withheld
  order.withheld = []
  for (const event of withheld) context.emit(event)
}

/** Holds the order's view as it is at `asOf` until `until`. */
export function delayVisibleState(context: ExchangeContext, order: OrderState, asOf: EpochMs, until: EpochMs): void {
  // A view that stands still already stays as old as it is, and for as long as it should.
  if (asOf < order.viewUntil) until = Math.max(until, order.viewUntil) as EpochMs
  else order.viewAsOf = asOf
  order.viewUntil = until
  pushAt(context.state.steps, until, { orderId: order.orderId, kind: 'reveal' })
}

/** Later than any instant of the market: until the faults are cleared. */
export const NEVER_DUE = Number.MAX_SAFE_INTEGER as EpochMs

type LegKind = Exclude<StepKind, 'ttl_end' | 'reveal' | 'release'>

/**
 * Puts the next step of the path on the clock, one leg after `at`; a `stick` fault for the present status holds it
 * back: until its end, or until the faults are cleared.
 */
export function scheduleLeg(context: ExchangeContext, order: OrderState, kind: LegKind, at: EpochMs): void {
  const { steps, faults } = context.state
  const extra = faultFor(faults, order.accountId, 'slow')?.addMs ?? 0
  const due = at + legMs(context.seed, order.orderId, kind, order.modifications) + extra
  const stuck = takeFault(
    faults,
    order.accountId,
    'stick',
    (fault) =>
      fault.status === (order.status as StickyStatus) &&
      matchesSide(fault, order.side) &&
      meetsOrder(fault, order.orderId),
  )
  if (stuck === undefined) {
    pushAt(steps, due, { orderId: order.orderId, kind })
    return
  }
  if (stuck.liveBehind) {
    // Only the view stands still. Without an end it stands until the faults are cleared.
    delayVisibleState(context, order, at, stuck.until ?? NEVER_DUE)
    pushAt(steps, due, { orderId: order.orderId, kind })
  } else if (stuck.until === null || stuck.until > due) holdStep(context, order, kind, stuck.until)
  else pushAt(steps, due, { orderId: order.orderId, kind })
}

/** Keeps the next step of the path back until `until`, or (null) until the faults are cleared. */
export function holdStep(context: ExchangeContext, order: OrderState, kind: LegKind, until: EpochMs | null): void {
  order.heldStep = kind
  order.heldUntil = until
  if (until !== null) pushAt(context.state.steps, until, { orderId: order.orderId, kind: 'release' })
}

function end(context: ExchangeContext, order: OrderState, status: OrderStatus): void {
  if (order.venue === 'trigger' || order.venue === 'book') leaveExchange(context, order)
  order.venue = 'gone'
  context.state.accounts.get(order.accountId)!.live.delete(order.orderId)
  order.pendingChange = null
  order.heldStep = null
  order.blockedPremium = 0 as OrderState['blockedPremium']
  if (status !== 'CANCELLED') return
  const rest = pendingQuantityOf(order)
  order.cancelledQuantity += rest
  // Some CANCELLED rows of the real broker keep the cancelled part as pending, others show 0.
  order.shownPending = unitOf(context.seed, 'odd pending', order.orderId) < 0.5 ? rest : 0
}

/** Puts the order among those the exchange works, last in its contract's queue. */
export function enterExchange(context: ExchangeContext, order: OrderState, venue: 'trigger' | 'book'): void {
  order.venue = venue
  const queue = context.state.working.get(order.contract.token)
  if (queue === undefined) context.state.working.set(order.contract.token, new Set([order.orderId]))
  else queue.add(order.orderId)
}

function leaveExchange(context: ExchangeContext, order: OrderState): void {
  const { working } = context.state
  const queue = working.get(order.contract.token)
  queue?.delete(order.orderId)
  if (queue?.size === 0) working.delete(order.contract.token)
}

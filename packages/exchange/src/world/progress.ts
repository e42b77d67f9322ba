import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { meetsOrder, meetsSide, takeFault, type StickyStatus } from '../faults.ts'
import { isTerminal, type ExchangeEvent, type OrderStatus } from '../order-types.ts'
import { legMs } from '../orders/delays.ts'
import { orderRow } from '../orders/order-row.ts'
import { restOf, type OrderState, type StepKind } from '../orders/order-state.ts'
import { faultFor } from '../faults.ts'
import { unitOf } from '../random/hash.ts'
import { pushDue } from '../random/due-heap.ts'
import { log, type World } from './world.ts'

/** Moves an order to `status`, writes the history row and tells the listeners. The one place a status changes. */
export function setStatus(world: World, order: OrderState, status: OrderStatus, at: EpochMs, reason?: Reason): void {
  if (isTerminal(order.status)) throw new Error(`order ${order.orderId} is ${order.status} and cannot become ${status}`)
  const from = order.history.length === 0 ? null : order.status
  order.status = status
  order.statusMessage = reason?.message ?? order.remark
  order.statusMessageRaw = reason?.raw ?? null
  if (status === 'OPEN' || status === 'TRIGGER PENDING') order.restingStatus = status
  if (isTerminal(status)) end(world, order, status)
  record(order, at)
  log(world, at, order.accountId, {
    type: 'status',
    orderId: order.orderId,
    from,
    to: status,
    reason: reason?.message ?? null,
  })
  if (status === 'OPEN' || status === 'TRIGGER PENDING') announce(world, order, at, status, false)
  if (isTerminal(status)) announce(world, order, at, status, true)
}

interface Reason {
  readonly message: string
  readonly raw?: string
}

/** Keeps the present row as the newest entry of the order's history. */
export function record(order: OrderState, at: EpochMs): void {
  order.row = null
  order.history.push({ at, row: orderRow(order) })
}

/** A part fill or a change of an open order: the books keep their status, messages say UPDATE. */
export function announceUpdate(world: World, order: OrderState, at: EpochMs): void {
  announce(world, order, at, 'UPDATE', true)
}

function announce(
  world: World,
  order: OrderState,
  at: EpochMs,
  status: OrderStatus | 'UPDATE',
  postback: boolean,
): void {
  tell(world, order, { type: 'order', at, accountId: order.accountId, status, postback, row: orderRow(order) })
}

/** Emits an event of `order`, or keeps it back while a fault hides the order. */
export function tell(world: World, order: OrderState, event: ExchangeEvent): void {
  if (event.at < order.viewUntil) order.withheld.push(event)
  else world.emit(event)
}

/** Shows the order from now on as it is, with the messages kept back. */
export function reveal(world: World, order: OrderState, at: EpochMs): void {
  order.viewUntil = at
  const withheld = order.withheld
  order.withheld = []
  for (const event of withheld) world.emit(event)
}

/** Holds the order's view as it is at `asOf` until `until`. */
export function freezeView(world: World, order: OrderState, asOf: EpochMs, until: EpochMs): void {
  // A view that stands still already stays as old as it is, and for as long as it should.
  if (asOf < order.viewUntil) until = Math.max(until, order.viewUntil) as EpochMs
  else order.viewAsOf = asOf
  order.viewUntil = until
  pushDue(world.state.steps, until, { orderId: order.orderId, kind: 'reveal' })
}

/** Later than any instant of the market: until the faults are cleared. */
export const NEVER = Number.MAX_SAFE_INTEGER as EpochMs

type LegKind = Exclude<StepKind, 'ttl_end' | 'reveal' | 'release'>

/**
 * Puts the next step of the path on the clock, one leg after `at`; a `stick` fault for the present status holds it
 * back: until its end, or until the faults are cleared.
 */
export function scheduleLeg(world: World, order: OrderState, kind: LegKind, at: EpochMs): void {
  const { steps, faults } = world.state
  const extra = faultFor(faults, order.accountId, 'slow')?.addMs ?? 0
  const due = at + legMs(world.seed, order.orderId, kind, order.modifications) + extra
  const stuck = takeFault(
    faults,
    order.accountId,
    'stick',
    (fault) =>
      fault.status === (order.status as StickyStatus) &&
      meetsSide(fault, order.side) &&
      meetsOrder(fault, order.orderId),
  )
  if (stuck === undefined) {
    pushDue(steps, due, { orderId: order.orderId, kind })
    return
  }
  if (stuck.liveBehind) {
    // Only the view stands still. Without an end it stands until the faults are cleared.
    freezeView(world, order, at, stuck.until ?? NEVER)
    pushDue(steps, due, { orderId: order.orderId, kind })
  } else if (stuck.until === null || stuck.until > due) holdStep(world, order, kind, stuck.until)
  else pushDue(steps, due, { orderId: order.orderId, kind })
}

/** Keeps the next step of the path back until `until`, or (null) until the faults are cleared. */
export function holdStep(world: World, order: OrderState, kind: LegKind, until: EpochMs | null): void {
  order.heldStep = kind
  order.heldUntil = until
  if (until !== null) pushDue(world.state.steps, until, { orderId: order.orderId, kind: 'release' })
}

function end(world: World, order: OrderState, status: OrderStatus): void {
  if (order.venue === 'trigger' || order.venue === 'book') leaveExchange(world, order)
  order.venue = 'gone'
  world.state.accounts.get(order.accountId)!.live.delete(order.orderId)
  order.pendingChange = null
  order.heldStep = null
  order.blockedPremium = 0 as OrderState['blockedPremium']
  if (status !== 'CANCELLED') return
  const rest = restOf(order)
  order.cancelledQuantity += rest
  // Some CANCELLED rows of the real broker keep the cancelled part as pending, others show 0.
  order.shownPending = unitOf(world.seed, 'odd pending', order.orderId) < 0.5 ? rest : 0
}

/** Puts the order among those the exchange works, last in its contract's queue. */
export function enterExchange(world: World, order: OrderState, venue: 'trigger' | 'book'): void {
  order.venue = venue
  const queue = world.state.working.get(order.contract.token)
  if (queue === undefined) world.state.working.set(order.contract.token, new Set([order.orderId]))
  else queue.add(order.orderId)
}

function leaveExchange(world: World, order: OrderState): void {
  const { working } = world.state
  const queue = working.get(order.contract.token)
  queue?.delete(order.orderId)
  if (queue?.size === 0) working.delete(order.contract.token)
}

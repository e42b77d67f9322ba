import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isUnresolved, type Intent } from '../intent/intent.ts'
import { isTerminal, type OrderRecord } from '../order/order.ts'
import { unitsOf, valueOf, type Fill } from '../trade/fill.ts'
import type { HeldTrade } from '../trade/trade.ts'
import { placedOrder } from './reconcile-order.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { AccountState } from '../persist/state.ts'
import { detachOrder, revertToInDoubt } from './mismatched-order-id.ts'

/**
 * A row that the store rejected leaves an older one in its place, which the rows beside it contradict: a fill that its
 * order does not show, a manual sale that its trade does not, an order whose intent still waits for an answer, an answered intent without its order, an order with an
 * id that an answer named by mistake. What the others prove is taken over, or a successor would take a position for sold by
 * others and cancel its stop, place another beside it, or cancel an order that is not ours, before it has read any book.
 * `callTimeoutMs`: our own limit of a call.
 */
export function repairRows(unitOfWork: AccountUnitOfWork, now: EpochMs, callTimeoutMs: number): void {
  const { state } = unitOfWork
  for (const trade of state.held()) {
    const repaired = repairedByManualFills(trade, state.view(trade.id).fills)
    if (repaired !== trade) state.apply({ type: 'trade', trade: repaired })
  }
  for (const { view } of state.needingAttention())
    for (const intent of view.intents) orderOf(unitOfWork, intent, now, callTimeoutMs)
  const fillsOf = new Map<string, Fill[]>()
  for (const { view } of state.needingAttention())
    for (const fill of [...view.fills, ...view.coverFills])
      if (!fill.isManual) fillsOf.set(fill.orderId, [...(fillsOf.get(fill.orderId) ?? []), fill])
  for (const order of state.orders()) {
    if (isMistaken(state, order)) {
      detachOrder(unitOfWork, order)
      continue
    }
    const completed = repairedByFills(order, fillsOf.get(order.orderId) ?? [])
    if (completed !== order) state.apply({ type: 'order', order: completed, on: state.on })
    acceptOf(unitOfWork, order, now)
  }
}

/**
 * The order as its fills prove it where they are more than it shows: units, and the average price, in paise. Without the
 * average the limit would pass for what was paid, and the stop stand by it.
 */
export function repairedByFills(order: OrderRecord, fills: readonly Fill[]): OrderRecord {
  const filled = unitsOf(fills, order.side)
  return filled > order.filled ? { ...order, filled, averagePrice: valueOf(fills, order.side) / filled } : order
}

/** The trade as the manual sales that are booked on it prove it: what they sold is not held any more. */
function repairedByManualFills(trade: HeldTrade, fills: readonly Fill[]): HeldTrade {
  const sold = unitsOf(
    fills.filter(({ isManual }) => isManual),
    'SELL',
  )
  const known = trade.manualExitQuantity - (trade.converted ?? 0)
  return sold > known ? { ...trade, manualExitQuantity: trade.manualExitQuantity + sold - known } : trade
}

/** Whether nothing but an answer has named the order, and its intent was found by its tag to have led to another one. */
function isMistaken(state: AccountState, { intentId, orderId, seenAt, phase }: OrderRecord): boolean {
  const outcome = state.intent(intentId)?.outcome
  return seenAt === null && !isTerminal(phase) && outcome?.state === 'accepted' && outcome.orderId !== orderId
}

/** The order that an intent was answered with, where no row has it; in doubt where its row shows that it is another's. */
function orderOf(unitOfWork: AccountUnitOfWork, intent: Intent, now: EpochMs, callTimeoutMs: number): void {
  const { call, outcome } = intent
  if (call.type !== 'place' || outcome.state !== 'accepted' || unitOfWork.state.order(outcome.orderId) !== undefined)
    return
  if (unitOfWork.state.foreign(outcome.orderId) === 'mistaken') revertToInDoubt(unitOfWork, intent, now, callTimeoutMs)
  else {
    const order = placedOrder(intent, outcome.orderId, outcome.at)
    unitOfWork.state.apply({ type: 'order', order, on: unitOfWork.state.on })
  }
}

function acceptOf(unitOfWork: AccountUnitOfWork, { intentId, orderId }: OrderRecord, now: EpochMs): void {
  const intent = unitOfWork.state.intent(intentId)
  if (intent === undefined || intent.call.type !== 'place' || !isUnresolved(intent)) return
  unitOfWork.put({ type: 'intent', intent: { ...intent, outcome: { state: 'accepted', at: now, orderId } } })
}

import type { ExecutionConfig } from '../config.ts'
import { isUnresolved, type Intent } from '../intent/intent.ts'
import { isTerminal, openQuantityOf, type OrderRecord } from '../order/order.ts'
import { believedTerms } from './sell-orders.ts'
import type { TradeSnapshot } from './trade-aggregate.ts'

/** Why the stop is made smaller: for the part that is to be sold. */
export const FIT_FOR_REDUCTION = 'reduce'

/** The sales of a part of a position, which stands in orders of its own beside the stop of the rest. */
export interface PartOnSale {
  /** Orders that may still sell, and requests whose order is not known yet. */
  readonly orders: readonly OrderRecord[]
  readonly unresolved: readonly Intent[]
  /** Units that they may still sell. */
  readonly units: number
}

/** What is on sale of a position by orders that sell a part of it. */
export function partOnSale({ intents, orders }: TradeSnapshot): PartOnSale {
  const ids = new Set(intents.filter(isReduction).map(({ id }) => id))
  const live = orders.filter(({ intentId, phase }) => ids.has(intentId) && !isTerminal(phase))
  const known = new Set(live.map(({ intentId }) => intentId))
  const unresolved = intents.filter((intent) => isReduction(intent) && isUnresolved(intent) && !known.has(intent.id))
  return { orders: live, unresolved, units: unitsOf(live, unresolved) }
}

/** Units that these orders, and those of these requests, may still sell. */
export function unitsOf(orders: readonly OrderRecord[], unresolved: readonly Intent[]): number {
  let units = 0
  for (const order of orders) units += openQuantityOf(order)
  for (const { call } of unresolved) if (call.type === 'place') units += call.order.terms.quantity
  return units
}

/** Units that orders which sell a part of the position have sold. */
export function soldInParts(view: TradeSnapshot): number {
  return soldInPartsSince(view, 0).units
}

/** What such orders have sold since `before` units of theirs were sold, and for what: in paise, by the prices the broker shows. */
export function soldInPartsSince({ intents, orders }: TradeSnapshot, before: number): { units: number; value: number } {
  const ids = new Set(intents.filter(isReduction).map(({ id }) => id))
  let [skipped, units, value] = [0, 0, 0]
  for (const { intentId, filled, averagePrice, price } of orders) {
    if (!ids.has(intentId)) continue
    const counted = Math.max(0, Math.min(filled, skipped + filled - before))
    skipped += filled
    units += counted
    value += counted * (averagePrice || price)
  }
  return { units, value }
}

/** The trade without the orders that sell a part of it, holding `units` fewer: what its stop, and its exit, are for. */
export function withoutPart(view: TradeSnapshot, units: number): TradeSnapshot {
  const { intents, orders, open } = view
  const ids = new Set(intents.filter(isReduction).map(({ id }) => id))
  if (ids.size === 0 && units === 0) return view
  return {
    ...view,
    intents: intents.filter((intent) => !isReduction(intent)),
    orders: orders.filter(({ intentId }) => !ids.has(intentId)),
    open: open - units,
  }
}

/** Units of the position that `stop` is not believed to be for. */
export function uncoveredUnits(view: TradeSnapshot, stop: OrderRecord, config: ExecutionConfig): number {
  return view.open - (believedTerms(view, stop, config).quantity - stop.filled)
}

/** What was done for the sale of a part: stops made smaller, and sales. Oldest first. */
export function reductionAttempts({ intents }: TradeSnapshot): Intent[] {
  return intents.filter(
    (intent) => isReduction(intent) || (intent.kind === 'move' && intent.reason === FIT_FOR_REDUCTION),
  )
}

export function isReduction({ kind }: Intent): boolean {
  return kind === 'reduce'
}

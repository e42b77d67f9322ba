import { chargesOf, type ExecutedOrder } from '../charges/charges.ts'
import type { Paise } from '../money/paise.ts'
import { riskPerUnit, stopLimit, stopTrigger } from '../stop-loss/stop-levels.ts'
import type { IstDate } from '../time/ist.ts'

/** What the worst planned loss of an entry depends on. */
export interface PlannedEntry {
  readonly on: IstDate
  /** The most that will be paid a unit: the entry's limit. */
  readonly entryPrice: Paise
  /** The decision's stop distance before it is clamped (`EntryPlan.stopDistance`). */
  readonly stopDistance: Paise
  readonly slBuffer: Paise
  /** What the broker takes for one executed order. */
  readonly brokerage: Paise
  readonly lotSize: number
  readonly tickSize?: Paise
}

/**
 * What one lot loses, charges included, when the stop fills at its limit: the worst that is planned for. A gap through
 * the limit can lose more. Source: signals reference §3.5, (R + buffer) × lot + charges(entry, entry − R − buffer).
 */
export function perLotWorstLoss(entry: PlannedEntry): Paise {
  const { on, entryPrice, stopDistance, slBuffer, brokerage, lotSize, tickSize } = entry
  const trigger = stopTrigger(entryPrice, riskPerUnit(stopDistance, entryPrice), tickSize)
  const exitPrice = stopLimit(trigger, slBuffer, tickSize)
  const orders: ExecutedOrder[] = [
    { side: 'BUY', value: (entryPrice * lotSize) as Paise, on },
    { side: 'SELL', value: (exitPrice * lotSize) as Paise, on },
  ]
  const charges = chargesOf(orders, brokerage)
  return ((entryPrice - exitPrice) * lotSize + charges.total) as Paise
}

/** Worst planned loss of `lots`. Brokerage is flat an order but counted for each lot: a little on the safe side. */
export function worstLoss(entry: PlannedEntry, lots: number): Paise {
  return (lots * perLotWorstLoss(entry)) as Paise
}

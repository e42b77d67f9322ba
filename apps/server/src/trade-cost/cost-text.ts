import type { TradeCostText } from '@strikewise/messages/families/alert.ts'
import type { PlannedCost } from './planned-cost.ts'

/** The expected cost of an entry as a line of an alert. */
export function costText(planned: PlannedCost | undefined): TradeCostText {
  const { total, decay, r, breakEven } = planned?.cost ?? {}
  if (planned === undefined || total === undefined || r === undefined || breakEven === undefined)
    return { code: 'trade_cost.unknown' }
  const figures = { lots: planned.lots, cost: total, r, points: breakEven.points }
  return decay === undefined
    ? { code: 'trade_cost.without_decay', ...figures }
    : { code: 'trade_cost.expected', ...figures }
}

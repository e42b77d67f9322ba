import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { TradeCostReply } from '@strikewise/wire/trade-cost.ts'
import type { PlannedCost } from './planned-cost.ts'

/** The expected cost of an entry as the wire has it; null: it is not known. */
export function costReply(planned: PlannedCost | undefined): TradeCostReply | null {
  if (planned === undefined) return null
  const { cost, lots, holdingMinutes } = planned
  const { spread, charges, decay, total, perUnit, r, breakEven } = cost
  return {
    lots,
    holding_minutes: Math.round(holdingMinutes),
    spread: rupeesFromPaise(spread),
    charges: rupeesFromPaise(charges),
    decay: decay === undefined ? null : rupeesFromPaise(decay),
    total: rupeesFromPaise(total),
    per_unit: rupeesFromPaise(Math.round(perUnit) as Paise),
    r: r === undefined ? null : hundredths(r),
    break_even:
      breakEven === undefined
        ? null
        : {
            points: hundredths(breakEven.points),
            percent: breakEven.ratio === undefined ? null : hundredths(breakEven.ratio * 100),
          },
  }
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

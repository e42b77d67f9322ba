import type { Paise } from '@strikewise/domain/money/paise.ts'
import { YEAR_SECONDS } from '@strikewise/domain/market/black76.ts'
import { thetaFromDelta } from '@strikewise/domain/trading/theta-from-delta.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, SECOND_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { plannedCost, type PlannedCost } from './planned-cost.ts'

/** What is bought of a decision's contract, and where its stop lies. */
export interface DecidedOrder {
  readonly lots: number
  readonly limit: Paise
  readonly stopDistance: Paise
}

/** The expected cost of an entry at the prices that the decision recorded. It records no theta: delta and mid imply one. */
export function decisionCost(
  { barEnd, spot }: Pick<Decision, 'barEnd' | 'spot'>,
  entry: EntryPlan,
  { lots, limit, stopDistance }: DecidedOrder,
): PlannedCost | undefined {
  const { contract, bid, ask, delta } = entry
  const theta = thetaOf(entry, barEnd)
  return plannedCost({ at: barEnd, contract, lots, limit, stopDistance, bid, ask, delta, theta, spot })
}

/** As `decisionCost`, for one lot with limit and stop of the decision. */
export function costOfOneLot(decision: Pick<Decision, 'barEnd' | 'spot'>, entry: EntryPlan): PlannedCost | undefined {
  const { limit, stopDistance } = entry
  return decisionCost(decision, entry, { lots: 1, limit, stopDistance })
}

function thetaOf({ contract, delta, bid, ask }: EntryPlan, at: EpochMs): number | undefined {
  const { expiry, strike } = contract
  const expiresAt = nseCalendar.sessionOn(expiry)?.closesAt ?? istInstant(expiry, 15, 30)
  const years = (expiresAt - at) / SECOND_MS / YEAR_SECONDS
  return thetaFromDelta({ delta, price: (bid + ask) / 200, strike, years, rate: SIGNAL_PARAMS.chain.rate })
}

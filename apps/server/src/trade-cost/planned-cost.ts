import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { riskPerUnit } from '@strikewise/domain/stop-loss/stop-levels.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { ordinaryHours } from '@strikewise/domain/time/session-hours.ts'
import {
  expectedTradeCost,
  plannedHoldingMinutes,
  type TradeCost,
  type TradeCostInputs,
} from '@strikewise/domain/trading/expected-trade-cost.ts'

/** An entry as it is planned at `at`. */
export interface PlannedTrade extends Pick<TradeCostInputs, 'bid' | 'ask' | 'delta' | 'theta' | 'spot'> {
  readonly at: EpochMs
  readonly contract: Pick<OptionContract, 'expiry' | 'lotSize'>
  readonly lots: number
  /** The most that is paid a unit. */
  readonly limit: Paise
  /** From the fill down to the stop's trigger, before it is clamped. */
  readonly stopDistance: Paise
}

/** The cost of an entry, with what it was computed for. */
export interface PlannedCost {
  readonly cost: TradeCost
  readonly lots: number
  readonly holdingMinutes: number
}

/** What an entry is expected to cost by the rules that its trade goes by; undefined: a side of the quote is missing. */
export function plannedCost(trade: PlannedTrade): PlannedCost | undefined {
  const { at, contract, lots, limit, stopDistance, ...market } = trade
  const { expiry, lotSize } = contract
  const on = istDateAt(at)
  const session = nseCalendar.sessionOn(on)
  const { open, close } = ordinaryHours(on)
  const holdingMinutes = plannedHoldingMinutes(at, session, expiry)
  const cost = expectedTradeCost({
    ...market,
    on,
    lotSize,
    lots,
    brokerage: BROKER.profile.brokerage,
    holdingMinutes,
    sessionMinutes: session === undefined ? close - open : (session.closesAt - session.opensAt) / MINUTE_MS,
    risk: (riskPerUnit(stopDistance, limit) * lots * lotSize) as Paise,
  })
  return cost && { cost, lots, holdingMinutes }
}

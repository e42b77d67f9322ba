import type { EntryPurchase } from './entry-ticket.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { riskBudget } from '@strikewise/domain/trading/risk-budget.ts'
import { budgetForPosition, sizeBasic, sizeToBudget, type SizeResult } from '@strikewise/domain/trading/sizing.ts'
import type { AccountHistory } from '../store/account-changes.ts'

export interface SizeInput {
  readonly on: IstDate
  readonly entry: EntryPurchase
  /** The most that will be paid a unit. */
  readonly limit: Paise
  /** The user's lots; for an entry priced again, the lots it began with. */
  readonly lots: number
  readonly slBuffer: Paise
  /** The capital engine of the larger plan, else the user's fixed lots. */
  readonly advanced: boolean
  readonly live: boolean
  readonly capital: Paise
  readonly freeCash: Paise
  readonly dailyLossRemaining: Paise
  /** Units offered at the five best asks. */
  readonly askQuantity: number
  readonly freezeQuantity: number
  readonly openWorstLoss: Paise
  /** What the broker takes for one executed order. */
  readonly brokerage: Paise
  /** Whether another position of the symbol or in the same direction is open. */
  readonly isFurther: boolean
  readonly history: AccountHistory
}

const NO_RECORD = { wins: 0, losses: 0, payoff: 0 } as const

/** How many lots an entry buys, or why none (signals reference §3.5). */
export function sizeEntry(input: SizeInput): SizeResult {
  const planned = {
    on: input.on,
    entryPrice: input.limit,
    stopDistance: input.entry.stopDistance,
    slBuffer: input.slBuffer,
    brokerage: input.brokerage,
    lotSize: input.entry.contract.lotSize,
    tickSize: input.entry.contract.tickSize,
  }
  const limits = {
    symbol: input.entry.contract.symbol,
    userLots: input.lots,
    freeCash: input.freeCash,
    dailyLossRemaining: input.dailyLossRemaining,
    askQuantity: input.askQuantity,
    freezeQuantity: input.freezeQuantity,
  }
  if (!input.advanced) return sizeBasic(planned, limits)
  const { capital, history } = input
  const budget = riskBudget({ capital, dailyResults: history.dailyResults, record: history.record })
  const gateClosed = budget.edgeCeiling === 0
  if (gateClosed && input.live) return { ok: false, refusal: { code: 'refusal.edge_gate' } }
  // On paper a record without edge does not bind: paper is where it is to be earned.
  const single = gateClosed
    ? riskBudget({ capital, dailyResults: history.dailyResults, record: NO_RECORD }).amount
    : budget.amount
  return sizeToBudget(planned, limits, budgetForPosition(single, input.isFurther, input.openWorstLoss))
}

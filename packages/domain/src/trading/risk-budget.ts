import { edgeCeiling, type TradeRecord } from './kelly.ts'
import type { Paise } from '../money/paise.ts'

/** The advanced capital engine's parameters (signals reference §3.5). */
export const CAPITAL_ENGINE = {
  /** Share of the declared capital one trade may plan to lose. */
  riskShare: 0.015,
  /** Daily volatility of the account's results aimed at, as a share of capital. Ours: the reference names none. */
  targetDailyVolatility: 0.01,
  ewmaLambda: 0.94,
  volatilityMin: 0.5,
  volatilityMax: 1.25,
  minDays: 30,
  /** Drawdown at which the budget would reach zero, before the floor. */
  fullDrawdown: 0.1,
  drawdownFloor: 0.25,
} as const

/** What the budget of one trade depends on. */
export interface BudgetInput {
  readonly capital: Paise
  /** Net results of the account's trading days, oldest first. */
  readonly dailyResults: readonly Paise[]
  readonly record: TradeRecord
}

/** A trade's risk budget, with the factors that made it for the "why" screen. */
export interface RiskBudget {
  readonly amount: Paise
  readonly volatilityFactor: number
  readonly drawdownFactor: number
  /** Ceiling from the record as a share of capital; null while the record is too short to show. */
  readonly edgeCeiling: number | null
  /** True when the record shows no edge: automatic mode is offered on paper only, where no ceiling is set then. */
  readonly edgeGate: boolean
}

/** Budget = capital × 1.5 % × volatility factor × drawdown factor, under a quarter of Kelly once a record exists. */
export function riskBudget(input: BudgetInput): RiskBudget {
  const volatility = volatilityFactor(input.capital, input.dailyResults)
  const drawdown = drawdownFactor(input.capital, input.dailyResults)
  const ceiling = edgeCeiling(input.record)
  const desired = input.capital * CAPITAL_ENGINE.riskShare * volatility * drawdown
  const edgeGate = ceiling === 0
  const most = ceiling === undefined || edgeGate ? desired : input.capital * ceiling
  const amount = Math.floor(Math.min(desired, most) + 1e-6)
  return {
    amount: Math.max(0, amount) as Paise,
    volatilityFactor: volatility,
    drawdownFactor: drawdown,
    edgeCeiling: ceiling ?? null,
    edgeGate,
  }
}

/** Target ÷ EWMA volatility of the own daily results, 0.5 to 1.25; 1 before 30 days. */
export function volatilityFactor(capital: Paise, dailyResults: readonly Paise[]): number {
  const { ewmaLambda, minDays, targetDailyVolatility, volatilityMax, volatilityMin } = CAPITAL_ENGINE
  if (dailyResults.length < minDays || capital <= 0) return 1
  const returns = dailyResults.map((result) => result / capital)
  let variance = returns[0]! ** 2
  for (const day of returns.slice(1)) variance = ewmaLambda * variance + (1 - ewmaLambda) * day ** 2
  // Days without a loss or gain have no volatility to divide by: the largest factor.
  if (variance === 0) return volatilityMax
  return Math.min(volatilityMax, Math.max(volatilityMin, targetDailyVolatility / Math.sqrt(variance)))
}

/** 1 − drawdown ÷ 10 %, floor 0.25; the drawdown is from the highest sum of results so far, as a share of capital. */
export function drawdownFactor(capital: Paise, dailyResults: readonly Paise[]): number {
  if (capital <= 0) return CAPITAL_ENGINE.drawdownFloor
  let sum = 0
  let peak = 0
  for (const result of dailyResults) {
    sum += result
    peak = Math.max(peak, sum)
  }
  const drawdown = (peak - sum) / capital
  return Math.max(CAPITAL_ENGINE.drawdownFloor, 1 - drawdown / CAPITAL_ENGINE.fullDrawdown)
}

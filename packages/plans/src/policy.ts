// @invariant plan-gates What a plan names is checked by the server and shown on its screens.
import { OFFERED_AGENTS, type OfferedAgent } from '@strikewise/signals/registry/registry.ts'
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'

export type SoldAgent = OfferedAgent['name']
/** Every agent a plan can contain, in the order of the dashboard's cards. */
export const SOLD_AGENTS: readonly SoldAgent[] = OFFERED_AGENTS.map(({ name }) => name)

/** The agents of a plan: those offered from it or from a smaller one. */
function agentsOf(plan: Plan): readonly SoldAgent[] {
  const size = PLANS.indexOf(plan)
  return OFFERED_AGENTS.filter(({ offer }) => PLANS.indexOf(offer.from) <= size).map(({ name }) => name)
}

/** What may be traded in one kind of account. */
export interface TradingRights {
  readonly symbols: readonly IndexSymbol[]
  /** Positions open or being opened at a time; null: no limit. 0: nothing may be traded. */
  readonly maxActiveTrades: number | null
}

/** What one plan contains. All that differs between plans is shown here and nowhere else. */
export interface PlanPolicy {
  /** How old the newest market value, signal or price is that the plan may see. 0: live. */
  readonly delaySeconds: number
  /** How often the plan's signals are refreshed. */
  readonly refreshSeconds: number
  readonly agents: readonly SoldAgent[]
  /** The dashboard's section of five core cards. */
  readonly coreSignals: boolean
  /** The bare MACD, VWAP and RSI values: what the free plan has late, a paid one has live. */
  readonly basicIndicators: boolean
  readonly optionChain: boolean
  readonly alerts: boolean
  /** Alerts that the user defines: on prices, volatility, agents and the own loss. */
  readonly customAlerts: number
  readonly livePnl: boolean
  /** A link to the user's own broker account, trade settings and auto execution; `autoSymbols` shows for which index. */
  readonly brokerConnect: boolean
  readonly autoSymbols: readonly IndexSymbol[]
  /** Positions open or being opened at a time; null: no limit. 0: the plan does not trade. */
  readonly maxActiveTrades: number | null
  /** Auto execution on a paper account, which every plan may have. */
  readonly paper: TradingRights
  /** Manual trades with a ticket, in what `paper` and `autoSymbols` allow and counted with the others. */
  readonly manualTrades: boolean
  readonly trailingStop: boolean
  readonly lossRecovery: boolean
  readonly timeFilter: boolean
  readonly parallelTrades: boolean
  readonly tradeSync: boolean
  readonly capitalAllocation: 'none' | 'basic' | 'advanced'
  /** FII/DII and sentiment analysis. */
  readonly flowAnalysis: 'none' | 'basic' | 'full'
  /** `end_of_day`: the showcase account's day, read-only, after the close. Everyone may see that one. */
  readonly tradeLog: 'end_of_day' | 'none' | 'full' | 'full_with_tracker'
  readonly support: 'community' | 'email' | 'priority' | 'premium'
}

const STARTER: PlanPolicy = {
  delaySeconds: 60,
  refreshSeconds: 2,
  agents: agentsOf('starter'),
  coreSignals: false,
  basicIndicators: true,
  optionChain: false,
  alerts: false,
  customAlerts: 2,
  livePnl: false,
  brokerConnect: false,
  autoSymbols: [],
  maxActiveTrades: 0,
  paper: { symbols: ['NIFTY'], maxActiveTrades: 1 },
  manualTrades: false,
  trailingStop: false,
  lossRecovery: false,
  timeFilter: false,
  parallelTrades: false,
  tradeSync: false,
  capitalAllocation: 'none',
  flowAnalysis: 'none',
  tradeLog: 'end_of_day',
  support: 'community',
}

const PRO: PlanPolicy = {
  ...STARTER,
  delaySeconds: 0,
  agents: agentsOf('pro'),
  optionChain: true,
  alerts: true,
  customAlerts: 10,
  livePnl: true,
  manualTrades: true,
  flowAnalysis: 'basic',
  tradeLog: 'none',
  support: 'email',
}

const ELITE: PlanPolicy = {
  ...PRO,
  refreshSeconds: 1,
  customAlerts: 25,
  agents: agentsOf('elite'),
  coreSignals: true,
  basicIndicators: true,
  brokerConnect: true,
  autoSymbols: ['NIFTY'],
  maxActiveTrades: 1,
  trailingStop: true,
  lossRecovery: true,
  timeFilter: true,
  capitalAllocation: 'basic',
  flowAnalysis: 'full',
  tradeLog: 'full',
  support: 'priority',
}

const MASTER: PlanPolicy = {
  ...ELITE,
  customAlerts: 50,
  agents: agentsOf('master'),
  autoSymbols: ['NIFTY', 'BANKNIFTY'],
  maxActiveTrades: null,
  paper: { symbols: ['NIFTY', 'BANKNIFTY'], maxActiveTrades: null },
  parallelTrades: true,
  tradeSync: true,
  capitalAllocation: 'advanced',
  tradeLog: 'full_with_tracker',
  support: 'premium',
}

/** The policy table. Source: specification §3 (plan catalogue), §6 and §9; readings in the decisions beside it. */
export const PLAN_POLICY: Readonly<Record<Plan, PlanPolicy>> = {
  starter: STARTER,
  pro: PRO,
  elite: ELITE,
  master: MASTER,
}

import { policyAllows } from './capabilities.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY, SOLD_AGENTS, type PlanPolicy } from './policy.ts'

/** Rows of the table that compares plans. */
export type ComparisonFeature = { readonly code: `comparison.${FeatureName}` }

type FeatureName =
  | 'dashboard_market'
  | 'signals'
  | 'signal_refresh'
  | 'agents'
  | 'core_signals'
  | 'basic_signals'
  | 'option_chain'
  | 'flow_analysis'
  | 'telegram_alerts'
  | 'live_pnl'
  | 'broker_connect'
  | 'trade_settings'
  | 'auto_execution'
  | 'manual_trades'
  | 'paper_trading'
  | 'trailing_stop'
  | 'loss_recovery'
  | 'time_filter'
  | 'capital_allocation'
  | 'active_trades'
  | 'parallel_trades'
  | 'trade_sync'
  | 'today_trade_log'
  | 'trade_log'
  | 'support'

/** Cells of the table that compares plans. */
export type ComparisonCell =
  | {
      readonly code: `comparison_cell.${'all' | 'none' | 'basic' | 'advanced' | 'full' | 'full_tracker' | 'read_only'}`
    }
  | { readonly code: 'comparison_cell.unlimited' }
  | { readonly code: 'comparison_cell.live' }
  | { readonly code: 'comparison_cell.delayed'; readonly minutes: number }
  | { readonly code: 'comparison_cell.refresh'; readonly seconds: number }
  | { readonly code: 'comparison_cell.number'; readonly count: number }
  | { readonly code: 'comparison_cell.symbols'; readonly symbols: readonly IndexSymbol[] }
  | { readonly code: 'comparison_cell.support'; readonly tier: PlanPolicy['support'] }

/** What a plan has of a feature. A boolean is shown as a tick or a dash. */
type Cell = ComparisonCell | boolean

/** One line of the plans page's comparison table. */
export interface ComparisonRow {
  readonly feature: ComparisonFeature
  readonly cells: Readonly<Record<Plan, Cell>>
}

const ALLOCATION = {
  none: false,
  basic: { code: 'comparison_cell.basic' },
  advanced: { code: 'comparison_cell.advanced' },
} as const satisfies Record<PlanPolicy['capitalAllocation'], Cell>
const FLOWS = {
  none: { code: 'comparison_cell.none' },
  basic: { code: 'comparison_cell.basic' },
  full: { code: 'comparison_cell.full' },
} as const satisfies Record<PlanPolicy['flowAnalysis'], Cell>
const TRADE_LOG = {
  end_of_day: { code: 'comparison_cell.read_only' },
  none: { code: 'comparison_cell.none' },
  full: { code: 'comparison_cell.full' },
  full_with_tracker: { code: 'comparison_cell.full_tracker' },
} as const satisfies Record<PlanPolicy['tradeLog'], Cell>

const count = (n: number): Cell => ({ code: 'comparison_cell.number', count: n })

const tradedSymbols = (symbols: readonly IndexSymbol[]): Cell =>
  symbols.length > 0 && { code: 'comparison_cell.symbols', symbols }

function activeTrades({ maxActiveTrades }: PlanPolicy): Cell {
  if (maxActiveTrades === null) return { code: 'comparison_cell.unlimited' }
  return maxActiveTrades > 0 && count(maxActiveTrades)
}

const FEATURES: Readonly<Record<FeatureName, (policy: PlanPolicy) => Cell>> = {
  dashboard_market: (p) => policyAllows(p, 'see_indices') && policyAllows(p, 'see_live_trades'),
  signals: (p) =>
    p.delaySeconds === 0
      ? { code: 'comparison_cell.live' }
      : { code: 'comparison_cell.delayed', minutes: p.delaySeconds / 60 },
  signal_refresh: (p) => ({ code: 'comparison_cell.refresh', seconds: p.refreshSeconds }),
  agents: (p) => (p.agents.length === SOLD_AGENTS.length ? { code: 'comparison_cell.all' } : count(p.agents.length)),
  core_signals: (p) => p.coreSignals,
  basic_signals: (p) => p.basicIndicators,
  option_chain: (p) => p.optionChain,
  flow_analysis: (p) => FLOWS[p.flowAnalysis],
  telegram_alerts: (p) => p.alerts,
  live_pnl: (p) => p.livePnl,
  broker_connect: (p) => p.brokerConnect,
  trade_settings: (p) => policyAllows(p, 'trade_settings') && tradedSymbols(p.autoSymbols),
  auto_execution: (p) => policyAllows(p, 'auto_execute') && tradedSymbols(p.autoSymbols),
  manual_trades: (p) => p.manualTrades,
  paper_trading: (p) => tradedSymbols(p.paper.symbols),
  trailing_stop: (p) => p.trailingStop,
  loss_recovery: (p) => p.lossRecovery,
  time_filter: (p) => p.timeFilter,
  capital_allocation: (p) => ALLOCATION[p.capitalAllocation],
  active_trades: activeTrades,
  parallel_trades: (p) => p.parallelTrades,
  trade_sync: (p) => p.tradeSync,
  today_trade_log: (p) => policyAllows(p, 'see_trade_log'),
  trade_log: (p) => TRADE_LOG[p.tradeLog],
  support: (p) => ({ code: 'comparison_cell.support', tier: p.support }),
}

/** The comparison table, computed from the policy table: what is sold is what is enforced. Its lines: specification §6. */
export function comparisonOf(policies: Readonly<Record<Plan, PlanPolicy>>): readonly ComparisonRow[] {
  return (Object.keys(FEATURES) as FeatureName[]).map((name) => ({
    feature: { code: `comparison.${name}` },
    cells: Object.fromEntries(PLANS.map((plan) => [plan, FEATURES[name](policies[plan])])) as Record<Plan, Cell>,
  }))
}

export const COMPARISON = comparisonOf(PLAN_POLICY)

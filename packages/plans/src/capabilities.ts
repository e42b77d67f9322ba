import { SOLD_AGENTS, type PlanPolicy, type SoldAgent } from './policy.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'

/** Everything a plan can allow. A new screen or call that depends on the plan gets a name here first. */
export type Capability =
  | 'see_indices'
  | 'see_live_trades'
  | 'see_core_signals'
  | 'see_basic_indicators'
  | `see_agent:${SoldAgent}`
  | 'see_option_chain'
  | 'see_live_pnl'
  | 'see_end_of_day_log'
  | 'see_trade_log'
  | 'see_trade_tracker'
  | 'receive_alerts'
  | 'chat_with_support'
  | 'connect_broker'
  | 'trade_settings'
  | `trade_symbol:${IndexSymbol}`
  | 'auto_execute'
  | 'manual_trades'
  | 'trailing_stop'
  | 'loss_recovery'
  | 'time_filter'
  | 'parallel_trades'
  | 'trade_sync'
  | 'allocate_capital'
  | 'allocate_capital_advanced'
  | 'see_flow_analysis'
  | 'see_flow_analysis_full'

type Rule = (policy: PlanPolicy) => boolean

const always: Rule = () => true
const trades: Rule = (policy) => policy.autoSymbols.length > 0

const agentRules = Object.fromEntries(
  SOLD_AGENTS.map((agent) => [`see_agent:${agent}`, (policy: PlanPolicy) => policy.agents.includes(agent)]),
) as Record<`see_agent:${SoldAgent}`, Rule>

const symbolRules = Object.fromEntries(
  INDEX_SYMBOLS.map((symbol) => [
    `trade_symbol:${symbol}`,
    (policy: PlanPolicy) => policy.autoSymbols.includes(symbol),
  ]),
) as Record<`trade_symbol:${IndexSymbol}`, Rule>

const RULES: Readonly<Record<Capability, Rule>> = {
  see_indices: always,
  see_live_trades: always,
  see_end_of_day_log: always,
  see_core_signals: (policy) => policy.coreSignals,
  see_basic_indicators: (policy) => policy.basicIndicators,
  ...agentRules,
  see_option_chain: (policy) => policy.optionChain,
  see_live_pnl: (policy) => policy.livePnl,
  see_trade_log: (policy) => policy.tradeLog === 'full' || policy.tradeLog === 'full_with_tracker',
  see_trade_tracker: (policy) => policy.tradeLog === 'full_with_tracker',
  receive_alerts: (policy) => policy.alerts,
  chat_with_support: (policy) => policy.support === 'premium',
  connect_broker: (policy) => policy.brokerConnect,
  trade_settings: trades,
  auto_execute: trades,
  manual_trades: (policy) => policy.manualTrades,
  ...symbolRules,
  trailing_stop: (policy) => policy.trailingStop,
  loss_recovery: (policy) => policy.lossRecovery,
  time_filter: (policy) => policy.timeFilter,
  parallel_trades: (policy) => policy.parallelTrades,
  trade_sync: (policy) => policy.tradeSync,
  allocate_capital: (policy) => policy.capitalAllocation !== 'none',
  allocate_capital_advanced: (policy) => policy.capitalAllocation === 'advanced',
  see_flow_analysis: (policy) => policy.flowAnalysis !== 'none',
  see_flow_analysis_full: (policy) => policy.flowAnalysis === 'full',
}

/** Every capability, for matrices and tests. */
export const CAPABILITIES = Object.keys(RULES) as readonly Capability[]

/** Whether a plan of this policy contains `capability`, its expiry aside. */
export function policyAllows(policy: PlanPolicy, capability: Capability): boolean {
  return RULES[capability](policy)
}

import { policyAllows } from './capabilities.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY, SOLD_AGENTS, type PlanPolicy } from './policy.ts'

/** One line of the plans page's comparison table. A boolean is shown as a tick or a dash. */
export interface ComparisonRow {
  readonly feature: string
  readonly cells: Readonly<Record<Plan, string | boolean>>
}

const SYMBOL_LABELS = { NIFTY: 'Nifty', BANKNIFTY: 'BankNifty' } as const

const ALLOCATION = { none: false, basic: 'Basic', advanced: 'Advanced' } as const satisfies Record<
  PlanPolicy['capitalAllocation'],
  string | boolean
>
const FLOWS = { none: 'None', basic: 'Basic', full: 'Full' } as const satisfies Record<
  PlanPolicy['flowAnalysis'],
  string
>
const TRADE_LOG = {
  end_of_day: 'Read-only',
  none: 'None',
  full: 'Full',
  full_with_tracker: 'Full plus smart tracker',
} as const satisfies Record<PlanPolicy['tradeLog'], string>
/** Support tiers as the plans name them. */
export const SUPPORT_LABELS = {
  community: 'Community',
  email: 'Email',
  priority: 'Priority',
  premium: 'Premium plus Live Chat',
} as const satisfies Record<PlanPolicy['support'], string>

const tradedSymbols = (symbols: readonly (keyof typeof SYMBOL_LABELS)[]) =>
  symbols.length > 0 && symbols.map((symbol) => SYMBOL_LABELS[symbol]).join(' and ')

const FEATURES: readonly (readonly [feature: string, cell: (policy: PlanPolicy) => string | boolean])[] = [
  [
    'Dashboard index prices and live-trades table',
    (p) => policyAllows(p, 'see_indices') && policyAllows(p, 'see_live_trades'),
  ],
  ['Signals', (p) => (p.delaySeconds === 0 ? 'Live' : `Delayed ${p.delaySeconds / 60} minute`)],
  ['Signal refresh', (p) => `${p.refreshSeconds} second${p.refreshSeconds === 1 ? '' : 's'}`],
  ['AI agents', (p) => (p.agents.length === SOLD_AGENTS.length ? 'All' : String(p.agents.length))],
  ['Core agent signals on the dashboard', (p) => p.coreSignals],
  ['Basic signals (MACD, VWAP, RSI)', (p) => p.basicIndicators],
  ['Live Nifty option chain', (p) => p.optionChain],
  ['FII/DII and sentiment analysis', (p) => FLOWS[p.flowAnalysis]],
  ['Telegram alerts', (p) => p.alerts],
  ['Live P&L view', (p) => p.livePnl],
  ['Broker connect', (p) => p.brokerConnect],
  ['Trade settings', (p) => policyAllows(p, 'trade_settings') && tradedSymbols(p.autoSymbols)],
  ['Auto execution', (p) => policyAllows(p, 'auto_execute') && tradedSymbols(p.autoSymbols)],
  ['Paper trading, with settings of its own', (p) => tradedSymbols(p.paper.symbols)],
  ['Trailing stop-loss', (p) => p.trailingStop],
  ['Smart loss recovery', (p) => p.lossRecovery],
  ['Time filter engine', (p) => p.timeFilter],
  ['Capital allocation', (p) => ALLOCATION[p.capitalAllocation]],
  ['Active trades', (p) => (p.maxActiveTrades === 0 ? false : String(p.maxActiveTrades ?? 'Unlimited'))],
  ['Parallel trade handling', (p) => p.parallelTrades],
  ['Dashboard trade sync', (p) => p.tradeSync],
  ['Today Trade Log on the dashboard', (p) => policyAllows(p, 'see_trade_log')],
  ['Trade log', (p) => TRADE_LOG[p.tradeLog]],
  ['Support', (p) => SUPPORT_LABELS[p.support]],
]

/** The comparison table, computed from the policy table: what is sold is what is enforced. Its lines: specification §6. */
export const COMPARISON: readonly ComparisonRow[] = FEATURES.map(([feature, cell]) => ({
  feature,
  cells: Object.fromEntries(PLANS.map((plan) => [plan, cell(PLAN_POLICY[plan])])) as Record<Plan, string | boolean>,
}))

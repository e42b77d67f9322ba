import { policyAllows, type Capability } from '@strikewise/plans/capabilities.ts'
import { can, endedPlan, tradingRightsOf } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY, type PlanPolicy } from '@strikewise/plans/policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RouteFeature } from '@strikewise/wire/route.ts'
import type { Profile } from '../accounts/profiles.ts'
import { DomainError } from '../domain-error.ts'

type PlanFeature = Exclude<RouteFeature, 'paper_trading'>

/** What a route's feature is called in the plan policy. */
const CAPABILITY = {
  option_chain: 'see_option_chain',
  core_signals: 'see_core_signals',
  trade_log: 'see_trade_log',
  trade_tracker: 'see_trade_tracker',
  live_pnl: 'see_live_pnl',
  entry_refusals: 'see_trade_log',
  broker_connect: 'connect_broker',
  manual_trades: 'manual_trades',
  trade_settings: 'trade_settings',
  alerts: 'receive_alerts',
  support_chat: 'chat_with_support',
} as const satisfies Record<PlanFeature, Capability>

/** What a user who trades on paper needs, on every plan. */
const WITH_PAPER_ACCOUNT: ReadonlySet<RouteFeature> = new Set(['trade_settings', 'entry_refusals'])

/** Why the user may not use `feature` now, or undefined. A plan that ended is distinguished from one that never had it. */
export function featureRefusal(
  { plan, link }: Pick<Profile, 'plan' | 'link'>,
  feature: RouteFeature,
  now: EpochMs,
): DomainError | undefined {
  const onPaper = tradingRightsOf(plan, 'paper', now).symbols.length > 0
  const allowed =
    feature === 'paper_trading'
      ? onPaper
      : can(plan, CAPABILITY[feature], now) || (WITH_PAPER_ACCOUNT.has(feature) && link === 'paper' && onPaper)
  if (allowed) return undefined
  const ended = endedPlan(plan, now)
  if (ended !== undefined && contains(PLAN_POLICY[ended.plan], feature))
    return new DomainError({ code: 'problem.plan_expired', plan: ended.plan })
  return new DomainError({ code: 'problem.upgrade_required' })
}

function contains(policy: PlanPolicy, feature: RouteFeature): boolean {
  return feature === 'paper_trading' ? policy.paper.symbols.length > 0 : policyAllows(policy, CAPABILITY[feature])
}

import { effectivePlan, endedPlan, isPlanActive, policyOf, tradingRightsOf } from '@strikewise/plans/entitlements.ts'
import { policyAllows } from '@strikewise/plans/capabilities.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Entitlements } from '@strikewise/wire/entitlements.ts'
import type { Profile } from '../accounts/profiles.ts'
import { featureRefusal } from './feature-access.ts'

/** What the user may see and do now, as the screens need it. The server asks the policy itself, call by call. */
export function entitlementsOf(profile: Profile, now: EpochMs): Entitlements {
  const { plan: state, link } = profile
  const policy = policyOf(state, now)
  const rights = tradingRightsOf(state, link ?? 'live', now)
  return {
    plan: effectivePlan(state, now),
    plan_active: isPlanActive(state, now),
    expired_plan: endedPlan(state, now)?.plan ?? null,
    agents: [...policy.agents],
    delay_seconds: policy.delaySeconds,
    core_signals: policy.coreSignals,
    option_chain: policy.optionChain,
    trade_log: policyAllows(policy, 'see_trade_log'),
    broker_connect: policy.brokerConnect,
    trade_settings: featureRefusal(profile, 'trade_settings', now) === undefined,
    entry_refusals: featureRefusal(profile, 'entry_refusals', now) === undefined,
    telegram_alerts: policy.alerts,
    support_chat: policyAllows(policy, 'chat_with_support'),
    auto_symbols: [...rights.symbols],
    max_active_trades: rights.maxActiveTrades,
    paper_symbols: [...tradingRightsOf(state, 'paper', now).symbols],
  }
}

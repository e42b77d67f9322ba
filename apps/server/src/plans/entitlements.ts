import { effectivePlan, endedPlan, policyOf, type PlanState } from '@strikewise/domain/plans/entitlements.ts'
import { policyAllows } from '@strikewise/domain/plans/capabilities.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Entitlements } from '@strikewise/wire/account.ts'

/** What the user may see and do now, as the screens need it. The server asks the policy itself, call by call. */
export function entitlementsOf(state: PlanState, now: EpochMs): Entitlements {
  const policy = policyOf(state, now)
  return {
    plan: effectivePlan(state, now),
    expired_plan: endedPlan(state, now)?.plan ?? null,
    agents: [...policy.agents],
    delay_seconds: policy.delaySeconds,
    core_signals: policy.coreSignals,
    option_chain: policy.optionChain,
    trade_log: policyAllows(policy, 'see_trade_log'),
    broker_connect: policy.brokerConnect,
    trade_settings: policyAllows(policy, 'trade_settings'),
    telegram_alerts: policy.alerts,
    auto_symbols: [...policy.autoSymbols],
    max_active_trades: policy.maxActiveTrades,
  }
}

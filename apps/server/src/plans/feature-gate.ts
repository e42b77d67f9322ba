import type { Capability } from '@strikewise/domain/plans/capabilities.ts'
import { can, endedPlan, type PlanState } from '@strikewise/domain/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/domain/plans/policy.ts'
import { policyAllows } from '@strikewise/domain/plans/capabilities.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RouteFeature } from '@strikewise/wire/route.ts'
import { ApiFailure } from '../http/api-failure.ts'

/** What a route's feature is called in the plan policy. */
const CAPABILITY = {
  option_chain: 'see_option_chain',
  core_signals: 'see_core_signals',
  trade_log: 'see_trade_log',
  broker_connect: 'connect_broker',
  trade_settings: 'trade_settings',
} as const satisfies Record<RouteFeature, Capability>

/** Why the user may not use `feature` now, or undefined. A plan that ended is told apart from one that never had it. */
export function featureRefusal(state: PlanState, feature: RouteFeature, now: EpochMs): ApiFailure | undefined {
  const capability = CAPABILITY[feature]
  if (can(state, capability, now)) return undefined
  const ended = endedPlan(state, now)
  if (ended !== undefined && policyAllows(PLAN_POLICY[ended.plan], capability))
    return new ApiFailure('plan_expired', `Your ${ended.plan} plan has expired. Renew it to go on.`)
  return new ApiFailure('upgrade_required', 'Upgrade Required')
}

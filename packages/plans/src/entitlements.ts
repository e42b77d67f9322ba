import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { policyAllows, type Capability } from './capabilities.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY, type PlanPolicy, type TradingRights } from './policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** A user's plan as stored. A starter has no expiry; a paid plan without one is not active. */
export interface PlanState {
  readonly plan: Plan | null
  readonly expiresAt: EpochMs | null
}

const NOTHING: TradingRights = { symbols: [], maxActiveTrades: 0 }

/** True while the plan's expiry lies in the future (specification §4); at the instant of expiry it is over. */
export function isPlanActive(state: PlanState, now: EpochMs): boolean {
  return state.plan !== null && state.expiresAt !== null && state.expiresAt > now
}

/** The plan whose rights hold now: the paid one while it is active, else starter's (also for users without a plan). */
export function effectivePlan(state: PlanState, now: EpochMs): Plan {
  return state.plan !== null && isPlanActive(state, now) ? state.plan : 'starter'
}

/** The paid plan that has ended, with the instant it did (null when none was ever stored); else undefined. */
export function endedPlan(state: PlanState, now: EpochMs): { plan: Plan; at: EpochMs | null } | undefined {
  if (state.plan === null || state.plan === 'starter' || isPlanActive(state, now)) return undefined
  return { plan: state.plan, at: state.expiresAt }
}

/** What the user may do and see now: the policy of the effective plan. */
export function policyOf(state: PlanState, now: EpochMs): PlanPolicy {
  return PLAN_POLICY[effectivePlan(state, now)]
}

/** What `policy` lets an account of this kind trade, the plan's expiry aside. */
export function tradingRights(policy: PlanPolicy, mode: LinkMode): TradingRights {
  return mode === 'paper' ? policy.paper : { symbols: policy.autoSymbols, maxActiveTrades: policy.maxActiveTrades }
}

/** What `policy` lets the user trade manually in an account of this kind, the plan's expiry aside. */
export function manualRights(policy: PlanPolicy, mode: LinkMode): TradingRights {
  return policy.manualTrades ? tradingRights(policy, mode) : NOTHING
}

/** What a link of this kind may trade now. A paid plan that ended opens nothing new until renewed, on paper neither. */
export function tradingRightsOf(state: PlanState, mode: LinkMode, now: EpochMs): TradingRights {
  if (endedPlan(state, now) !== undefined) return NOTHING
  return tradingRights(policyOf(state, now), mode)
}

/** What the user may trade manually in an account of this kind now. A paid plan that ended opens nothing new until renewed. */
export function manualRightsOf(state: PlanState, mode: LinkMode, now: EpochMs): TradingRights {
  return endedPlan(state, now) === undefined ? manualRights(policyOf(state, now), mode) : NOTHING
}

/** Whether the user may do `capability` now. Server and screens ask here, never by plan name. */
export function can(state: PlanState, capability: Capability, now: EpochMs): boolean {
  return policyAllows(policyOf(state, now), capability)
}

/**
 * Access to the screens of live trading (broker connect, trade settings). The order is fixed: a plan below elite sees
 * 'Upgrade Required'; elite or master that has ended is sent to the plans.
 */
export function tradingScreenAccess(state: PlanState, now: EpochMs): 'allowed' | 'upgrade_required' | 'plan_ended' {
  const bought = PLAN_POLICY[state.plan ?? 'starter']
  if (!policyAllows(bought, 'connect_broker')) return 'upgrade_required'
  return isPlanActive(state, now) ? 'allowed' : 'plan_ended'
}

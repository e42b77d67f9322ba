import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { can, endedPlan, tradingRightsOf, type PlanState } from '@strikewise/plans/entitlements.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { epochOf } from './ist-format.ts'
import { marketNow } from './server-clock.ts'

/** The part of the user document the plan's gate reads. */
export interface PlanFields {
  readonly plan: Plan | null
  readonly plan_expiry: string | null
}

type Capability = Parameters<typeof can>[1]

export function planStateOf(me: PlanFields): PlanState {
  return { plan: me.plan, expiresAt: epochOf(me.plan_expiry) ?? null }
}

/** Whether the signed-in user may do `capability` now. Screens ask this, never a plan's name; the server enforces it again. */
export function canNow(me: PlanFields, capability: Capability): boolean {
  return can(planStateOf(me), capability, marketNow())
}

/** Whether the user trades on paper now: there is a paper account, and a plan that has not ended. */
export function tradesOnPaper(me: PlanFields & { zerodha: { mode: LinkMode; api_key_set: boolean } }): boolean {
  const rights = tradingRightsOf(planStateOf(me), 'paper', marketNow())
  return me.zerodha.mode === 'paper' && me.zerodha.api_key_set && rights.symbols.length > 0
}

/** Whether trades may be opened automatically for the user, in whichever account they have. */
export const canTrade = (me: Parameters<typeof tradesOnPaper>[0]) => canNow(me, 'auto_execute') || tradesOnPaper(me)

/** The paid plan that has ended and when, for the renewal notice. */
export const endedPlanOf = (me: PlanFields) => endedPlan(planStateOf(me), marketNow())

import { can, endedPlan, type PlanState } from '@strikewise/domain/plans/entitlements.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { epochOf } from './ist-format.ts'
import { marketNow } from './market-clock.ts'

/** The part of the user document the plan's gate reads. */
export interface PlanFields {
  readonly plan: Plan
  readonly plan_expiry: string | null
}

type Capability = Parameters<typeof can>[1]

export function planStateOf(me: PlanFields): PlanState {
  return { plan: me.plan, expiresAt: epochOf(me.plan_expiry) ?? null }
}

/** Whether the signed-in user may do `capability` now. Screens ask this, never a plan's name; the server enforces it again. */
export function mayNow(me: PlanFields, capability: Capability): boolean {
  return can(planStateOf(me), capability, marketNow())
}

/** The paid plan that has ended and when, for the renewal notice. */
export const endedPlanOf = (me: PlanFields) => endedPlan(planStateOf(me), marketNow())

import type { UserSession } from '../../lib/session.ts'

/** The part of the user document a plan check reads. The server compares with the product's time. */
export interface PlanRecord {
  readonly entitlements: { readonly plan_active: boolean; readonly expired_plan: string | null }
}

/**
 * Where the header's Login button leads: /dashboard while the plan has not expired (none is not expired: a starter),
 * /plans after it has, /login when no user is signed in or the check fails (specification §2 and §8).
 */
export async function loginTarget(
  session: UserSession,
  readPlan: () => Promise<PlanRecord>,
): Promise<'/dashboard' | '/plans' | '/login'> {
  if (session.status !== 'in') return '/login'
  try {
    const { entitlements } = await readPlan()
    return entitlements.expired_plan === null ? '/dashboard' : '/plans'
  } catch (error) {
    console.error('plan check failed', error)
    return '/login'
  }
}

/**
 * Where a signed-in visitor of the landing page is sent: /dashboard with an active plan (an expiry in the future),
 * /login when the check fails, nowhere otherwise.
 */
export async function landingTarget(
  session: UserSession,
  readPlan: () => Promise<PlanRecord>,
): Promise<'/dashboard' | '/login' | undefined> {
  if (session.status !== 'in') return undefined
  try {
    const { entitlements } = await readPlan()
    return entitlements.plan_active ? '/dashboard' : undefined
  } catch (error) {
    console.error('plan check failed', error)
    return '/login'
  }
}

/** Reads the caller's plan, with the API client loaded only now: public pages do without it. */
export async function readPlanNow(): Promise<PlanRecord> {
  const { api } = await import('../../lib/api.ts')
  return api.call('me')
}

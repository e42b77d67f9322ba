import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'

const WITH_ALERTS = PLANS.filter((plan) => PLAN_POLICY[plan].alerts)

/** Every user whose plan includes alerts and has not ended. */
export async function usersWithAlertPlan(tx: Kysely<Database>, now: EpochMs): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('plan', 'in', WITH_ALERTS)
    .where('plan_expiry', '>', new Date(now))
    .execute()
  return rows.map((row) => row.user_id)
}

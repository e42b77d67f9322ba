// @invariant flags-audited A change of a feature flag is recorded in the operators' log by the transaction that makes it.
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FlagChange } from '@strikewise/wire/operator-flags.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../store/database.ts'
import { recordAction } from './actions.ts'

/** Sets which users have an optional feature, for the operator `by`. */
export async function changeFlag(
  tx: Transaction<Database>,
  change: FlagChange,
  { by, now }: { readonly by: string; readonly now: EpochMs },
): Promise<void> {
  const { flag, percentage, reason } = change
  const plans = PLANS.filter((plan) => change.plans.includes(plan))
  const rule = { plans, percentage, updated_by: by, updated_at: now }
  await tx
    .insertInto('feature_flags')
    .values({ flag, ...rule })
    .onConflict((conflict) => conflict.column('flag').doUpdateSet(rule))
    .execute()
  await recordAction(tx, {
    by,
    action: 'flag_changed',
    details: { flag, plans: plans.join(', '), percentage, reason },
  })
}

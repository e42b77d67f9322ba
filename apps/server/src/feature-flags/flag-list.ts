import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { FEATURE_FLAGS } from '@strikewise/wire/feature-flags.ts'
import type { FlagRow } from '@strikewise/wire/operator-flags.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Every flag as operators see it, those that none has changed included, in the order of the registry. */
export async function listFlags(db: Kysely<Database>): Promise<FlagRow[]> {
  const rows = await db
    .selectFrom('feature_flags')
    .leftJoin('identity_users', 'identity_users.id', 'updated_by')
    .select(['flag', 'plans', 'percentage', 'updated_at'])
    .select((is) => is.fn.coalesce('email', 'updated_by').as('updated_by'))
    .execute()
  const known = new Map(rows.map((row) => [row.flag, row]))
  return FEATURE_FLAGS.map((flag) => {
    const row = known.get(flag)
    return row === undefined
      ? { flag, plans: [...PLANS], percentage: 100, updated_by: null, updated_at: null }
      : { ...row, updated_at: istIso(row.updated_at as EpochMs) }
  })
}

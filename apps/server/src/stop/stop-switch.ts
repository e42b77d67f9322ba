import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** The scope that stops every account. */
export const EVERYBODY = 'global'

export interface StopState {
  readonly user: boolean
  readonly global: boolean
}

/** Both switches that bear on a user. A switch nobody ever touched is off; one that cannot be read throws. */
export async function loadStops(db: Kysely<Database>, userId: string): Promise<StopState> {
  const rows = await db
    .selectFrom('stop_switches')
    .select(['scope', 'engaged'])
    .where('scope', 'in', [userId, EVERYBODY])
    .execute()
  const engaged = (scope: string) => rows.some((row) => row.scope === scope && row.engaged)
  return { user: engaged(userId), global: engaged(EVERYBODY) }
}

/** Commits the switch. From then on the gate of every executor, which reads it in its claim, lets no entry out. */
export async function setStop(
  db: Kysely<Database>,
  scope: string,
  engaged: boolean,
  by: string,
  now: EpochMs,
  reason: string | null = null,
): Promise<void> {
  const values = { engaged, changed_at: new Date(now), changed_by: by, reason }
  await db
    .insertInto('stop_switches')
    .values({ scope, ...values })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(values))
    .execute()
}

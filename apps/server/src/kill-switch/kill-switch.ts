// @invariant kill-switch-log It is recorded which user changed a kill switch, and from where.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** The scope that stops every account. */
export const GLOBAL_SCOPE = 'global'

export interface KillSwitchState {
  readonly user: boolean
  readonly global: boolean
  /** When the user's stop ends by itself, a pause; null: it does not. */
  readonly resumeAt: EpochMs | null
}

/** Both switches that apply to a user. A switch that was never set is off; one that cannot be read throws. */
export async function loadKillSwitches(db: Kysely<Database>, userId: string): Promise<KillSwitchState> {
  const rows = await db
    .selectFrom('kill_switches')
    .select(['scope', 'engaged', 'resume_at'])
    .where('scope', 'in', [userId, GLOBAL_SCOPE])
    .execute()
  const engaged = (scope: string) => rows.find((row) => row.scope === scope && row.engaged)
  const user = engaged(userId)
  return {
    user: user !== undefined,
    global: engaged(GLOBAL_SCOPE) !== undefined,
    resumeAt: (user?.resume_at?.getTime() ?? null) as EpochMs | null,
  }
}

/** Who changes a kill switch, and from where. */
export interface KillSwitchChange {
  readonly engaged: boolean
  readonly by: string
  readonly channel: 'web' | 'telegram'
  readonly reason?: string | undefined
  /** A pause: it is released at this instant. Left out: it holds until it is released. */
  readonly resumeAt?: EpochMs
}

/**
 * Sets the switch and records who did; `db` may be a transaction. From the commit on the pre-trade check of every executor,
 * which reads it in its claim, lets no entry out.
 */
export async function setKillSwitch(
  db: Kysely<Database>,
  scope: string,
  { engaged, by, channel, reason, resumeAt }: KillSwitchChange,
  now: EpochMs,
): Promise<void> {
  const change = {
    engaged,
    changed_by: by,
    reason: reason ?? null,
    resume_at: resumeAt === undefined ? null : new Date(resumeAt),
  }
  const values = { ...change, changed_at: new Date(now) }
  await db
    .with('logged', (and) =>
      and.insertInto('kill_switch_changes').values({ scope, channel, at: new Date(now), ...change }),
    )
    .insertInto('kill_switches')
    .values({ scope, ...values })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(values))
    .execute()
}

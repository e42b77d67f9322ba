import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PastState } from '@strikewise/wire/time-travel.ts'
import type { Kysely } from 'kysely'
import { GLOBAL_SCOPE } from '../kill-switch/kill-switch.ts'
import type { Database } from '../store/database.ts'

/** The switches that kept a user's entries in at `at`, from the log of their changes. */
export async function killSwitchesAt(
  db: Kysely<Database>,
  userId: string,
  at: EpochMs,
): Promise<PastState['kill_switches']> {
  const rows = await db
    .selectFrom('kill_switch_changes')
    .distinctOn('scope')
    .select(['scope', 'engaged', 'at', 'resume_at'])
    .where('scope', 'in', [userId, GLOBAL_SCOPE])
    .where('at', '<=', new Date(at))
    .orderBy('scope')
    .orderBy('id', 'desc')
    .execute()
  return rows
    .filter(({ engaged }) => engaged)
    .map((row) => ({
      scope: row.scope === GLOBAL_SCOPE ? 'global' : 'user',
      since: istIso(row.at.getTime() as EpochMs),
      resume_at: row.resume_at === null ? null : istIso(row.resume_at.getTime() as EpochMs),
    }))
}

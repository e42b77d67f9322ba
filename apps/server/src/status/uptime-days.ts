import { addDays, istDateAt, istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { STATUS_COMPONENTS, type StatusComponent, type StatusReply } from '@strikewise/wire/public.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

const SHOWN_DAYS = 90
/** Checked every minute: after three without a check the state is unknown. */
const FRESH_MS = 180_000

export type HealthCheck = 'up' | 'down' | 'idle'

/** Counts one check of each part into its day's row. */
export async function storeChecks(
  db: Kysely<Database>,
  checks: Readonly<Record<StatusComponent, HealthCheck>>,
  now: EpochMs,
): Promise<void> {
  await db
    .insertInto('status_days')
    .values(
      STATUS_COMPONENTS.map((part) => ({
        day: istDateAt(now),
        part,
        checks: 1,
        failures: checks[part] === 'down' ? 1 : 0,
        state: checks[part],
        checked_at: new Date(now),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['day', 'part']).doUpdateSet({
        checks: sql`status_days.checks + 1`,
        failures: sql`status_days.failures + excluded.failures`,
        state: sql`excluded.state`,
        checked_at: sql`excluded.checked_at`,
      }),
    )
    .execute()
}

/** What is public: states and counts, no address and no reason. A reader who gets this from the store knows that it answers. */
export async function statusOf(db: Kysely<Database>, now = Date.now() as EpochMs): Promise<StatusReply> {
  const first = addDays(istDateAt(now), 1 - SHOWN_DAYS)
  const rows = await db.selectFrom('status_days').selectAll().where('day', '>=', first).orderBy('day').execute()
  const newest = rows.reduce((at, row) => Math.max(at, row.checked_at.getTime()), 0) as EpochMs
  const fresh = now - newest < FRESH_MS
  return {
    incident: null,
    checked_at: newest === 0 ? null : istIso(newest),
    parts: STATUS_COMPONENTS.map((part) => {
      const own = rows.filter((row) => row.part === part)
      return {
        part,
        now: fresh ? (own.at(-1)?.state ?? 'unknown') : part === 'store' ? 'up' : 'unknown',
        days: own.map(({ day, checks, failures }): { day: IstDate; checks: number; failures: number } => ({
          day,
          checks,
          failures,
        })),
      }
    }),
  }
}

import { KINDS_THAT_NEED_USER } from '@strikewise/domain/alerts/alert-kinds.ts'
import { quietUntil } from '@strikewise/domain/alerts/quiet-hours.ts'
import { clockTimeOf, minuteOfClockTime } from '@strikewise/domain/time/clock-time.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { WEEKDAYS } from '@strikewise/domain/trading/entry-hours.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import type { AlertSettings, QuietHoursSetting } from '@strikewise/wire/alerts.ts'
import type { Kysely } from 'kysely'
import { holdUntil } from '../outbox/held-messages.ts'
import type { Database } from '../store/database.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { alertTitle } from './alert-title.ts'

/** The quiet hours of a user, whether they are on at `now`, and what is sent in them all the same. */
export async function quietHoursOf(
  db: UserScopedRow,
  userId: string,
  now: EpochMs,
  { text }: Renderer,
): Promise<AlertSettings['quiet']> {
  const row = await db.selectFrom('quiet_hours').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const hours = row === undefined ? undefined : { days: row.days, fromMinute: row.from_minute, toMinute: row.to_minute }
  const until = hours === undefined ? undefined : quietUntil(hours, now)
  return {
    hours:
      hours === undefined
        ? null
        : { days: hours.days, from: clockTimeOf(hours.fromMinute), to: clockTimeOf(hours.toMinute) },
    until: until === undefined ? null : istIso(until),
    still_sent: KINDS_THAT_NEED_USER.map((kind) => text(alertTitle(kind))),
  }
}

/**
 * Sets the quiet hours of a user; null: none. What is held waits for the end of the new ones, or leaves where none are on. By the
 * service: what waits to be sent is not the user's to write. The caller publishes `outbox` after the commit.
 */
export async function saveQuietHours(
  tx: Kysely<Database>,
  userId: string,
  chosen: QuietHoursSetting | null,
  now: EpochMs,
): Promise<void> {
  if (chosen === null) {
    await tx.deleteFrom('quiet_hours').where('user_id', '=', userId).execute()
    return holdUntil(tx, userId, null)
  }
  const days = WEEKDAYS.filter((day) => chosen.days.includes(day))
  const [fromMinute, toMinute] = [minuteOfClockTime(chosen.from), minuteOfClockTime(chosen.to)]
  const row = { days, from_minute: fromMinute, to_minute: toMinute }
  await tx
    .insertInto('quiet_hours')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await holdUntil(tx, userId, quietUntil({ days, fromMinute, toMinute }, now) ?? null)
}

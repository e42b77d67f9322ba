import type { Paise } from '@strikewise/domain/money/paise.ts'
import { PRICES } from '@strikewise/plans/billing.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { DAY_MS, istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Database } from '../../store/database.ts'
import { findsAny, isDueSince, type DueCheck } from '../due-sources.ts'
import type { Alert } from '../notify.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'plan_terms'
/** How long before its end a plan's owner is reminded. */
const REMINDERS_DAYS = [7, 1] as const

const PLANS_PAGE = '/plans'

const monthly = (plan: Plan): Paise => PRICES[plan].monthly

/**
 * Reminds of plans that end soon, notifies when one has ended, and starts the plan that was bought to begin then. Each poll
 * reads only the terms that passed a mark since the last one.
 */
export function planExpiry(bus: Bus, publicUrl: string): AlertSource {
  const isDue: DueCheck = ({ db, now, cursors }) =>
    isDueSince(cursors.get(CURSOR_NAME), now, (cursor) =>
      findsAny([
        ...[...REMINDERS_DAYS, 0].map((days) => ending(db, cursor as EpochMs, now, days * DAY_MS).select('user_id')),
        db
          .selectFrom('profiles')
          .select('user_id')
          .where('next_plan', 'is not', null)
          .where('plan_expiry', '<=', new Date(now)),
      ]),
    )
  const read: AlertSource['read'] = async (tx, now) => {
    const last = await readCursor(tx, CURSOR_NAME)
    await writeCursor(tx, CURSOR_NAME, now)
    // What ended before the first look is history, but a plan that waits for its turn must not.
    const since = (last ?? now) as EpochMs
    const alerts: Alert[] = []
    for (const days of REMINDERS_DAYS)
      for (const { userId, plan, at } of await endingBetween(tx, since, now, days * DAY_MS))
        alerts.push(
          alertOf(
            userId,
            `soon/${days}/${at}`,
            now,
            { code: 'alert.plan_ends', plan, on: istDateAt(at), price: monthly(plan) },
            publicUrl,
          ),
        )
    for (const { user_id: userId, plan } of await startNext(tx, now)) {
      alerts.push(alertOf(userId, `next/${now}`, now, { code: 'alert.plan_begun', plan }, publicUrl))
      bus.publish(`account.${userId}`, null)
    }
    for (const { userId, plan, at } of await endingBetween(tx, since, now, 0)) {
      const message = { code: 'alert.plan_ended', plan, price: monthly(plan) } as const
      alerts.push(alertOf(userId, `ended/${at}`, now, message, publicUrl))
      bus.publish(`account.${userId}`, null)
    }
    return alerts
  }
  return { isDue, read }
}

/** Plans without a successor whose last `ahead` milliseconds began after `since` and not after `now`. */
async function endingBetween(
  tx: Kysely<Database>,
  since: EpochMs,
  now: EpochMs,
  ahead: number,
): Promise<{ userId: string; plan: Plan; at: EpochMs }[]> {
  const rows = await ending(tx, since, now, ahead)
    .select(['user_id', 'plan', 'plan_expiry'])
    .$narrowType<{ plan: Plan; plan_expiry: Date }>()
    .execute()
  return rows.map((row) => ({ userId: row.user_id, plan: row.plan, at: row.plan_expiry.getTime() as EpochMs }))
}

function ending(tx: Kysely<Database>, since: EpochMs, now: EpochMs, ahead: number) {
  return tx
    .selectFrom('profiles')
    .where('plan', '!=', 'starter')
    .where('plan_expiry', '>', new Date(since + ahead))
    .where('plan_expiry', '<=', new Date(now + ahead))
    .where('next_plan', 'is', null)
}

/** Starts every plan whose turn has come. */
async function startNext(tx: Kysely<Database>, now: EpochMs): Promise<{ user_id: string; plan: Plan }[]> {
  return tx
    .updateTable('profiles')
    .set((row) => ({
      plan: row.ref('next_plan').$notNull(),
      plan_expiry: row.ref('next_plan_expiry'),
      next_plan: null,
      next_plan_expiry: null,
    }))
    .where('next_plan', 'is not', null)
    .where('plan_expiry', '<=', new Date(now))
    .returning(['user_id', 'plan'])
    .$narrowType<{ plan: Plan }>()
    .execute()
}

function alertOf(userId: string, key: string, at: EpochMs, message: AlertMessage, publicUrl: string): Alert {
  const mail = { paragraphs: [message, { code: 'mail.plan_prices', url: `${publicUrl}${PLANS_PAGE}` }] } as const
  return { userId, kind: 'plan', key: `plan/${key}`, at, message, link: PLANS_PAGE, mail }
}

import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import { groupIndian } from '@strikewise/domain/money/format.ts'
import { PRICES } from '@strikewise/domain/plans/billing.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { DAY_MS, istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Database } from '../../store/database.ts'
import { dayText } from '@strikewise/messages/figures.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { Alert } from '../notify.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'plan_terms'
/** How long before its end a plan's owner is reminded. */
const REMINDERS_DAYS = [7, 1] as const

const PLANS_PAGE = '/plans'

/** '₹4,000 a month'. */
const priceText = (plan: Plan) => `₹${groupIndian(PRICES[plan].monthly / 100)} a month`

const nameOf = (plan: Plan) => PLAN_CARDS[plan].label

/**
 * Reminds of plans that end soon, tells when one has ended, and starts the plan that was bought to begin then. Each look
 * reads only the terms that passed a mark since the last one.
 */
export function planExpiry(bus: Bus, publicUrl: string): AlertSource {
  return async (tx, now) => {
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
            `Your ${nameOf(plan)} plan ends on ${dayText(istDateAt(at), 'en')}. Renew it to go on: ${priceText(plan)}.`,
            publicUrl,
          ),
        )
    for (const { user_id: userId, plan } of await startNext(tx, now)) {
      alerts.push(alertOf(userId, `next/${now}`, now, `Your ${nameOf(plan)} plan has begun.`, publicUrl))
      bus.publish(`account.${userId}`, null)
    }
    for (const { userId, plan, at } of await endingBetween(tx, since, now, 0)) {
      const text = `Your ${nameOf(plan)} plan has ended. Nothing new is traded; open positions keep their protective exits. Renew it to go on: ${priceText(plan)}.`
      alerts.push(alertOf(userId, `ended/${at}`, now, text, publicUrl))
      bus.publish(`account.${userId}`, null)
    }
    return alerts
  }
}

/** Plans without a successor whose last `ahead` milliseconds began after `since` and not after `now`. */
async function endingBetween(
  tx: Kysely<Database>,
  since: EpochMs,
  now: EpochMs,
  ahead: number,
): Promise<{ userId: string; plan: Plan; at: EpochMs }[]> {
  const rows = await tx
    .selectFrom('profiles')
    .select(['user_id', 'plan', 'plan_expiry'])
    .where('plan', '!=', 'starter')
    .where('plan_expiry', '>', new Date(since + ahead))
    .where('plan_expiry', '<=', new Date(now + ahead))
    .where('next_plan', 'is', null)
    .$narrowType<{ plan: Plan; plan_expiry: Date }>()
    .execute()
  return rows.map((row) => ({ userId: row.user_id, plan: row.plan, at: row.plan_expiry.getTime() as EpochMs }))
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

function alertOf(userId: string, key: string, at: EpochMs, text: string, publicUrl: string): Alert {
  const mailText = `${text}\n\nPlans and prices: ${publicUrl}${PLANS_PAGE}`
  return { userId, kind: 'plan', key: `plan/${key}`, at, text, link: PLANS_PAGE, mailText }
}

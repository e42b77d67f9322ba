import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PushProblem } from '@strikewise/messages/families/push.ts'
import { split, type StoredMessage } from '@strikewise/messages/split.ts'
import { sql, type Kysely } from 'kysely'
import { claimDue, giveUp, type Claim, type OutboxTable } from '../../outbox/outbox-table.ts'
import type { Database } from '../../store/database.ts'
import type { SubscriptionKeys } from './encrypt-push.ts'

export const PUSH_OUTBOX: OutboxTable<PushProblem> = {
  name: 'push_outbox',
  orderedBy: 'subscription_id',
  visibilityTimeoutMs: 60_000,
  whenSent: { problem: null },
  whenGivenUp: {},
  whenFailed: (problem) => ({ problem: stored(problem) }),
}

/** A notification that is due on one device. */
export interface DuePush extends Claim, SubscriptionKeys {
  readonly subscriptionId: number
  readonly userId: string
  /** The plan in the user's profile. */
  readonly plan: Plan | null
  readonly planExpiry: Date | null
  readonly endpoint: string
  readonly noticeId: number
  readonly kind: AlertKind
  readonly at: number
  readonly expiresAt: number
  /** Null: written before messages were data; then `text` is its sentence. */
  readonly message: StoredMessage | null
  readonly text: string | null
  readonly link: string | null
  /** Of the account; null: not chosen yet. */
  readonly language: Language | null
}

/** Takes up to `limit` due notifications, of each device the oldest one alone, and counts the attempt. */
export async function claimDuePushes(db: Kysely<Database>, limit: number): Promise<readonly DuePush[]> {
  const { rows } = await sql<DuePush>`
    with ${claimDue(PUSH_OUTBOX, limit)}
    select c.id, c.attempts, c.expires_at as "expiresAt", c.user_id as "userId", p.plan, p.plan_expiry as "planExpiry", s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth,
      n.id as "noticeId", n.kind, n.at, n.message, n.text, n.link, u.language
    from claimed c join push_subscriptions s on s.id = c.subscription_id
      join notices n on n.id = c.notice_id join identity_users u on u.id = c.user_id
      join profiles p on p.user_id = c.user_id
    order by c.id`.execute(db)
  return rows
}

/** Discards what would mislead by now; returns how many. */
export async function discardExpiredPushes(db: Kysely<Database>, now: EpochMs): Promise<number> {
  return giveUp(db, PUSH_OUTBOX, sql<boolean>`expires_at <= ${now}`, { code: 'chat_problem.too_old' })
}

/** Keeps with a device that a notification was delivered there now, or why not. */
export async function noteAttempt(
  db: Kysely<Database>,
  subscriptionId: number,
  problem: PushProblem | undefined,
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set(
      problem === undefined
        ? { delivered_at: sql`now()`, failures: 0, problem: null }
        : { failures: sql`failures + 1`, problem: stored(problem) },
    )
    .where('id', '=', subscriptionId)
    .execute()
}

/** Removes a device and discards what waits for it. */
export async function removeDevice(tx: Kysely<Database>, subscriptionId: number, problem: PushProblem): Promise<void> {
  await giveUp(tx, PUSH_OUTBOX, sql<boolean>`subscription_id = ${subscriptionId}`, problem)
  await tx.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
}

function stored(problem: PushProblem) {
  return sql<StoredMessage>`${JSON.stringify(split(problem))}::jsonb`
}

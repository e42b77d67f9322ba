import { randomBytes } from 'node:crypto'
import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import type { Kysely } from 'kysely'
import { dueNames } from '../src/alerts/due-sources.ts'
import { notify, type Alert } from '../src/alerts/notify.ts'
import type { AlertSource } from '../src/alerts/sources/source.ts'
import type { Database } from '../src/store/database.ts'
import { openFeatureFlags } from '../src/feature-flags/feature-flags.ts'

/** Writes a user on `plan` for a month from `now` on, with a chat whose owner agreed where one is named. */
export async function writeUser(
  db: Kysely<Database>,
  now: EpochMs,
  { plan = 'elite', chat = null }: { plan?: Plan; chat?: string | null } = {},
): Promise<string> {
  const id = `u-${randomBytes(4).toString('hex')}`
  const at = new Date(now)
  await db
    .insertInto('identity_users')
    .values({ id, name: 'Asha', email: `${id}@example.com`, emailVerified: true, image: null, updatedAt: at })
    .execute()
  await db
    .insertInto('profiles')
    .values({
      user_id: id,
      plan,
      plan_expiry: plan === 'starter' ? null : new Date(now + 30 * 86_400_000),
      joined_at: at,
      telegram_chat_id: chat,
      telegram_paired_at: chat === null ? null : at,
    })
    .execute()
  return id
}

/**
 * Reads a source as the notifier does: only when it is due, in a transaction that notifies. `inside` is done before the commit.
 * Returns its alerts.
 */
export async function readSource(
  db: Kysely<Database>,
  source: AlertSource,
  now: EpochMs,
  inside: () => void = () => {},
): Promise<readonly Alert[]> {
  const due = await dueNames(db, { source }, now)
  if (!due.has('source')) return []
  const read = await db.transaction().execute(async (tx) => {
    const alerts = await source.read(tx, now, await openFeatureFlags(tx).current())
    await notify(tx, alerts, now)
    inside()
    return alerts
  })
  source.committed?.()
  return read
}

export interface NotifiedEvents {
  readonly kind: AlertKind
  readonly key: string
  readonly text: string
  readonly link: string | null
}

/** A user's list, oldest first, without what it shows of the market data: most tests have none. */
export async function noticesOf(db: Kysely<Database>, userId: string): Promise<readonly NotifiedEvents[]> {
  const rows = await db
    .selectFrom('notices')
    .select(['kind', 'key', 'message', 'text', 'link'])
    .where('user_id', '=', userId)
    .where('kind', '!=', 'feed_trouble')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, key, link, ...row }) => ({ kind, key, link, text: noticeText(row) }))
}

/** Keys of a user's list, oldest first. */
export async function keysOf(db: Kysely<Database>, userId: string): Promise<readonly string[]> {
  return (await noticesOf(db, userId)).map(({ key }) => key)
}

/** What is to be sent to the user's chats, oldest first, as `key → chat`. */
export async function chatsOf(db: Kysely<Database>, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('chat_outbox')
    .innerJoin('notices', 'notices.id', 'chat_outbox.notice_id')
    .select(['key', 'chat_id'])
    .where('chat_outbox.user_id', '=', userId)
    .orderBy('chat_outbox.id')
    .execute()
  return rows.map(({ key, chat_id }) => `${key} → ${chat_id}`)
}

/** Subjects of the user's mails. */
export async function mailsOf(db: Kysely<Database>, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', `${userId}@example.com`)
    .execute()
  return rows.map(({ subject }) => subject)
}

/** What a row of the list shows, in English. */
export function noticeText(row: { message: unknown; text: string | null }): string {
  return rendererOf('en').text(messageOf(row))
}

// @invariant alert-once An event is notified once, across restarts too.
import {
  ALERT_RULES,
  freshMsOf,
  hasChannel,
  type AlertChannel,
  type AlertKind,
} from '@strikewise/domain/alerts/alert-kinds.ts'
import { can, type PlanState } from '@strikewise/plans/entitlements.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { sql, type Kysely } from 'kysely'
import { composeMail, type MailContent, type MailMessage, type MailRecipient } from '../mail/compose-mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { alertTitle } from './alert-title.ts'
import { noticeBatch } from './notice-batch.ts'

/** One notification of a user. */
export interface Alert {
  readonly userId: string
  readonly kind: AlertKind
  /** Of a user's alerts no two have the same: notifying of one again changes nothing. */
  readonly key: string
  readonly at: EpochMs
  readonly message: Message
  /** A path of the app with more about it. */
  readonly link: string | null
  /** The one way it takes beside the list; absent: each that its kind and the user's switches have. */
  readonly channel?: AlertChannel
  /** Where a mail has room for more than `message`; `html`: the same, a whole page. */
  readonly mail?: { readonly paragraphs: MailContent['paragraphs']; readonly html?: string }
}

interface Recipient extends MailRecipient {
  readonly plan: PlanState
  /** The chat its owner agreed to and that takes messages; null: none. */
  readonly chat: string | null
  /** Ids of the browsers that show notifications. */
  readonly devices: readonly number[]
  readonly switches: ReadonlyMap<string, boolean>
}

/**
 * Writes alerts to the users' lists and, where plan and switches report it, to the outboxes of Telegram, browsers and mail; all or
 * nothing with the transaction `tx`. Answers how many were new. The caller publishes `outbox` after the commit.
 */
export async function notify(tx: Kysely<Database>, alerts: readonly Alert[], now: EpochMs): Promise<number> {
  if (alerts.length === 0) return 0
  const recipients = await recipientsOf(tx, [...new Set(alerts.map((alert) => alert.userId))])
  const addressed = alerts.filter(({ userId, kind }) => isFor(recipients.get(userId), kind, now))
  const written = await writeNotices(tx, addressed)
  const toSend = addressed.flatMap((alert) => {
    const id = written.get(`${alert.userId}/${alert.key}`)
    return id === undefined ? [] : [{ alert, id, to: recipients.get(alert.userId)! }]
  })
  const chats = toSend.flatMap(({ alert, id, to }) =>
    to.chat !== null && canSend(to, alert, 'telegram', now)
      ? [{ ...outboxRow(alert, id, 'telegram'), chat_id: to.chat }]
      : [],
  )
  if (chats.length > 0) await tx.insertInto('chat_outbox').values(chats).execute()
  const pushes = toSend.flatMap(({ alert, id, to }) =>
    canSend(to, alert, 'push', now)
      ? to.devices.map((device) => ({ ...outboxRow(alert, id, 'push'), subscription_id: device }))
      : [],
  )
  if (pushes.length > 0) await tx.insertInto('push_outbox').values(pushes).execute()
  for (const { alert, to } of toSend) if (canSend(to, alert, 'mail', now)) await enqueueMail(tx, mailOf(alert, to))
  return written.size
}

function outboxRow({ userId, kind, at }: Alert, noticeId: number, channel: 'telegram' | 'push') {
  return { user_id: userId, notice_id: noticeId, expires_at: at + freshMsOf(kind, channel) }
}

function mailOf({ kind, message, mail }: Alert, to: MailRecipient): MailMessage {
  const composed = composeMail(to, {
    subject: { code: 'mail.alert_subject', title: alertTitle(kind) },
    paragraphs: mail?.paragraphs ?? [message],
  })
  return mail?.html === undefined ? composed : { ...composed, html: mail.html }
}

/** Writes the notices in one statement, in the order of the alerts. Returns the ids of those that are new, by user and key. */
async function writeNotices(tx: Kysely<Database>, alerts: readonly Alert[]): Promise<ReadonlyMap<string, number>> {
  if (alerts.length === 0) return new Map()
  const { contents, userIds, contentNumbers } = noticeBatch(alerts)
  const { rows: written } = await sql<{ id: number; user_id: string; key: string }>`
    insert into notices (user_id, kind, key, at, message, link)
    select n.user_id, c.kind, c.key, c.at, c.message, c.link
    from unnest(${userIds}::text[], ${contentNumbers}::int[]) with ordinality as n (user_id, content, nth)
    join json_to_recordset(${JSON.stringify(contents)})
      as c (number int, kind text, key text, at bigint, message jsonb, link text) on c.number = n.content
    order by n.nth
    on conflict (user_id, key) do nothing
    returning id, user_id, key`.execute(tx)
  return new Map(written.map(({ id, user_id, key }) => [`${user_id}/${key}`, id]))
}

function isFor(recipient: Recipient | undefined, kind: AlertKind, now: EpochMs): boolean {
  if (recipient === undefined) return false
  return ALERT_RULES[kind].audience === 'everyone' || can(recipient.plan, 'receive_alerts', now)
}

/** Telegram is what the plan sells; mails and notifications about the account go to every user, and so does what a user tests. */
function canSend({ plan, switches }: Recipient, alert: Alert, channel: AlertChannel, now: EpochMs): boolean {
  const { kind } = alert
  if (alert.channel !== undefined && alert.channel !== channel) return false
  const isFree = channel !== 'telegram' && ('account' in ALERT_RULES[kind] || kind === 'test')
  if (!isFree && !can(plan, 'receive_alerts', now)) return false
  return hasChannel(kind, channel, switches.get(`${kind}/${channel}`))
}

async function recipientsOf(tx: Kysely<Database>, userIds: readonly string[]): Promise<ReadonlyMap<string, Recipient>> {
  const users = await tx
    .selectFrom('profiles')
    .innerJoin('identity_users', 'identity_users.id', 'profiles.user_id')
    .select(['user_id', 'name', 'email', 'language', 'plan', 'plan_expiry', 'telegram_chat_id'])
    .select(sql<boolean>`telegram_paired_at is not null and telegram_unreachable_at is null`.as('reachable'))
    .where('user_id', 'in', userIds)
    .execute()
  const switches = await tx.selectFrom('alert_switches').selectAll().where('user_id', 'in', userIds).execute()
  const chosen = Map.groupBy(switches, (row) => row.user_id)
  const subscriptions = await tx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute()
  const devices = Map.groupBy(subscriptions, (row) => row.user_id)
  return new Map(
    users.map((user) => [
      user.user_id,
      {
        name: user.name,
        email: user.email,
        language: user.language,
        plan: {
          plan: user.plan,
          expiresAt: user.plan_expiry === null ? null : (user.plan_expiry.getTime() as EpochMs),
        },
        chat: user.reachable ? user.telegram_chat_id : null,
        devices: (devices.get(user.user_id) ?? []).map(({ id }) => id),
        switches: new Map(
          (chosen.get(user.user_id) ?? []).map(({ kind, channel, is_on }) => [`${kind}/${channel}`, is_on]),
        ),
      },
    ]),
  )
}

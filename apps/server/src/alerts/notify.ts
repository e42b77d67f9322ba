// @invariant alert-once An event is notified once, across restarts too.
import { ALERT_RULES, freshMsOf, type AlertChannel, type AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import { can } from '@strikewise/plans/entitlements.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { sql, type Kysely } from 'kysely'
import { composeMail, type MailContent, type MailMessage, type MailRecipient } from '../mail/compose-mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import type { NotSentReasons } from '../store/tables/alert-tables.ts'
import { alertTitle } from './alert-title.ts'
import { channelPlan, notSentOf } from './channel-plan.ts'
import { noticeBatch } from './notice-batch.ts'
import { recipientsOf, type Recipient } from './recipients.ts'

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
  /** Notices of a user with the same are one entry of the list, the newest in front; absent: it stands alone. */
  readonly thread?: string
  /** When it is not sent any more, where that is sooner than its kind has it. */
  readonly expiresAt?: EpochMs
  /** The one way it takes beside the list; absent: each that its kind and the user's switches have. */
  readonly channel?: AlertChannel
  /** Where a mail has room for more than `message`; `html`: the same, a whole page. */
  readonly mail?: { readonly paragraphs: MailContent['paragraphs']; readonly html?: string }
}

/**
 * Writes alerts to the users' lists and, where plan and switches report it, to the outboxes of Telegram, browsers and mail; all or
 * nothing with the transaction `tx`. Answers how many were new. The caller publishes `outbox` after the commit.
 */
export async function notify(tx: Kysely<Database>, alerts: readonly Alert[], now: EpochMs): Promise<number> {
  if (alerts.length === 0) return 0
  const recipients = await recipientsOf(tx, [...new Set(alerts.map((alert) => alert.userId))], now)
  const addressed = alerts.flatMap((alert) => {
    const to = recipients.get(alert.userId)
    return to !== undefined && isFor(to, alert.kind, now) ? [{ alert, to }] : []
  })
  const written = await writeNotices(
    tx,
    addressed.map(({ alert, to }) => ({ ...alert, notSent: notSentOf(to, alert, now) })),
  )
  const toSend = addressed.flatMap(({ alert, to }) => {
    const id = written.get(`${alert.userId}/${alert.key}`)
    return id === undefined ? [] : [{ alert, id, to }]
  })
  const chats = toSend.flatMap(({ alert, id, to }) => {
    const plan = channelPlan(to, alert, 'telegram', now)
    if (plan?.type !== 'send' || to.chat.id === null) return []
    return [{ ...outboxRow(alert, id, 'telegram', plan.heldUntil), chat_id: to.chat.id }]
  })
  if (chats.length > 0) await tx.insertInto('chat_outbox').values(chats).execute()
  const pushes = toSend.flatMap(({ alert, id, to }) => {
    const plan = channelPlan(to, alert, 'push', now)
    if (plan?.type !== 'send') return []
    const row = outboxRow(alert, id, 'push', plan.heldUntil)
    return to.devices.map((device) => ({ ...row, subscription_id: device }))
  })
  if (pushes.length > 0) await tx.insertInto('push_outbox').values(pushes).execute()
  for (const { alert, id, to } of toSend) {
    const plan = channelPlan(to, alert, 'mail', now)
    if (plan?.type === 'send') await enqueueMail(tx, mailOf(alert, to), { notice_id: id, held_until: plan.heldUntil })
  }
  return written.size
}

function outboxRow(
  { userId, kind, at, expiresAt }: Alert,
  noticeId: number,
  channel: 'telegram' | 'push',
  heldUntil: EpochMs | null,
) {
  const over = Math.min(at + freshMsOf(kind, channel), expiresAt ?? Number.POSITIVE_INFINITY)
  return { user_id: userId, notice_id: noticeId, expires_at: over, held_until: heldUntil }
}

function mailOf({ kind, message, mail }: Alert, to: MailRecipient): MailMessage {
  const composed = composeMail(to, {
    subject: { code: 'mail.alert_subject', title: alertTitle(kind) },
    paragraphs: mail?.paragraphs ?? [message],
  })
  return mail?.html === undefined ? composed : { ...composed, html: mail.html }
}

/** Writes the notices in one statement, in the order of the alerts. Returns the ids of those that are new, by user and key. */
async function writeNotices(
  tx: Kysely<Database>,
  alerts: readonly (Alert & { readonly notSent: NotSentReasons })[],
): Promise<ReadonlyMap<string, number>> {
  if (alerts.length === 0) return new Map()
  const { contents, userIds, contentNumbers } = noticeBatch(alerts)
  const notSent = alerts.map((alert) => JSON.stringify(alert.notSent))
  const { rows: written } = await sql<{ id: number; user_id: string; key: string }>`
    insert into notices (user_id, kind, key, at, message, link, thread, not_sent)
    select n.user_id, c.kind, c.key, c.at, c.message, c.link, c.thread, n.not_sent::jsonb
    from unnest(${userIds}::text[], ${contentNumbers}::int[], ${notSent}::text[])
      with ordinality as n (user_id, content, not_sent, nth)
    join json_to_recordset(${JSON.stringify(contents)})
      as c (number int, kind text, key text, at bigint, message jsonb, link text, thread text) on c.number = n.content
    order by n.nth
    on conflict (user_id, key) do nothing
    returning id, user_id, key`.execute(tx)
  return new Map(written.map(({ id, user_id, key }) => [`${user_id}/${key}`, id]))
}

function isFor(recipient: Recipient, kind: AlertKind, now: EpochMs): boolean {
  return ALERT_RULES[kind].audience === 'everyone' || can(recipient.plan, 'receive_alerts', now)
}

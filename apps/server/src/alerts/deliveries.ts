import { ALERT_CHANNELS, type AlertChannel } from '@strikewise/domain/alerts/alert-kinds.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { messageOf, type StoredMessage } from '@strikewise/messages/split.ts'
import type { Delivery } from '@strikewise/wire/alerts.ts'
import { sql } from 'kysely'
import type { NotSentReasons } from '../store/tables/alert-tables.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/** What became of a notice on one channel, or on one device of it. */
interface Attempt {
  readonly noticeId: number
  readonly channel: AlertChannel
  readonly sentAt: Date | null
  readonly givenUpAt: Date | null
  readonly heldUntil: number | null
  /** Why the last attempt failed; undefined: none did. */
  readonly problem: Message | undefined
}

/** What became of notices on each channel beside the list in the app, by id; texts by `renderer`. */
export async function deliveriesOf(
  db: UserScopedRow,
  notices: readonly { readonly id: number; readonly not_sent: NotSentReasons }[],
  renderer: Renderer,
): Promise<ReadonlyMap<number, Delivery[]>> {
  if (notices.length === 0) return new Map()
  const ids = notices.map(({ id }) => id)
  const attempts = [
    ...(await chatAttempts(db, ids)),
    ...(await pushAttempts(db, ids)),
    ...(await mailAttempts(db, ids)),
  ]
  const byNotice = Map.groupBy(attempts, ({ noticeId }) => noticeId)
  return new Map(
    notices.map(({ id, not_sent }) => {
      const byChannel = Map.groupBy(byNotice.get(id) ?? [], ({ channel }) => channel)
      const deliveries = ALERT_CHANNELS.flatMap((channel): Delivery[] => {
        const tried = byChannel.get(channel)
        if (tried !== undefined) return [{ channel, ...outcomeOf(tried, renderer) }]
        const reason = not_sent[channel]
        if (reason === undefined) return []
        return [{ channel, state: 'not_sent', at: null, reason: renderer.text({ code: `not_sent.${reason}` }) }]
      })
      return [id, deliveries]
    }),
  )
}

/** Of several devices the one that got it, else the one that may still get it, else why the last did not. */
function outcomeOf(attempts: readonly Attempt[], { text }: Renderer): Omit<Delivery, 'channel'> {
  const sent = attempts.flatMap(({ sentAt }) => (sentAt === null ? [] : [sentAt.getTime()]))
  if (sent.length > 0) return { state: 'sent', at: istIso(Math.min(...sent) as EpochMs), reason: null }
  const problem = attempts.findLast((one) => one.problem !== undefined)?.problem
  const reason = problem === undefined ? null : text(problem)
  const open = attempts.find(({ givenUpAt }) => givenUpAt === null)
  if (open === undefined) return { state: 'failed', at: null, reason }
  if (open.heldUntil === null) return { state: 'waiting', at: null, reason }
  return { state: 'held', at: istIso(open.heldUntil as EpochMs), reason: text({ code: 'not_sent.quiet_hours' }) }
}

async function chatAttempts(db: UserScopedRow, ids: readonly number[]): Promise<readonly Attempt[]> {
  const rows = await db
    .selectFrom('chat_outbox')
    .select(['notice_id', 'sent_at', 'given_up_at', 'held_until', 'problem', 'last_error'])
    .where('notice_id', 'in', ids)
    .execute()
  return rows.map((row) => attemptOf('telegram', row, problemOf(row.problem, row.last_error)))
}

async function pushAttempts(db: UserScopedRow, ids: readonly number[]): Promise<readonly Attempt[]> {
  const rows = await db
    .selectFrom('push_outbox')
    .select(['notice_id', 'sent_at', 'given_up_at', 'held_until', 'problem'])
    .where('notice_id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((row) => attemptOf('push', row, problemOf(row.problem, null)))
}

async function mailAttempts(db: UserScopedRow, ids: readonly number[]): Promise<readonly Attempt[]> {
  const { rows } = await sql<OutcomeRow & { readonly failed: boolean }>`
    select * from own_mail_states(${ids}::bigint[])`.execute(db)
  // The mail server's own words name addresses and machines: the log of the service has them.
  return rows.map((row) => attemptOf('mail', row, row.failed ? { code: 'not_sent.mail_failed' } : undefined))
}

interface OutcomeRow {
  readonly notice_id: number
  readonly sent_at: Date | null
  readonly given_up_at: Date | null
  readonly held_until: number | null
}

function attemptOf(channel: AlertChannel, row: OutcomeRow, problem: Message | undefined): Attempt {
  return {
    noticeId: row.notice_id,
    channel,
    sentAt: row.sent_at,
    givenUpAt: row.given_up_at,
    heldUntil: row.held_until,
    problem,
  }
}

function problemOf(problem: StoredMessage | null, text: string | null): Message | undefined {
  if (problem === null && text === null) return undefined
  return messageOf({ message: problem, text })
}

import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import { sql, type Kysely } from 'kysely'
import { finds, type Due, type DueContext } from '../due-sources.ts'
import { threadsOf } from '../episodes.ts'
import type { Alert } from '../notify.ts'
import type { Database } from '../../store/database.ts'
import type { AlertSource } from './source.ts'

const MAX_ROWS = 500

const KIND: Readonly<Record<Notification['kind'], AlertKind>> = {
  trade_opened: 'entry',
  trade_closed: 'exit',
  day_locked: 'attention',
  alarm: 'attention',
}

/** What the execution core notifies of: it wrote that with the change it is about, and went on. */
export const tradeNotifications: AlertSource = { isDue: hasTradeNotifications, read: readTradeNotifications }

/** Whether the execution core wrote something of which its user is not notified. */
function hasTradeNotifications({ db }: DueContext): Due {
  return finds(db.selectFrom('trade_notifications').select('id').where('notified_at', 'is', null))
}

async function readTradeNotifications(tx: Kysely<Database>): Promise<readonly Alert[]> {
  const rows = await tx
    .selectFrom('trade_notifications')
    .leftJoin('trades', (join) =>
      join
        .on('trade_notifications.kind', 'in', ['trade_opened', 'trade_closed'])
        .on('trades.id', '=', sql<string>`split_part(trade_notifications.key, '/', 2)`),
    )
    .select([
      'trade_notifications.id',
      'trade_notifications.user_id',
      'kind',
      'key',
      'at',
      'text',
      'message',
      'decision_id',
      sql<string | null>`trades.body ->> 'origin'`.as('origin'),
    ])
    .where('notified_at', 'is', null)
    .orderBy('trade_notifications.id')
    .limit(MAX_ROWS)
    .execute()
  if (rows.length === 0) return []
  await tx
    .updateTable('trade_notifications')
    .set({ notified_at: sql<Date>`now()` })
    .where(
      'id',
      'in',
      rows.map((notification) => notification.id),
    )
    .execute()
  const threads = await threadsOf(
    tx,
    rows.flatMap(({ decision_id }) => decision_id ?? []),
  )
  return rows.map((notification) => ({
    userId: notification.user_id,
    kind: KIND[notification.kind],
    key: notification.key,
    at: notification.at as EpochMs,
    message: messageOf(notification),
    link: linkOf(notification),
    ...threadOf(notification.decision_id, threads),
  }))
}

/** Notices of a trade, of all its orders, stand in the thread of its contract and episode. */
function threadOf(decisionId: string | null, threads: ReadonlyMap<string, string>): { thread?: string } {
  const thread = decisionId === null ? undefined : threads.get(decisionId)
  return thread === undefined ? {} : { thread }
}

/** Why a trade was entered; of a manual one, where it is shown. */
function linkOf({ decision_id, origin }: { decision_id: string | null; origin: string | null }): string | null {
  if (decision_id === null) return null
  return origin === 'manual' ? '/dashboard' : `/why/decision/${encodeURIComponent(decision_id)}`
}

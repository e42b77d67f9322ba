import { KINDS_THAT_NEED_USER } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Delivery, NotificationsReply } from '@strikewise/wire/alerts.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf, split } from '@strikewise/messages/split.ts'
import { sql, type Selectable } from 'kysely'
import type { Database } from '../store/database.ts'
import { alertTitle } from './alert-title.ts'
import { deliveriesOf } from './deliveries.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/** One page of a user's list with its texts in `language`, newest first; `before` is `next` of the page before. */
export async function noticesOf(
  db: UserScopedRow,
  userId: string,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
  language: Language,
): Promise<NotificationsReply> {
  let rows = db.selectFrom('notices').selectAll().where('user_id', '=', userId)
  if (before !== undefined) rows = rows.where('id', '<', before)
  const [found, { unread, needs_you }] = await Promise.all([
    rows
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    countsOf(db, userId),
  ])
  const page = found.slice(0, limit)
  const renderer = rendererOf(language)
  const deliveries = await deliveriesOf(db, page, renderer)
  return {
    notices: page.map((row) => noticeOf(row, deliveries.get(row.id) ?? [], renderer)),
    unread,
    needs_you,
    next: found.length > limit ? page.at(-1)!.id : null,
  }
}

function noticeOf(
  row: Selectable<Database['notices']>,
  deliveries: Delivery[],
  { text }: Renderer,
): NotificationsReply['notices'][number] {
  const { id, kind, at, link, read_at } = row
  const message = messageOf(row)
  return {
    id,
    kind,
    title: text(alertTitle(kind)),
    at: istIso(at as EpochMs),
    text: text(message),
    message: split(message),
    link,
    read: read_at !== null,
    deliveries,
  }
}

/** Marks one notice of a user as read, or that and all older ones; answers how many are unread now. */
export async function markRead(
  db: UserScopedRow,
  userId: string,
  { id, and_older }: { readonly id: number; readonly and_older: boolean },
): Promise<number> {
  await db
    .updateTable('notices')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', and_older ? '<=' : '=', id)
    .where('read_at', 'is', null)
    .execute()
  return (await countsOf(db, userId)).unread
}

/** How many notices of a user are unread, and how many of those ask for something. */
async function countsOf(db: UserScopedRow, userId: string): Promise<{ unread: number; needs_you: number }> {
  return db
    .selectFrom('notices')
    .select((is) => [
      is.fn.countAll<number>().as('unread'),
      is.fn.countAll<number>().filterWhere('kind', 'in', KINDS_THAT_NEED_USER).as('needs_you'),
    ])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
}

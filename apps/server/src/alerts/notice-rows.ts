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
): Promise<Omit<NotificationsReply, 'announcements'>> {
  let rows = db.selectFrom('notices').selectAll().where('user_id', '=', userId).where(isNewestOfThread)
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
  const threads = await earlierOf(db, userId, page)
  return {
    notices: page.map((row) =>
      noticeOf(row, threads.get(row.thread ?? '') ?? [], deliveries.get(row.id) ?? [], renderer),
    ),
    unread,
    needs_you,
    next: found.length > limit ? page.at(-1)!.id : null,
  }
}

function noticeOf(
  row: NoticeRow,
  earlier: readonly NoticeRow[],
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
    read: read_at !== null && earlier.every((one) => one.read_at !== null),
    earlier: earlier.slice(0, MAX_EARLIER).map((one) => ({
      id: one.id,
      kind: one.kind,
      title: text(alertTitle(one.kind)),
      at: istIso(one.at as EpochMs),
      text: text(messageOf(one)),
    })),
    deliveries,
  }
}

/** Marks one notice of a user as read with those before it about the same, or that and all older ones; answers how many are unread now. */
export async function markRead(
  db: UserScopedRow,
  userId: string,
  { id, and_older }: { readonly id: number; readonly and_older: boolean },
): Promise<number> {
  await db
    .updateTable('notices')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where((is) =>
      and_older
        ? is('id', '<=', id)
        : is.or([is('id', '=', id), is.and([is('id', '<', id), is('thread', '=', threadOf(userId, id))])]),
    )
    .where('read_at', 'is', null)
    .execute()
  return (await countsOf(db, userId)).unread
}

type NoticeRow = Selectable<Database['notices']>

/** Notices of one thread that are shown beneath its newest. */
const MAX_EARLIER = 20

/** No later notice of the user is about the same. */
const isNewestOfThread = sql<boolean>`(thread is null or not exists (
  select from notices later
  where later.user_id = notices.user_id and later.thread = notices.thread and later.id > notices.id))`

function threadOf(userId: string, id: number) {
  return sql<string>`(select thread from notices where user_id = ${userId} and id = ${id})`
}

/** The notices before the newest of each thread, newest first, by thread. */
async function earlierOf(
  db: UserScopedRow,
  userId: string,
  newest: readonly NoticeRow[],
): Promise<ReadonlyMap<string, NoticeRow[]>> {
  const threads = newest.flatMap(({ thread }) => thread ?? [])
  if (threads.length === 0) return new Map()
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('thread', 'in', threads)
    .where(
      'id',
      'not in',
      newest.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows, (row) => row.thread ?? '')
}

/** How many entries of a user's list are unread, and how many of those ask for something. */
async function countsOf(db: UserScopedRow, userId: string): Promise<{ unread: number; needs_you: number }> {
  return db
    .selectFrom('notices')
    .select((is) => [
      sql<number>`count(distinct coalesce(thread, id::text))`.as('unread'),
      is.fn.countAll<number>().filterWhere('kind', 'in', KINDS_THAT_NEED_USER).as('needs_you'),
    ])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
}

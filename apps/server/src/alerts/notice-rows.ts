import { ALERT_RULES } from '@strikewise/domain/alerts/alert-kinds.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { NotificationsReply } from '@strikewise/wire/alerts.ts'
import { sql } from 'kysely'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/** One page of a user's list, newest first; `before` is `next` of the page before. */
export async function noticesOf(
  db: UserScopedRow,
  userId: string,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<NotificationsReply> {
  let rows = db.selectFrom('notices').selectAll().where('user_id', '=', userId)
  if (before !== undefined) rows = rows.where('id', '<', before)
  const [found, unread] = await Promise.all([
    rows
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    unreadOf(db, userId),
  ])
  const page = found.slice(0, limit)
  return {
    notices: page.map(({ id, kind, at, text, link, read_at }) => ({
      id,
      kind,
      title: ALERT_RULES[kind].title,
      at: istIso(at as EpochMs),
      text,
      link,
      read: read_at !== null,
    })),
    unread,
    next: found.length > limit ? page.at(-1)!.id : null,
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
  return unreadOf(db, userId)
}

async function unreadOf(db: UserScopedRow, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notices')
    .select((is) => is.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

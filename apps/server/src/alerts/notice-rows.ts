import { ALERT_RULES } from '@strikewise/domain/alerts/alert-kinds.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { NoticesReply } from '@strikewise/wire/alerts.ts'
import { sql } from 'kysely'
import type { OwnRows } from '../store/own-store.ts'

/** One page of a user's list, newest first; `before` is `next` of the page before. */
export async function noticesOf(
  db: OwnRows,
  userId: string,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<NoticesReply> {
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
  db: OwnRows,
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

async function unreadOf(db: OwnRows, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notices')
    .select((is) => is.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

// @invariant announcement-list The list of the bell has an announcement that a user was shown, dismissed or not, until 30 days after its end, and none that was withdrawn.
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { DAY_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  LISTED_ANNOUNCEMENT_DAYS,
  MAX_LISTED_ANNOUNCEMENTS,
  type ListedAnnouncement,
} from '@strikewise/wire/announcements.ts'
import { sql } from 'kysely'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { textOf } from './announcement-text.ts'

/** Whose list it is. */
export interface ListReader {
  readonly userId: string
  /** The plan whose rights hold now. */
  readonly plan: Plan
  /** What had ended before was not shown to the user. */
  readonly joinedAt: EpochMs
  readonly now: EpochMs
}

/**
 * The announcements in a user's list, the newest first: those to the plan that holds, and what the user dismissed on another.
 * In `language` where they exist in it, else in English.
 */
export async function listedAnnouncements(
  db: UserScopedRow,
  reader: ListReader,
  language: Language,
): Promise<ListedAnnouncement[]> {
  const rows = await listedTo(db, reader)
    .select(['announcements.id', 'level', 'title', 'body', 'title_hi', 'body_hi', 'shown_from'])
    .select((is) => is.or([is('dismissed.at', 'is not', null), is('seen.at', 'is not', null)]).as('read'))
    .orderBy('shown_from', 'desc')
    .orderBy('announcements.id', 'desc')
    .limit(MAX_LISTED_ANNOUNCEMENTS)
    .execute()
  return rows.map(({ id, level, shown_from, read, ...texts }) => ({
    id,
    level,
    ...textOf(texts, language),
    at: istIso(shown_from as EpochMs),
    read: read === true,
  }))
}

/** Marks those of `ids` that are in the user's list as read; twice changes nothing. */
export async function markAnnouncementsRead(
  db: UserScopedRow,
  ids: readonly number[],
  reader: ListReader,
): Promise<void> {
  const listed = await listedTo(db, reader).select('announcements.id').where('announcements.id', 'in', ids).execute()
  if (listed.length === 0) return
  await db
    .insertInto('announcement_reads')
    .values(listed.map(({ id }) => ({ user_id: reader.userId, announcement_id: id, at: reader.now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'announcement_id']).doNothing())
    .execute()
}

function listedTo(db: UserScopedRow, { userId, plan, joinedAt, now }: ListReader) {
  return db
    .selectFrom('announcements')
    .leftJoin('announcement_dismissals as dismissed', (join) =>
      join.onRef('dismissed.announcement_id', '=', 'announcements.id').on('dismissed.user_id', '=', userId),
    )
    .leftJoin('announcement_reads as seen', (join) =>
      join.onRef('seen.announcement_id', '=', 'announcements.id').on('seen.user_id', '=', userId),
    )
    .where('shown_from', '<=', now)
    .where('shown_until', '>', Math.max(now - LISTED_ANNOUNCEMENT_DAYS * DAY_MS, joinedAt))
    .where('withdrawn_at', 'is', null)
    .where((is) => is.or([sql<boolean>`plans @> array[${plan}]`, is('dismissed.at', 'is not', null)]))
}

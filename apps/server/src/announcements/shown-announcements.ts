// @invariant announcement-audience A user is shown an announcement only between its times, on a plan that it is for, and until it is dismissed or withdrawn.
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { MAX_SHOWN_ANNOUNCEMENTS, type ShownAnnouncement } from '@strikewise/wire/announcements.ts'
import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { textOf } from './announcement-text.ts'

interface Reader {
  readonly userId: string
  /** The plan whose rights hold now. */
  readonly plan: Plan
  readonly now: EpochMs
}

/** What a user is shown now and has not dismissed, the newest first: in `language` where it exists in it, else in English. */
export async function shownAnnouncements(
  db: UserScopedRow,
  reader: Reader,
  language: Language,
): Promise<ShownAnnouncement[]> {
  const rows = await shownTo(db, reader)
    .select(['id', 'level', 'title', 'body', 'title_hi', 'body_hi'])
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('announcement_dismissals')
            .select('announcement_id')
            .where('user_id', '=', reader.userId)
            .whereRef('announcement_id', '=', 'announcements.id'),
        ),
      ),
    )
    .orderBy('shown_from', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN_ANNOUNCEMENTS)
    .execute()
  return rows.map(({ id, level, ...texts }) => ({ id, level, ...textOf(texts, language) }))
}

/** Shows an announcement to its reader no more; twice changes nothing. Throws DomainError `not_found.announcement` where it is not shown to the reader now. */
export async function dismissAnnouncement(db: UserScopedRow, id: number, reader: Reader): Promise<void> {
  const shown = await shownTo(db, reader).select('id').where('id', '=', id).executeTakeFirst()
  if (shown === undefined) throw new DomainError({ code: 'problem.not_found.announcement' })
  await db
    .insertInto('announcement_dismissals')
    .values({ user_id: reader.userId, announcement_id: id, at: reader.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'announcement_id']).doNothing())
    .execute()
}

function shownTo(db: UserScopedRow, { plan, now }: Reader) {
  return db
    .selectFrom('announcements')
    .where('shown_from', '<=', now)
    .where('shown_until', '>', now)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`plans @> array[${plan}]`)
}

import { DAY_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { PAST_ANNOUNCEMENT_DAYS, type AnnouncementRow } from '@strikewise/wire/operator-announcements.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** More of one kind than this are not listed: the newest are. */
const MAX_LISTED = 200

/** Announcements that are shown at `now`, scheduled, or were until 30 days ago, by their beginning, the newest first. */
export async function announcementsAt(db: Kysely<Database>, now: EpochMs): Promise<AnnouncementRow[]> {
  const rows = await listedRows(db)
    .where('shown_until', '>', now - PAST_ANNOUNCEMENT_DAYS * DAY_MS)
    .orderBy('shown_from', 'desc')
    .orderBy('announcements.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => listed(row, now))
}

/** One announcement as operators see it. Throws when there is none. */
export async function announcementById(db: Kysely<Database>, id: number, now: EpochMs): Promise<AnnouncementRow> {
  return listed(await listedRows(db).where('announcements.id', '=', id).executeTakeFirstOrThrow(), now)
}

function listedRows(db: Kysely<Database>) {
  return db
    .selectFrom('announcements')
    .leftJoin('identity_users as author', 'author.id', 'created_by')
    .leftJoin('identity_users as withdrawer', 'withdrawer.id', 'withdrawn_by')
    .selectAll('announcements')
    .select((is) => [
      is.fn.coalesce('author.email', 'created_by').as('author'),
      is.fn.coalesce('withdrawer.email', 'withdrawn_by').as('withdrawer'),
      is
        .selectFrom('announcement_dismissals')
        .select((of) => of.fn.countAll<string>().as('count'))
        .whereRef('announcement_id', '=', 'announcements.id')
        .as('dismissals'),
    ])
}

type Listed = Awaited<ReturnType<ReturnType<typeof listedRows>['executeTakeFirstOrThrow']>>

function listed(row: Listed, now: EpochMs): AnnouncementRow {
  const { id, level, title, body, title_hi, body_hi, plans } = row
  const iso = (at: number) => istIso(at as EpochMs)
  return {
    id,
    level,
    title,
    body,
    title_hi,
    body_hi,
    plans,
    from: iso(row.shown_from),
    until: iso(row.shown_until),
    state: stateOf(row, now),
    dismissals: Number(row.dismissals),
    created_by: row.author,
    created_at: iso(row.created_at),
    withdrawn_by: row.withdrawer,
    withdrawn_at: row.withdrawn_at === null ? null : iso(row.withdrawn_at),
  }
}

/** Where an announcement is between its making and its end. */
export function stateOf(
  row: Pick<Listed, 'shown_from' | 'shown_until' | 'withdrawn_at'>,
  now: EpochMs,
): AnnouncementRow['state'] {
  if (row.withdrawn_at !== null) return 'withdrawn'
  if (row.shown_until <= now) return 'ended'
  return row.shown_from <= now ? 'shown' : 'scheduled'
}

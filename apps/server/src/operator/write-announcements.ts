// @invariant announcements-audited An announcement that an operator makes or withdraws is recorded in the operators' log by the transaction that does it.
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { DAY_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  MAX_ANNOUNCEMENT_DAYS,
  type AnnouncementRow,
  type NewAnnouncement,
} from '@strikewise/wire/operator-announcements.ts'
import type { Transaction } from 'kysely'
import { announcementById, stateOf } from '../announcements/announcement-list.ts'
import { DomainError, fieldFailure } from '../domain-error.ts'
import type { Database } from '../store/database.ts'
import { recordAction } from './actions.ts'

interface Writer {
  /** The operator. */
  readonly by: string
  readonly now: EpochMs
}

/** Makes an announcement. Throws DomainError `invalid_input.field` where its times are not in order. */
export async function createAnnouncement(
  tx: Transaction<Database>,
  announcement: NewAnnouncement,
  { by, now }: Writer,
): Promise<AnnouncementRow> {
  const { level, title, body, title_hi, body_hi } = announcement
  const { from, until } = timesOf(announcement, now)
  const plans = PLANS.filter((plan) => announcement.plans.includes(plan))
  const { id } = await tx
    .insertInto('announcements')
    .values({
      level,
      title,
      body,
      title_hi,
      body_hi,
      plans,
      shown_from: from,
      shown_until: until,
      created_by: by,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAction(tx, {
    by,
    action: 'announcement_made',
    details: {
      announcement: String(id),
      level,
      plans: plans.join(', '),
      title,
      text: body,
      ...(title_hi === null ? {} : { title_hi, text_hi: body_hi }),
      from: istIso(from),
      until: istIso(until),
    },
  })
  return announcementById(tx, id, now)
}

/** Ends an announcement before its time. Throws DomainError where it is unknown or over. */
export async function withdrawAnnouncement(
  tx: Transaction<Database>,
  id: number,
  { by, now }: Writer,
): Promise<AnnouncementRow> {
  const row = await tx
    .selectFrom('announcements')
    .select(['title', 'shown_from', 'shown_until', 'withdrawn_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.announcement' })
  const state = stateOf(row, now)
  if (state === 'ended' || state === 'withdrawn')
    throw new DomainError({ code: 'problem.invalid_input.announcement_over' })
  await tx.updateTable('announcements').set({ withdrawn_at: now, withdrawn_by: by }).where('id', '=', id).execute()
  await recordAction(tx, {
    by,
    action: 'announcement_withdrawn',
    details: { announcement: String(id), title: row.title, state },
  })
  return announcementById(tx, id, now)
}

function timesOf(
  announcement: Pick<NewAnnouncement, 'from' | 'until'>,
  now: EpochMs,
): { readonly from: EpochMs; readonly until: EpochMs } {
  const from = announcement.from === null ? now : (Date.parse(announcement.from) as EpochMs)
  const until = Date.parse(announcement.until) as EpochMs
  if (from < now) throw fieldFailure('from', { code: 'field.past' })
  if (until <= from) throw fieldFailure('until', { code: 'field.after_start' })
  if (until - from > MAX_ANNOUNCEMENT_DAYS * DAY_MS)
    throw fieldFailure('until', { code: 'field.within_days', days: MAX_ANNOUNCEMENT_DAYS })
  return { from, until }
}

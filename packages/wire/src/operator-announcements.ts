import { PLANS } from '@strikewise/domain/plans/plan.ts'
import * as z from 'zod'
import { ANNOUNCEMENT_LEVELS, announcementId } from './announcements.ts'
import { problemText } from './field-problem.ts'
import { route } from './route.ts'
import { instantText, plan } from './scalars.ts'

/** Characters of a title, and of a text. */
export const MAX_ANNOUNCEMENT_TITLE = 100
export const MAX_ANNOUNCEMENT_TEXT = 1000

/** Days for which an announcement is shown at most. */
export const MAX_ANNOUNCEMENT_DAYS = 30

/** Days for which the operators' list has an announcement after its end. */
export const PAST_ANNOUNCEMENT_DAYS = 30

const title = z.string().trim().min(1).max(MAX_ANNOUNCEMENT_TITLE)
const body = z.string().trim().min(1).max(MAX_ANNOUNCEMENT_TEXT)

const newAnnouncement = z
  .strictObject({
    level: z.enum(ANNOUNCEMENT_LEVELS),
    title,
    body,
    /** The same in Hindi: both or none. */
    title_hi: title.nullable().default(null),
    body_hi: body.nullable().default(null),
    /** Whom it is for, by the plan that holds when it is shown. */
    plans: z.array(plan).min(1).max(PLANS.length),
    /** Null: from now. */
    from: instantText.nullable().default(null),
    until: instantText,
  })
  .superRefine((announcement, context) => {
    if ((announcement.title_hi === null) === (announcement.body_hi === null)) return
    const path = [announcement.title_hi === null ? 'title_hi' : 'body_hi']
    context.addIssue({ code: 'custom', path, message: problemText({ code: 'field.both_languages' }) })
  })
export type NewAnnouncement = z.output<typeof newAnnouncement>

const announcementRow = z
  .object({
    id: z.number(),
    level: z.enum(ANNOUNCEMENT_LEVELS),
    title: z.string(),
    body: z.string(),
    title_hi: z.string().nullable(),
    body_hi: z.string().nullable(),
    plans: z.array(plan),
    from: instantText,
    until: instantText,
    state: z.enum(['scheduled', 'shown', 'ended', 'withdrawn']),
    /** How many users have dismissed it. */
    dismissals: z.number().int().nonnegative(),
    created_by: z.string(),
    created_at: instantText,
    /** Null, both: it was not withdrawn. */
    withdrawn_by: z.string().nullable(),
    withdrawn_at: instantText.nullable(),
  })
  .meta({ id: 'OperatorAnnouncement' })
export type AnnouncementRow = z.infer<typeof announcementRow>

/** Announcements, as operators make and withdraw them. */
export const operatorAnnouncementRoutes = {
  operatorAnnouncements: route({
    method: 'GET',
    path: '/operator/announcements',
    auth: 'operator',
    perMinute: 120,
    summary: 'Announcements that are shown, scheduled, or ended in the last 30 days, the newest first',
    query: z.strictObject({}),
    reply: z.object({ announcements: z.array(announcementRow) }),
  }),
  createAnnouncement: route({
    method: 'POST',
    path: '/operator/announcements',
    auth: 'operator',
    perMinute: 60,
    summary: 'Announces something to the users of some plans, from now or from a time on',
    body: newAnnouncement,
    multiline: ['body', 'body_hi'],
    reply: announcementRow,
  }),
  withdrawAnnouncement: route({
    method: 'POST',
    path: '/operator/announcements/:id/withdraw',
    auth: 'operator',
    perMinute: 60,
    summary: 'Ends an announcement that is shown or scheduled; no user sees it any more',
    params: announcementId,
    body: z.strictObject({}),
    reply: announcementRow,
  }),
}

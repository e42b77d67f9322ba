import * as z from 'zod'
import { route } from './route.ts'

/** How much an announcement asks for attention, the least first. */
export const ANNOUNCEMENT_LEVELS = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number]

/** Most announcements that a user is shown at a time: the newest. */
export const MAX_SHOWN_ANNOUNCEMENTS = 5

/** The id of an announcement in a path. */
export const announcementId = z.strictObject({ id: z.string().regex(/^\d{1,15}$/) })

const shownAnnouncement = z
  .object({
    id: z.number(),
    level: z.enum(ANNOUNCEMENT_LEVELS),
    title: z.string(),
    /** Plain text; may hold line breaks. */
    body: z.string(),
    /** What title and body are written in: the caller's language where they exist in it, else English. */
    language: z.enum(['en', 'hi']),
  })
  .meta({ id: 'Announcement' })
export type ShownAnnouncement = z.infer<typeof shownAnnouncement>

/** Announcements of the operators, as users see them. */
export const announcementRoutes = {
  announcements: route({
    method: 'GET',
    path: '/announcements',
    auth: 'user',
    perMinute: 60,
    summary: 'Announcements shown now to the plan of the caller that the caller has not dismissed, the newest first',
    query: z.strictObject({}),
    reply: z.object({ announcements: z.array(shownAnnouncement).max(MAX_SHOWN_ANNOUNCEMENTS) }),
  }),
  dismissAnnouncement: route({
    method: 'POST',
    path: '/announcements/:id/dismiss',
    auth: 'user',
    perMinute: 60,
    summary: 'Shows an announcement to the caller no more. Doing it twice changes nothing',
    params: announcementId,
    body: z.strictObject({}),
    reply: z.object({ dismissed: z.literal(true) }),
  }),
}

import * as z from 'zod'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

/** How much an announcement asks for attention, the least first. */
export const ANNOUNCEMENT_LEVELS = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number]

/** Most announcements that a user is shown at a time: the newest. */
export const MAX_SHOWN_ANNOUNCEMENTS = 5

/** Most announcements in the list of the bell: the newest. */
export const MAX_LISTED_ANNOUNCEMENTS = 30

/** Days for which the list of the bell has an announcement after its end. */
export const LISTED_ANNOUNCEMENT_DAYS = 30

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

/** An announcement in the list of the bell, where it stays after it was dismissed or has ended. */
export const listedAnnouncement = z
  .object({
    ...shownAnnouncement.shape,
    /** From when on it was shown. */
    at: instantText,
    /** It was dismissed, or marked as read in the list. */
    read: z.boolean(),
  })
  .meta({ id: 'ListedAnnouncement' })
export type ListedAnnouncement = z.infer<typeof listedAnnouncement>

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
  readAnnouncements: route({
    method: 'POST',
    path: '/announcements/read',
    auth: 'user',
    perMinute: 120,
    summary: 'Marks announcements in the list of the bell as read; ids that are not in it change nothing',
    body: z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(MAX_LISTED_ANNOUNCEMENTS) }),
    reply: z.object({ read: z.literal(true) }),
  }),
}

import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import { markAnnouncementsRead } from '../../announcements/listed-announcements.ts'
import { dismissAnnouncement, shownAnnouncements } from '../../announcements/shown-announcements.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'announcements' | 'dismissAnnouncement' | 'readAnnouncements'

/** Announcements of the operators, as their readers see them. */
export function announcementHandlers({ clock }: UserDependencies): Handlers<Names> {
  return {
    async announcements({ caller: { userId }, profile, userDb, language }) {
      const now = clock.now()
      const reader = { userId, plan: effectivePlan(profile.plan, now), now }
      return { announcements: await userDb.read((rows) => shownAnnouncements(rows, reader, language)) }
    },

    async dismissAnnouncement({ caller: { userId }, profile, userDb, params }) {
      const now = clock.now()
      const reader = { userId, plan: effectivePlan(profile.plan, now), now }
      await userDb.write((rows) => dismissAnnouncement(rows, Number(params.id), reader))
      return { dismissed: true }
    },

    async readAnnouncements({ caller: { userId }, profile, userDb, body: { ids } }) {
      const now = clock.now()
      const { plan, joinedAt } = profile
      const reader = { userId, plan: effectivePlan(plan, now), joinedAt, now }
      await userDb.write((rows) => markAnnouncementsRead(rows, ids, reader))
      return { read: true }
    },
  }
}

import { announcementsAt } from '../../announcements/announcement-list.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { createAnnouncement, withdrawAnnouncement } from '../../operator/write-announcements.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorAnnouncements' | 'createAnnouncement' | 'withdrawAnnouncement'

/** Announcements, as operators make and withdraw them. */
export function operatorAnnouncementHandlers({ db, clock }: WebDependencies): Handlers<Names> {
  return {
    operatorAnnouncements: async () => ({ announcements: await announcementsAt(db, clock.now()) }),

    createAnnouncement({ caller, body }) {
      requireFreshSignIn(caller)
      const as = { by: caller.userId, now: clock.now() }
      return db.transaction().execute((tx) => createAnnouncement(tx, body, as))
    },

    withdrawAnnouncement({ caller, params }) {
      requireFreshSignIn(caller)
      const as = { by: caller.userId, now: clock.now() }
      return db.transaction().execute((tx) => withdrawAnnouncement(tx, Number(params.id), as))
    },
  }
}

import { askErasure, withdrawErasure } from '../../data-rights/erasure.ts'
import { exportOf } from '../../data-rights/export.ts'
import { myDataOf, saveNominee, withdrawConsent } from '../../data-rights/my-data.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { askSupport } from '../../public/support.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'myData' | 'exportMyData' | 'withdrawConsent' | 'saveNominee' | 'setErasure' | 'sendGrievance'

export function dataRightsHandlers(parts: WebParts): Handlers<Names> {
  const { db, clock, bus, logger } = parts
  return {
    myData: ({ caller }) => myDataOf(db, caller.userId),

    async exportMyData({ caller }) {
      requireFreshSignIn(caller)
      logger.info({ user: caller.userId }, 'data exported')
      return exportOf(db, caller.userId, clock.now())
    },

    async withdrawConsent({ caller, body }) {
      await withdrawConsent(db, caller.userId, body.kind, clock.now())
      logger.info({ user: caller.userId, consent: body.kind }, 'consent withdrawn')
      bus.publish(`account.${caller.userId}`, null)
      return myDataOf(db, caller.userId)
    },

    async saveNominee({ caller, body }) {
      await saveNominee(db, caller.userId, body.nominee)
      return myDataOf(db, caller.userId)
    },

    async setErasure({ caller, body }) {
      if (body.wanted) requireFreshSignIn(caller)
      if (body.wanted) await askErasure(db, caller.userId, clock.now())
      else await withdrawErasure(db, caller.userId)
      logger.info({ user: caller.userId, wanted: body.wanted }, 'erasure')
      bus.publish(`account.${caller.userId}`, null)
      return myDataOf(db, caller.userId)
    },

    async sendGrievance({ caller, body, address }) {
      const message = { name: caller.name, email: caller.email, topic: 'grievance', text: body.text } as const
      return { ticket: await askSupport(parts, message, address, caller.userId) }
    },
  }
}

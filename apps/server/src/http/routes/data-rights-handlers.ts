import { askErasure, withdrawErasure } from '../../data-rights/erasure.ts'
import { exportOf } from '../../data-rights/export.ts'
import { myDataOf, saveNominee, withdrawConsent } from '../../data-rights/my-data.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { askSupport } from '../../public/support.ts'
import type { Handlers } from '../handler.ts'
import type { UserParts } from '../web-parts.ts'

type Names = 'myData' | 'exportMyData' | 'withdrawConsent' | 'saveNominee' | 'setErasure' | 'sendGrievance'

export function dataRightsHandlers({ config, clock, bus, logger }: UserParts): Handlers<Names> {
  return {
    myData: ({ caller, own }) => own.read((db) => myDataOf(db, caller.userId)),

    async exportMyData({ caller, own }) {
      requireFreshSignIn(caller)
      logger.info({ user: caller.userId }, 'data exported')
      return own.read((db) => exportOf(db, caller.userId, clock.now()))
    },

    async withdrawConsent({ caller, own, body }) {
      const left = await own.write(async (db) => {
        await withdrawConsent(db, caller.userId, body.kind, clock.now())
        return myDataOf(db, caller.userId)
      })
      logger.info({ user: caller.userId, consent: body.kind }, 'consent withdrawn')
      bus.publish(`account.${caller.userId}`, null)
      return left
    },

    saveNominee({ caller, own, body }) {
      // A nominee may use the owner's rights one day; to name none gives nothing away.
      if (body.nominee !== null) requireFreshSignIn(caller)
      return own.write(async (db) => {
        await saveNominee(db, caller.userId, body.nominee)
        return myDataOf(db, caller.userId)
      })
    },

    async setErasure({ caller, own, body }) {
      // Taken back, the account trades on: that is for its owner to decide as well.
      requireFreshSignIn(caller)
      const left = await own.write(async (db) => {
        if (body.wanted) await askErasure(db, caller.userId, clock.now())
        else await withdrawErasure(db, caller.userId)
        return myDataOf(db, caller.userId)
      })
      logger.info({ user: caller.userId, wanted: body.wanted }, 'erasure')
      bus.publish(`account.${caller.userId}`, null)
      return left
    },

    async sendGrievance({ caller, own, body, address }) {
      const message = { name: caller.name, email: caller.email, topic: 'grievance', text: body.text } as const
      const ticket = await own.write((db) => askSupport(db, config, message, address, caller.userId))
      bus.publish('outbox', null)
      return { ticket }
    },
  }
}

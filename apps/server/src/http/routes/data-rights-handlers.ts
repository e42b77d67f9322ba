import { requestErasure, withdrawErasure } from '../../data-rights/erasure.ts'
import { exportOf } from '../../data-rights/export.ts'
import { userDataOf, saveNominee, withdrawConsent } from '../../data-rights/user-data.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { createGrievance } from '../../support/grievance.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'myData' | 'exportMyData' | 'withdrawConsent' | 'saveNominee' | 'setErasure' | 'sendGrievance'

export function dataRightsHandlers({ config, clock, bus, logger }: UserDependencies): Handlers<Names> {
  return {
    myData: ({ caller, userDb }) => userDb.read((db) => userDataOf(db, caller.userId)),

    async exportMyData({ caller, userDb }) {
      requireFreshSignIn(caller)
      logger.info({ user: caller.userId }, 'data exported')
      return userDb.read((db) => exportOf(db, caller.userId, clock.now()))
    },

    async withdrawConsent({ caller, userDb, body }) {
      const left = await userDb.write(async (db) => {
        await withdrawConsent(db, caller.userId, body.kind, clock.now())
        return userDataOf(db, caller.userId)
      })
      logger.info({ user: caller.userId, consent: body.kind }, 'consent withdrawn')
      bus.publish(`account.${caller.userId}`, null)
      return left
    },

    saveNominee({ caller, userDb, body }) {
      // A nominee may use the owner's rights one day; to name none gives nothing away.
      if (body.nominee !== null) requireFreshSignIn(caller)
      return userDb.write(async (db) => {
        await saveNominee(db, caller.userId, body.nominee)
        return userDataOf(db, caller.userId)
      })
    },

    async setErasure({ caller, userDb, body }) {
      // Taken back, the account trades on: that is for its owner to decide as well.
      requireFreshSignIn(caller)
      const left = await userDb.write(async (db) => {
        if (body.wanted) await requestErasure(db, caller.userId, clock.now())
        else await withdrawErasure(db, caller.userId)
        return userDataOf(db, caller.userId)
      })
      logger.info({ user: caller.userId, wanted: body.wanted }, 'erasure')
      bus.publish(`account.${caller.userId}`, null)
      return left
    },

    async sendGrievance({ caller, userDb, body, address }) {
      const ticket = await userDb.write((db) =>
        createGrievance(db, config, caller, body.text, { address, now: clock.now() }),
      )
      bus.publish('outbox', null)
      return { ticket }
    },
  }
}

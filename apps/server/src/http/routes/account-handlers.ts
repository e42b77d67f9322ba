import { meOf } from '../me.ts'
import { flagUser } from '../../feature-flags/evaluate-flag.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { listingOf, saveListing } from '../../public/top-traders.ts'
import { loadKillSwitches, setKillSwitch } from '../../kill-switch/kill-switch.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'me' | 'saveLanguage' | 'setStop' | 'listing' | 'saveListing'

export function accountHandlers(parts: UserDependencies): Handlers<Names> {
  const { config, clock, bus, flags, logger } = parts
  /** Notifies the other roles to reload this user's rows, and this one to ask the store at the next call. */
  const changed = (userId: string) => bus.publish(`account.${userId}`, null)

  return {
    async me({ caller, profile, userDb, operator }) {
      const features = (await flags.current()).featuresOf(flagUser(caller.userId, profile.plan, clock.now()))
      return userDb.read((db) => meOf({ config, clock, db }, caller, profile, { operator, features }))
    },

    async saveLanguage({ caller, userDb, body: { language } }) {
      await userDb.write((db) =>
        db.updateTable('identity_users').set({ language }).where('id', '=', caller.userId).execute(),
      )
      changed(caller.userId)
      return { language }
    },

    async setStop({ caller, userDb, body }) {
      if (!body.on) requireFreshSignIn(caller)
      const stops = await userDb.write(async (db) => {
        await setKillSwitch(db, caller.userId, { engaged: body.on, by: caller.userId, channel: 'web' }, clock.now())
        return loadKillSwitches(db, caller.userId)
      })
      logger.info({ user: caller.userId, on: body.on }, 'stop button')
      changed(caller.userId)
      return stops
    },

    listing: ({ caller, userDb }) => userDb.read((db) => listingOf(db, caller.userId)),

    saveListing: ({ caller, userDb, body }) => userDb.write((db) => saveListing(db, caller.userId, body)),
  }
}

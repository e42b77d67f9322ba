import { rendererOf } from '@strikewise/messages/node.ts'
import type { Profile } from '../../accounts/profiles.ts'
import {
  addCustomAlert,
  changeCustomAlert,
  customAlertsOf,
  pauseCustomAlert,
  removeCustomAlert,
} from '../../alerts/custom/custom-alerts.ts'
import { flagUser } from '../../feature-flags/evaluate-flag.ts'
import type { Caller } from '../../identity/caller.ts'
import type { UserScopedRow } from '../../store/user-scoped-db.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'customAlerts' | 'addCustomAlert' | 'changeCustomAlert' | 'pauseCustomAlert' | 'removeCustomAlert'

/** The alerts a user defines. Added and changed by the service, which counts them and checks the plan; the rest is the user's own. */
export function customAlertHandlers({ db, clock, flags }: WebDependencies): Handlers<Names> {
  const list = async (rows: UserScopedRow, { userId, language }: Caller, { plan }: Pick<Profile, 'plan'>) => {
    const now = clock.now()
    const isOn = (await flags.current()).isOn('custom_alerts', flagUser(userId, plan, now))
    return customAlertsOf(rows, userId, plan, { now, isOn, renderer: rendererOf(language ?? 'en') })
  }
  return {
    customAlerts: ({ caller, profile, userDb }) => userDb.read((rows) => list(rows, caller, profile)),

    async addCustomAlert({ caller, profile, userDb, body }) {
      await db.transaction().execute((tx) => addCustomAlert(tx, caller.userId, profile.plan, body, clock.now()))
      return userDb.read((rows) => list(rows, caller, profile))
    },

    async changeCustomAlert({ caller, profile, userDb, body }) {
      const { plan } = profile
      await db.transaction().execute((tx) => changeCustomAlert(tx, caller.userId, plan, body, clock.now()))
      return userDb.read((rows) => list(rows, caller, profile))
    },

    pauseCustomAlert: ({ caller, profile, userDb, body }) =>
      userDb.write(async (rows) => {
        await pauseCustomAlert(rows, caller.userId, body)
        return list(rows, caller, profile)
      }),

    removeCustomAlert: ({ caller, profile, userDb, body }) =>
      userDb.write(async (rows) => {
        await removeCustomAlert(rows, caller.userId, body.id)
        return list(rows, caller, profile)
      }),
  }
}

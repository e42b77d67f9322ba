import { botUsername } from '../../alerts/telegram/bot-name.ts'
import { markRead, noticesOf } from '../../alerts/notice-rows.ts'
import { alertSettings, saveSwitch } from '../../alerts/settings.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'notices' | 'readNotices' | 'alertSettings' | 'saveAlertSwitch'

export function alertHandlers({ config, clock, logger }: UserDependencies): Handlers<Names> {
  const bot = botUsername(config, logger)
  /** Asked before the store is: no transaction waits for Telegram. */
  const sight = async () => ({ bot, name: await bot?.read() })
  return {
    notices: ({ caller, userDb, query: { limit, before } }) =>
      userDb.read((db) => noticesOf(db, caller.userId, { limit, before }, caller.language ?? 'en')),

    readNotices: async ({ caller, userDb, body }) => ({
      unread: await userDb.write((db) => markRead(db, caller.userId, body)),
    }),

    async alertSettings({ caller, profile, userDb }) {
      const seen = await sight()
      return userDb.read((db) => alertSettings(db, caller.userId, profile, seen, clock.now(), caller.language ?? 'en'))
    },

    async saveAlertSwitch({ caller, profile, userDb, body }) {
      const seen = await sight()
      return userDb.write(async (db) => {
        await saveSwitch(db, caller.userId, body)
        return alertSettings(db, caller.userId, profile, seen, clock.now(), caller.language ?? 'en')
      })
    },
  }
}

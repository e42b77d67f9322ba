import { botUsername } from '../../alerts/telegram/bot-name.ts'
import { markRead, noticesOf } from '../../alerts/notice-rows.ts'
import { saveQuietHours } from '../../alerts/quiet-hours-setting.ts'
import { alertSettings, saveSwitch } from '../../alerts/settings.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'notices' | 'readNotices' | 'alertSettings' | 'saveAlertSwitch' | 'saveQuietHours'

/** Quiet hours are saved by the service: with them changes what waits to be sent, which is not the user's to write. */
export function alertHandlers({ config, db, clock, bus, logger }: WebDependencies): Handlers<Names> {
  const bot = botUsername(config, logger)
  /** Asked before the store is: no transaction waits for Telegram. */
  const sight = async () => ({ bot, name: await bot?.read() })
  return {
    notices: ({ caller, userDb, query: { limit, before } }) =>
      userDb.read((rows) => noticesOf(rows, caller.userId, { limit, before }, caller.language ?? 'en')),

    readNotices: async ({ caller, userDb, body }) => ({
      unread: await userDb.write((rows) => markRead(rows, caller.userId, body)),
    }),

    async alertSettings({ caller, profile, userDb }) {
      const seen = await sight()
      return userDb.read((rows) =>
        alertSettings(rows, caller.userId, profile, seen, clock.now(), caller.language ?? 'en'),
      )
    },

    async saveAlertSwitch({ caller, profile, userDb, body }) {
      const seen = await sight()
      return userDb.write(async (rows) => {
        await saveSwitch(rows, caller.userId, body)
        return alertSettings(rows, caller.userId, profile, seen, clock.now(), caller.language ?? 'en')
      })
    },

    async saveQuietHours({ caller, profile, userDb, body }) {
      const seen = await sight()
      await db.transaction().execute((tx) => saveQuietHours(tx, caller.userId, body.hours, clock.now()))
      bus.publish('outbox', null)
      return userDb.read((rows) =>
        alertSettings(rows, caller.userId, profile, seen, clock.now(), caller.language ?? 'en'),
      )
    },
  }
}

import { botName } from '../../alerts/chat/bot-name.ts'
import { markRead, noticesOf } from '../../alerts/notice-rows.ts'
import { alertSettings, saveSwitch } from '../../alerts/settings.ts'
import type { Handlers } from '../handler.ts'
import type { UserParts } from '../web-parts.ts'

type Names = 'notices' | 'readNotices' | 'alertSettings' | 'saveAlertSwitch'

export function alertHandlers({ config, clock, logger }: UserParts): Handlers<Names> {
  const bot = botName(config, logger)
  /** Asked before the store is: no transaction waits for Telegram. */
  const sight = async () => ({ bot, name: await bot?.read() })
  return {
    notices: ({ caller, own, query: { limit, before } }) =>
      own.read((db) => noticesOf(db, caller.userId, { limit, before })),

    readNotices: async ({ caller, own, body }) => ({
      unread: await own.write((db) => markRead(db, caller.userId, body)),
    }),

    async alertSettings({ caller, profile, own }) {
      const seen = await sight()
      return own.read((db) => alertSettings(db, caller.userId, profile, seen, clock.now()))
    },

    async saveAlertSwitch({ caller, profile, own, body }) {
      const seen = await sight()
      return own.write(async (db) => {
        await saveSwitch(db, caller.userId, body)
        return alertSettings(db, caller.userId, profile, seen, clock.now())
      })
    },
  }
}

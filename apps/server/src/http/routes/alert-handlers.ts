import { botName } from '../../alerts/chat/bot-name.ts'
import { newChatCode, saveChatId } from '../../alerts/chat/pairing.ts'
import { markRead, noticesOf } from '../../alerts/notice-rows.ts'
import { alertSettings, saveSwitch } from '../../alerts/settings.ts'
import { tell } from '../../alerts/tell.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

type Names =
  | 'notices'
  | 'readNotices'
  | 'alertSettings'
  | 'saveAlertSwitch'
  | 'saveTelegram'
  | 'telegramLink'
  | 'telegramTest'

const NO_BOT = 'Telegram does not answer at the moment. Try again in a minute.'

export function alertHandlers({ config, db, clock, bus, logger }: WebParts): Handlers<Names> {
  const bot = botName(config, logger)
  return {
    notices: ({ caller, query }) => noticesOf(db, caller.userId, { limit: query.limit, before: query.before }),

    readNotices: async ({ caller, body }) => ({ unread: await markRead(db, caller.userId, body) }),

    alertSettings: ({ caller, profile }) => alertSettings(db, caller.userId, profile, bot, clock.now()),

    async saveAlertSwitch({ caller, profile, body }) {
      await saveSwitch(db, caller.userId, body)
      return alertSettings(db, caller.userId, profile, bot, clock.now())
    },

    async saveTelegram({ caller, body }) {
      const telegramChatId = body.telegramChatId === '' ? null : body.telegramChatId
      await db.transaction().execute((tx) => saveChatId(tx, caller.userId, telegramChatId, clock.now()))
      logger.info({ user: caller.userId, set: telegramChatId !== null }, 'alert chat saved')
      bus.publish(`account.${caller.userId}`, null)
      bus.publish('outbox', null)
      return { telegramChatId }
    },

    async telegramLink({ caller }) {
      const name = await bot?.read()
      if (bot === undefined || name === undefined) throw new ApiFailure('telegram_unavailable', NO_BOT)
      return { url: bot.chatUrl(name, await newChatCode(db, caller.userId)) }
    },

    async telegramTest({ caller, profile }) {
      const now = clock.now()
      const { chat } = await alertSettings(db, caller.userId, profile, undefined, now)
      if (chat?.state !== 'paired')
        throw new ApiFailure('chat_not_paired', 'No chat takes your alerts yet: pair one first.')
      const text = 'This is what your alerts look like. They arrive in this chat.'
      const alert = { userId: caller.userId, kind: 'test', key: `test/${now}`, at: now, text, link: null } as const
      await db.transaction().execute((tx) => tell(tx, [alert], now))
      bus.publish('outbox', null)
      return alertSettings(db, caller.userId, profile, bot, now)
    },
  }
}

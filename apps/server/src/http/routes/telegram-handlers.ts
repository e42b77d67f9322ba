import { botUsername } from '../../alerts/telegram/bot-name.ts'
import { newChatCode, saveChatId } from '../../alerts/telegram/pairing.ts'
import { alertSettings } from '../../alerts/settings.ts'
import { notify } from '../../alerts/notify.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'saveTelegram' | 'telegramLink' | 'telegramTest'

/** A user's chat with the bot. Done by the service: removing a chat and notifying of it write what is not the user's to write. */
export function telegramHandlers({ config, db, clock, bus, logger }: WebDependencies): Handlers<Names> {
  const bot = botUsername(config, logger)
  return {
    async saveTelegram({ caller, body }) {
      const telegramChatId = body.telegramChatId === '' ? null : body.telegramChatId
      if (telegramChatId !== null) requireFreshSignIn(caller)
      await db.transaction().execute((tx) => saveChatId(tx, caller.userId, telegramChatId, clock.now()))
      logger.info({ user: caller.userId, set: telegramChatId !== null }, 'alert chat saved')
      bus.publish(`account.${caller.userId}`, null)
      bus.publish('outbox', null)
      return { telegramChatId }
    },

    async telegramLink({ caller }) {
      requireFreshSignIn(caller)
      const name = await bot?.read()
      if (bot === undefined || name === undefined) throw new DomainError({ code: 'problem.telegram_unavailable' })
      return { url: bot.chatUrl(name, await newChatCode(db, caller.userId)) }
    },

    async telegramTest({ caller, profile, userDb }) {
      const now = clock.now()
      const seen = { bot, name: await bot?.read() }
      const read = () =>
        userDb.read((rows) => alertSettings(rows, caller.userId, profile, seen, now, caller.language ?? 'en'))
      const { chat } = await read()
      if (chat?.state !== 'paired') throw new DomainError({ code: 'problem.chat_not_paired' })
      const message = { code: 'alert.test' } as const
      const about = { kind: 'test', key: `test/${now}`, at: now, link: null } as const
      const alert = { userId: caller.userId, ...about, message, channel: 'telegram' } as const
      await db.transaction().execute((tx) => notify(tx, [alert], now))
      bus.publish('outbox', null)
      return read()
    },
  }
}

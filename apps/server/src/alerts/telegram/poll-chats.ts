import { pause } from '@strikewise/concurrency/pause.ts'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import { GrammyError, type Bot } from 'grammy'
import type { Logger } from '../../logging/logger.ts'
import { chatFailure } from './chat-failure.ts'
import { commandMenu } from './commands.ts'

const LONG_POLL_S = 25
const RETRY_MS = 3_000
/** How often an update is tried whose handling failed; then it is left behind, or it would block all others. */
const MAX_TRIES = 3

/** Hands every update to the bot's handlers, one after the other, until `signal` aborts. No failure ends it. */
export async function pollChats(bot: Bot, logger: Logger, signal: AbortSignal): Promise<void> {
  // The library types its signals by a package from before Node had its own, and only listens to them.
  const ends = signal as NonNullable<Parameters<typeof bot.init>[0]>
  let offset = 0
  while (!signal.aborted) {
    try {
      if (!bot.isInited()) {
        await bot.init(ends)
        // English without a language: it is what Telegram shows to every user whose language has no menu of its own.
        for (const language of LANGUAGES)
          await bot.api.setMyCommands(
            commandMenu(language),
            language === 'en' ? undefined : { language_code: language },
            ends,
          )
        logger.info({ bot: bot.botInfo.username }, 'answering chats')
      }
      const updates = await bot.api.getUpdates(
        { offset, timeout: LONG_POLL_S, allowed_updates: ['message', 'callback_query'] },
        ends,
      )
      for (const update of updates) {
        await handle(bot, update, logger, signal)
        // Asking from here on confirms to the service that this one is done: not before it is.
        offset = update.update_id + 1
      }
    } catch (error) {
      if (signal.aborted) return
      logger.warn({ failure: chatFailure(error, bot.token) }, 'chats could not be read')
      await pause(RETRY_MS, signal)
    }
  }
}

async function handle(
  bot: Bot,
  update: Parameters<Bot['handleUpdate']>[0],
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES && !signal.aborted; attempt += 1) {
    try {
      await bot.handleUpdate(update)
      return
    } catch (error) {
      const cause = error instanceof Error && 'error' in error ? error.error : error
      // The answer was refused (blocked, or it reported it already): what it was about is done.
      if (cause instanceof GrammyError && cause.error_code < 429) return
      logger.warn(
        { update: update.update_id, attempt, failure: chatFailure(cause, bot.token) },
        'a chat was not answered',
      )
      await pause(RETRY_MS, signal)
    }
  }
}

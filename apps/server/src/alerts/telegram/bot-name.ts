import { Api } from 'grammy'
import type { Config } from '../../config.ts'
import type { Logger } from '../../logging/logger.ts'
import { chatFailure } from './chat-failure.ts'

const TIMEOUT_S = 4
/** How long a failure is believed before Telegram is asked again. Real milliseconds. */
const RETRY_MS = 15_000

/** The name of the installation's bot, asked of Telegram once. */
export interface BotName {
  /** Undefined while Telegram does not answer. */
  read(): Promise<string | undefined>
  /** Opens the bot's chat; `start` goes to it when the person presses Start. */
  chatUrl(name: string, start?: string): string
}

/** Undefined where nothing is sent to Telegram. */
export function botUsername({ telegram }: Pick<Config, 'telegram'>, logger: Logger): BotName | undefined {
  if (telegram === undefined) return undefined
  const api = new Api(telegram.botToken.reveal(), { apiRoot: telegram.apiUrl, timeoutSeconds: TIMEOUT_S })
  let asked: Promise<string | undefined> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    try {
      return (await api.getMe()).username
    } catch (error) {
      failedAt = performance.now()
      asked = undefined
      logger.warn({ failure: chatFailure(error, api.token) }, 'the bot could not be asked for its name')
      return undefined
    }
  }
  return {
    async read() {
      if (asked === undefined && performance.now() - failedAt < RETRY_MS) return undefined
      asked ??= ask()
      return asked
    },
    chatUrl: (name, start) => `${telegram.chatUrl}/${name}${start === undefined ? '' : `?start=${start}`}`,
  }
}

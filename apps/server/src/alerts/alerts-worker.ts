import { whenAborted } from '@strikewise/concurrency/when-aborted.ts'
import { Api, Bot } from 'grammy'
import type { Config } from '../config.ts'
import { holdLease } from '../store/lease.ts'
import { handleChatUpdates } from './telegram/chat-bot.ts'
import { sendChats } from './telegram/chat-sender.ts'
import { pollChats } from './telegram/poll-chats.ts'
import { sendPushes, type PushDeps } from './push/push-sender.ts'
import { runSources } from './run-sources.ts'

const LEASE = 'alerts'
const LEASE_POLL_MS = 500
/** A message that is not taken by then counts as unanswered. */
const SEND_TIMEOUT_S = 10
/** Longer than the service holds a question for updates open. */
const POLL_TIMEOUT_S = 40

export interface AlertsWorkerDeps extends PushDeps {
  readonly config: Pick<Config, 'telegram' | 'liveTrading' | 'sandbox' | 'push' | 'support'>
}

/**
 * Reads what is to be notified, sends what goes to Telegram and to browsers, and answers Telegram's chats. One process does so
 * at a time: the Bot API serves one reader, and a chat's messages keep their order. Returns at once; works until `close`.
 */
export function startAlerts(deps: AlertsWorkerDeps): { close(): Promise<void> } {
  const { db, logger } = deps
  const closing = new AbortController()
  const work = async () => {
    while (!closing.signal.aborted) {
      const lease = await holdLease(db, LEASE, closing.signal)
      const lost = new AbortController()
      const leasePoll = setInterval(() => {
        if (!lease.held()) lost.abort()
      }, LEASE_POLL_MS)
      try {
        await lead(deps, AbortSignal.any([closing.signal, lost.signal]))
      } finally {
        clearInterval(leasePoll)
        await lease.release().catch((error: unknown) => logger.warn({ err: error }, 'a lease was not released'))
      }
    }
  }
  const done = work().catch((error: unknown) => {
    // Anything but the end is a broken promise of our own code: leave it to the process to end.
    if (!closing.signal.aborted) throw error
  })
  return {
    async close() {
      closing.abort(new Error('closing'))
      await done
    },
  }
}

async function lead(deps: AlertsWorkerDeps, signal: AbortSignal): Promise<void> {
  const sources = runSources(deps)
  try {
    await Promise.all([sendPushes(deps, signal), serveTelegram(deps, signal)])
  } finally {
    await sources.close()
  }
}

async function serveTelegram(deps: AlertsWorkerDeps, signal: AbortSignal): Promise<void> {
  const { telegram } = deps.config
  if (telegram === undefined) return whenAborted(signal)
  const token = telegram.botToken.reveal()
  const at = { apiRoot: telegram.apiUrl, sensitiveLogs: false }
  const bot = new Bot(token, { client: { ...at, timeoutSeconds: POLL_TIMEOUT_S } })
  handleChatUpdates(bot, deps)
  await Promise.all([
    pollChats(bot, deps.logger, signal),
    sendChats(deps, new Api(token, { ...at, timeoutSeconds: SEND_TIMEOUT_S }), signal),
  ])
}

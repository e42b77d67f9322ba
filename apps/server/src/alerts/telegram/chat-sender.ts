import { setTimeout as delay } from 'node:timers/promises'
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { whenAborted } from '@strikewise/concurrency/when-aborted.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { figureText } from '@strikewise/messages/figures.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import type { Api, InlineKeyboard } from 'grammy'
import { hasWaiting, markFailed, markSent, requeue } from '../../outbox/outbox-table.ts'
import { retryDelayMs } from '../../outbox/retry-delay.ts'
import { alertTitle } from '../alert-title.ts'
import type { AlertDeps } from '../run-sources.ts'
import { decisionOfKey } from '../sources/entry-offers.ts'
import { alertHtml } from './chat-html.ts'
import { chatFailure } from './chat-failure.ts'
import { offerButtons } from './entry-answers.ts'
import { CHAT_OUTBOX, claimDueMessages, discardExpired, failChat, type DueMessage } from './chat-outbox.ts'
import { markChatUnreachable } from './pairing.ts'
import { ChatRateLimit } from './chat-rate-limit.ts'

const POLL_INTERVAL_MS = 1_000
/** Messages on their way at once, each to another chat. */
const CONCURRENCY = 10

/**
 * Sends what is due for Telegram until `signal` aborts; what is on its way then is waited for. One process does so at a
 * time, so a chat gets its messages in order. A message whose answer was lost is sent again: it may arrive twice, it is
 * never lost.
 */
export async function sendChats(deps: AlertDeps, api: Api, signal: AbortSignal): Promise<void> {
  const { db, bus, clock, logger } = deps
  const pace = new ChatRateLimit()
  const loop = startPollingLoop(POLL_INTERVAL_MS, async (closing) => {
    try {
      while (!closing.aborted && (await hasWaiting(db, CHAT_OUTBOX))) {
        const dropped = await discardExpired(db, clock.now())
        if (dropped > 0) logger.info({ dropped }, 'alerts that came too late were not sent')
        const due = await claimDueMessages(db, CONCURRENCY)
        if (due.length === 0) return
        await Promise.all(due.map((message) => deliver(deps, api, pace, message, closing)))
      }
    } catch (error) {
      logger.error({ err: error }, 'the outbox of Telegram could not be worked')
    }
  })
  const unsubscribe = bus.subscribe('outbox', () => loop.wake())
  await whenAborted(signal)
  unsubscribe()
  await loop.close()
}

async function deliver(
  { db, clock, bus, logger }: AlertDeps,
  api: Api,
  pace: ChatRateLimit,
  message: DueMessage,
  signal: AbortSignal,
): Promise<void> {
  const { id, chatId, kind, attempts } = message
  const real = performance.now()
  const waitMs = pace.freeAt(chatId, real) - real
  // Longer than a moment: others may go first.
  if (waitMs > POLL_INTERVAL_MS || signal.aborted) return requeue(db, CHAT_OUTBOX, message, waitMs)
  pace.sent(chatId, real + waitMs)
  await delay(waitMs)
  try {
    await api.sendMessage(chatId, textOf(message, clock.now()), { parse_mode: 'HTML', ...buttonsOf(message) })
  } catch (error) {
    const failure = chatFailure(error, api.token)
    logger.warn({ message: id, attempt: attempts, failure }, 'an alert was not sent to Telegram')
    switch (failure.type) {
      case 'wait':
        pace.pauseUntil(failure.seconds * 1000, performance.now())
        // Being asked to wait is no failure of the message: it may be asked as often as the service likes.
        return requeue(db, CHAT_OUTBOX, message, failure.seconds * 1000)
      case 'unreachable':
        await markFailed(db, CHAT_OUTBOX, message, failure.problem, undefined)
        await failChat(db, chatId, failure.problem)
        await db.transaction().execute((tx) => markChatUnreachable(tx, chatId, clock.now()))
        bus.publish(`account.${message.userId}`, null)
        return
      case 'refused':
        return markFailed(db, CHAT_OUTBOX, message, failure.problem, undefined)
      case 'later':
        return markFailed(db, CHAT_OUTBOX, message, failure.problem, retryDelayMs(attempts, Math.random()))
    }
  }
  await markSent(db, CHAT_OUTBOX, message)
  logger.info({ message: id, kind, attempt: attempts }, 'alert sent to Telegram')
}

/** An entry that waits for its user is answered where it is read. */
function buttonsOf({ kind, key, language }: DueMessage): { readonly reply_markup?: InlineKeyboard } {
  return kind === 'approval' ? { reply_markup: offerButtons(decisionOfKey(key), language ?? 'en') } : {}
}

/**
 * In the account's language as it is now; a sentence from before messages were data stays English, title and all. Quiet hours
 * and retries deliver late: the time is the event's, with its day when that is over.
 */
function textOf({ kind, language, at, ...row }: DueMessage, now: EpochMs): string {
  const message = messageOf(row)
  const shownIn = message.code === 'legacy.text' ? 'en' : (language ?? 'en')
  const { text } = rendererOf(shownIn)
  const isToday = istDateAt(at as EpochMs) === istDateAt(now)
  const time = figureText(isToday ? 'at' : 'atDay', at, shownIn)
  return alertHtml(text(alertTitle(kind)), time, text(message), message.code === 'report.summary')
}

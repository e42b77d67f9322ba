import { createRedactor } from '@strikewise/kite-broker/redact.ts'
import { GrammyError, HttpError } from 'grammy'

/** What a failed call means for the message it carried. */
export type ChatFailure =
  /** The service asked for patience: nothing may leave before. */
  | { readonly type: 'wait'; readonly seconds: number; readonly reason: string }
  /** The chat takes nothing from us any more: the person blocked the bot, or there is no such chat. */
  | { readonly type: 'gone'; readonly reason: string }
  /** The message itself is refused, and would be again. */
  | { readonly type: 'refused'; readonly reason: string }
  /** It may have arrived or not: try again later. */
  | { readonly type: 'later'; readonly reason: string }

const TOO_MANY_REQUESTS = 429
const FORBIDDEN = 403
const BAD_REQUEST = 400
const NO_SUCH_CHAT = /chat not found|user is deactivated|group chat was upgraded|PEER_ID_INVALID/i
const LONGEST_WAIT_S = 3_600

/**
 * Reads what the library threw. The reasons are the service's own descriptions, without the bot's `token`, or fixed words: an
 * address holds the token, so neither addresses nor the errors of the network are repeated.
 */
export function chatFailure(error: unknown, token: string): ChatFailure {
  if (error instanceof HttpError) return { type: 'later', reason: 'no answer' }
  if (!(error instanceof GrammyError)) return { type: 'later', reason: 'an error of our own' }
  const { error_code: code, parameters } = error
  // What is no Bot API may answer without the words the library takes for granted.
  const words: unknown = error.description
  const reason = typeof words === 'string' ? createRedactor([{ reveal: () => token }])(words) : 'no reason given'
  if (code === TOO_MANY_REQUESTS) {
    const seconds = Math.min(Math.max(1, parameters.retry_after ?? 1), LONGEST_WAIT_S)
    return { type: 'wait', seconds, reason }
  }
  if (code === FORBIDDEN || (code === BAD_REQUEST && NO_SUCH_CHAT.test(reason))) return { type: 'gone', reason }
  // 401 and 404 are said of the token: the message can go once the operator has mended it.
  return code === BAD_REQUEST ? { type: 'refused', reason } : { type: 'later', reason }
}

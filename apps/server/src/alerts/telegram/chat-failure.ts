import { createRedactor } from '@strikewise/brokers/redact.ts'
import type { ChatProblem } from '@strikewise/messages/families/chat.ts'
import { GrammyError, HttpError } from 'grammy'

/** What a failed call means for the message it carried. */
export type ChatFailure =
  /** The service asked for patience: nothing may leave before. */
  | { readonly type: 'wait'; readonly seconds: number; readonly problem: ChatProblem }
  /** The chat takes nothing from us any more: the person blocked the bot, or there is no such chat. */
  | { readonly type: 'unreachable'; readonly problem: ChatProblem }
  /** The message itself is refused, and would be again. */
  | { readonly type: 'refused'; readonly problem: ChatProblem }
  /** It may have arrived or not: try again later. */
  | { readonly type: 'later'; readonly problem: ChatProblem }

const TOO_MANY_REQUESTS = 429
const FORBIDDEN = 403
const BAD_REQUEST = 400
const NO_ANSWER: ChatProblem = { code: 'chat_problem.no_answer' }
const NO_SUCH_CHAT = /chat not found|user is deactivated|group chat was upgraded|PEER_ID_INVALID/i
const LONGEST_WAIT_S = 3_600

/** A longer description of the service is cut. */
const MAX_REASON = 300

/**
 * Reads what the library threw. A problem holds the service's own description at most, without the bot's `token`: an address
 * holds the token, so neither addresses nor the errors of the network are repeated.
 */
export function chatFailure(error: unknown, token: string): ChatFailure {
  if (error instanceof HttpError) return { type: 'later', problem: NO_ANSWER }
  if (!(error instanceof GrammyError)) return { type: 'later', problem: { code: 'chat_problem.own_error' } }
  const { error_code: code, parameters } = error
  // What is no Bot API may answer without the description the library takes for granted.
  const description: unknown = error.description
  const reason = typeof description === 'string' ? createRedactor([{ reveal: () => token }])(description) : undefined
  const problem: ChatProblem =
    reason === undefined ? NO_ANSWER : { code: 'chat_problem.refused', reason: reason.slice(0, MAX_REASON) }
  if (code === TOO_MANY_REQUESTS) {
    const seconds = Math.min(Math.max(1, parameters.retry_after ?? 1), LONGEST_WAIT_S)
    return { type: 'wait', seconds, problem }
  }
  if (code === FORBIDDEN || (code === BAD_REQUEST && NO_SUCH_CHAT.test(reason ?? '')))
    return { type: 'unreachable', problem }
  // 401 and 404 are shown of the token: the message can go once the operator has mended it.
  return code === BAD_REQUEST ? { type: 'refused', problem } : { type: 'later', problem }
}

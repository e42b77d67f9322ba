import { randomUUID } from 'node:crypto'
import { OverloadedError } from '@strikewise/concurrency/overloaded-error.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { ProblemTitle } from '@strikewise/messages/labels.ts'
import { LANGUAGE_TAGS } from '@strikewise/messages/language-tags.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { split } from '@strikewise/messages/split.ts'
import { PROBLEM_TYPES, type ErrorBody } from '@strikewise/wire/api-error.ts'
import type { Logger } from '../logging/logger.ts'
import { DomainError, retryAfterS, statusOf, type ErrorCode, type ServerProblem } from '../domain-error.ts'
import { isStoreUnavailable } from '../store/store-unavailable.ts'
import { API_HEADERS } from './security-headers.ts'

export interface FailureAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
}

/**
 * The answer to a call that threw: known failures as problems (RFC 9457), a store that is full or away as a 503 to be tried
 * again, all else as a 500 that names a log line. Without `instance`: the path of a call can carry what must not be repeated.
 */
export function failureAnswer(error: unknown, logger: Logger, language: Language): FailureAnswer {
  if (error instanceof DomainError) return answerOf(error.problem, language)
  if (error instanceof OverloadedError) return answerOf({ code: 'problem.too_many_requests.busy' }, language)
  if (isStoreUnavailable(error)) {
    logger.warn({ reason: (error as Error).message }, 'the store did not take a call')
    return answerOf({ code: 'problem.unavailable' }, language)
  }
  const support_id = randomUUID()
  logger.error({ err: error, support_id }, 'a call failed')
  const answer = answerOf({ code: 'problem.internal' }, language)
  return { ...answer, body: { ...answer.body, support_id } }
}

function answerOf(problem: ServerProblem, language: Language): FailureAnswer {
  const status = statusOf(problem)
  const { text } = rendererOf(language)
  const { code: _, params } = split(problem)
  const code = new DomainError(problem).code
  const retryAfter = retryAfterS(problem)
  const message = text(problem)
  return {
    status,
    headers: {
      ...API_HEADERS,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-language': LANGUAGE_TAGS[language],
      vary: 'accept-language, cookie, authorization',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      // RFC 9110, 15.5.6.
      ...(problem.code === 'problem.method_not_allowed' ? { allow: problem.allowed } : {}),
    },
    body: {
      type: `${PROBLEM_TYPES}${code}`,
      title: titleOf(code, language),
      status,
      // Of a wrong field what is wrong with it: forms name the field themselves.
      detail: 'problem' in problem ? text(problem.problem) : message,
      code,
      params: { ...params },
      message,
    },
  }
}

/** Problems whose own text fills something in; a title is the same for each occurrence. */
const TITLES = {
  plan_expired: true,
  symbol_not_in_plan: true,
  idempotency_key_required: true,
  other_broker_account: true,
  broker_account_taken: true,
  options_not_enabled: true,
  edge_not_acknowledged: true,
  change_pending: true,
  push_devices_full: true,
  custom_alerts_full: true,
  gate_not_met: true,
  body_too_large: true,
  method_not_allowed: true,
  too_many_requests: true,
} as const satisfies Record<ProblemTitle, true>

/** The codes whose bare message takes nothing. */
type PlainCode = Exclude<ErrorCode, ProblemTitle>
type Plain = Extract<ServerProblem, { readonly code: `problem.${PlainCode}` }>

function titleOf(code: ErrorCode, language: Language): string {
  const { text, label } = rendererOf(language)
  return isTitled(code) ? label('problem_title', code) : text({ code: `problem.${code}` } as Plain)
}

function isTitled(code: ErrorCode): code is ProblemTitle {
  return Object.hasOwn(TITLES, code)
}

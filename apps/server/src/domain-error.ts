import { reasonOf, type ReasonOf } from '@strikewise/domain/text/message-code.ts'
import type { MessageOf } from '@strikewise/messages/message.ts'
import type { PasswordProblem } from '@strikewise/messages/families/client-problem.ts'
import type { Problem } from '@strikewise/messages/families/problem.ts'
import type { FieldProblem } from '@strikewise/wire/field-problem.ts'

/** A problem that an answer can carry. */
export type ServerProblem = MessageOf<Exclude<Problem['code'], 'problem.trades_unavailable'>>
/** The stable `code` of an answer. */
export type ErrorCode = ReasonOf<ServerProblem['code']>

/** An answer to a call that went wrong for a reason the caller can know. Everything else is a 500 that shows nothing. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly problem: ServerProblem

  constructor(problem: ServerProblem) {
    super(problem.code)
    this.problem = problem
  }

  get code(): ErrorCode {
    return reasonOf(this.problem.code)
  }
}

/** A field of a form or call that is not as it must be, and why; an empty `field` is the whole. */
export function fieldFailure(field: string, problem: FieldProblem | PasswordProblem): DomainError {
  return new DomainError(
    field === ''
      ? { code: 'problem.invalid_input.whole', problem }
      : { code: 'problem.invalid_input.field', field, problem },
  )
}

/**
 * HTTP status of each failure: what comes from outside and is wrong is a 4xx; what another service did not do for us is
 * 502 where it answered what we cannot use, and 503 where it did not answer.
 */
const STATUS = {
  bad_request: 400,
  invalid_input: 400,
  request_token_missing: 400,
  token_exchange_failed: 400,
  idempotency_key_required: 400,
  sign_up_link_over: 400,
  identity_failed: 400,
  not_signed_in: 401,
  session_expired: 401,
  session_ended: 401,
  password_changed: 401,
  key_unknown: 401,
  key_expired: 401,
  key_revoked: 401,
  key_address: 403,
  key_scope: 403,
  sign_in_again: 403,
  second_factor_required: 403,
  terms_required: 403,
  code_required: 403,
  code_wrong: 403,
  forbidden: 403,
  wrong_origin: 403,
  uid_mismatch: 403,
  upgrade_required: 403,
  feature_off: 403,
  plan_expired: 403,
  symbol_not_in_plan: 403,
  edge_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  key_limit: 409,
  password_differs: 409,
  account_open: 409,
  disclosure_required: 409,
  keys_missing: 409,
  login_state_invalid: 409,
  other_broker_account: 409,
  broker_account_taken: 409,
  options_not_enabled: 409,
  link_in_use: 409,
  paper_not_offered: 409,
  consent_required: 409,
  chat_not_paired: 409,
  no_push_device: 409,
  push_devices_full: 409,
  custom_alerts_full: 409,
  push_not_offered: 409,
  edge_not_acknowledged: 409,
  trade_over: 409,
  trade_exiting: 409,
  trade_entering: 409,
  one_lot: 409,
  not_fewer_lots: 409,
  stop_not_higher: 409,
  stop_too_high: 409,
  target_not_lower: 409,
  target_too_low: 409,
  ticket_pending: 409,
  approval_over: 409,
  no_account: 409,
  no_price: 409,
  stop_out_of_range: 409,
  flatten_expired: 409,
  flatten_own: 409,
  operator_request_pending: 409,
  operator_request_decided: 409,
  operator_request_expired: 409,
  operator_request_own: 409,
  already_decides: 409,
  change_pending: 409,
  gate_not_met: 409,
  trial_refused: 409,
  checkout_over: 409,
  fee_cap: 409,
  address_taken: 409,
  not_refundable: 409,
  body_too_large: 413,
  not_json: 415,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  internal: 500,
  broker_unavailable: 503,
  telegram_unavailable: 503,
  payment_unavailable: 503,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

/** Answers of another service that we cannot use. */
const BAD_GATEWAY: ReadonlySet<ServerProblem['code']> = new Set([
  'problem.broker_unavailable.unreadable',
  'problem.broker_unavailable.paper_refused',
  'problem.payment_unavailable.refused',
])

export function statusOf({ code }: ServerProblem): number {
  return BAD_GATEWAY.has(code) ? 502 : STATUS[reasonOf(code)]
}

const MINUTE_S = 60
/** Until a full queue, or the store behind a full pool, has moved on. */
const BUSY_S = 5

/** Seconds after which the same call can succeed; undefined: time alone does not mend it. */
export function retryAfterS(problem: ServerProblem): number | undefined {
  if (problem.code === 'problem.too_many_requests.busy' || problem.code === 'problem.unavailable') return BUSY_S
  if ('minutes' in problem) return problem.minutes * MINUTE_S
  return statusOf(problem) === 503 ? MINUTE_S : undefined
}

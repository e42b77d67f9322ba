/** An answer to a call that went wrong for a reason the caller can know. Everything else is a 500 that says nothing. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly code: FailureCode
  /** More words, where the specification quotes some. */
  readonly detail: string | undefined

  constructor(code: FailureCode, message: string, detail?: string) {
    super(message)
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return STATUS[this.code]
  }
}

/** HTTP status of every failure: what comes from outside and is wrong is a 4xx, the broker's troubles too. */
const STATUS = {
  bad_request: 400,
  invalid_input: 400,
  request_token_missing: 400,
  token_exchange_failed: 400,
  idempotency_key_required: 400,
  sign_up_link_over: 400,
  not_signed_in: 401,
  session_expired: 401,
  session_ended: 401,
  password_changed: 401,
  sign_in_again: 403,
  second_factor_required: 403,
  terms_required: 403,
  forbidden: 403,
  wrong_origin: 403,
  uid_mismatch: 403,
  upgrade_required: 403,
  plan_expired: 403,
  symbol_not_in_plan: 403,
  edge_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
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
  edge_not_acknowledged: 409,
  only_tighter_today: 409,
  already_decides: 409,
  change_pending: 409,
  gate_not_met: 409,
  checkout_over: 409,
  address_taken: 409,
  not_refundable: 409,
  body_too_large: 413,
  not_json: 415,
  idempotency_mismatch: 422,
  broker_unavailable: 424,
  telegram_unavailable: 424,
  payment_unavailable: 424,
  too_many_requests: 429,
} as const satisfies Record<string, number>

export type FailureCode = keyof typeof STATUS

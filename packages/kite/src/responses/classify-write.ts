import type { HttpResult, FailureCause, HttpResponse } from './http-result.ts'
import { envelopeOf } from './envelope.ts'
import { type RejectionHint, rejectionHintOf, isTimeoutText } from './rejection-reason.ts'

/** What proved that nothing was accepted. */
export type RejectionCode =
  | 'not_sent' // no byte left this machine
  | 'rate_limited' // HTTP 429, of the broker or of the edge in front of it
  | 'token_expired' // TokenException: the session is over, ask for login
  | 'not_permitted' // PermissionException: address not listed, plan or app type
  | 'user_blocked' // UserException
  | 'bad_input' // InputException: a bad parameter, or a business refusal
  | 'funds' // MarginException
  | 'order_refused' // OrderException with a text known to be a refusal

/** Why the outcome is unknown. */
export type DoubtCause =
  | 'no_answer' // time-out, reset or the like after bytes were written
  | 'timed_out_text' // the broker's own words: it may still go live
  | 'order_exception' // OrderException whose text we do not know
  | 'server_error' // 5xx with any body
  | 'unproven_refusal' // 4xx, but not of the kinds that prove anything
  | 'unreadable' // not the broker's JSON, or a success without what it must hold

export interface Rejected {
  readonly outcome: 'refused'
  readonly code: RejectionCode
  readonly hint: RejectionHint | null
  /** Null when there was no response. */
  readonly httpStatus: number | null
  readonly errorType: string | null
  /** The broker's words; without a response, our error code. */
  readonly message: string
}

export interface InDoubt {
  readonly outcome: 'in_doubt'
  readonly cause: DoubtCause
  /** With cause `no_answer`: what went wrong underneath. */
  readonly failure: FailureCause | null
  readonly httpStatus: number | null
  readonly errorType: string | null
  readonly message: string
}

/** The three answers to a request that changes something at the broker (reliability guide §3.2). */
export type WriteOutcome<Accepted extends object> = (Accepted & { readonly outcome: 'accepted' }) | Rejected | InDoubt

/** The error types that prove a 4xx to be a refusal (fact sheet §4.4). OrderException is judged by its text. */
const PROVING_TYPES = new Map<string, RejectionCode>([
  ['InputException', 'bad_input'],
  ['MarginException', 'funds'],
  ['PermissionException', 'not_permitted'],
  ['TokenException', 'token_expired'],
  ['UserException', 'user_blocked'],
])

/**
 * Reads an answer by the table of fact sheet §4.4. `accepted` needs HTTP 200 with the broker's JSON from which `accept`
 * reads what a success must hold (undefined: it does not). `refused` needs one of the listed proofs. All else is in doubt.
 */
export function classifyWrite<A extends object>(
  result: HttpResult,
  accept: (data: unknown) => A | undefined,
): WriteOutcome<A> {
  if (result.kind === 'failure') {
    const message = `${result.cause} (${result.detail})`
    return result.written
      ? inDoubt('no_answer', { httpStatus: null, errorType: null, message, failure: result.cause })
      : { outcome: 'refused', code: 'not_sent', hint: null, httpStatus: null, errorType: null, message }
  }
  if (result.httpStatus >= 200 && result.httpStatus < 300) return readSuccess(result, accept)
  return readRefusal(result)
}

function readSuccess<A extends object>(
  response: HttpResponse,
  accept: (data: unknown) => A | undefined,
): WriteOutcome<A> {
  const { httpStatus } = response
  const envelope = envelopeOf(response)
  const accepted = httpStatus === 200 && envelope?.status === 'success' ? accept(envelope.data) : undefined
  if (accepted) return { ...accepted, outcome: 'accepted' }
  if (envelope?.status === 'error')
    return inDoubt('unproven_refusal', { httpStatus, errorType: envelope.errorType, message: envelope.message })
  return inDoubt('unreadable', { httpStatus, errorType: null, message: 'a success without the fields of one' })
}

/** What an answer that turns a request away never holds. */
const CLAIMS_SUCCESS = /order_id|success/i

function readRefusal(response: HttpResponse): Rejected | InDoubt {
  const { httpStatus } = response
  const envelope = envelopeOf(response)
  const reported =
    envelope?.status === 'error'
      ? { httpStatus, errorType: envelope.errorType, message: envelope.message }
      : { httpStatus, errorType: null, message: `HTTP ${httpStatus} without the broker's JSON` }
  if (httpStatus >= 500) return inDoubt('server_error', reported)
  // An edge in front of the broker answers for itself: what it turns away has not passed it.
  if (httpStatus === 429 && envelope?.status !== 'error' && !CLAIMS_SUCCESS.test(response.body))
    return { outcome: 'refused', code: 'rate_limited', hint: null, ...reported }
  if (httpStatus < 400 || envelope?.status !== 'error') return inDoubt('unreadable', reported)
  if (isTimeoutText(envelope.message)) return inDoubt('timed_out_text', reported)
  // An error that carries an order id contradicts itself.
  if (envelope.data !== null && envelope.data !== undefined && JSON.stringify(envelope.data).includes('"order_id":'))
    return inDoubt('unproven_refusal', reported)
  const hint = rejectionHintOf(envelope.message)
  if (httpStatus === 429) return { outcome: 'refused', code: 'rate_limited', hint, ...reported }
  if (envelope.errorType === 'OrderException')
    return hint === null
      ? inDoubt('order_exception', reported)
      : { outcome: 'refused', code: 'order_refused', hint, ...reported }
  const code = PROVING_TYPES.get(envelope.errorType)
  return code ? { outcome: 'refused', code, hint, ...reported } : inDoubt('unproven_refusal', reported)
}

function inDoubt(
  cause: DoubtCause,
  reported: { httpStatus: number | null; errorType: string | null; message: string; failure?: FailureCause },
): InDoubt {
  const { failure = null, ...rest } = reported
  return { outcome: 'in_doubt', cause, failure, ...rest }
}

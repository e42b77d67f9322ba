import type { HttpResult, FailureCause, HttpResponse } from './http-result.ts'
import { envelopeOf } from './envelope.ts'

export type ReadFailureCode =
  | 'token_expired' // 403 TokenException
  | 'not_permitted' // 403 otherwise: plan, app, account. Not a logout
  | 'rate_limited' // 429
  | 'refused' // any other 4xx the broker worded
  | 'unavailable' // 5xx, or no answer
  | 'unreadable' // not what the call returns

export interface ReadFailure {
  readonly ok: false
  readonly code: ReadFailureCode
  /** With `unavailable` and no response: what went wrong underneath. */
  readonly failure: FailureCause | null
  readonly httpStatus: number | null
  readonly errorType: string | null
  readonly message: string
}

/** A failed read shows nothing: it is never an empty book and never flat. */
export type ReadResult<T> = { readonly ok: true; readonly value: T } | ReadFailure

/** Reads the envelope of a GET or a calculator call; `read` takes the data or shows what is wrong with it. */
export function classifyRead<T>(result: HttpResult, read: (data: unknown) => T | Unreadable): ReadResult<T> {
  const failed = readFailure(result)
  if (failed) return failed
  const response = result as HttpResponse
  const envelope = envelopeOf(response)
  const { httpStatus } = response
  if (envelope?.status !== 'success') return failedRead('unreadable', 'not a success of the broker', { httpStatus })
  const value = read(envelope.data)
  return value instanceof Unreadable ? failedRead('unreadable', value.reason, { httpStatus }) : { ok: true, value }
}

/** The body of a CSV call as text. */
export function classifyText(result: HttpResult): ReadResult<string> {
  const failed = readFailure(result)
  if (failed) return failed
  const { contentType, body, httpStatus } = result as HttpResponse
  return contentType === 'text/csv'
    ? { ok: true, value: body }
    : failedRead('unreadable', 'not text/csv', { httpStatus })
}

/** Why data of a success could not be taken. */
export class Unreadable {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

function readFailure(result: HttpResult): ReadFailure | undefined {
  if (result.kind === 'failure') {
    const code = result.cause === 'too_large' || result.cause === 'unreadable' ? 'unreadable' : 'unavailable'
    return failedRead(code, `${result.cause} (${result.detail})`, { failure: result.cause })
  }
  const { httpStatus } = result
  if (httpStatus === 200) return undefined
  const envelope = envelopeOf(result)
  if (envelope?.status !== 'error') return failedRead(codeWithoutText(httpStatus), `HTTP ${httpStatus}`, { httpStatus })
  const { errorType, message } = envelope
  return failedRead(codeOf(httpStatus, errorType), message, { httpStatus, errorType })
}

/** What a status shows by itself, in an answer of the edge in front of the broker. */
function codeWithoutText(httpStatus: number): ReadFailureCode {
  if (httpStatus === 429) return 'rate_limited'
  return httpStatus >= 500 ? 'unavailable' : 'unreadable'
}

function codeOf(httpStatus: number, errorType: string): ReadFailureCode {
  if (httpStatus === 429) return 'rate_limited'
  if (httpStatus === 403) return errorType === 'TokenException' ? 'token_expired' : 'not_permitted'
  return httpStatus >= 400 && httpStatus < 500 ? 'refused' : 'unavailable'
}

function failedRead(
  code: ReadFailureCode,
  message: string,
  report: { httpStatus?: number; errorType?: string; failure?: FailureCause },
): ReadFailure {
  return {
    ok: false,
    code,
    failure: report.failure ?? null,
    httpStatus: report.httpStatus ?? null,
    errorType: report.errorType ?? null,
    message,
  }
}

/** Why no whole response came. None of these shows anything about an order once bytes were written. */
export type FailureCause =
  | 'connect_failed' // refused, unreachable, name not found, TLS: no connection came about
  | 'queue_full' // too many calls of this client are under way
  | 'withdrawn' // the caller took it back just before the first byte
  | 'closed' // the client was closed
  | 'timed_out' // connect, headers, body or whole-call limit
  | 'reset' // the connection broke
  | 'too_large' // the response passed its cap
  | 'unreadable' // not HTTP, or a body that does not unpack

/**
 * What a call brought back, before it is interpreted.
 * `written: false` is proof: no byte of this request left this machine.
 */
export type HttpResult =
  | {
      readonly kind: 'response'
      readonly httpStatus: number
      /** Lower case, without parameters; empty when absent. */
      readonly contentType: string
      readonly body: string
    }
  | {
      readonly kind: 'failure'
      readonly written: boolean
      readonly cause: FailureCause
      /** An error code such as ECONNREFUSED; never a message, which could quote a URL. */
      readonly detail: string
    }

export type HttpResponse = Extract<HttpResult, { kind: 'response' }>

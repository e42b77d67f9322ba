/**
 * Why the broker did not take a request: only reasons that prove it did not. `not_sent`: our own check right before the
 * write held it back. What we cannot name, yet know to be a refusal, is `other`.
 */
export type BrokerRejectionCode =
  | 'not_sent'
  | 'trigger_through'
  | 'price_band'
  | 'funds'
  | 'freeze'
  | 'bad_request'
  | 'processing'
  | 'unknown_order'
  | 'modify_limit'
  | 'rate_limited'
  | 'token_expired'
  | 'not_permitted'
  | 'session_closed'
  | 'other'

/** The three answers to an order call. Whatever is not proof of one of the first two is `in_doubt`. */
export type OrderAck =
  | { readonly type: 'accepted'; readonly orderId: string }
  | { readonly type: 'refused'; readonly code: BrokerRejectionCode; readonly text: string }
  | { readonly type: 'in_doubt'; readonly why: string }

/**
 * A read either shows the book or it failed; a failed read shows nothing, least of all "empty". `partial`: rows were left
 * out because they could not be understood, so what is missing proves nothing.
 */
export type QueryResult<T> =
  | { readonly ok: true; readonly value: T; readonly partial?: boolean }
  | { readonly ok: false; readonly code: 'token_expired' | 'rate_limited' | 'unavailable'; readonly text: string }

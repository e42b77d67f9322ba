// @invariant stop-answered-under-load
import type * as z from 'zod'

/**
 * Who may call: anybody, a signed-in user (session cookie or bearer token), or a user who operates the service.
 * A feature narrows it to the plans that own it while they have not expired.
 */
export type RouteAuth = 'public' | 'user' | 'operator'

/** Plan-bound parts of the product; the server asks the domain's plan policy who owns which. */
export type RouteFeature =
  | 'option_chain'
  | 'core_signals'
  | 'trade_log'
  | 'trade_tracker'
  | 'live_pnl'
  | 'entry_refusals'
  | 'broker_connect'
  | 'paper_trading'
  | 'trade_settings'
  | 'alerts'
  | 'support_chat'

/** One call of the API as data: the server serves it, the client calls it, OpenAPI describes it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below `/api`; the calls of specification §7 answer at the bare path too (`root`). `:name` marks a parameter. */
  readonly path: `/${string}`
  readonly auth: RouteAuth
  readonly summary: string
  readonly feature?: RouteFeature
  /** Open to who has an account and never agreed to the terms: what they need to agree, to leave, or to stop a trade. */
  readonly beforeTerms?: true
  /** Answers also while everything else is busy: it has connections to the store of its own. */
  readonly urgent?: true
  /** Served at the bare path as well as under `/api`. */
  readonly root?: boolean
  /** Calls a minute and user; 120 where not stated. */
  readonly perMinute?: number
  /** Takes an `Idempotency-Key` header: the same key and body answer alike, another body is refused. */
  readonly idempotent?: boolean
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Fields of the body that may hold line breaks and tabs. Every other text is one line. */
  readonly multiline?: readonly string[]
  /** The answer is text, one JSON value a line, and `reply` describes the whole text. */
  readonly lines?: true
  /** The answer is a file of this media type. */
  readonly file?: 'text/csv' | 'application/pdf'
  readonly reply: z.ZodType
}

/** Keeps the literal types of a route's schemas. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

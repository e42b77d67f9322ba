// @invariant stop-answered-under-load
import type * as z from 'zod'
import type { FeatureFlag } from './feature-flags.ts'

/**
 * Who may call: every caller, a signed-in user (session cookie or bearer token), or a user who operates the service.
 * A feature narrows it to the plans that own it while they have not expired.
 */
export type RouteAuth = 'public' | 'user' | 'operator'

/** What a program key may be made for. No scope lets a program buy, or change a setting. */
export const KEY_SCOPES = ['read', 'pause', 'exit'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

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
  | 'manual_trades'
  | 'trade_settings'
  | 'alerts'
  | 'support_chat'

/** How a call is answered. Each kind has one writer in the server. */
export type RouteKind =
  /** JSON as `reply` describes it; also where no kind is stated. `status` 202: what was asked is committed, and done later. */
  | { readonly kind?: 'json'; readonly status?: 202 }
  /** JSON that is made once for many readers and named by an `ETag`: who has it already gets a 304. */
  | {
      readonly kind: 'polled'
      /** One user's own: no cache keeps it. Otherwise a browser may, and asks each time whether it is still current. */
      readonly personal?: true
    }
  /** A file to download, made for this call. */
  | { readonly kind: 'file'; readonly media: 'text/csv' | 'application/pdf' }
  /** Text sent from disk while it is read, one JSON value a line; `reply` describes the whole text. */
  | { readonly kind: 'stream'; readonly media: 'application/jsonl' }

/** Who may call and how often. Both are required: a route without them does not compile. */
export interface RouteAccess {
  readonly auth: RouteAuth
  /** Calls a minute: of one user, or of one address where no session is shown. */
  readonly perMinute: number
  readonly feature?: RouteFeature
  /** The optional feature it belongs to: refused where an operator has switched that off for the caller. */
  readonly flag?: FeatureFlag
  /** What a program key needs to make this call. Left out: no key can. */
  readonly keyScope?: KeyScope
  /** Open to who has an account and never agreed to the terms: what they need to agree, to leave, or to stop a trade. */
  readonly beforeTerms?: true
  /**
   * No session is read: shared caches may keep the answer, or the caller is a program that proves itself another way.
   * Only for public routes.
   */
  readonly sessionless?: true
}

/** One call of the API as data: the server serves it, the client calls it, OpenAPI describes it. */
export type Route = RouteKind &
  RouteAccess & {
    readonly method: 'GET' | 'POST' | 'PUT'
    /** Below `/api`; the calls of specification §7 answer at the bare path too (`root`). `:name` marks a parameter. */
    readonly path: `/${string}`
    readonly summary: string
    /** Answers also while everything else is busy: it has connections to the store of its own. */
    readonly urgent?: true
    /** A read that is itself recorded, or changes something. A HEAD, which returns nothing that was read, is not answered. */
    readonly recorded?: true
    /** Served at the bare path as well as under `/api`. */
    readonly root?: boolean
    /** Takes an `Idempotency-Key` header: the same key and body answer alike, another body is refused. */
    readonly idempotent?: true
    /** The body is signed as it came: its handler gets the text, and no schema reads body or query. */
    readonly signed?: true
    readonly params?: z.ZodType
    readonly query?: z.ZodType
    readonly body?: z.ZodType
    /** Fields of the body that may hold line breaks and tabs. Every other text is one line. */
    readonly multiline?: readonly string[]
    readonly reply: z.ZodType
  }

/** Keeps the literal types of a route's schemas. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

/** The status of a call that went well. */
export function successStatus(route: Route): 200 | 202 {
  return ('status' in route ? route.status : undefined) ?? 200
}

import * as z from 'zod'

/**
 * What can go wrong on the wire, outside the exchange itself. The text of each is shown at `GET /sandbox` and in the
 * console. Kinds marked `byCall` are used up call by call (`times`); the others stand for `seconds` of market time, or
 * until they are ended.
 */
export const WIRE_FAULTS = {
  timeout_after_accept: { byCall: true, text: 'The next order call is carried out, but its answer never comes.' },
  timeout_before_accept: { byCall: true, text: 'The next order call is not carried out, and its answer never comes.' },
  timed_out_400: {
    byCall: true,
    text: 'The next order placed is answered with 400 "Order request timed out" and goes live "delaySeconds" of market time later (default 20).',
  },
  wrong_content_type: {
    byCall: true,
    text: 'The next order call is carried out and answered with 200 and an HTML page.',
  },
  server_error: {
    byCall: true,
    text: 'The next call of "group" fails with "status" 500, 502, 503 or 504; "html": with a page instead of JSON; "carriedOut": after it was carried out.',
  },
  rate_limit: { byCall: true, text: 'The next call of "group" is answered with 429.' },
  slow_replies: {
    byCall: false,
    text: 'Every call of the broker is answered "delayMs" of real time later (default 2000).',
  },
  silent_ticker: { byCall: false, text: 'The ticker sends heartbeats, but no ticks and no order frames.' },
  refuse_ticker: { byCall: false, text: 'New ticker connections are refused with 403.' },
  truncated_frame: { byCall: true, text: 'The next frame of ticks is cut in the middle.' },
  lose_tail: {
    byCall: false,
    text: 'Orders, trades and positions are not written to the data folder, though they are answered: a kill of the sandbox loses them.',
  },
  postback_lost: { byCall: false, text: 'Postbacks are not sent.' },
  postback_doubled: { byCall: false, text: 'Every postback is sent twice.' },
  mail_down: { byCall: false, text: 'The mail server refuses every mail with 451.' },
  bot_rate_limit: {
    byCall: false,
    text: 'The Bot API answers everything but getUpdates with 429 and "retryAfterSeconds" (default 3).',
  },
  bot_error: { byCall: true, text: 'The next message of a bot fails with 502.' },
  bot_silent: { byCall: true, text: 'The next message of a bot is delivered, and its answer never comes.' },
  push_gone: {
    byCall: true,
    text: 'The browser of the next push message has ended its subscription: 410, from then on.',
  },
  push_rate_limit: {
    byCall: true,
    text: 'The next push message is answered with 429 and "retryAfterSeconds" (default 3).',
  },
  push_error: { byCall: true, text: 'The push service fails at the next message with "status" 500, 502, 503 or 504.' },
  push_slow: { byCall: true, text: 'The next push message is answered "delayMs" of real time later (default 2000).' },
  payments_down: { byCall: false, text: 'The payment provider answers 503.' },
  payments_lost: {
    byCall: true,
    text: 'The next call of the payment provider is carried out, and its answer is lost in a 502.',
  },
  oidc_down: { byCall: false, text: 'The identity provider answers 503.' },
  news_down: { byCall: false, text: 'The news feed answers 503.' },
  time_stamps_down: { byCall: false, text: 'The time-stamp authority answers 503.' },
  fii_dii_down: { byCall: false, text: 'The FII/DII data answers 503.' },
} as const satisfies Record<string, { byCall: boolean; text: string }>
export type WireFaultKind = keyof typeof WIRE_FAULTS

export const wireFaultRequest = z.strictObject({
  kind: z.enum(Object.keys(WIRE_FAULTS) as [WireFaultKind, ...WireFaultKind[]]),
  /** User id; absent: every account. */
  account: z.string().optional(),
  times: z.int().min(1).max(1000).default(1),
  seconds: z.number().positive().max(86_400).optional(),
  group: z.enum(['order', 'quote', 'historical', 'other', 'any']).default('order'),
  status: z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(503),
  html: z.boolean().default(false),
  carriedOut: z.boolean().default(false),
  delayMs: z.int().min(1).max(60_000).default(2000),
  delaySeconds: z.number().min(0).max(600).default(20),
  retryAfterSeconds: z.int().min(1).max(600).default(3),
})
export type WireFaultRequest = z.infer<typeof wireFaultRequest>

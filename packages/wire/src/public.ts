import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText, optionSide, rupees, linkMode } from './scalars.ts'

/** What a message to support is about. A grievance is answered within the time the privacy page names. */
export const SUPPORT_TOPICS = ['account', 'plans', 'broker', 'trading', 'data', 'grievance', 'fault'] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

/** Characters a question to support has at least: shorter ones cannot be answered. */
const MIN_QUESTION = 20

export const supportBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  topic: z.enum(SUPPORT_TOPICS, problemText({ code: 'field.topic' })),
  text: z
    .string()
    .trim()
    .min(MIN_QUESTION, problemText({ code: 'field.more_words', min: MIN_QUESTION }))
    .max(4000),
})
export type SupportBody = z.infer<typeof supportBody>

/** Parts of the service that are checked, in the order they are shown. */
export const STATUS_COMPONENTS = ['store', 'feed', 'broker', 'notifier', 'public_log'] as const
export type StatusComponent = (typeof STATUS_COMPONENTS)[number]

/** `idle`: not needed at the moment, the feed outside the session for example. */
export const statusState = z.enum(['up', 'down', 'idle', 'unknown'])
export type StatusState = z.infer<typeof statusState>

export const statusReply = z
  .object({
    /** For pages of the version before, which show a note where this is not null; incidents are a list of their own. */
    incident: z.null(),
    /** When the newest check ran; null before the first. */
    checked_at: instantText.nullable(),
    parts: z.array(
      z.object({
        part: z.enum(STATUS_COMPONENTS),
        now: statusState,
        /** Oldest first; a day without checks is absent. */
        days: z.array(z.object({ day: istDateText, checks: z.number(), failures: z.number() })),
      }),
    ),
  })
  .meta({ id: 'Status' })
export type StatusReply = z.infer<typeof statusReply>

/** A trade of the showcase account. No result: public pages show none. */
const showcaseTrade = z.object({
  entry_time: instantText,
  exit_time: instantText,
  symbol: indexSymbol,
  strike: z.number(),
  side: optionSide,
  quantity: z.number(),
  entry_price: rupees,
  exit_price: rupees.nullable(),
  exit_reason: z.string(),
})
export type ShowcaseTrade = z.infer<typeof showcaseTrade>

export const showcaseLogReply = z
  .object({
    /** False: the operator has named no showcase account. */
    offered: z.boolean(),
    mode: linkMode.nullable(),
    /** The day shown: a session that has closed. */
    day: istDateText.nullable(),
    /** Closed days with trades, newest first. */
    days: z.array(istDateText),
    trades: z.array(showcaseTrade),
  })
  .meta({ id: 'HouseLog' })
export type ShowcaseLogReply = z.infer<typeof showcaseLogReply>

const share = z.number().min(0).max(1)

export const topTradersReply = z
  .object({
    /** Days and trades on paper it takes to be ranked. */
    least_days: z.number(),
    least_trades: z.number(),
    traders: z.array(
      z.object({
        name: z.string(),
        days: z.number(),
        stops_kept: share,
        limits_kept: share,
        plan_followed: share,
        discipline: share,
      }),
    ),
  })
  .meta({ id: 'TopTraders' })
export type TopTradersReply = z.infer<typeof topTradersReply>

export const listingBody = z.strictObject({
  listed: z.boolean(),
  /** Public; not the account's name unless the user types it. */
  name: z
    .string()
    .trim()
    .regex(
      /^[\p{L}\p{N}][\p{L}\p{N} ._-]{1,22}[\p{L}\p{N}]$/u,
      problemText({ code: 'field.display_name', min: 3, max: 24 }),
    ),
})
const listingReply = z.object({ listed: z.boolean(), name: z.string().nullable() }).meta({ id: 'Listing' })
export type ListingReply = z.infer<typeof listingReply>

/** What the public pages ask. None of it discloses a user's earnings. */
export const publicRoutes = {
  askSupport: route({
    method: 'POST',
    path: '/support',
    auth: 'public',
    perMinute: 5,
    summary: 'Writes to support; the ticket is stored and mailed to the operator',
    body: supportBody,
    multiline: ['text'],
    reply: z.object({ ticket: z.string() }),
  }),
  status: route({
    method: 'GET',
    path: '/status',
    auth: 'public',
    perMinute: 60,
    summary: 'How the parts of the service are doing, and did in the last 90 days',
    query: z.strictObject({}),
    reply: statusReply,
  }),
  showcaseLog: route({
    method: 'GET',
    path: '/showcase-log',
    auth: 'public',
    perMinute: 60,
    summary: "The showcase account's trades of a day whose session has closed",
    query: z.strictObject({ date: istDateText.optional() }),
    reply: showcaseLogReply,
  }),
  topTraders: route({
    method: 'GET',
    path: '/top-traders',
    auth: 'public',
    perMinute: 60,
    summary: 'Paper accounts that opted in, ranked by discipline',
    query: z.strictObject({}),
    reply: topTradersReply,
  }),
  listing: route({
    method: 'GET',
    path: '/top-traders/listing',
    auth: 'user',
    perMinute: 120,
    summary: 'Whether the caller is on the list of top traders, and under which name',
    query: z.strictObject({}),
    reply: listingReply,
  }),
  saveListing: route({
    method: 'PUT',
    path: '/top-traders/listing',
    auth: 'user',
    perMinute: 20,
    summary: 'Joins the list of top traders under a chosen name, or leaves it',
    body: listingBody,
    reply: listingReply,
  }),
}

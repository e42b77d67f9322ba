import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { agentSignal, decisionRow } from './market.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText } from './scalars.ts'

const hex64 = z.string().regex(/^[0-9a-f]{64}$/)

/** What was signed when a day was over, as the first line of its export has it. */
const signedRoot = z.object({
  root: z.object({
    day: istDateText,
    first_seq: z.number(),
    last_seq: z.number(),
    count: z.number(),
    start_hash: hex64,
    last_hash: hex64,
    previous_root: hex64,
  }),
  key: hex64,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})

export const publicLogReply = z
  .object({
    /** Days that are over, newest first. */
    days: z.array(
      signedRoot.extend({
        /** SHA-256 of what was signed: what the next root names. */
        hash: hex64,
        /** Tokens of time-stamp authorities over the root. */
        time_stamps: z.number(),
      }),
    ),
  })
  .meta({ id: 'Record' })
export type PublicLogReply = z.infer<typeof publicLogReply>

/** What proves outside when a root was signed. The file is what `npm run verify-record -- --time-stamp` takes. */
export const timeStampsReply = z
  .object({
    day: istDateText,
    time_stamps: z.array(
      z.object({
        /** Host of the time-stamp authority. */
        authority: z.string(),
        stamped_at: instantText,
        /** Token (RFC 3161): DER in base64. */
        token: z.string(),
      }),
    ),
  })
  .meta({ id: 'TimeStamps' })

/** A minute of the market, India: `2026-11-20T10:42`. */
const minute = z
  .string()
  .refine(
    (text) =>
      /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && istDateText.safeParse(text.slice(0, 10)).success,
    problemText({ code: 'field.minute' }),
  )
  .meta({ description: 'A minute in India, YYYY-MM-DDTHH:MM', example: '2026-11-20T10:42' })

/** Everything a decision was made from. */
export const whyReply = z
  .object({
    decision: decisionRow,
    /** The learned weights it was made with; null: those the code has. */
    weights_version: z.string().nullable(),
    /** Minutes of the decisions of that index before and after this one, on the same day. */
    previous: minute.nullable(),
    next: minute.nullable(),
    /** The entry of the record that holds the decision and its inputs; null for one from before there was a record. */
    entry: z.object({ seq: z.number(), prev: hex64, hash: hex64, /** Canonical JSON. */ body: z.string() }).nullable(),
    /** What each agent had reported last when it was made. */
    signals: z.array(z.object({ agent: z.string(), seq: z.number(), signal: agentSignal })),
  })
  .meta({ id: 'Why' })
export type WhyReply = z.infer<typeof whyReply>

export const publicLogRoutes = {
  record: route({
    method: 'GET',
    path: '/record',
    auth: 'public',
    perMinute: 60,
    summary: 'The signed roots of the record: one a day that is over, newest first',
    query: z.strictObject({}),
    reply: publicLogReply,
  }),
  recordDay: route({
    method: 'GET',
    kind: 'stream',
    media: 'application/jsonl',
    sessionless: true,
    path: '/record/:day',
    auth: 'public',
    perMinute: 12,
    summary: "A day's record: its signed root, then one entry a line. Days that are not over have none",
    params: z.strictObject({ day: istDateText }),
    query: z.strictObject({}),
    reply: z.string(),
  }),
  recordTimeStamps: route({
    method: 'GET',
    path: '/record/:day/time-stamps',
    auth: 'public',
    perMinute: 60,
    summary: "Tokens of time-stamp authorities (RFC 3161) over a day's root",
    params: z.strictObject({ day: istDateText }),
    query: z.strictObject({}),
    reply: timeStampsReply,
  }),
  why: route({
    method: 'GET',
    path: '/why',
    auth: 'user',
    keyScope: 'read',
    feature: 'core_signals',
    perMinute: 120,
    summary: 'The decision of an index for a minute, and what it was made from',
    query: z.strictObject({ symbol: indexSymbol, minute }),
    reply: whyReply,
  }),
  whyDecision: route({
    method: 'GET',
    path: '/why/:id',
    auth: 'user',
    keyScope: 'read',
    feature: 'core_signals',
    perMinute: 120,
    summary: 'A decision by its id, and what it was made from',
    params: z.strictObject({ id: z.string().min(1).max(128) }),
    query: z.strictObject({}),
    reply: whyReply,
  }),
}

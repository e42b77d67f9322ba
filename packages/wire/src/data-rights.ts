import * as z from 'zod'
import { route } from './route.ts'
import { supportBody } from './public.ts'
import { instantText } from './scalars.ts'

/** Consents a user may take back while the account lives on. The others end with it. */
export const REVOCABLE_CONSENTS = ['zerodha_disclosure', 'auto_execute'] as const

/** Acts of operators by which they read data of one user. */
export const DATA_READS = ['user_looked_up', 'past_state_read', 'ticket_read'] as const
export type DataRead = (typeof DATA_READS)[number]

const nominee = z.strictObject({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  relation: z.string().trim().min(1).max(60),
})
export type Nominee = z.infer<typeof nominee>
export const nomineeBody = nominee

const myDataReply = z
  .object({
    /** Every word the caller gave or took back, newest first. */
    consents: z.array(
      z.object({
        kind: z.string(),
        /** Date of the text. */
        version: z.string(),
        /** SHA-256 of the text; null for consents from before it was kept. */
        text_hash: z.string().nullable(),
        given: z.boolean(),
        at: instantText,
      }),
    ),
    nominee: nominee.nullable(),
    /** A request to erase the account that was not carried out yet. */
    erasure: z.object({ asked_at: instantText, /** Trades it waits for. */ open_trades: z.number() }).nullable(),
    /** When operators read data of the caller, the newest first; from the log that none of them can change. */
    reads: z.array(
      z.object({
        at: instantText,
        what: z.enum(DATA_READS),
        /** As the operator wrote it; null: this kind of reading asks for none. */
        reason: z.string().nullable(),
        /** Of a past state: the second it is of. */
        moment: instantText.nullable(),
      }),
    ),
  })
  .meta({ id: 'MyData' })
export type MyDataReply = z.infer<typeof myDataReply>

export const dataRightsRoutes = {
  myData: route({
    method: 'GET',
    path: '/my-data',
    auth: 'user',
    beforeTerms: true,
    perMinute: 120,
    summary: 'Consents, nominee and a pending erasure of the caller',
    query: z.strictObject({}),
    reply: myDataReply,
  }),
  exportMyData: route({
    method: 'GET',
    path: '/my-data/export',
    auth: 'user',
    beforeTerms: true,
    perMinute: 4,
    summary: 'All rows about the caller, by table; secrets are left out',
    query: z.strictObject({}),
    reply: z.object({
      exported_at: instantText,
      user_id: z.string(),
      tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
  }),
  withdrawConsent: route({
    method: 'POST',
    path: '/my-data/withdraw-consent',
    auth: 'user',
    perMinute: 20,
    summary: 'Takes a consent back; automatic entries end with it at once',
    body: z.strictObject({ kind: z.enum(REVOCABLE_CONSENTS) }),
    reply: myDataReply,
  }),
  saveNominee: route({
    method: 'PUT',
    path: '/my-data/nominee',
    auth: 'user',
    perMinute: 20,
    summary: 'Names who may use the caller’s rights after death or incapacity; null takes the name away',
    body: z.strictObject({ nominee: nominee.nullable() }),
    reply: myDataReply,
  }),
  setErasure: route({
    method: 'POST',
    path: '/my-data/erasure',
    auth: 'user',
    beforeTerms: true,
    perMinute: 10,
    summary: 'Asks for the account to be erased once nothing is open, or takes that back',
    body: z.strictObject({ wanted: z.boolean() }),
    reply: myDataReply,
  }),
  sendGrievance: route({
    method: 'POST',
    path: '/my-data/grievance',
    auth: 'user',
    beforeTerms: true,
    perMinute: 5,
    summary: 'A grievance about personal data, under the caller’s own name and address',
    body: supportBody.pick({ text: true }),
    multiline: ['text'],
    reply: z.object({ ticket: z.string() }),
  }),
}

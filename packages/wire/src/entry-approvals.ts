import * as z from 'zod'
import { ticketReply } from './entry-tickets.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText, linkMode, optionSide, rupees } from './scalars.ts'
import { tradeCost } from './trade-cost.ts'

const offer = z
  .object({
    /** The decision that the entry is made for; it names the offer. */
    decision_id: z.string(),
    symbol: indexSymbol,
    strike: z.number(),
    side: optionSide,
    expiry: istDateText,
    mode: linkMode,
    lots: z.number(),
    /** The most that is paid a unit. */
    limit_price: rupees,
    /** Trigger of the stop if the order fills at its limit. */
    stop_price: rupees,
    /** What is lost, charges included, when the order fills at its limit and the stop at its own. A gap can lose more. */
    worst_loss: rupees,
    /** What the trade is expected to cost, at the prices of the decision; null: not known. */
    cost: tradeCost.nullable(),
    /** The last instant at which its order may leave. No answer by then is a skip. */
    until: instantText,
  })
  .meta({ id: 'EntryOffer' })
export type EntryOfferReply = z.infer<typeof offer>

const answered = z
  .object({
    /** The first answer that was given, on whichever device. */
    answer: z.enum(['take', 'skip']),
    /** The ticket of an approved entry. */
    ticket: ticketReply.nullable(),
  })
  .meta({ id: 'AnsweredOffer' })

/** Entries that wait for their user. */
export const entryApprovalRoutes = {
  entryApprovals: route({
    method: 'GET',
    path: '/entry_approvals',
    auth: 'user',
    perMinute: 240,
    summary: 'Entries that wait for the caller to approve them',
    reply: z.object({ offers: z.array(offer) }).meta({ id: 'EntryOffers' }),
  }),
  answerApproval: route({
    method: 'POST',
    path: '/entry_approvals/:decision_id',
    auth: 'user',
    perMinute: 60,
    summary: 'Takes or skips an entry that waits; what is taken is checked again and sent as a ticket',
    params: z.strictObject({ decision_id: z.string().min(1).max(128) }),
    body: z.strictObject({ answer: z.enum(['take', 'skip']) }),
    reply: answered,
  }),
}

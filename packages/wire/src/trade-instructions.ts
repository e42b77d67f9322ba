import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

/** Rupees a unit, above every premium of an index option. */
const MAX_PREMIUM = 100_000

/** More than any order of an index option may have. */
const MAX_LOTS = 1_000

const premium = z
  .number()
  .min(0.05)
  .max(MAX_PREMIUM)
  .multipleOf(0.01, problemText({ code: 'field.decimals', decimals: 2 }))
  .meta({ description: 'Rupees a unit of the option, a multiple of its tick size' })

const ofTrade = z.strictObject({ trade_id: z.string().min(1).max(128) })

/** The instruction is committed and will be carried out. The row of its trade shows how far it is. */
const instructionReply = z
  .object({ instruction: z.object({ id: z.string(), at: instantText }) })
  .meta({ id: 'AcceptedInstruction' })

const raisedStop = z
  .strictObject({
    /** Trigger of the stop. */
    trigger_price: premium.optional(),
    /** Instead of a price: the entry price, up to the next tick. */
    to: z.literal('entry').optional(),
  })
  .refine((body) => body.trigger_price !== undefined || body.to !== undefined, {
    error: problemText({ code: 'field.required' }),
    path: ['trigger_price'],
  })
  .refine((body) => body.trigger_price === undefined || body.to === undefined, {
    error: problemText({ code: 'field.not_allowed' }),
    path: ['to'],
  })

const ACCESS = { auth: 'user', keyScope: 'exit', urgent: true, beforeTerms: true, perMinute: 120, status: 202 } as const

/**
 * The user's instructions on open trades. Each can only reduce risk, so none needs a plan, a consent or a recent sign-in, and
 * each may be sent again: the second time changes nothing.
 */
export const tradeInstructionRoutes = {
  raiseStop: route({
    ...ACCESS,
    method: 'POST',
    path: '/trades/:trade_id/stop',
    summary: "Raises the stop of one of the caller's open trades, to a price below the last bid",
    params: ofTrade,
    body: raisedStop,
    reply: instructionReply,
  }),
  lowerTarget: route({
    ...ACCESS,
    method: 'POST',
    path: '/trades/:trade_id/target',
    summary: "Lowers the target of one of the caller's open trades, to a price above the last bid",
    params: ofTrade,
    body: z.strictObject({ target_price: premium }),
    reply: instructionReply,
  }),
  exitTrade: route({
    ...ACCESS,
    method: 'POST',
    path: '/trades/:trade_id/exit',
    summary: "Exits one of the caller's trades: sold at a limit price, which follows the market",
    params: ofTrade,
    body: z.strictObject({}),
    reply: instructionReply,
  }),
  reduceTrade: route({
    ...ACCESS,
    method: 'POST',
    path: '/trades/:trade_id/reduce',
    summary: "Sells a part of one of the caller's open trades, so that `keep_lots` are held on under its stop",
    params: ofTrade,
    /** The lots that stay, not those that go: two devices that show the same trade ask for the same. */
    body: z.strictObject({ keep_lots: z.int().min(1).max(MAX_LOTS) }),
    reply: instructionReply,
  }),
  exitAll: route({
    ...ACCESS,
    method: 'POST',
    path: '/trades/exit_all',
    summary:
      "Exits all of the caller's trades; `pause` engages their kill switch with it, so that no new one is entered",
    body: z.strictObject({ pause: z.boolean() }),
    reply: z.object({
      /** Trades that are exited now, those that were being exited already among them. */
      trades: z.array(z.string()),
      stop: z.object({ user: z.boolean(), global: z.boolean() }),
    }),
  }),
}

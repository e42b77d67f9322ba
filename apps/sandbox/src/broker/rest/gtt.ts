import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import { ORDER_SIDES, ORDER_TYPES } from '@strikewise/domain/instruments/order-terms.ts'
import * as z from 'zod'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { GttOutcome, GttRequest } from '@strikewise/exchange/gtt-types.ts'
import { kiteErrors } from '../kite-error.ts'
import { pathParam, type Call, type Route } from './call.ts'
import { formOf } from './form.ts'
import { rejectedAs } from './refusal.ts'

const price = z.number().min(0).multipleOf(0.01).transform(paiseFromRupees)
const condition = z.object({
  exchange: z.string(),
  tradingsymbol: z.string(),
  trigger_values: z.array(price),
  last_price: price,
})
const leg = z
  .object({
    exchange: z.string(),
    tradingsymbol: z.string(),
    transaction_type: z.enum(ORDER_SIDES),
    quantity: z.number(),
    order_type: z.enum(ORDER_TYPES),
    product: z.string(),
    price,
  })
  .transform(({ transaction_type: side, order_type: orderType, ...rest }) => ({ side, orderType, ...rest }))

/** A form field whose text is JSON. */
const json = z.string().transform((text, context): unknown => {
  const json = parseJson(text)
  if (json !== undefined) return json
  context.addIssue({ code: 'custom', message: 'not JSON' })
  return z.NEVER
})

const triggerForm = z
  .object({ type: z.enum(['single', 'two-leg']), condition: json.pipe(condition), orders: json.pipe(z.array(leg)) })
  .transform(({ type, condition: { exchange, tradingsymbol, trigger_values, last_price }, orders }): GttRequest => ({
    type,
    exchange,
    tradingsymbol,
    lastPrice: last_price,
    triggerPrices: trigger_values,
    legs: orders,
  }))

async function requestOf(call: Call): Promise<GttRequest> {
  const form = triggerForm.safeParse(await formOf(call))
  if (!form.success) throw kiteErrors.missingInput(form.error.issues[0]?.path.join('.') ?? 'condition')
  return form.data
}

function answerOf(outcome: GttOutcome): object {
  if (!outcome.ok) throw rejectedAs(outcome.refusal)
  return { trigger_id: outcome.triggerId }
}

const idOf = (call: Call): number => Number(pathParam(call, 'id'))

async function place(call: Call): Promise<object> {
  const request = await requestOf(call)
  const { market } = call.deps
  return answerOf(market.exchange.placeGtt(call.account.userId, request, market.catchUp()))
}

async function replace(call: Call): Promise<object> {
  const request = await requestOf(call)
  const { market } = call.deps
  return answerOf(market.exchange.replaceGtt(call.account.userId, idOf(call), request, market.catchUp()))
}

function remove(call: Call): object {
  const { market } = call.deps
  return answerOf(market.exchange.deleteGtt(call.account.userId, idOf(call), market.catchUp()))
}

function one(call: Call): object {
  const row = call.deps.market.exchange.gtt(call.account.userId, idOf(call), call.now)
  if (row === undefined) throw kiteErrors.input("Couldn't find that `trigger_id`.")
  return row
}

/** Triggers kept at the broker (kite-connect fact sheet §16). Writes are order calls: they need a listed address. */
export const gttRoutes: readonly Route[] = [
  { method: 'POST', path: '/gtt/triggers', group: 'order', answer: place },
  {
    method: 'GET',
    path: '/gtt/triggers',
    group: 'other',
    answer: ({ account, deps, now }) => deps.market.exchange.gtts(account.userId, now),
  },
  { method: 'GET', path: '/gtt/triggers/:id', group: 'other', answer: one },
  { method: 'PUT', path: '/gtt/triggers/:id', group: 'order', answer: replace },
  { method: 'DELETE', path: '/gtt/triggers/:id', group: 'order', answer: remove },
]

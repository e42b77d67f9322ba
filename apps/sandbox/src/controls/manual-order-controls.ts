import { ORDER_SIDES, PRODUCTS } from '@strikewise/domain/instruments/order-terms.ts'
import * as z from 'zod'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { OrderChange, OrderRequest, OrderRejection } from '@strikewise/exchange/order-types.ts'
import type { AccountStore } from '../broker/account.ts'
import type { Market } from '../market.ts'
import { bodyOf, ControlError, notFound, type Control } from './control.ts'

const price = z.number().min(0).max(1e7).multipleOf(0.01).transform(paiseFromRupees)
const product = z.enum(PRODUCTS)

const manualOrder = z.strictObject({
  tradingsymbol: z.string().min(1),
  transaction_type: z.enum(ORDER_SIDES),
  /** Units. */
  quantity: z.int().positive(),
  product: product.default('MIS'),
  order_type: z.enum(['MARKET', 'LIMIT', 'SL']).default('MARKET'),
  price: price.default(paiseFromRupees(0)),
  trigger_price: price.default(paiseFromRupees(0)),
  validity: z.enum(['DAY', 'IOC']).default('DAY'),
})
const change = z.strictObject({
  quantity: z.int().positive().optional(),
  price: price.optional(),
  trigger_price: price.optional(),
})
const conversion = z.strictObject({
  tradingsymbol: z.string().min(1),
  /** Units; all that is held if omitted. */
  quantity: z.int().positive().optional(),
  from: product,
  to: product,
  force: z.boolean().default(false),
})

/**
 * Controls of what an account's owner does in the broker's own app: orders, changes, cancels and conversions without any
 * tag. They go by the exchange's rules as every order call does; a rejection is shown in the broker's words.
 */
export function manualOrderControls(market: Market, accounts: AccountStore): Control[] {
  const userOf = (userId: string | undefined): string => {
    if (accounts.byUser(userId ?? '') === undefined) throw notFound(`Account ${userId}`)
    return userId!
  }
  const { exchange } = market
  const varietyOf = (user: string, orderId: string): string => {
    const row = exchange.orderHistory(user, orderId, market.catchUp())?.[0]
    if (row === undefined) throw notFound(`Order ${orderId} of ${user}`)
    return row.variety
  }
  return [
    {
      method: 'POST',
      path: '/accounts/:id/orders',
      text: 'The account’s owner places an order outside the product: { "tradingsymbol", "transaction_type", "quantity" } and, unless at the market, "order_type", "price", "trigger_price", "validity"; "product" MIS unless told.',
      answer: async (c) => {
        const user = userOf(c.req.param('id'))
        const outcome = exchange.place(user, requestOf(await bodyOf(c, manualOrder)), market.catchUp())
        if (!outcome.ok) throw refused(outcome.refusal)
        return { order_id: outcome.orderId }
      },
    },
    {
      method: 'PUT',
      path: '/accounts/:id/orders/:order',
      text: 'The owner changes an order of any origin manually: "quantity", "price", "trigger_price".',
      answer: async (c) => {
        const user = userOf(c.req.param('id'))
        const orderId = c.req.param('order') ?? ''
        const request = changeOf(await bodyOf(c, change))
        const outcome = exchange.modify(user, varietyOf(user, orderId), orderId, request, market.catchUp())
        if (!outcome.ok) throw refused(outcome.refusal)
        return { order_id: orderId }
      },
    },
    {
      method: 'DELETE',
      path: '/accounts/:id/orders/:order',
      text: 'The owner cancels an order of any origin manually.',
      answer: (c) => {
        const user = userOf(c.req.param('id'))
        const orderId = c.req.param('order') ?? ''
        const outcome = exchange.cancel(user, varietyOf(user, orderId), orderId, market.catchUp())
        if (!outcome.ok) throw refused(outcome.refusal)
        return { order_id: orderId }
      },
    },
    {
      method: 'POST',
      path: '/accounts/:id/convert',
      text: 'The owner converts a position: { "tradingsymbol", "from": "MIS", "to": "NRML" }, "quantity" (all unless told); "force": also where the broker does not allow it, as from MIS to NRML for a long index option.',
      answer: async (c) => {
        const user = userOf(c.req.param('id'))
        const { tradingsymbol, from, to, force, quantity } = await bodyOf(c, conversion)
        const now = market.catchUp()
        const row = exchange
          .positions(user, now)
          .net.find((one) => one.tradingsymbol === tradingsymbol && one.product === from)
        const net = row?.quantity ?? 0
        const refusal = exchange.convert(
          user,
          {
            tradingsymbol,
            from,
            to,
            isForced: force,
            side: net < 0 ? 'SELL' : 'BUY',
            quantity: quantity ?? Math.abs(net),
          },
          now,
        )
        if (refusal !== undefined) throw refused(refusal)
        return { ok: true }
      },
    },
  ]
}

function refused(refusal: OrderRejection): ControlError {
  return new ControlError(409, 'refused_by_broker', refusal.message)
}

function requestOf(request: z.infer<typeof manualOrder>): OrderRequest {
  return {
    variety: 'regular',
    exchange: 'NFO',
    tradingsymbol: request.tradingsymbol,
    side: request.transaction_type,
    orderType: request.order_type,
    quantity: request.quantity,
    product: request.product,
    price: request.price,
    triggerPrice: request.trigger_price,
    validity: request.validity,
    validityTtlMinutes: 0,
    disclosedQuantity: 0,
    marketProtection: request.order_type === 'MARKET' ? -1 : 0,
    autoslice: false,
    tag: null,
    algoId: null,
  }
}

function changeOf({ quantity, price: limit, trigger_price: trigger }: z.infer<typeof change>): OrderChange {
  return {
    ...(quantity === undefined ? {} : { quantity }),
    ...(limit === undefined ? {} : { price: limit }),
    ...(trigger === undefined ? {} : { triggerPrice: trigger }),
  }
}

import * as z from 'zod'
import {
  brokerText,
  id,
  idOrNull,
  instantOrNull,
  price,
  priceOrZero,
  quantity,
  side,
  textOrNull,
  token,
} from './scalars.ts'

/** What became of a fired leg. `success` means placed, not filled: look at the order itself. */
const fired = z
  .object({
    timestamp: instantOrNull,
    triggered_at: priceOrZero,
    order_result: z.object({ status: textOrNull, order_id: idOrNull, rejection_reason: textOrNull }).nullish(),
  })
  .transform((w) => ({
    firedAt: w.timestamp,
    /** The last price that set it off, paise. */
    firedPrice: w.triggered_at,
    /** `success` or `failed`. */
    status: w.order_result?.status ?? null,
    orderId: w.order_result?.order_id ?? null,
    rejectionReason: w.order_result?.rejection_reason ?? null,
  }))

/** Trades the contract of the trigger's condition; older rows do not repeat its name. */
const leg = z
  .object({
    transaction_type: side,
    product: brokerText,
    order_type: brokerText,
    quantity,
    price,
    result: fired.nullish(),
  })
  .transform((w) => ({
    side: w.transaction_type,
    product: w.product,
    orderType: w.order_type,
    quantity: w.quantity,
    price: w.price,
    /** Null until fired. */
    result: w.result ?? null,
  }))

/** A trigger kept at the broker for up to a year (fact sheet §16). Statuses are open: active, triggered, disabled, … */
export const kiteGtt = z
  .object({
    id,
    type: brokerText,
    status: brokerText.refine((text) => text !== ''),
    created_at: instantOrNull,
    updated_at: instantOrNull,
    expires_at: instantOrNull,
    condition: z.object({
      exchange: brokerText,
      tradingsymbol: brokerText,
      instrument_token: token.nullish(),
      last_price: priceOrZero,
      trigger_values: z.array(price).min(1),
    }),
    orders: z.array(leg).min(1),
  })
  .transform(({ condition, ...w }) => ({
    gttId: w.id,
    /** `single`, or `two-leg`: one cancels the other. */
    type: w.type,
    status: w.status,
    createdAt: w.created_at,
    updatedAt: w.updated_at,
    expiresAt: w.expires_at,
    exchange: condition.exchange,
    tradingsymbol: condition.tradingsymbol,
    token: condition.instrument_token ?? null,
    lastPrice: condition.last_price,
    /** Low first; in the order of `orders`. */
    triggerPrices: condition.trigger_values,
    orders: w.orders,
  }))
export type KiteGtt = Readonly<z.output<typeof kiteGtt>>

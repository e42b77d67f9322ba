import * as z from 'zod'
import { brokerText, id, idOrNull, instant, instantOrNull, paidPrice, side, token } from './scalars.ts'

/**
 * One fill (fact sheet §10.2). Its key is (exchange, trade id, order id): trade ids repeat across exchanges and days.
 * The wire's `order_timestamp` is a time without a day and is left out.
 */
export const kiteTrade = z
  .object({
    trade_id: id,
    order_id: id,
    exchange_order_id: idOrNull,
    exchange: brokerText,
    tradingsymbol: brokerText,
    instrument_token: token,
    transaction_type: side,
    product: brokerText,
    average_price: paidPrice,
    quantity: z.int().positive(),
    fill_timestamp: instant,
    exchange_timestamp: instantOrNull,
  })
  .transform((w) => ({
    tradeId: w.trade_id,
    orderId: w.order_id,
    exchangeOrderId: w.exchange_order_id,
    exchange: w.exchange,
    tradingsymbol: w.tradingsymbol,
    token: w.instrument_token,
    side: w.transaction_type,
    product: w.product,
    /** Of this fill, whole paise: the wire calls it `average_price`. */
    price: w.average_price,
    quantity: w.quantity,
    filledAt: w.fill_timestamp,
    exchangeAt: w.exchange_timestamp,
  }))

export type KiteTrade = Readonly<z.output<typeof kiteTrade>>

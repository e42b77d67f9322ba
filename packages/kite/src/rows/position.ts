import * as z from 'zod'
import { brokerText, quantityOrZero, rupeesOrZero, token } from './scalars.ts'

/**
 * Net or day activity in one contract and product (fact sheet §14). Quantities are exact; money is the broker's own
 * arithmetic in rupees, fit for showing, not for our books. A row of quantity 0 stays for the day.
 */
export const kitePosition = z
  .object({
    tradingsymbol: brokerText,
    exchange: brokerText,
    instrument_token: token,
    product: brokerText,
    quantity: z.int(),
    overnight_quantity: z.int().nullish(),
    multiplier: z.number().positive(),
    average_price: rupeesOrZero,
    close_price: rupeesOrZero,
    last_price: rupeesOrZero,
    pnl: rupeesOrZero,
    m2m: rupeesOrZero,
    realised: rupeesOrZero,
    unrealised: rupeesOrZero,
    buy_quantity: quantityOrZero,
    buy_value: rupeesOrZero,
    sell_quantity: quantityOrZero,
    sell_value: rupeesOrZero,
    day_buy_quantity: quantityOrZero,
    day_buy_value: rupeesOrZero,
    day_sell_quantity: quantityOrZero,
    day_sell_value: rupeesOrZero,
  })
  .transform((w) => ({
    tradingsymbol: w.tradingsymbol,
    exchange: w.exchange,
    token: w.instrument_token,
    product: w.product,
    /** Signed units: positive long, negative short. */
    quantity: w.quantity,
    /** Signed units carried in from yesterday. */
    overnightQuantity: w.overnight_quantity ?? 0,
    multiplier: w.multiplier,
    averagePriceRupees: w.average_price,
    closePriceRupees: w.close_price,
    /** May lag the feed. */
    lastPriceRupees: w.last_price,
    pnlRupees: w.pnl,
    m2mRupees: w.m2m,
    /** Often 0, with everything under `unrealised`. */
    realisedRupees: w.realised,
    unrealisedRupees: w.unrealised,
    buyQuantity: w.buy_quantity,
    buyValueRupees: w.buy_value,
    sellQuantity: w.sell_quantity,
    sellValueRupees: w.sell_value,
    dayBuyQuantity: w.day_buy_quantity,
    dayBuyValueRupees: w.day_buy_value,
    daySellQuantity: w.day_sell_quantity,
    daySellValueRupees: w.day_sell_value,
  }))

export type KitePosition = Readonly<z.output<typeof kitePosition>>

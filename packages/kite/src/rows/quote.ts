import * as z from 'zod'
import { instantOrNull, price, priceOrZero, quantityOrZero, rupeesOrZero, token } from './scalars.ts'

const ohlcPrices = z.object({ open: price, high: price, low: price, close: price })

const level = z.object({ price: priceOrZero, quantity: quantityOrZero, orders: quantityOrZero })

const levels = z
  .array(level)
  .nullish()
  .transform((list) => list ?? [])

/** A full quote (fact sheet §18.3). Indices have no depth, volume or limits: empty and 0. */
export const kiteQuote = z
  .object({
    instrument_token: token,
    timestamp: instantOrNull,
    last_trade_time: instantOrNull,
    last_price: price,
    last_quantity: quantityOrZero,
    buy_quantity: quantityOrZero,
    sell_quantity: quantityOrZero,
    volume: quantityOrZero,
    average_price: rupeesOrZero,
    oi: quantityOrZero,
    oi_day_high: quantityOrZero,
    oi_day_low: quantityOrZero,
    lower_circuit_limit: priceOrZero,
    upper_circuit_limit: priceOrZero,
    ohlc: ohlcPrices,
    depth: z.object({ buy: levels, sell: levels }).nullish(),
  })
  .transform((w) => ({
    token: w.instrument_token,
    at: w.timestamp,
    lastTradeAt: w.last_trade_time,
    lastPrice: w.last_price,
    lastQuantity: w.last_quantity,
    buyQuantity: w.buy_quantity,
    sellQuantity: w.sell_quantity,
    volume: w.volume,
    averagePriceRupees: w.average_price,
    openInterest: w.oi,
    openInterestHigh: w.oi_day_high,
    openInterestLow: w.oi_day_low,
    /** The day's band; 0: not given. */
    lowerCircuit: w.lower_circuit_limit,
    upperCircuit: w.upper_circuit_limit,
    open: w.ohlc.open,
    high: w.ohlc.high,
    low: w.ohlc.low,
    /** Of the previous session. */
    close: w.ohlc.close,
    /** Best first. A level of quantity 0 is empty. */
    bids: w.depth?.buy ?? [],
    asks: w.depth?.sell ?? [],
  }))
export type KiteQuote = Readonly<z.output<typeof kiteQuote>>

export const kiteOhlc = z
  .object({ instrument_token: token, last_price: price, ohlc: ohlcPrices })
  .transform((w) => ({ token: w.instrument_token, lastPrice: w.last_price, ...w.ohlc }))
export type KiteOhlc = Readonly<z.output<typeof kiteOhlc>>

export const kiteLtp = z
  .object({ instrument_token: token, last_price: price })
  .transform((w) => ({ token: w.instrument_token, lastPrice: w.last_price }))
export type KiteLtp = Readonly<z.output<typeof kiteLtp>>

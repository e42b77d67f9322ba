import type { OrderSide } from '../instruments/order-terms.ts'
import { RATE_PARTS, requireOrderValue, roundedHalfUp } from './rate-parts.ts'
import { chargeRatesOn, GST_PERCENT } from './rates.ts'
import type { Paise } from '../money/paise.ts'
import type { IstDate } from '../time/ist.ts'

/** One executed order: `value` is the sum of price × quantity over its fills, so no average is ever needed. */
export interface ExecutedOrder {
  readonly side: OrderSide
  readonly value: Paise
  readonly on: IstDate
}

/** Charges in whole paise. `total` is the sum of the others. */
export interface Charges {
  readonly brokerage: Paise
  readonly stt: Paise
  /** The exchange's transaction charge with the investor fund's part. */
  readonly exchange: Paise
  readonly sebi: Paise
  readonly stamp: Paise
  readonly gst: Paise
  readonly total: Paise
}

/** What a component is a multiple of, in paise: 1, or 100 for whole rupees. */
interface Rounding {
  readonly stt: number
  readonly stamp: number
}

const TO_PAISA: Rounding = { stt: 1, stamp: 1 }

/**
 * Charges of the executed orders of one trade (or of one order: a list of one). Every component is summed exactly over
 * the orders, as a fraction of integers, and rounded once, half up to the paisa; so a trade's charges do not depend on
 * how its orders are listed, and those of several trades add up. An order of value 0 was not executed and costs nothing.
 * `brokerage`: what the broker takes for one executed order, however many fills it took.
 */
export function chargesOf(orders: readonly ExecutedOrder[], brokerage: Paise): Charges {
  return chargesRoundedTo(TO_PAISA, orders, brokerage)
}

/** As `chargesOf`, with STT and stamp duty rounded to multiples of `rounding`. */
export function chargesRoundedTo(rounding: Rounding, orders: readonly ExecutedOrder[], brokerage: Paise): Charges {
  // Numerators over RATE_PARTS (GST: over RATE_PARTS × 100); whole numbers, so sums are exact.
  let executed = 0
  let stt = 0
  let exchange = 0
  let sebi = 0
  let stamp = 0
  let gst = 0
  let value = 0
  for (const order of orders) {
    requireOrderValue(order.value)
    if (order.value === 0) continue
    value += order.value
    const rates = chargeRatesOn(order.on)
    executed += 1
    if (order.side === 'SELL') stt += order.value * rates.sttOnSale
    else stamp += order.value * rates.stampOnPurchase
    exchange += order.value * (rates.exchange + rates.investorFund)
    sebi += order.value * rates.sebi
    gst += GST_PERCENT * (brokerage * RATE_PARTS + order.value * (rates.exchange + rates.sebi))
  }
  requireOrderValue(value)
  const parts = {
    brokerage: (executed * brokerage) as Paise,
    stt: roundedHalfUp(stt, RATE_PARTS, rounding.stt),
    exchange: roundedHalfUp(exchange, RATE_PARTS),
    sebi: roundedHalfUp(sebi, RATE_PARTS),
    stamp: roundedHalfUp(stamp, RATE_PARTS, rounding.stamp),
    gst: roundedHalfUp(gst, RATE_PARTS * 100),
  }
  const total = parts.brokerage + parts.stt + parts.exchange + parts.sebi + parts.stamp + parts.gst
  return { ...parts, total: total as Paise }
}

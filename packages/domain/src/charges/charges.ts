import type { OrderSide } from '../instruments/order-terms.ts'
import { chargeRatesOn, GST_PERCENT, RATE_PARTS } from './rates.ts'
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

/** ₹100 crore in one set of orders: beyond it the exact sums would leave the safe integers. */
const LARGEST_VALUE = 1e11

/** What a component is a multiple of, in paise: 1, or 100 for whole rupees. */
interface Rounding {
  readonly stt: number
  readonly stamp: number
}

const TO_PAISA: Rounding = { stt: 1, stamp: 1 }
const CONTRACT_NOTE: Rounding = { stt: 100, stamp: 100 }

/**
 * Charges of the executed orders of one trade (or of one order: a list of one). Every component is summed exactly over
 * the orders, as a fraction of integers, and rounded once, half up to the paisa; so a trade's charges do not depend on
 * how its orders are listed, and those of several trades add up. An order of value 0 was not executed and costs nothing.
 * `brokerage`: what the broker takes for one executed order, however many fills it took.
 */
export function chargesOf(orders: readonly ExecutedOrder[], brokerage: Paise): Charges {
  return rounded(orders, brokerage, TO_PAISA)
}

/**
 * Charges of one order as the contract note shows them: STT and stamp duty in whole rupees (half up), the rest in
 * paise. For display beside the broker's note only; profits are computed with `chargesOf`.
 */
export function contractNoteCharges(order: ExecutedOrder, brokerage: Paise): Charges {
  return rounded([order], brokerage, CONTRACT_NOTE)
}

/**
 * What a day's contract note adds to charges computed to the paisa: it writes STT and stamp duty in whole rupees, half up,
 * once a day. `day` holds the sums of the day's trades of one account; a part that is rounded down is below 0.
 */
export function contractNoteRounding(day: Pick<Charges, 'stt' | 'stamp'>): Pick<Charges, 'stt' | 'stamp' | 'total'> {
  const stt = (half(day.stt, 1, 100) - day.stt) as Paise
  const stamp = (half(day.stamp, 1, 100) - day.stamp) as Paise
  return { stt, stamp, total: (stt + stamp) as Paise }
}

/** STT due when a bought option expires in the money: on its intrinsic value (paise, whole position). */
export function exerciseTax(intrinsicValue: Paise, on: IstDate): Paise {
  checkValue(intrinsicValue)
  return half(intrinsicValue * chargeRatesOn(on).sttOnExercise, RATE_PARTS)
}

function rounded(orders: readonly ExecutedOrder[], brokerage: Paise, rounding: Rounding): Charges {
  // Numerators over RATE_PARTS (GST: over RATE_PARTS × 100); whole numbers, so sums are exact.
  let executed = 0
  let stt = 0
  let exchange = 0
  let sebi = 0
  let stamp = 0
  let gst = 0
  let value = 0
  for (const order of orders) {
    checkValue(order.value)
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
  checkValue(value)
  const parts = {
    brokerage: (executed * brokerage) as Paise,
    stt: half(stt, RATE_PARTS, rounding.stt),
    exchange: half(exchange, RATE_PARTS),
    sebi: half(sebi, RATE_PARTS),
    stamp: half(stamp, RATE_PARTS, rounding.stamp),
    gst: half(gst, RATE_PARTS * 100),
  }
  const total = parts.brokerage + parts.stt + parts.exchange + parts.sebi + parts.stamp + parts.gst
  return { ...parts, total: total as Paise }
}

/** `numerator / denominator` rounded half up to a multiple of `unit` paise; integers throughout. */
function half(numerator: number, denominator: number, unit = 1): Paise {
  const scale = denominator * unit
  const rest = numerator % scale
  const floor = (numerator - rest) / scale
  return ((rest * 2 >= scale ? floor + 1 : floor) * unit) as Paise
}

function checkValue(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > LARGEST_VALUE)
    throw new RangeError(`not an order value in whole paise (0 to ${LARGEST_VALUE}): ${value}`)
}

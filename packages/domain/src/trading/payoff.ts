import { chargesOf, type ExecutedOrder } from '../charges/charges.ts'
import { RATE_PARTS } from '../charges/rate-parts.ts'
import { exerciseTax, sttRatesOn } from '../charges/stt.ts'
import type { OptionSide } from '../instruments/contract.ts'
import { black76Price } from '../market/black76.ts'
import type { Paise } from '../money/paise.ts'
import type { IstDate } from '../time/ist.ts'

/** A bought option and what was paid for it. */
export interface LongOption {
  readonly side: OptionSide
  /** Index points. */
  readonly strike: number
  /** Units, not lots. */
  readonly quantity: number
  /** What the units cost, without charges. */
  readonly paid: Paise
  /** The trading day whose charges count. */
  readonly on: IstDate
  /** What the broker takes for one executed order. */
  readonly brokerage: Paise
}

type Contract = Pick<LongOption, 'side' | 'strike'>

/** How the market prices the option now. */
export interface PricingInputs {
  /** Volatility a year as a fraction (0.12 is 12 %). */
  readonly sigma: number
  /** Years of 365 days to expiry. */
  readonly years: number
  /** Interest a year, continuous. */
  readonly rate: number
  /** Forward less index, in points: it stays where it is while the index moves. */
  readonly basis: number
}

/** The most that can be lost: what was paid and the charges of buying, in paise and positive. */
export function maxLoss(option: LongOption): Paise {
  return (option.paid + purchaseCharges(option)) as Paise
}

/**
 * Profit or loss in paise if the option is held to expiry and the index settles at `level` (points), after charges:
 * those of buying, and the tax on what an option in the money pays. Out of the money that is all that was paid.
 */
export function payoffAtExpiry(option: LongOption, level: number): Paise {
  const pays = valueOf(option, intrinsic(option, level))
  return (pays - exerciseTax(pays, option.on) - maxLoss(option)) as Paise
}

/**
 * The level (points) at which holding to expiry gives back all that was spent: above the strike for a call, below it for
 * a put. A put that cost more than it can ever pay has a negative one.
 */
export function breakEvenAtExpiry(option: LongOption): number {
  const { exercise } = sttRatesOn(option.on)
  // The tax takes its share of each point, so it takes some more points than were paid.
  const points = maxLoss(option) / (1 - exercise / RATE_PARTS) / 100 / option.quantity
  return option.side === 'CE' ? option.strike + points : option.strike - points
}

/**
 * Profit or loss in paise if the option were sold now with the index at `level` (points), after the charges of buying
 * and selling: its Black-76 value at today's volatility. A model, not an offer: what the market bids may differ.
 */
export function payoffNow(option: LongOption, level: number, by: PricingInputs): Paise {
  return payoffSoldAt(option, valueOf(option, worth(option, level, by)))
}

/** Profit or loss in paise after the charges of both sides if the units are sold for `value` in all. */
export function payoffSoldAt(option: LongOption, value: Paise): Paise {
  const orders: ExecutedOrder[] = [
    { side: 'BUY', value: option.paid, on: option.on },
    { side: 'SELL', value, on: option.on },
  ]
  const { total } = chargesOf(orders, option.brokerage)
  return (value - option.paid - total) as Paise
}

/** How far from the strike a level is looked for, as a share of it: no day of an index reaches farther. */
const SEARCHED = 0.25
/** Halvings of the searched levels: to less than a millionth of a point. */
const HALVINGS = 44

/**
 * The level of the index (points) at which a unit is worth `price` (rupees) as the market prices the option now, by
 * Black-76. A model: it moves with time and volatility. Undefined where no level within a quarter of the strike does.
 */
export function indexLevelForPremium(option: Contract, price: number, by: PricingInputs): number | undefined {
  // A call gains as the index rises, a put as it falls.
  const up = option.side === 'CE' ? 1 : -1
  let [poor, rich] = [option.strike * (1 - up * SEARCHED), option.strike * (1 + up * SEARCHED)]
  if (worth(option, poor, by) > price || worth(option, rich, by) < price) return undefined
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (poor + rich) / 2
    if (worth(option, middle, by) < price) poor = middle
    else rich = middle
  }
  return rich
}

/** Points a unit. */
function worth(option: Contract, level: number, { sigma, years, rate, basis }: PricingInputs): number {
  const forward = level + basis
  if (years <= 0 || sigma <= 0 || forward <= 0) return intrinsic(option, level)
  return black76Price(option.side === 'CE' ? 1 : -1, forward, option.strike, years, sigma, Math.exp(-rate * years))
}

function intrinsic({ side, strike }: Contract, level: number): number {
  return Math.max(0, side === 'CE' ? level - strike : strike - level)
}

function valueOf(option: LongOption, points: number): Paise {
  return Math.round(points * 100 * option.quantity) as Paise
}

function purchaseCharges({ paid, on, brokerage }: LongOption): Paise {
  return chargesOf([{ side: 'BUY', value: paid, on }], brokerage).total
}

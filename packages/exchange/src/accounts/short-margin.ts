import type { Product } from '@strikewise/domain/instruments/order-terms.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { spot, type ExchangeContext } from '../state/exchange-state.ts'

/** A signed quantity of one contract in one product: held, or what orders may make of it. */
export interface Leg {
  readonly contract: OptionContract
  readonly product: Product
  /** Units; negative when short. */
  readonly quantity: number
}

/** What short options need, in paise. */
export interface ShortMargin {
  readonly span: Paise
  readonly exposure: Paise
}

export const NO_MARGIN: ShortMargin = { span: 0 as Paise, exposure: 0 as Paise }

export function totalOf({ span, exposure }: ShortMargin): Paise {
  return (span + exposure) as Paise
}

/**
 * The margin of the short legs (rules sheet §8). SPAN is a flat percentage of the index value for a short that stands
 * alone; a long option of the same index, side and product that lives as long limits it to the distance of the strikes.
 * Exposure is a flat percentage of the index value of every short. Shorts find their cheapest hedges first.
 */
export function shortMarginOf(context: ExchangeContext, legs: readonly Leg[]): ShortMargin {
  if (!legs.some((leg) => leg.quantity < 0)) return NO_MARGIN
  let span = 0
  let exposure = 0
  const longs = legs.filter((leg) => leg.quantity > 0).map((leg) => ({ leg, left: leg.quantity }))
  const shorts = legs.filter((leg) => leg.quantity < 0).map((leg) => ({ leg, left: -leg.quantity }))
  const pairs = shorts.flatMap((short) =>
    longs.flatMap((long) =>
      isHedge(short.leg, long.leg) ? [{ short, long, width: widthOf(short.leg, long.leg) }] : [],
    ),
  )
  for (const { short, long, width } of pairs.toSorted((a, b) => a.width - b.width)) {
    const covered = Math.min(short.left, long.left)
    short.left -= covered
    long.left -= covered
    span += covered * Math.min(width, spanOf(context, short.leg))
  }
  for (const { leg, left } of shorts) {
    span += left * spanOf(context, leg)
    exposure += (-leg.quantity * spot(context, leg.contract.symbol) * context.rules.exposurePct) / 100
  }
  return { span: Math.round(span) as Paise, exposure: Math.round(exposure) as Paise }
}

/** SPAN of one unit short, paise. */
function spanOf(context: ExchangeContext, { contract }: Leg): number {
  return (spot(context, contract.symbol) * context.rules.spanPct) / 100
}

function isHedge({ contract, product }: Leg, long: Leg): boolean {
  return (
    long.product === product &&
    long.contract.symbol === contract.symbol &&
    long.contract.side === contract.side &&
    long.contract.expiry >= contract.expiry
  )
}

/** The most a unit of the pair can lose at expiry, paise. */
function widthOf({ contract }: Leg, long: Leg): number {
  const distance =
    contract.side === 'CE' ? long.contract.strike - contract.strike : contract.strike - long.contract.strike
  return Math.max(0, distance * 100)
}

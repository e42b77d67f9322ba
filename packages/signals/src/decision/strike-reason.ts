import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { StrikeChoice, StrikeLimits, StrikeRefusals } from './entry-plan.ts'
import type { NoTradeOf, NoTradeReason, StrikeRefusal } from '../agents/no-trade-reason.ts'

type Refused = Extract<StrikeChoice, { found: false }>

/** Why no contract was good enough. */
export function strikeReason(choice: Refused, direction: Direction): NoTradeOf<NoTradeReason> {
  return { code: 'no_liquid_strike', message: messageOf(choice, direction) }
}

function messageOf({ expiryNotListed, ivTooHigh, refusals, limits }: Refused, direction: Direction) {
  const side = direction === 'up' ? 'CE' : 'PE'
  if (expiryNotListed === true) return { code: 'no_trade.no_liquid_strike.expiry', side } as const
  if (ivTooHigh) return { code: 'no_trade.no_liquid_strike.iv', side, percentile: limits.ivPercentile } as const
  if (refusals.inRange > 0)
    return { code: 'no_trade.no_liquid_strike', side, reasons: reasonsOf(refusals, limits) } as const
  const { deltaMin, deltaMax } = limits
  return { code: 'no_trade.no_liquid_strike.delta', side, deltaMin, deltaMax } as const
}

function reasonsOf(counts: StrikeRefusals, { midMin, midMax, quoteAgeMs }: StrikeLimits): StrikeRefusal[] {
  const reasons: StrikeRefusal[] = [
    { code: 'strike.price', contracts: counts.price, min: paiseOf(midMin), max: paiseOf(midMax) },
    { code: 'strike.spread', contracts: counts.spread },
    { code: 'strike.quantity', contracts: counts.quantity },
    { code: 'strike.interest', contracts: counts.interest },
    { code: 'strike.volume', contracts: counts.volume },
    { code: 'strike.old', contracts: counts.old, maxAgeMs: quoteAgeMs },
  ]
  return reasons.filter(({ contracts }) => contracts > 0)
}

/** Limits of a premium are in rupees. */
function paiseOf(rupees: number): Paise {
  return Math.round(100 * rupees) as Paise
}

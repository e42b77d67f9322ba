import type { IndexSymbol } from './contract.ts'

/** Index points between neighbouring strikes of near contracts (market fact sheet §5.1). Far contracts have wider ones. */
export const STRIKE_STEP: Readonly<Record<IndexSymbol, number>> = { NIFTY: 50, BANKNIFTY: 100 }

/** The strike nearest to `points`; exactly between two, the higher. */
export function nearestStrike(symbol: IndexSymbol, points: number): number {
  const step = STRIKE_STEP[symbol]
  return Math.floor(points / step + 0.5) * step
}

/** The strikes from `steps` below the nearest one to `steps` above it, ascending; none at or below zero. */
export function strikesAround(symbol: IndexSymbol, points: number, steps: number): number[] {
  const centre = nearestStrike(symbol, points)
  return Array.from({ length: 2 * steps + 1 }, (_, i) => centre + (i - steps) * STRIKE_STEP[symbol]).filter(
    (strike) => strike > 0,
  )
}

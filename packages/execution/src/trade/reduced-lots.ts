import type { Sizing, Trade } from './trade.ts'

/** Why a trade holds fewer lots than its user had set: what bound its size, or `offers`: the order was filled in part. */
export interface ReducedLots {
  readonly armed: number
  /** No whole number when a fill ended inside a lot. */
  readonly bought: number
  readonly reason: Exclude<Sizing['boundBy'], 'user_lots'> | 'offers'
}

/** Undefined when all lots were bought (`units`: what was), or when the sizing of the trade was not stored. */
export function reducedLotsOf(
  { sizing, quantity, contract }: Pick<Trade, 'sizing' | 'quantity' | 'contract'>,
  units: number,
): ReducedLots | undefined {
  if (sizing === undefined || units === 0) return undefined
  const reason = units < quantity ? 'offers' : sizing.boundBy
  const lots = units / contract.lotSize
  if (reason === 'user_lots' || lots >= sizing.armedLots) return undefined
  return { armed: sizing.armedLots, bought: Math.round(lots * 100) / 100, reason }
}

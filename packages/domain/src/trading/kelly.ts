/** What a record of trades proves about the next one (signals reference §3.5). */

/** z of the one-sided 90 % bound used for the win rate. */
export const EDGE_Z = 1.2816
/** Trades a record needs before it counts. */
export const EDGE_MIN_TRADES = 50
/** Part of the Kelly fraction that is ever used. */
export const KELLY_PART = 0.25

/** Wilson score interval of `wins` out of `trades` at `z` standard deviations, both ends in 0 to 1. */
export function wilsonInterval(wins: number, trades: number, z: number): { low: number; high: number } {
  if (!(trades > 0) || wins < 0 || wins > trades) throw new RangeError(`not a record: ${wins} wins of ${trades} trades`)
  const p = wins / trades
  const zz = (z * z) / trades
  const centre = p + zz / 2
  const spread = z * Math.sqrt((p * (1 - p) + zz / 4) / trades)
  return { low: Math.max(0, (centre - spread) / (1 + zz)), high: Math.min(1, (centre + spread) / (1 + zz)) }
}

/** Kelly's fraction of the capital for win probability `p` and payoff (average win ÷ average loss): p − (1 − p) ÷ payoff. */
export function kellyFraction(p: number, payoff: number): number {
  return payoff > 0 ? p - (1 - p) / payoff : Number.NEGATIVE_INFINITY
}

/** A user's own or forward-tested trades, net of charges. */
export interface TradeRecord {
  readonly wins: number
  readonly losses: number
  /** Average win ÷ average loss, both as positive amounts. */
  readonly payoff: number
}

/**
 * The ceiling the record puts on the risk of one trade, as a share of the capital; undefined while it is too short.
 * 0 closes the edge gate: the record shows no edge, and automatic mode is offered on paper only.
 */
export function edgeCeiling(record: TradeRecord): number | undefined {
  const trades = record.wins + record.losses
  if (trades < EDGE_MIN_TRADES) return undefined
  // Without a loss the payoff is unbounded: the fraction is then the bound of the win rate itself.
  const payoff = record.losses === 0 ? Number.POSITIVE_INFINITY : record.payoff
  const f = kellyFraction(wilsonInterval(record.wins, trades, EDGE_Z).low, payoff)
  return Math.max(0, f) * KELLY_PART
}

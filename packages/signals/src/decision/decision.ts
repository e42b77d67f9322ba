import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { DecidingAgentName } from '../registry/registry.ts'
import type { Bias } from '../agents/signal.ts'
import type { IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Flip } from './flip.ts'
import type { NoTradeCode } from '../registry/no-trade-codes.ts'
import type { NoTradeReason } from '../agents/no-trade-reason.ts'

/** What a decision asks for. The order is part of its hashed bytes: append only. */
export const DECISION_ACTIONS = ['none', 'buy_call', 'buy_put'] as const
export type DecisionAction = (typeof DECISION_ACTIONS)[number]

/** What one agent brought to a decision. `signed` is (+1 | -1 | 0) × strength; a stale agent's weight does not count. */
export interface Contribution {
  readonly agent: DecidingAgentName
  readonly bias: Bias
  readonly weight: number
  readonly signed: number
  readonly stale: boolean
  readonly asOf: string
}

/** A reason for which no trade is opened; records of version 1 hold its sentence. */
export interface NoTrade {
  readonly code: NoTradeCode
  readonly message: NoTradeReason | LegacyText
}

/** The contract chosen and the figures sizing and stops need, as they stood when the decision was made. */
export interface EntryPlan {
  readonly contract: OptionContract
  /** Signed Black-76 delta of the contract. */
  readonly delta: number
  readonly bid: Paise
  readonly ask: Paise
  readonly mid: Paise
  /** tickUp(min(ask + 2 ticks, 1.005 mid)): the entry's limit (signals reference §3.2). */
  readonly limit: Paise
  /** |delta| × 2.0 × ATR14 of the index's five-minute bars: the stop distance before it is clamped to 15–30 % of the fill. */
  readonly stopDistance: Paise
  readonly quotedAt: EpochMs
}

/**
 * The record every closed minute in session leaves for each index: a trade, or the reason why none.
 * `id` = hash(symbol, barEnd, direction, configHash): one order per account, symbol and id at the most.
 */
export interface Decision {
  readonly id: string
  readonly symbol: IndexSymbol
  /** End of the one-minute bar it was made on. */
  readonly barEnd: EpochMs
  readonly action: DecisionAction
  /** Direction of the score, whether or not it led to a trade. */
  readonly direction: Direction | null
  /** Weighted score S in -1 … 1, over the agents that are not stale. */
  readonly score: number
  /** Sum of the weights of the agents that are not stale. */
  readonly coverage: number
  /** |score| a trade needs at this time of day. */
  readonly threshold: number
  /** Statistic L of this minute's return when it was a spike, signed; else 0 (signals reference §1.8). */
  readonly spike: number
  readonly contributions: readonly Contribution[]
  /** Most serious first; empty when `action` is a trade. */
  readonly noTrade: readonly NoTrade[]
  readonly entry: EntryPlan | null
  /** Index value and its five-minute ATR at the decision, in paise of index points (× 100). */
  readonly spot: Paise
  readonly atr5: Paise
  /** What would have to change for the answer to flip; records of version 1 hold sentences. */
  readonly flips: readonly (Flip | LegacyText)[]
  readonly version: string
  readonly configHash: string
}

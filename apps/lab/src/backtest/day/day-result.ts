import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { AgentName, Voter } from '@strikewise/signals/registry/registry.ts'
import type { Contribution } from '@strikewise/signals/decision/decision.ts'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { DirectionSample } from '@strikewise/signals/learning/direction-samples.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { ExitReason } from '@strikewise/execution/trade/trade.ts'
import type { PremiumRatio } from '../premiums/premium-ratios.ts'
import type { Pricing } from './day-market.ts'

/** What one agent reported at the minute of a decision, in its own words. */
export interface AgentExplanation {
  readonly agent: AgentName
  readonly bias: string
  /** (+1 | -1 | 0) × strength. */
  readonly signed: number
  readonly stale: boolean
  readonly reasons: readonly string[]
}

/** A closed trade. Prices in paise a unit, money in paise, instants epoch ms. */
export interface BacktestTrade {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly pricing: Pricing
  readonly direction: Direction
  readonly contract: string
  readonly strike: number
  readonly side: OptionSide
  readonly expiry: IstDate
  readonly lots: number
  readonly quantity: number
  readonly decidedAt: EpochMs
  readonly enteredAt: EpochMs
  readonly exitedAt: EpochMs
  readonly exitReason: ExitReason
  readonly entryPrice: Paise
  readonly exitPrice: Paise
  readonly risk: Paise
  readonly firstTrigger: Paise
  readonly lastTrigger: Paise
  readonly target: Paise
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
  /** What entry and exit gave away against the middle of the book. */
  readonly slippage: Paise
  /** Net result in units of the risk that was planned. */
  readonly r: number
  readonly bestBid: Paise
  readonly worstBid: Paise
  readonly spotAtDecision: Paise
  readonly delta: number
  readonly score: number
  readonly coverage: number
  readonly isRecovery: boolean
}

/** A trade with all that explains it. */
export interface ExplainedTrade extends BacktestTrade {
  readonly contributions: readonly Pick<Contribution, 'agent' | 'weight' | 'signed' | 'stale'>[]
  readonly words: readonly AgentExplanation[]
  /** Middle of the held option's book at the end of each minute from `enteredAt` on, paise. */
  readonly mids: readonly number[]
  /** The index's bars around the trade. */
  readonly bars: BarWindow
}

/** One-minute bars of the index: when the first starts, then open, high, low, close of each minute, paise; 0: no bar. */
export interface BarWindow {
  readonly from: EpochMs
  readonly prices: readonly number[]
}

/** One entry with what the opposite contract would have brought at the same moment under the same exits. */
export interface EntryOutcome {
  readonly trade: ExplainedTrade
  /** Undefined when the other side had no contract to buy, or its order did not fill. */
  readonly opposite: BacktestTrade | undefined
  /** What it brings under each of the other rules, in R of the trade itself; null where their order did not fill. */
  readonly variants: readonly (number | null)[]
}

/** Everything a session leaves behind. */
export interface DayResult {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly pricing: Pricing
  /** Voters whose inputs its records do not hold: they had no vote. */
  readonly withoutInputs: readonly Voter[]
  readonly entries: readonly EntryOutcome[]
  /** Entries the engine decided on that the account's gate refused, or that did not fill, by code. */
  readonly refused: Readonly<Record<string, number>>
  readonly decisions: number
  /** Index ticks played and option quotes written. */
  readonly events: number
  /** Hash of the day's decisions: replay and backtest compare it. */
  readonly digest: string
  readonly samples: readonly DirectionSample[]
  /** The first quarter of an hour's direction; null when it ended where it began. */
  readonly opening: Direction | null
  /** Net result of a lot of the 09:30 to 15:05 straddle at the money; null when it could not be bought or sold. */
  readonly straddle: Paise | null
  /** Model over recorded premium; empty where no chain is recorded. */
  readonly premiums: readonly PremiumRatio[]
  readonly open: Paise
  readonly close: Paise
  readonly lotSize: number
  /** Trading minutes, and those with a position. */
  readonly minutes: number
  readonly minutesHeld: number
}

import type { Bar } from '../indicators/bar.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { SpikeProfile } from '../option-chain/spike-profile.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FiveMinuteIndicators } from './five-minute-indicators.ts'
import type { RunningAgent } from './guarded-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { VwapSource } from './signal.ts'

/** What an agent that reads closed bars of the index is made from. */
export interface BarAgentSetup {
  readonly params: SignalParams
  /** Indicators of the closed five-minute and fifteen-minute bars; fed before any agent reads the bar. */
  readonly fiveMinute: FiveMinuteIndicators
  /** What is usual at each time of day; undefined: not known. */
  readonly spikeProfile: SpikeProfile | undefined
}

/** The average price of the session the indicator agent compares with, and the price that belongs to it. */
export interface AveragePrice {
  /** What weights it: the future's volume, or, where there is none, nothing but time. Only the first is a VWAP. */
  readonly source: VwapSource
  /** Close of the future (or of the index for `time-weighted`). */
  readonly price: number
  /** NaN when not known. */
  readonly vwap: number
}

/** High and low of 09:15–09:30 in points, and whether price has stayed inside since. */
export interface OpeningRange {
  readonly high: number
  readonly low: number
  readonly inside: boolean
}

/** A closed five-minute bar, which the board already holds, and what belongs to it. */
export interface FiveMinutes {
  readonly bar: Bar
  readonly end: EpochMs
  readonly fiveMinute: FiveMinuteIndicators
  /** The future's volume of this bar against the median of its time slot; NaN when not known. */
  readonly volumeRatio: number
  readonly average: AveragePrice
  /** From 10:30 on. */
  readonly openingRange: OpeningRange | undefined
}

/** How an agent that reads closed bars is made and fed. Each call costs O(1); nothing is called between bars. */
export interface BarAgent<A extends RunningAgent> {
  make(setup: BarAgentSetup): A
  /** Another session opens; comes before its first minute. */
  startSession?(agent: A, opensAt: EpochMs): void
  /** A closed one-minute bar, before the bars it completes. `futureVolume`: units traded in it; NaN when not known. */
  onMinute?(agent: A, minute: Candle, futureVolume: number): void
  onFiveMinutes?(agent: A, bars: FiveMinutes): void
}

import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OptionChain } from '../option-chain/chain.ts'
import type { SignalParams } from '../registry/params.ts'
import type { RunningAgent } from './guarded-agent.ts'

/** What these agents read of an option chain. */
export type ChainReading = Pick<
  OptionChain,
  'symbol' | 'legs' | 'history' | 'atm' | 'atmIv' | 'price' | 'openInterest' | 'iv' | 'snapshotAt' | 'quotedAt'
>

/** A closed minute of the index with the option chain at its end. */
export interface ChainMinute {
  readonly end: EpochMs
  /** Today's closed one-minute bars of the index, oldest first; the last is the one that ended now, if there was one. */
  readonly minutes: readonly Candle[]
  /** Too many of the last bars had no tick. */
  readonly poorBars: boolean
  /** Its snapshot is of this minute, and its history holds the minute already. */
  readonly chain: ChainReading
}

/** How an agent that reads closed minutes and the chain is made and fed: once a minute, with work that has a limit. */
export interface ChainMinuteAgent<A extends RunningAgent> {
  make(params: SignalParams): A
  onMinute(agent: A, minute: ChainMinute): void
}

import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** The figures of a contract at an instant. */
export const CHAIN_VALUE_NAMES = ['ltp', 'bid', 'ask', 'bid_qty', 'ask_qty', 'volume', 'oi'] as const
export type ChainValueName = (typeof CHAIN_VALUE_NAMES)[number]

/** Where the figures of a row are in a packed chain. */
export const CHAIN_VALUES = CHAIN_VALUE_NAMES.length
export const [LTP, BID, ASK, BID_QUANTITY, ASK_QUANTITY, VOLUME, INTEREST] = [0, 1, 2, 3, 4, 5, 6] as const

/** One contract of a recorded chain. */
export interface ChainLeg {
  readonly expiry: IstDate
  readonly strike: number
  readonly side: OptionSide
}

/** Where quotes came from: the product's own recording of a session, or another's record of one. */
export const CHAIN_SOURCES = ['live', 'simulated', 'recorded'] as const
export type ChainSource = (typeof CHAIN_SOURCES)[number]

/**
 * The recorded option chain of an index and day, in blocks that cross to another thread cheaply. Prices are paise,
 * quantities units; NaN where a figure was not recorded.
 */
export interface RecordedChain {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly legs: readonly ChainLeg[]
  /** When each snapshot was taken, in order, and where its rows begin; one more than there are snapshots. */
  readonly at: readonly number[]
  readonly begins: readonly number[]
  /** By row: which leg, and its `CHAIN_VALUES` figures. */
  readonly leg: Int32Array
  readonly values: Float64Array
}

import type { Paise } from '../money/paise.ts'
import type { EpochMs, IstDate } from '../time/ist.ts'

/** The two indices the product trades options of. */
export const INDEX_SYMBOLS = ['NIFTY', 'BANKNIFTY'] as const
export type IndexSymbol = (typeof INDEX_SYMBOLS)[number]

/** CE: call (European). PE: put (European). */
export const OPTION_SIDES = ['CE', 'PE'] as const
export type OptionSide = (typeof OPTION_SIDES)[number]

/** One option contract of the day's instrument list. Tokens are re-used after expiry: valid for that list's day only. */
export interface OptionContract {
  readonly token: number
  readonly tradingsymbol: string
  readonly symbol: IndexSymbol
  readonly expiry: IstDate
  /** Index points. */
  readonly strike: number
  readonly side: OptionSide
  readonly tickSize: Paise
  readonly lotSize: number
}

/** One index future of the day's instrument list. */
export interface FutureContract {
  readonly token: number
  readonly tradingsymbol: string
  readonly symbol: IndexSymbol
  readonly expiry: IstDate
  readonly tickSize: Paise
  readonly lotSize: number
}

/** The day's tradable contracts of both indices, as parsed from the broker's list. */
export interface InstrumentList {
  readonly on: IstDate
  readonly fetchedAt: EpochMs
  readonly options: readonly OptionContract[]
  readonly futures: readonly FutureContract[]
}

/** The broker's tokens of the spot indices (kite-connect fact sheet §18.1). */
export const INDEX_TOKENS = { NIFTY: 256265, BANKNIFTY: 260105, INDIAVIX: 264969 } as const

/** The names under which the broker quotes the spot indices. */
export const INDEX_TRADINGSYMBOLS = { NIFTY: 'NIFTY 50', BANKNIFTY: 'NIFTY BANK', INDIAVIX: 'INDIA VIX' } as const

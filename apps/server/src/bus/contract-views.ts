import {
  INDEX_SYMBOLS,
  OPTION_SIDES,
  type IndexSymbol,
  type OptionSide,
} from '@strikewise/domain/instruments/contract.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'

/** Subject by which the web role reports that a screen shows a contract; repeated while it does. */
export const CONTRACT_VIEWED = 'contract.viewed'

/** What names one option. */
export interface ViewedTerms {
  readonly symbol: IndexSymbol
  readonly strike: number
  readonly side: OptionSide
  readonly expiry: IstDate
}

const day = z.string().transform((text): IstDate => istDate(text))

/** JSON of `contract.viewed`. */
export const viewedTerms = z.object({
  symbol: z.enum(INDEX_SYMBOLS),
  strike: z.number(),
  side: z.enum(OPTION_SIDES),
  expiry: day,
})

/** The part of the snapshot's name that is of the contract: `snapshot.contract.<key>`. */
export function contractKey({ symbol, strike, side, expiry }: ViewedTerms): string {
  return `${symbol}-${expiry}-${strike}-${side}`
}

/** The same strike and side in one expiry, as the broker quoted it last. Prices in paise; 0: not traded. */
const expiryQuote = z.object({
  expiry: day,
  last: z.number(),
  /** Of the previous session. */
  close: z.number(),
  volume: z.number(),
  openInterest: z.number(),
})

/** JSON of the bus snapshot `contract.<key>`; null: the day lists no such contract. */
export const contractView = z
  .object({
    tradingsymbol: z.string(),
    /** Open, high, low and close of consecutive minutes, in paise; no minute: not traded today. Null: not read yet. */
    series: z.object({ from: z.number(), prices: z.array(z.number()).readonly() }).nullable(),
    /** Every listed expiry, nearest first, as of `at` (epoch ms). Null: not read yet. */
    quotes: z.object({ at: z.number(), expiries: z.array(expiryQuote) }).nullable(),
  })
  .nullable()
export type ContractView = z.output<typeof contractView>
export type ExpiryQuote = z.output<typeof expiryQuote>

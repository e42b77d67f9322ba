import type { OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { Expiry } from '@strikewise/domain/instruments/expiries.ts'
import { optionTradingsymbol } from '@strikewise/domain/instruments/names.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'

/** Which options of an expiry the user's open trades hold. */
export type HeldContracts = ReadonlySet<string>

export const heldKey = (strike: number, side: OptionSide): string => `${strike}${side}`

/** The contracts of `expiry` among the open trades: one of the same strike and another expiry is none of them. */
export function heldContracts(trades: readonly ShownTradeRow[], expiry: Expiry): HeldContracts {
  const held = trades.filter(
    ({ strike, side, tradingsymbol }) =>
      side !== undefined && tradingsymbol === optionTradingsymbol(expiry, strike, side),
  )
  return new Set(held.map(({ strike, side }) => heldKey(strike, side!)))
}

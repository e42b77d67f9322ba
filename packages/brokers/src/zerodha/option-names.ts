import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'

/** Index, expiry (a month's last as '26NOV', another as '26N24' or '26120'), strike and side (fact sheet §8). */
const OPTION_OF_INDEX = /^(NIFTY|BANKNIFTY)\d{2}(?:[A-Z]{3}|[1-9OND]\d{2})\d+(?:\.\d+)?(?:CE|PE)$/

/** The index of which a contract of the exchange's options is one: not of NIFTYNXT50, FINNIFTY, a share or a future. */
export function kiteOptionIndex(tradingsymbol: string): IndexSymbol | undefined {
  return OPTION_OF_INDEX.exec(tradingsymbol)?.[1] as IndexSymbol | undefined
}

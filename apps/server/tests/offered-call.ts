import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** The contract of the entries that wait for their user's approval. */
export const OFFERED_CALL: OptionContract = {
  token: 77,
  tradingsymbol: 'NIFTY26NOV24500CE',
  symbol: 'NIFTY',
  expiry: '2026-11-24' as IstDate,
  strike: 24_500,
  side: 'CE',
  tickSize: 5 as Paise,
  lotSize: 75,
}

import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import type { TestWeb } from '../harness.ts'
import { DAY } from './owned-ids.ts'

/** The contract that the good inputs name. */
export const LISTED = { symbol: 'NIFTY', strike: 24_500, side: 'CE', expiry: '2026-11-24' } as const
const TOKEN = 77

/** Publishes what the market role would of one contract and its index: without it, a ticket names a contract that is not listed. */
export function listContract({ bus, clock }: TestWeb): void {
  const option = { ...LISTED, token: TOKEN, tradingsymbol: `NIFTY-${DAY}`, tickSize: 5, lotSize: 75 }
  bus.publish('snapshot.listed.NIFTY', { version: 1, json: JSON.stringify({ options: [option] }) })
  // Token, bid, ask, last (paise), received at, volume, open interest, offered.
  bus.publish('quotes', Float64Array.of(TOKEN, 14_900, 14_910, 14_900, clock.now(), 0, 0, 7_500))
  bus.publish('quotes', Float64Array.of(INDEX_TOKENS.NIFTY, 0, 0, 2_450_000, clock.now(), 0, 0, 0))
}

import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { FRIDAY_TEN, type TestWeb } from './harness.ts'

/** The session that the tickets of the tests are of. */
export const TODAY = '2026-11-20' as IstDate
/** The contract that a ticket is of. */
export const TERMS = { symbol: 'NIFTY', strike: 24_500, side: 'CE', expiry: '2026-11-24' as IstDate } as const
const TOKEN = 77

interface Greeks {
  readonly delta: number | null
  readonly theta: number | null
}

let version = 0

/** Publishes a snapshot of the market as the market role does. */
export function publishSnapshot({ bus }: TestWeb, name: string, value: unknown): void {
  version += 1
  bus.publish(`snapshot.${name}`, { version, json: JSON.stringify(value) })
}

/** Shows bid and ask of the contract in paise; the index stands at 24,500. */
export function showQuote({ bus, clock }: TestWeb, bid: number, ask: number): void {
  // Token, bid, ask, last (paise), received at, volume, open interest, offered.
  bus.publish('quotes', Float64Array.of(TOKEN, bid, ask, bid, clock.now(), 0, 0, 7_500))
  bus.publish('quotes', Float64Array.of(INDEX_TOKENS.NIFTY, 0, 0, 2_450_000, clock.now(), 0, 0, 0))
}

/** Shows the greeks of the call, and of the put where they are needed. */
export function showGreeks(web: TestWeb, ce: Greeks, pe: Greeks = { delta: null, theta: null }): void {
  publishSnapshot(web, 'chain_details.NIFTY', [{ strike: TERMS.strike, ce, pe }])
}

/** Friday at ten: the contract is listed beside the next strike and the next expiry, and quoted at 149.00 to 149.10. */
export function openTicketMarket(web: TestWeb): void {
  web.clock.set(FRIDAY_TEN)
  publishSnapshot(web, 'listed.NIFTY', {
    options: [TERMS, { ...TERMS, strike: 24_550 }, { ...TERMS, expiry: '2026-12-01' }].map((terms, i) => ({
      ...terms,
      token: TOKEN + i,
      tradingsymbol: `NIFTY${i}`,
      tickSize: 5,
      lotSize: 75,
    })),
  })
  publishSnapshot(web, 'range.NIFTY', { atr5: 2_000 })
  showQuote(web, 14_900, 14_910)
}

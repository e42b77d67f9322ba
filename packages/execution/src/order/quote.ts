import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FeedQuote } from '../ports.ts'

/** No honest bid of an option stands further from its last price than the exchange's own band lets a trade be. */
const FREAK_RATIO = 1.4

/**
 * The quote if it can be believed: whole positive prices, not crossed, bid not far above the last trade, not older than
 * `maxAgeMs`. A freak price would ratchet a stop above the market for good, so in doubt there is no quote.
 */
export function usableQuote(quote: FeedQuote | undefined, now: EpochMs, maxAgeMs: number): FeedQuote | undefined {
  if (quote === undefined || now - quote.receivedAt > maxAgeMs) return undefined
  const { bid, ask, last } = quote
  if (![bid, ask, last].every((price) => Number.isSafeInteger(price) && price > 0)) return undefined
  if (bid >= ask || bid > last * FREAK_RATIO) return undefined
  return quote
}

import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FeedQuote } from '../ports.ts'

/** No honest bid of an option stands further from its last price than the exchange's own band lets a trade be. */
const FREAK_RATIO = 1.4
const JUMP_RATIO = 2
/** A quote dated further ahead is from before the clock was put back: its age is unknown. */
const AHEAD_MS = 2_000
/** The band itself: 40 % under the last price, ₹20 for cheap ones (market fact sheet §5.3). */
const LOW_FREAK = { share: 0.6, within: 2_000 } as const

/**
 * The quote if it can be believed: whole positive prices, not crossed, bid not far from the last trade, not older than
 * `maxAgeMs`. A freak price would ratchet a stop above the market for good, or sell all for a loss that does not exist, so in
 * doubt there is no quote.
 */
export function usableQuote(quote: FeedQuote | undefined, now: EpochMs, maxAgeMs: number): FeedQuote | undefined {
  if (!isWellFormed(quote, now, maxAgeMs)) return undefined
  const { bid, last } = quote
  if (bid > last * FREAK_RATIO) return undefined
  if (bid < last * LOW_FREAK.share && last - bid > LOW_FREAK.within) return undefined
  return quote
}

/**
 * Whether the quote's bid can be checked although its last price is far away: whole positive prices, not crossed, and as
 * new as that. In a strike where nothing trades the last price stays behind while the bid falls.
 */
export function isWellFormed(quote: FeedQuote | undefined, now: EpochMs, maxAgeMs: number): quote is FeedQuote {
  if (quote === undefined || now - quote.receivedAt > maxAgeMs || quote.receivedAt - now > AHEAD_MS) return false
  return isPrice(quote.bid) && isPrice(quote.ask) && isPrice(quote.last) && quote.bid < quote.ask
}

/** Whether `to` is further from `from` than honest prices go between two quotes of a live feed. */
export function isJump(from: Paise, to: Paise): boolean {
  return Math.abs(to - from) > LOW_FREAK.within && (to > from * JUMP_RATIO || to * JUMP_RATIO < from)
}

function isPrice(price: number): boolean {
  return Number.isSafeInteger(price) && price > 0
}

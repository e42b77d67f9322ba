import type { Decision } from '@strikewise/domain/decision/decision.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { usableQuote } from '../order/quote.ts'
import type { FeedPort, FeedQuote } from '../ports.ts'
import { isHeld, type HeldTrade, type Trade } from '../trade/trade.ts'

/** Stops and exits are steered by a quote up to this old; without one they do without. */
const STEER_MAX_AGE_MS = 10_000
const DECISIONS_KEPT = 3

/** What an account sees of the market: quotes of the contracts it cares for, best bids since entry, the last decisions. */
export class MarketView {
  readonly #feed: FeedPort
  readonly #wake: () => void
  readonly #watches = new Map<number, () => void>()
  readonly #bestBids = new Map<string, Paise>()
  readonly #decisions = new Map<IndexSymbol, Decision[]>()

  constructor(feed: FeedPort, wake: () => void) {
    this.#feed = feed
    this.#wake = wake
  }

  /** Watches exactly these contracts from now on. */
  watchOnly(tokens: ReadonlySet<number>): void {
    for (const [token, end] of this.#watches)
      if (!tokens.has(token)) {
        end()
        this.#watches.delete(token)
      }
    for (const token of tokens)
      if (!this.#watches.has(token)) this.#watches.set(token, this.#feed.watch(token, this.#wake))
  }

  /** The quote to steer a position by. */
  quoteOf(token: number, now: EpochMs): FeedQuote | undefined {
    return usableQuote(this.#feed.quote(token), now, STEER_MAX_AGE_MS)
  }

  /** The trade with the best bid seen since its entry, written down or not. */
  withBestBid(trade: Trade, now: EpochMs): Trade {
    if (!isHeld(trade)) return trade
    const bid = this.quoteOf(trade.contract.token, now)?.bid ?? 0
    const best = Math.max(trade.bestBid, this.#bestBids.get(trade.id) ?? 0, bid) as Paise
    this.#bestBids.set(trade.id, best)
    return { ...trade, bestBid: best } satisfies HeldTrade
  }

  forget(tradeId: string): void {
    this.#bestBids.delete(tradeId)
  }

  /** Takes in a decision, with or without a trade. Older ones than the last are repeats. */
  heard(decision: Decision): boolean {
    const known = this.#decisions.get(decision.symbol) ?? []
    if ((known[0]?.barEnd ?? 0) >= decision.barEnd) return false
    this.#decisions.set(decision.symbol, [decision, ...known].slice(0, DECISIONS_KEPT))
    return true
  }

  /** Newest first. */
  decisionsOf(symbol: IndexSymbol): readonly Decision[] {
    return this.#decisions.get(symbol) ?? []
  }

  close(): void {
    this.watchOnly(new Set())
  }
}

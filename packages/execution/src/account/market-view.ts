import type { Decision } from '@strikewise/domain/decision/decision.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { usableQuote } from '../order/quote.ts'
import type { FeedPort, FeedQuote } from '../ports.ts'

/** Stops and exits are steered by a quote up to this old; without one they do without. */
const STEER_MAX_AGE_MS = 10_000
const DECISIONS_KEPT = 3

/** What an account sees of the market: quotes of the contracts it cares for and the last decisions. */
export class MarketView {
  readonly #feed: FeedPort
  readonly #wake: () => void
  readonly #watches = new Map<number, () => void>()
  readonly #decisions = new Map<IndexSymbol, Decision[]>()

  constructor(feed: FeedPort, wake: () => void) {
    this.#feed = feed
    this.#wake = wake
  }

  /** Watches exactly these contracts from now on. */
  watchOnly(tokens: readonly number[]): void {
    for (const [token, end] of this.#watches)
      if (!tokens.includes(token)) {
        end()
        this.#watches.delete(token)
      }
    for (const token of tokens)
      if (!this.#watches.has(token)) this.#watches.set(token, this.#feed.watch(token, this.#wake))
  }

  /** The quote to steer a position by. `now`: of the wall clock, which dates quotes. */
  quoteOf(token: number, now: EpochMs): FeedQuote | undefined {
    return usableQuote(this.#feed.quote(token), now, STEER_MAX_AGE_MS)
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
    this.watchOnly([])
  }
}

import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isJump, isWellFormed, usableQuote } from './quote.ts'
import type { ClockPort, FeedPort, FeedQuote, MonoMs } from '../ports.ts'
import { UnconfirmedBids } from './doubted-bids.ts'

/** Stops and exits are steered by a quote up to this old; without one they do without. */
const STEER_MAX_AGE_MS = 10_000
const MAX_DECISIONS = 3
/** A price this far from the last one is doubted until it has stood for a while. */
const JUMP_LASTS_MS = 2_000

/**
 * The bid last believed of a contract, and the one far from it that is being watched. Kept in place: each turn asks. How long
 * each has stood is counted by the monotonic clock: a step of the wall clock would make any price old, or any price stand.
 */
interface AcceptedQuote {
  bid: Paise
  at: MonoMs
  doubted: { readonly bid: Paise; readonly at: MonoMs } | undefined
}

/** What an account sees of the market: quotes of the contracts it cares for and the last decisions. */
export class QuoteFilter {
  readonly #feed: FeedPort
  readonly #clock: Pick<ClockPort, 'mono'>
  readonly #wake: () => void
  readonly #watches = new Map<number, () => void>()
  readonly #decisions = new Map<IndexSymbol, Decision[]>()
  readonly #accepted = new Map<number, AcceptedQuote>()
  readonly #unconfirmed = new Map<number, UnconfirmedBids>()

  /** `clock`: by which prices stand and grow old. `wake`: called when the quote of a watched contract changes. */
  constructor(feed: FeedPort, clock: Pick<ClockPort, 'mono'>, wake: () => void) {
    this.#feed = feed
    this.#clock = clock
    this.#wake = wake
  }

  /** Watches exactly these contracts from now on. */
  watchTokens(tokens: readonly number[]): void {
    for (const [token, end] of this.#watches)
      if (!tokens.includes(token)) {
        end()
        this.#watches.delete(token)
        this.#accepted.delete(token)
        this.#unconfirmed.delete(token)
      }
    for (const token of tokens)
      if (!this.#watches.has(token)) this.#watches.set(token, this.#feed.watch(token, this.#wake))
  }

  /**
   * The quote to steer a position by. `wall`: now by the wall clock, which dates quotes. One far from
   * the last that was believed is believed only when it lasts: a single wrong message may carry a wrong last price too,
   * and nothing in it gives it away. `paid`: what a position in it was entered at, which judges the first quote as long as
   * there is no earlier one; it may come in the moment of the fill, or after a restart.
   */
  quoteOf(token: number, wall: EpochMs, paid?: Paise): FeedQuote | undefined {
    const quote = this.observe(token, wall)
    if (quote === undefined) return undefined
    const now = this.#clock.mono()
    const known = this.#accepted.get(token)
    if (known === undefined) {
      if (paid !== undefined && isJump(paid, quote.bid)) {
        this.#accepted.set(token, { bid: paid, at: now, doubted: { bid: quote.bid, at: now } })
        return undefined
      }
      this.#accepted.set(token, { bid: quote.bid, at: now, doubted: undefined })
      return quote
    }
    const { doubted } = known
    if (isJump(known.bid, quote.bid) && now - known.at <= STEER_MAX_AGE_MS) {
      if (doubted === undefined || isJump(doubted.bid, quote.bid)) {
        known.doubted = { bid: quote.bid, at: now }
        return undefined
      }
      if (now - doubted.at < JUMP_LASTS_MS) return undefined
    }
    known.bid = quote.bid
    known.at = now
    known.doubted = undefined
    return quote
  }

  /** The bid last believed of a contract that is watched, however old; undefined: there was none. In paise. */
  lastBid(token: number): Paise | undefined {
    return this.#accepted.get(token)?.bid
  }

  /** Whether the newest quote of the contract, however old, shows that no one bids for it. */
  hasNoBid(token: number): boolean {
    return this.#feed.quote(token)?.bid === 0
  }

  /**
   * Takes in a quote without steering by it. For a contract that is being bought: a bid that is doubted when the purchase
   * becomes known may have been repeated before, and the feed may be silent since. Returns what can be used.
   */
  observe(token: number, wall: EpochMs): FeedQuote | undefined {
    const shown = this.#feed.quote(token)
    const quote = usableQuote(shown, wall, STEER_MAX_AGE_MS)
    if (quote === undefined) this.#doubt(token, shown, wall)
    else this.#unconfirmed.delete(token)
    return quote
  }

  /** The bids of a contract that were held back since the last quote it believed; undefined: there are none now. */
  unconfirmedBids(token: number, wall: EpochMs): UnconfirmedBids | undefined {
    return isWellFormed(this.#feed.quote(token), wall, STEER_MAX_AGE_MS) ? this.#unconfirmed.get(token) : undefined
  }

  /** One that is merely old or broken shows nothing of those before it. */
  #doubt(token: number, quote: FeedQuote | undefined, wall: EpochMs): void {
    if (!isWellFormed(quote, wall, STEER_MAX_AGE_MS)) return
    const now = this.#clock.mono()
    const known = this.#unconfirmed.get(token)
    if (known === undefined) this.#unconfirmed.set(token, new UnconfirmedBids(quote, now))
    else known.add(quote, now)
  }

  /** Takes in a decision, with or without a trade. Older ones than the last are repeats. */
  onDecision(decision: Decision): boolean {
    const known = this.#decisions.get(decision.symbol) ?? []
    if ((known[0]?.barEnd ?? 0) >= decision.barEnd) return false
    this.#decisions.set(decision.symbol, [decision, ...known].slice(0, MAX_DECISIONS))
    return true
  }

  /** How many contracts are watched. */
  get watched(): number {
    return this.#watches.size
  }

  /** Newest first. */
  decisionsOf(symbol: IndexSymbol): readonly Decision[] {
    return this.#decisions.get(symbol) ?? []
  }

  close(): void {
    this.watchTokens([])
  }
}

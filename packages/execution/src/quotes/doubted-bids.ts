import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { FeedQuote, MonoMs } from '../ports.ts'

/** So far back doubted bids are checked: as long as a limit must have been left before that counts. */
const WINDOW_MS = 3_000
/** Quotes that came within one slot are kept as one, so a contract keeps a dozen slots however many quotes come. */
const SLOT_MS = 250

/** The highest bid and ask that stood at some time between `from` and `until`. */
interface Slot {
  readonly from: MonoMs
  until: MonoMs
  bid: Paise
  ask: Paise
}

/**
 * Bids of one contract that no trade bears out and that are not steered by: those of the last three seconds, for bids that
 * fall by steps were higher at first. Times are by the monotonic clock.
 */
export class UnconfirmedBids {
  readonly #since: MonoMs
  readonly #first: FeedQuote
  #slots: Slot[] = []
  #newest: FeedQuote

  constructor(first: FeedQuote, now: MonoMs) {
    this.#since = now
    this.#first = first
    this.#newest = first
    this.add(first, now)
  }

  /** Takes in what is shown now; what was shown before has stood until then. */
  add(quote: FeedQuote, now: MonoMs): void {
    const last = this.#slots.at(-1)
    if (last !== undefined) last.until = now
    if (last !== undefined && now - last.from < SLOT_MS) {
      last.bid = Math.max(last.bid, quote.bid) as Paise
      last.ask = Math.max(last.ask, quote.ask) as Paise
    } else this.#slots.push({ from: now, until: now, bid: quote.bid, ask: quote.ask })
    this.#slots = this.#slots.filter(({ until }) => now - until < WINDOW_MS)
    this.#newest = quote
  }

  /** What is shown now. */
  get newest(): FeedQuote {
    return this.#newest
  }

  /** More than one quote has shown them: no single wrong message. */
  get isRepeated(): boolean {
    return this.#newest.receivedAt !== this.#first.receivedAt
  }

  /** The highest bid of the last three seconds, and the highest ask. */
  get highest(): { readonly bid: Paise; readonly ask: Paise } {
    const bid = Math.max(...this.#slots.map((slot) => slot.bid)) as Paise
    return { bid, ask: Math.max(...this.#slots.map((slot) => slot.ask)) as Paise }
  }

  /**
   * For how many ms that passed while the machine ran each bid has been under `limit` and each ask at `highestAsk` or under
   * it. At most three seconds: older ones are not known any more.
   */
  underFor(limit: Paise, highestAsk: Paise, now: MonoMs): number {
    const over = this.#slots.findLast(({ bid, ask }) => bid >= limit || ask > highestAsk)
    return over === undefined ? Math.min(now - this.#since, WINDOW_MS) : now - over.until
  }
}

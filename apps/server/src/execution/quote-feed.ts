import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FeedPort, FeedQuote } from '@strikewise/execution/ports.ts'
import type { Bus } from '../bus/bus.ts'
import { QUOTE_ROW } from '../bus/quote-rows.ts'

/** The newest quote of every contract the market role publishes, and who is woken by it. */
export class QuoteFeed implements FeedPort {
  readonly #quotes = new Map<number, FeedQuote>()
  readonly #wakes = new Map<number, Set<() => void>>()
  readonly #unsubscribe: () => void

  constructor(bus: Bus) {
    this.#unsubscribe = bus.subscribe('quotes', (_subject, payload) => {
      if (payload instanceof Float64Array) this.#take(payload)
    })
  }

  quote(token: number): FeedQuote | undefined {
    return this.#quotes.get(token)
  }

  watch(token: number, wake: () => void): () => void {
    const wakes = this.#wakes.get(token) ?? new Set()
    this.#wakes.set(token, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0) this.#wakes.delete(token)
    }
  }

  close(): void {
    this.#unsubscribe()
  }

  /** Rows of a `quotes` message: token, bid, ask, last, received at, two figures the trader has no use for, asks. */
  #take(rows: Float64Array): void {
    for (let at = 0; at + QUOTE_ROW <= rows.length; at += QUOTE_ROW) {
      const token = rows[at]!
      this.#quotes.set(token, {
        bid: rows[at + 1] as Paise,
        ask: rows[at + 2] as Paise,
        last: rows[at + 3] as Paise,
        askQuantity: rows[at + 7]!,
        receivedAt: rows[at + 4] as EpochMs,
      })
      for (const wake of this.#wakes.get(token) ?? []) wake()
    }
  }
}

import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Bus } from './bus.ts'

/**
 * Numbers of one instrument in a `quotes` message: token, bid, ask, last (paise), received at, volume, open interest,
 * units offered at the five best asks.
 */
export const QUOTE_ROW = 8

/** Sends what changed in the table to the other roles, at most once a turn of the event loop; the newest values win. */
export class QuoteRows {
  readonly #bus: Bus
  readonly #table: QuoteTable
  readonly #dirty = new Set<number>()
  #scheduled = false

  constructor(bus: Bus, table: QuoteTable) {
    this.#bus = bus
    this.#table = table
  }

  changed(slots: Uint32Array): void {
    for (const slot of slots) this.#dirty.add(slot)
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#scheduled = false
    const table = this.#table
    const rows = new Float64Array(this.#dirty.size * QUOTE_ROW)
    let at = 0
    for (const slot of this.#dirty) {
      rows[at] = table.tokens[slot]!
      rows[at + 1] = table.bidPrice[slot * DEPTH_LEVELS]!
      rows[at + 2] = table.askPrice[slot * DEPTH_LEVELS]!
      rows[at + 3] = table.lastPrice[slot]!
      rows[at + 4] = table.receivedAt[slot]!
      rows[at + 5] = table.volume[slot]!
      rows[at + 6] = table.openInterest[slot]!
      rows[at + 7] = table.offered(slot)
      at += QUOTE_ROW
    }
    this.#dirty.clear()
    this.#bus.publish('quotes', rows)
  }
}

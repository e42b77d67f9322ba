import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'

/** Columns of a quote that a listener can see change. */
const WATCHED = 8

/**
 * Finds which quotes have changed since the last look: each slot has a version that grows when `compare` finds it
 * different. A listener remembers the version it has sent.
 */
export class QuoteChanges {
  readonly #table: QuoteTable
  readonly #seen: Float64Array
  readonly #versions: Uint32Array
  #version = 1

  constructor(table: QuoteTable) {
    this.#table = table
    this.#seen = new Float64Array(table.capacity * WATCHED)
    this.#versions = new Uint32Array(table.capacity)
  }

  /** Compares every quote, or those of `slots`, with the last look. */
  compare(slots?: readonly number[]): void {
    this.#version += 1
    if (slots !== undefined) for (const slot of slots) this.#observe(slot)
    else for (let slot = 0; slot < this.#table.size; slot += 1) this.#observe(slot)
  }

  versionOf(slot: number): number {
    return this.#versions[slot]!
  }

  /** The number of the last look: what a listener remembers after it has sent. */
  get version(): number {
    return this.#version
  }

  #observe(slot: number): void {
    const table = this.#table
    const level = slot * DEPTH_LEVELS
    const at = slot * WATCHED
    const changed =
      // No short circuit: every column has to be remembered.
      Number(this.#differs(at, table.lastPrice[slot]!)) |
      Number(this.#differs(at + 1, table.exchangeAt[slot]!)) |
      Number(this.#differs(at + 2, table.volume[slot]!)) |
      Number(this.#differs(at + 3, table.openInterest[slot]!)) |
      Number(this.#differs(at + 4, table.bidPrice[level]!)) |
      Number(this.#differs(at + 5, table.askPrice[level]!)) |
      Number(this.#differs(at + 6, table.bidQuantity[level]!)) |
      Number(this.#differs(at + 7, table.askQuantity[level]!))
    if (changed !== 0) this.#versions[slot] = this.#version
  }

  #differs(at: number, value: number): boolean {
    if (this.#seen[at] === value) return false
    this.#seen[at] = value
    return true
  }
}

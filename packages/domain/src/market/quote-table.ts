import type { Paise } from '../money/paise.ts'
import type { EpochMs } from '../time/ist.ts'

export const DEPTH_LEVELS = 5

/**
 * The newest quote of every subscribed instrument, one typed column a field, one slot an instrument.
 * A ticker decoder writes straight into the columns: no object a tick. Prices are paise, instants epoch ms (0: none),
 * quantities and open interest units (not lots), which may exceed 2^31 and so are doubles.
 */
export class QuoteTable {
  readonly capacity: number
  readonly #slots = new Map<number, number>()
  readonly tokens: Float64Array
  readonly lastPrice: Int32Array
  readonly lastQuantity: Float64Array
  readonly averagePrice: Int32Array
  readonly volume: Float64Array
  readonly buyQuantity: Float64Array
  readonly sellQuantity: Float64Array
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  /** The previous session's close while the market runs. */
  readonly close: Int32Array
  readonly lastTradeAt: Float64Array
  readonly openInterest: Float64Array
  readonly openInterestHigh: Float64Array
  readonly openInterestLow: Float64Array
  readonly exchangeAt: Float64Array
  readonly receivedAt: Float64Array
  /** Five levels a slot, best first: index `slot * DEPTH_LEVELS + level`. 0: no quote at that level. */
  readonly bidPrice: Int32Array
  readonly bidQuantity: Float64Array
  readonly askPrice: Int32Array
  readonly askQuantity: Float64Array

  constructor(capacity: number) {
    this.capacity = capacity
    const ints = () => new Int32Array(capacity)
    const doubles = () => new Float64Array(capacity)
    this.tokens = doubles()
    this.lastPrice = ints()
    this.lastQuantity = doubles()
    this.averagePrice = ints()
    this.volume = doubles()
    this.buyQuantity = doubles()
    this.sellQuantity = doubles()
    this.open = ints()
    this.high = ints()
    this.low = ints()
    this.close = ints()
    this.lastTradeAt = doubles()
    this.openInterest = doubles()
    this.openInterestHigh = doubles()
    this.openInterestLow = doubles()
    this.exchangeAt = doubles()
    this.receivedAt = doubles()
    this.bidPrice = new Int32Array(capacity * DEPTH_LEVELS)
    this.bidQuantity = new Float64Array(capacity * DEPTH_LEVELS)
    this.askPrice = new Int32Array(capacity * DEPTH_LEVELS)
    this.askQuantity = new Float64Array(capacity * DEPTH_LEVELS)
  }

  /** Gives `token` a slot (its own again if it has one). Throws RangeError when the table is full. */
  add(token: number): number {
    const known = this.#slots.get(token)
    if (known !== undefined) return known
    const slot = this.#slots.size
    if (slot >= this.capacity) throw new RangeError(`quote table is full (${this.capacity} instruments)`)
    this.#slots.set(token, slot)
    this.tokens[slot] = token
    return slot
  }

  /** The slot of `token`, or -1 when it was never added. */
  slotOf(token: number): number {
    return this.#slots.get(token) ?? -1
  }

  get size(): number {
    return this.#slots.size
  }

  last(slot: number): Paise {
    return this.lastPrice[slot] as Paise
  }

  bestBid(slot: number): Paise {
    return this.bidPrice[slot * DEPTH_LEVELS] as Paise
  }

  bestAsk(slot: number): Paise {
    return this.askPrice[slot * DEPTH_LEVELS] as Paise
  }

  /** Units offered at the five best asks. */
  offered(slot: number): number {
    let units = 0
    for (let at = slot * DEPTH_LEVELS; at < (slot + 1) * DEPTH_LEVELS; at += 1) units += this.askQuantity[at]!
    return units
  }

  seenAt(slot: number): EpochMs {
    return this.receivedAt[slot] as EpochMs
  }
}

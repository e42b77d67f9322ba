import { hash32, mix32 } from '../random/hash.ts'
import { isInterestTurn, type ChainQuotes } from './chain-quotes.ts'
import type { BlockPricing } from './option-block.ts'
import type { QuoteContext } from './quote-context.ts'

/** All that the quotes of one moment follow from. */
interface Moment {
  readonly context: QuoteContext
  readonly pricing: BlockPricing
  /** Undefined: no contract's open interest is due in it. */
  readonly pressure: number | undefined
}

/** Streams of random numbers of a contract: of its quotes, and the two that make the normal number of its interest. */
const QUOTE = 0
const INTEREST_SIZE = 1
const INTEREST_ANGLE = 2
const STREAMS = 3

/**
 * The quotes of a chain whose contracts are priced when they are read. A contract then catches up on the moments since it
 * was read last: what it traded in each, and its book of the newest. Its random numbers follow from seed, contract and
 * moment alone, so that its quotes are the same whichever others are read, and however often.
 */
export class DeferredChain {
  readonly #book: ChainQuotes
  readonly #noise: number
  readonly #moments: Moment[] = []
  /** Moments that each strike has caught up on. */
  readonly #seen: Int32Array

  constructor(book: ChainQuotes, ...seed: readonly (string | number)[]) {
    this.#book = book
    this.#noise = hash32(...seed)
    this.#seen = new Int32Array(book.block.strikes.length)
  }

  /** A moment at which the market quotes; the index stands at `spot` points. Moments go in order of time. */
  add(context: QuoteContext, pricing: BlockPricing, spot: number): void {
    const isDue = this.#book.followInterest(context.minute, spot)
    this.#moments.push({ context, pricing, pressure: isDue ? this.#book.pressure : undefined })
  }

  /** Brings the quotes of strikes number `low` to `high` up to the newest moment; returns how many it wrote. */
  quoteStrikes(low: number, high: number): number {
    let written = 0
    for (let i = low; i <= high; i += 1) written += 2 * this.#catchUp(i)
    return written
  }

  #catchUp(i: number): number {
    const moments = this.#moments
    const newest = moments.length - 1
    const from = this.#seen[i]!
    for (let number = from; number <= newest; number += 1) this.#quote(i, moments[number]!, number < newest)
    this.#seen[i] = moments.length
    return moments.length - from
  }

  #quote(i: number, { context, pricing, pressure }: Moment, isPast: boolean): void {
    const { block, callSlots, putSlots } = this.#book
    block.priceStrike(i, pricing)
    const x = block.moneyness[i]!
    const [call, put] = [callSlots[i]!, putSlots[i]!]
    this.#book.quote(call, block.calls[i]! * 100, x, context, this.#bits(call, context.at, QUOTE), isPast)
    this.#book.quote(put, block.puts[i]! * 100, -x, context, this.#bits(put, context.at, QUOTE), isPast)
    if (pressure === undefined || !isInterestTurn(context.minute, i)) return
    this.#book.stepInterest(call, x, false, this.#normal(call, context.at), pressure)
    this.#book.stepInterest(put, -x, true, this.#normal(put, context.at), pressure)
  }

  /** Steps are half a second: their number in a day is whole. */
  #bits(slot: number, at: number, stream: number): number {
    return mix32(mix32(this.#noise, slot * STREAMS + stream), (at / 500) | 0)
  }

  #normal(slot: number, at: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#bits(slot, at, INTEREST_SIZE) / 0x1_0000_0000))
    return radius * Math.cos((2 * Math.PI * this.#bits(slot, at, INTEREST_ANGLE)) / 0x1_0000_0000)
  }
}

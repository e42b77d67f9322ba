import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FeedPort, FeedQuote } from '@strikewise/execution/ports.ts'
import type { Owner, VirtualTime } from '../engine/virtual-time.ts'
import type { FaultConditions } from './fault-conditions.ts'

/** A price the feed was shown. In paise; `freak`: it never was the market's. */
export interface PriceSeen {
  readonly at: number
  readonly token: number
  readonly bid: number
  readonly last: number
  readonly askQuantity: number
  readonly freak: boolean
  /** Whether the feed received it: it was not silent. */
  readonly published: boolean
}

interface Shown {
  readonly bid: Paise
  readonly ask: Paise
  readonly last: Paise
  readonly askQuantity: number
  /** When the feed last received it. */
  readonly arrivedAt: number
  /** As it was last handed over: asked for several times within an instant. */
  quote?: FeedQuote
}

/**
 * What the processes see of the market. A live feed repeats itself many times a second, so a quote is as old as the last
 * moment the feed was well; processes are woken only when a price moved.
 */
export class SimFeed {
  readonly #time: VirtualTime
  readonly #faultConditions: FaultConditions
  readonly #shown = new Map<number, Shown>()
  /** Everything it was shown, also while it was silent. */
  readonly seen: PriceSeen[] = []
  readonly #watchers = new Map<number, Set<{ readonly owner: Owner; readonly wake: () => void }>>()

  constructor(time: VirtualTime, faultConditions: FaultConditions) {
    this.#time = time
    this.#faultConditions = faultConditions
  }

  /** The market moved; no quote of it arrives while the feed is silent or the contract frozen. */
  show(token: number, quote: { bid: number; ask: number; last: number; askQuantity: number }, freak = false): void {
    const now = this.#time.now
    const published = now >= this.#silentUntil(token)
    const { bid, last, askQuantity } = quote
    this.seen.push({ at: now, token, bid, last, askQuantity, freak, published })
    if (!published) return
    this.#shown.set(token, { ...(quote as Omit<Shown, 'arrivedAt'>), arrivedAt: now })
    for (const { owner, wake } of this.#watchers.get(token) ?? []) {
      if (owner.hasExited) continue
      if (owner.stalledUntil > now) this.#time.at(now, wake, owner)
      else wake()
    }
  }

  /** A trouble begins: from now on quotes grow old; those that do already are not made young by it. */
  freeze(): void {
    const { now } = this.#time
    for (const [token, shown] of this.#shown)
      if (now >= this.#silentUntil(token)) this.#shown.set(token, { ...shown, arrivedAt: now })
  }

  /** `datedBy`: how far the clock is off that dates the quotes the owner sees: its own machine's. */
  portFor(owner: Owner, datedBy: () => number): FeedPort {
    return {
      quote: (token) => this.#quoteOf(token, datedBy()),
      watch: (token, wake) => {
        const watchers = this.#watchers.get(token) ?? new Set()
        this.#watchers.set(token, watchers)
        const watcher = { owner, wake }
        watchers.add(watcher)
        return () => watchers.delete(watcher)
      },
    }
  }

  #quoteOf(token: number, offset: number): FeedQuote | undefined {
    const shown = this.#shown.get(token)
    if (shown === undefined) return undefined
    const { bid, ask, last, askQuantity, arrivedAt } = shown
    const isWell = this.#time.now >= this.#silentUntil(token)
    const receivedAt = ((isWell ? this.#time.now : arrivedAt) + offset) as EpochMs
    if (shown.quote?.receivedAt !== receivedAt) shown.quote = { bid, ask, last, askQuantity, receivedAt }
    return shown.quote
  }

  #silentUntil(token: number): number {
    return Math.max(
      this.#faultConditions.feedSilentUntil,
      this.#faultConditions.contractQuoteStaleUntil.get(token) ?? 0,
    )
  }
}

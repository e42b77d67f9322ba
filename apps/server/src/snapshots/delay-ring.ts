// @invariant starter-delay Starter never sees market data younger than a minute.
import { SECOND_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/**
 * Past values of one thing, one a second, for plans that see it late. Holds a delay's worth and one more, no matter how
 * often values come.
 */
export class DelayRing<T> {
  readonly #delayMs: number
  readonly #entries: { at: EpochMs; value: T }[] = []

  constructor(delayMs: number) {
    this.#delayMs = delayMs
  }

  /** `value` became known at `at`. */
  push(at: EpochMs, value: T): void {
    const newest = this.#entries.at(-1)
    // Within one second the later value replaces the earlier and keeps its own, later time: never shown too soon.
    if (newest !== undefined && Math.floor(newest.at / SECOND_MS) === Math.floor(at / SECOND_MS)) this.#entries.pop()
    this.#entries.push({ at, value })
    while (this.#entries.length > 1 && this.#entries[1]!.at <= at - this.#delayMs) this.#entries.shift()
  }

  /** The newest value that is at least the delay old at `now`; undefined when none is. */
  read(now: EpochMs): T | undefined {
    const until = now - this.#delayMs
    return this.#entries.findLast((entry) => entry.at <= until)?.value
  }

  get size(): number {
    return this.#entries.length
  }
}

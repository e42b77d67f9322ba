import type { Bar } from './bar.ts'

/**
 * The gap-neutral series (signals reference §1.1.8): earlier sessions are shifted by (today's open - previous close)
 * so that both meet. Instead of moving the past, each session's bars are read `offset` lower, which leaves every
 * difference inside a window the same.
 */
export class GapNeutral {
  readonly #state = new Float64Array(2)
  #started = false

  push(bar: Bar): void {
    if (bar.sessionStart && this.#started) this.#state[0] = this.#state[0]! + (bar.open - this.#state[1]!)
    this.#state[1] = bar.close
    this.#started = true
  }

  /** Subtract it from the prices of the bar just pushed. */
  get offset(): number {
    return this.#state[0]!
  }
}

/** The broker tells whole seconds, cut off. */
const RESOLUTION_MS = 1_000

/** The broker's clock stood between `earliest` and `latest` when the clock that never steps stood at `mono`. */
export interface ShownTime {
  readonly mono: number
  readonly earliest: number
  readonly latest: number
}

/**
 * By how much the broker's clock is ahead of ours, as far as the `Date` of its newest answer proves it. Between our asking
 * and our hearing its clock stood within the second it told; only what lies outside that span is skew, so a slow answer
 * proves nothing wrong.
 */
export class ClockSkew {
  readonly #now: () => number
  readonly #mono: () => number
  #skewMs: number | undefined
  #shown: ShownTime | undefined

  /** `now` is the clock to be checked, in epoch milliseconds; `mono` one that never steps. */
  constructor(now: () => number, mono: () => number) {
    this.#now = now
    this.#mono = mono
  }

  /** Call when a request leaves; hand the answer's `Date` to what comes back, when its head arrives. */
  asked(): (date: string) => void {
    const askedAt = this.#now()
    const askedMono = this.#mono()
    return (date) => {
      const told = Date.parse(date)
      // No date proves nothing; the last word stands.
      if (Number.isNaN(told)) return
      const mono = this.#mono()
      this.#shown = { mono, earliest: told, latest: told + RESOLUTION_MS + (mono - askedMono) }
      const atLeast = told - this.#now()
      const atMost = told + RESOLUTION_MS - askedAt
      this.#skewMs = atLeast > 0 ? atLeast : Math.min(0, atMost)
    }
  }

  /** What the broker's clock showed last. Undefined before the first dated answer. */
  get shown(): ShownTime | undefined {
    return this.#shown
  }

  /** Milliseconds; negative: the broker is behind. Undefined before the first dated answer. */
  get skewMs(): number | undefined {
    return this.#skewMs
  }
}

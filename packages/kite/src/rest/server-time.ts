/** The broker reports whole seconds, cut off. */
const RESOLUTION_MS = 1_000

/** The broker's clock stood between `earliest` and `latest` when the clock that never steps stood at `mono`. */
export interface ServerTimeEstimate {
  readonly mono: number
  readonly earliest: number
  readonly latest: number
}

/**
 * What the broker's clock shows, as far as the `Date` of its newest answer proves it: between our request and its receipt
 * stood within the second it showed, so a slow answer proves less.
 */
export class ServerTimeEstimator {
  readonly #mono: () => number
  #shown: ServerTimeEstimate | undefined

  /** `mono`: a clock that never steps, in milliseconds. */
  constructor(mono: () => number) {
    this.#mono = mono
  }

  /**
   * Call when a request leaves; hand the answer's `Date` to what comes back, when its head arrives: whole seconds, in ms since
   * the epoch. NaN: it has none.
   */
  onRequest(): (date: number) => void {
    const askedMono = this.#mono()
    return (date) => {
      // No date proves nothing; the last word stands.
      if (Number.isNaN(date)) return
      const mono = this.#mono()
      this.#shown = { mono, earliest: date, latest: date + RESOLUTION_MS + (mono - askedMono) }
    }
  }

  /** What the broker's clock showed last. Undefined before the first dated answer. */
  get shown(): ServerTimeEstimate | undefined {
    return this.#shown
  }
}

/** Too much of the same work waits already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

/** Runs at most `atOnce` pieces of work at a time and lets at most `waiting` more wait. */
export class WorkLimit {
  readonly #atOnce: number
  readonly #waiting: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce
    this.#waiting = waiting
  }

  /** Rejects with `TooBusy` at once when the line is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#queue.length >= this.#waiting) throw new TooBusy('too much work waits')
      // Whoever finishes hands the place on, so `running` stays as it is.
      await new Promise<void>((resolve) => this.#queue.push(resolve))
    } else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}

/** Too much of the same work waits already. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
}

/** Runs at most `atOnce` pieces of work at a time and lets at most `waiting` more wait. */
export class Semaphore {
  readonly #concurrency: number
  readonly #waiting: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, waiting: number) {
    this.#concurrency = atOnce
    this.#waiting = waiting
  }

  /** Rejects with `OverloadedError` at once when the line is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#concurrency) {
      if (this.#queue.length >= this.#waiting) throw new OverloadedError('too much work waits')
      // A task that finishes passes its place on, so `running` stays as it is.
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

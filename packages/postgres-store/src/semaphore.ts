/** Rings once after so many ms; the result ends that. */
type After = (ms: number, ring: () => void) => () => void

const afterTimeout: After = (ms, ring) => {
  const timer = setTimeout(ring, ms)
  return () => clearTimeout(timer)
}

/** A fixed number of places, taken in the order of asking. */
export class Semaphore {
  readonly #waitMs: number
  readonly #after: After
  #available: number
  readonly #waiting = new Set<() => void>()

  /** Who gets no place for `waitMs` is turned away; 0: waits for ever. `after`: the timer, where it is not the machine's. */
  constructor(count: number, waitMs: number, after: After = afterTimeout) {
    this.#available = count
    this.#waitMs = waitMs
    this.#after = after
  }

  /** Does `work` when a place is free, and frees it afterwards. Rejects without having begun when none gets free. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#available > 0) this.#available -= 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next === undefined) this.#available += 1
      else next()
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        endTimer?.()
        this.#waiting.delete(enter)
        resolve()
      }
      this.#waiting.add(enter)
      const abandon = () => {
        this.#waiting.delete(enter)
        reject(new Error(`no connection to the store was free for ${this.#waitMs} ms`))
      }
      const endTimer = this.#waitMs > 0 ? this.#after(this.#waitMs, abandon) : undefined
    })
  }
}

import { OverloadedError } from './overloaded-error.ts'

/** Calls `ring` once after `ms` milliseconds; the result cancels that. */
type After = (ms: number, ring: () => void) => () => void

const afterTimeout: After = (ms, ring) => {
  const timer = setTimeout(ring, ms)
  return () => clearTimeout(timer)
}

export interface SemaphoreOptions {
  /** How many callers may wait; any number when left out. */
  readonly maxWaiting?: number
  /** How long a caller waits; for ever when left out. */
  readonly timeout?: WaitTimeout
}

export interface WaitTimeout {
  /** 0: no limit. */
  readonly ms: number
  /** What is waited for, as the error names it: "connection to the store". */
  readonly resource: string
  /** The timer, where it is not the machine's. */
  readonly after?: After
}

/** Runs at most `concurrency` pieces of work at a time; the others wait and begin in the order of their calls. */
export class Semaphore {
  readonly #maxWaiting: number
  readonly #timeout: WaitTimeout | undefined
  readonly #waiting = new Set<() => void>()
  #available: number

  constructor(concurrency: number, { maxWaiting = Number.POSITIVE_INFINITY, timeout }: SemaphoreOptions = {}) {
    this.#available = concurrency
    this.#maxWaiting = maxWaiting
    this.#timeout = timeout
  }

  /**
   * Does `work` in its turn and settles as it does. Rejects without having begun it: with `OverloadedError` at once when
   * too many wait, with an `Error` that names the resource when the turn has not come in time.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#available > 0) this.#available -= 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      // Work that ends passes its place on, so the number of free places stays as it is.
      const [next] = this.#waiting
      if (next === undefined) this.#available += 1
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw new OverloadedError('too much work waits')
    return new Promise((resolve, reject) => {
      const enter = () => {
        cancelTimeout?.()
        this.#waiting.delete(enter)
        resolve()
      }
      this.#waiting.add(enter)
      const cancelTimeout = this.#limitWait(() => {
        this.#waiting.delete(enter)
        const { ms, resource } = this.#timeout!
        reject(new Error(`no ${resource} was free for ${ms} ms`))
      })
    })
  }

  #limitWait(giveUp: () => void): (() => void) | undefined {
    const { ms = 0, after = afterTimeout } = this.#timeout ?? {}
    return ms > 0 ? after(ms, giveUp) : undefined
  }
}

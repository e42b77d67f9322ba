// @invariant newest-login The newest login of a broker link is in force, in whatever order its readings end.

/** A reading that takes longer is no longer waited for; the next one may begin. Real milliseconds. */
const PATIENCE_MS = 10_000

export interface LinkRefreshOptions<Link> {
  /** Reads the link; undefined while there is no usable token. */
  readonly read: () => Promise<Link | undefined>
  /** Puts what was read in force. Called with readings in the order in which they began. */
  readonly use: (link: Link | undefined) => Promise<void>
  readonly onError: (what: string, error: unknown) => void
  /** `after` runs something once, later; returns what cancels it. */
  readonly time: { readonly after: (ms: number, run: () => void) => () => void }
}

/**
 * Reads a broker link again whenever it changed: one reading at a time, and one more for all who asked meanwhile. Readings
 * are numbered as they begin. One that ends after a later one was put in force is dropped: what it read is older.
 */
export class CredentialRefresh<Link> {
  readonly #options: LinkRefreshOptions<Link>
  /** Number of the newest reading that began. */
  #begun = 0
  /** Number of the reading in force. */
  #used = 0
  #running: Promise<boolean> | undefined
  #next: Promise<boolean> | undefined
  #closed = false

  constructor(options: LinkRefreshOptions<Link>) {
    this.#options = options
  }

  /**
   * Reads the link and puts it in force. Resolves to true once a reading that began after this call is in force, to false
   * when it failed or takes too long; then everything stays as it was. Never rejects.
   */
  refresh(): Promise<boolean> {
    if (this.#next !== undefined) return this.#next
    if (this.#running === undefined) return this.#start()
    this.#next = this.#running.then(() => {
      this.#next = undefined
      return this.#start()
    })
    return this.#next
  }

  /** Puts nothing in force any more. */
  close(): void {
    this.#closed = true
  }

  #start(): Promise<boolean> {
    const running = this.#inTime(this.#read()).finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }

  async #read(): Promise<boolean> {
    this.#begun += 1
    const number = this.#begun
    try {
      const link = await this.#options.read()
      if (this.#closed || number < this.#used) return false
      this.#used = number
      await this.#options.use(link)
      return true
    } catch (error) {
      this.#options.onError('the broker link could not be read', error)
      return false
    }
  }

  #inTime(snapshot: Promise<boolean>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const silence = this.#options.time.after(PATIENCE_MS, () => {
      this.#options.onError('the broker link could not be read', new Error(`no answer in ${PATIENCE_MS} ms`))
      resolve(false)
    })
    void snapshot.then(resolve).finally(silence)
    return promise
  }
}

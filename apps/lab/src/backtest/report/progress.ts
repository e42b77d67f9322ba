const WIDTH = 28
const EVERY_MS = 200

/** A bar on a terminal that shows how far a run is; silent where no terminal is attached. */
export class ProgressBar {
  readonly #stream: NodeJS.WriteStream
  readonly #total: number
  #taken = 0
  #done = ''
  #shownAt = 0

  /** `total`: bytes of all files. */
  constructor(stream: NodeJS.WriteStream, total: number) {
    this.#stream = stream
    this.#total = total
  }

  took(bytes: number): void {
    this.#taken += bytes
    this.#show()
  }

  /** `what` has been done so far: shown beside the bar. */
  done(what: string): void {
    this.#done = what
    this.#show()
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001B[K')
  }

  #show(): void {
    const now = performance.now()
    if (!this.#stream.isTTY || now - this.#shownAt < EVERY_MS) return
    this.#shownAt = now
    const share = Math.min(1, this.#taken / this.#total)
    const full = Math.round(share * WIDTH)
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
    this.#stream.write(`\r${bar} ${Math.floor(100 * share)} %  ${this.#done}\u001B[K`)
  }
}

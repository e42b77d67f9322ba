import { setTimeout as delay } from 'node:timers/promises'

/** As load balancers ask by themselves or are set to. */
const PROBE_MS = 500
/** A probe without an answer by then has failed. */
const PROBE_TIMEOUT_MS = 1_000
/** A client waits so long for any process that is ready. */
const WAIT_MS = 60_000

/** Chooses among web processes as a load balancer does that follows `/readyz`: a process that answered 200 last gets requests. */
export class LoadBalancer {
  readonly #urls: () => readonly string[]
  readonly #stopping = new AbortController()
  readonly #probing: Promise<void>
  #ready: readonly string[] = []
  #next = 0

  /** `urls`: where the processes are now. */
  constructor(urls: () => readonly string[]) {
    this.#urls = urls
    this.#probing = this.#probe()
  }

  get ready(): readonly string[] {
    return this.#ready
  }

  /** The process for the next request or connection, each in turn. */
  async pick(): Promise<string> {
    for (const end = performance.now() + WAIT_MS; this.#ready.length === 0; await delay(20))
      if (performance.now() > end) throw new Error('no web process is ready')
    return this.#ready[(this.#next += 1) % this.#ready.length]!
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#probing
  }

  async #probe(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const urls = this.#urls()
      const answers = await Promise.all(urls.map(isReady))
      this.#ready = urls.filter((_, index) => answers[index])
      await delay(PROBE_MS, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

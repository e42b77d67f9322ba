// @invariant kill-switch
import { pause } from '@strikewise/concurrency/pause.ts'
import type { Executor } from '@strikewise/execution/executor.ts'
import pg from 'pg'
import { GLOBAL_SCOPE } from '../kill-switch/kill-switch.ts'

/** Channels of PostgreSQL. The payload is a user, or `global`. */
const CHANNELS = ['kill_switches', 'trade_instructions', 'entry_tickets']
const RETRY_MS = 500
/** How often the connection is probed; one that has not answered by the next probe is closed. Real milliseconds. */
const BEAT_MS = 1_000

/**
 * The executor's own connection for what must reach it at once, kill switches and what users ask for: PostgreSQL
 * notifies it of each with its commit, whatever becomes of hints on the bus. While the connection is down a change could be
 * missed, and `isListening` is false.
 */
export class AccountChangeListener {
  readonly #pool: pg.Pool
  readonly #onError: (reason: string) => void
  readonly #closing = new AbortController()
  #isConnected = false
  #run: Promise<void> | undefined

  /** `pool`: where to connect; the listener takes none of its connections. `onError` gets the cause of a failure. */
  constructor(pool: pg.Pool, onError: (reason: string) => void) {
    this.#pool = pool
    this.#onError = onError
  }

  /** Whether a change would be received now. */
  isListening(): boolean {
    return this.#isConnected
  }

  /** Connects, notifies `executor` of each change, and reconnects whenever the connection breaks. */
  start(executor: Pick<Executor, 'accountChanged' | 'allAccountsChanged'>): void {
    this.#run ??= this.#keepConnected((scope) => {
      if (scope === undefined || scope === GLOBAL_SCOPE) executor.allAccountsChanged()
      else executor.accountChanged(scope)
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#run
  }

  async #keepConnected(moved: (scope: string | undefined) => void): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        await this.#listen(moved)
      } catch (error) {
        // The error may carry the whole client, with the key that cancels its statements: only its message is reported.
        this.#onError(error instanceof Error ? error.message : String(error))
      }
      await pause(RETRY_MS, signal)
    }
  }

  /** Listens until the line breaks, then rejects; resolves when closed. */
  async #listen(moved: (scope: string | undefined) => void): Promise<void> {
    const client = new pg.Client(this.#pool.options)
    const { promise: over, resolve, reject } = Promise.withResolvers<void>()
    const close = () => resolve()
    const broken = (error: Error) => {
      this.#isConnected = false
      reject(error)
    }
    client.on('error', broken)
    client.on('end', () => broken(new Error('the connection that listens for account changes has ended')))
    client.on('notification', ({ payload }) => moved(payload))
    // It may reject before any caller awaits it.
    over.catch(() => undefined)
    this.#closing.signal.addEventListener('abort', close, { once: true })
    let beating: ReturnType<typeof setInterval> | undefined
    try {
      await client.connect()
      await client.query(CHANNELS.map((channel) => `listen ${channel}`).join('; '))
      // What changed while nothing listened is read again, before the next entry leaves.
      moved(undefined)
      this.#isConnected = true
      beating = beat(client, broken)
      await over
    } finally {
      this.#isConnected = false
      clearInterval(beating)
      this.#closing.signal.removeEventListener('abort', close)
      void client.end().catch(() => undefined)
    }
  }
}

/** Asks the store something every second, and calls `silent` when the last question is still open by then. */
function beat(client: pg.Client, silent: (error: Error) => void): ReturnType<typeof setInterval> {
  let isOpen = false
  return setInterval(() => {
    if (isOpen) return silent(new Error('the connection that listens for account changes does not answer'))
    isOpen = true
    client.query('select').then(() => {
      isOpen = false
    }, silent)
  }, BEAT_MS)
}

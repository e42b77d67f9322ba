import { Semaphore } from '@strikewise/concurrency/semaphore.ts'
import type { VirtualTime } from '../engine/virtual-time.ts'

/** Connections of a trading process: for the claims of entries, and for everything else. */
const FOR_ENTRIES = 4
const FOR_OTHERS = 56
/** How long a connection is waited for. */
const WAIT_MS = 5_000

/** A process's connections to the store, handed out by the program's own queues. */
export class Connections {
  readonly #time: VirtualTime
  readonly #entries: Semaphore
  readonly #others: Semaphore
  #heldUntil = 0
  #holders: (() => void)[] = []
  #releases = 0

  readonly #onWait: () => void
  #underWay = 0

  /** `onWait`: called when more transactions are under way than there are connections for. */
  constructor(time: VirtualTime, onWait: () => void) {
    this.#time = time
    this.#onWait = onWait
    const after = (ms: number, ring: () => void) => {
      const action = time.after(ms, ring)
      return () => void (action.cancelled = true)
    }
    const timeout = { ms: WAIT_MS, resource: 'connection to the store', after }
    this.#entries = new Semaphore(FOR_ENTRIES, { timeout })
    this.#others = new Semaphore(FOR_OTHERS, { timeout })
  }

  /** Does `work` over a connection; rejects when none gets free in time. */
  async with<T>(lane: 'entries' | undefined, work: () => Promise<T>): Promise<T> {
    if (lane === 'entries') return this.#entries.run(work)
    this.#underWay += 1
    if (this.#underWay > FOR_OTHERS) this.#onWait()
    try {
      return await this.#others.run(work)
    } finally {
      this.#underWay -= 1
    }
  }

  /** Other work takes every connection as it gets free, and keeps it for `ms`. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#time.now + ms)
    const releases = this.#releases
    const keep = () =>
      new Promise<void>((resolve) => {
        // What still waited for a connection as all other work ended needs none.
        if (this.#releases !== releases) return resolve()
        this.#holders.push(resolve)
        this.#time.after(ms, resolve)
      })
    const take = (places: Semaphore, count: number) => {
      // Who gets none in time has other work to do.
      for (let n = 0; n < count; n += 1) places.run(keep).catch(() => undefined)
    }
    take(this.#entries, FOR_ENTRIES)
    take(this.#others, FOR_OTHERS)
  }

  /** The other work has ended, also what waited for a connection. */
  release(): void {
    this.#releases += 1
    this.#heldUntil = 0
    for (const end of this.#holders.splice(0)) end()
  }

  /** How long a statement outside the two queues waits for a connection, in ms; Infinity: it gets none in time. */
  get waitMs(): number {
    const wait = Math.max(0, this.#heldUntil - this.#time.now)
    return wait > WAIT_MS ? Number.POSITIVE_INFINITY : wait
  }
}

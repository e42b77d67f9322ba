import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ClockPort, MonoMs } from '../ports.ts'

/** A clock that moves only on request, and then runs everything due in order. */
export class VirtualClock implements ClockPort {
  #now: EpochMs
  readonly #start: EpochMs
  /** By how much the wall clock was put forward or back. */
  #step = 0
  /** For how long the machine was suspended. */
  #suspended = 0
  #order = 0
  #sleepers: { due: number; order: number; wake: () => void }[] = []

  constructor(start: EpochMs) {
    this.#now = start
    this.#start = start
  }

  now(): EpochMs {
    return (this.#now + this.#step) as EpochMs
  }

  /** The time of all others: what no step of the wall clock changes. */
  trueNow(): EpochMs {
    return this.#now
  }

  mono(): MonoMs {
    return (this.#now - this.#start - this.#suspended) as MonoMs
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.alarm(ms, resolve)
    })
  }

  alarm(ms: number, ring: () => void): () => void {
    const sleeper = { due: this.#now + Math.max(0, ms), order: this.#order++, wake: ring }
    this.#sleepers.push(sleeper)
    return () => {
      this.#sleepers = this.#sleepers.filter((one) => one !== sleeper)
    }
  }

  /** Calls `work` once at `at`. */
  at(at: EpochMs, work: () => void): void {
    this.#sleepers.push({ due: at - this.#step, order: this.#order++, wake: work })
  }

  /** Puts the wall clock forward, or back, as an operator correcting it does. Time itself goes on. */
  step(ms: number): void {
    this.#step += ms
  }

  /** The machine sleeps for `ms`: its monotonic clock stands still, all others' time goes on. */
  suspend(ms: number): void {
    this.#now = (this.#now + ms) as EpochMs
    this.#suspended += ms
  }

  /** Lets `ms` pass in which no process runs, as when a machine freezes; what fell due waits for the next moment. */
  stand(ms: number): void {
    this.#now = (this.#now + ms) as EpochMs
  }

  /** Moves on by `ms`, waking what falls due on the way, each with time for its consequences. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settle()
    for (;;) {
      const next = this.#sleepers.toSorted((a, b) => a.due - b.due || a.order - b.order)[0]
      if (next === undefined || next.due > end) break
      this.#sleepers = this.#sleepers.filter((one) => one !== next)
      this.#now = Math.max(this.#now, next.due) as EpochMs
      next.wake()
      await settle()
    }
    this.#now = end as EpochMs
    await settle()
  }

  /** How many wait: a test can see that nothing was left behind. */
  get waiting(): number {
    return this.#sleepers.length
  }
}

/** Lets everything that only waits for other promises finish. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve()
}

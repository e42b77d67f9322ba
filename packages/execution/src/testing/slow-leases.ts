import type { LeaseRows } from '../lease/lease-rows.ts'
import type { LeaseTime } from '../lease/store-lease.ts'
import { MemoryLeases } from './memory-leases.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Leases of a store that answers after `latencyMs`, half of it on the way there, or is away. */
export class SlowLeases implements LeaseRows {
  readonly #clock: VirtualClock
  readonly leases: MemoryLeases
  readonly #rows: LeaseRows
  latencyMs = 0
  isAway = false
  /** Every statement that reached the store. */
  readonly statements: string[] = []

  constructor(clock: VirtualClock, leases = new MemoryLeases(() => clock.trueNow())) {
    this.#clock = clock
    this.leases = leases
    this.#rows = leases.rowsFor()
  }

  take(...asked: Parameters<LeaseRows['take']>): ReturnType<LeaseRows['take']> {
    return this.#asked('take', () => this.#rows.take(...asked))
  }

  renew(...asked: Parameters<LeaseRows['renew']>): ReturnType<LeaseRows['renew']> {
    return this.#asked('renew', () => this.#rows.renew(...asked))
  }

  release(...asked: Parameters<LeaseRows['release']>): ReturnType<LeaseRows['release']> {
    return this.#asked('release', () => this.#rows.release(...asked))
  }

  async #asked<T>(statement: string, answer: () => Promise<T>): Promise<T> {
    const { latencyMs, isAway } = this
    if (latencyMs > 0) await this.#clock.sleep(latencyMs / 2)
    if (isAway) throw new Error('the store is away')
    this.statements.push(statement)
    const value = await answer()
    if (latencyMs > 0) await this.#clock.sleep(latencyMs / 2)
    return value
  }
}

/** A machine's clocks and timers on the given clock. */
export function leaseTimeOf(clock: VirtualClock): LeaseTime {
  return {
    wall: () => clock.now(),
    mono: () => clock.mono(),
    every(ms, work) {
      let silence = () => {}
      const again = () => {
        silence = clock.alarm(ms, () => {
          again()
          work()
        })
      }
      again()
      return () => silence()
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        clock.alarm(ms, () => (signal.aborted ? reject(signal.reason as Error) : resolve()))
      }),
  }
}

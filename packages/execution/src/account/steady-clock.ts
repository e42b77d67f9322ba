import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ClockPort, MonoMs } from '../ports.ts'

/**
 * The clock an account counts by: the wall clock, except that it never goes back. After the wall clock stepped back it
 * goes on at the pace of the monotonic one until the wall clock has caught up, so that nothing that was due in three
 * seconds is due in an hour. Ages of quotes are measured by the wall clock, which dates them.
 */
export class SteadyClock implements ClockPort {
  readonly #clock: ClockPort
  #last = 0
  #lastMono: number

  constructor(clock: ClockPort) {
    this.#clock = clock
    this.#lastMono = clock.mono()
  }

  now(): EpochMs {
    const wall = this.#clock.now()
    const mono = this.#clock.mono()
    this.#last = wall >= this.#last ? wall : this.#last + Math.max(0, mono - this.#lastMono)
    this.#lastMono = mono
    return this.#last as EpochMs
  }

  mono(): MonoMs {
    return this.#clock.mono()
  }

  sleep(ms: number): Promise<void> {
    return this.#clock.sleep(ms)
  }

  alarm(ms: number, ring: () => void): () => void {
    return this.#clock.alarm(ms, ring)
  }

  /** Rows of the account were written at `instant`: its time is not before that. */
  notBefore(instant: EpochMs): void {
    this.#last = Math.max(this.now(), instant)
  }
}

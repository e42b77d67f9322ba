import type { ClockPort, MonoMs } from '../ports.ts'

const BEAT_MS = 100
/** Two beats further apart than this: nothing was heard in between, least of all a stop (reliability guide I10). */
const STANDSTILL_MS = 250

/**
 * Notices that this thread stood still (a long pause, a frozen machine). What came in meanwhile is unread for a moment
 * when it goes on, so whoever acts on what was heard must wait until a beat was in time again. Beats only while watched.
 */
export class Pulse {
  readonly #clock: Pick<ClockPort, 'alarm' | 'mono'>
  #watchers = 0
  #beatAt = 0 as MonoMs
  #wasInTime = true
  #silence = () => {}

  constructor(clock: Pick<ClockPort, 'alarm' | 'mono'>) {
    this.#clock = clock
  }

  /** Whether the thread has run without a standstill since the watch began. */
  get isSteady(): boolean {
    return this.#wasInTime && this.#clock.mono() - this.#beatAt <= STANDSTILL_MS
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1
    if (this.#watchers === 1) {
      this.#beatAt = this.#clock.mono()
      this.#wasInTime = true
      this.#arm()
    }
    return () => {
      this.#watchers -= 1
      if (this.#watchers === 0) this.#silence()
    }
  }

  #arm(): void {
    this.#silence = this.#clock.alarm(BEAT_MS, () => {
      const now = this.#clock.mono()
      this.#wasInTime = now - this.#beatAt <= STANDSTILL_MS
      this.#beatAt = now
      this.#arm()
    })
  }
}

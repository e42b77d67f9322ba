import type { ClockPort, MonoMs } from '../ports.ts'

const BEAT_MS = 100
/** After a standstill: time for the event loop to come round, which reads what lay unread. */
const NEXT_BEAT_MS = 20
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
  #waiting: (() => void)[] = []

  constructor(clock: Pick<ClockPort, 'alarm' | 'mono'>) {
    this.#clock = clock
  }

  /** Whether the thread has run without a standstill since the watch began. */
  get isSteady(): boolean {
    return this.#wasInTime && this.#clock.mono() - this.#beatAt <= STANDSTILL_MS
  }

  /** Resolves while the thread runs: at once, or after a standstill with the next beat in time. For watchers. */
  async steady(): Promise<void> {
    while (!this.isSteady) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1
    if (this.#watchers === 1) {
      this.#beatAt = this.#clock.mono()
      this.#wasInTime = true
      this.#arm(BEAT_MS)
    }
    return () => {
      this.#watchers -= 1
      if (this.#watchers === 0) this.#silence()
    }
  }

  #arm(ms: number): void {
    this.#silence = this.#clock.alarm(ms, () => {
      const now = this.#clock.mono()
      this.#wasInTime = now - this.#beatAt <= STANDSTILL_MS
      this.#beatAt = now
      this.#arm(this.#wasInTime ? BEAT_MS : NEXT_BEAT_MS)
      if (this.#wasInTime) for (const resolve of this.#waiting.splice(0)) resolve()
    })
  }
}

import type { ClockPort, MonoMs } from '../ports.ts'

const BEAT_MS = 100
/** After a standstill: time for the event loop to come round, which reads what lay unread. */
const NEXT_BEAT_MS = 20
/** Two beats further apart than this: nothing was received in between, least of all a kill switch (reliability guide I10). */
const STALL_THRESHOLD_MS = 250

/**
 * Notices that this thread stood still (a long pause, a frozen machine). What came in meanwhile is unread for a moment
 * when it goes on, so code that acts on what was received must wait until a beat was in time again. Beats only while watched.
 */
export class EventLoopWatchdog {
  readonly #clock: Pick<ClockPort, 'alarm' | 'mono'>
  #watchers = 0
  #lastTickAt = 0 as MonoMs
  #wasOnTime = true
  #suspendTimer = () => {}
  #waiting: (() => void)[] = []

  constructor(clock: Pick<ClockPort, 'alarm' | 'mono'>) {
    this.#clock = clock
  }

  /** Whether the thread has run without a standstill since the watch began. */
  get isResponsive(): boolean {
    return this.#wasOnTime && this.#clock.mono() - this.#lastTickAt <= STALL_THRESHOLD_MS
  }

  /** Resolves while the thread runs: at once, or after a standstill with the next beat in time. For watchers. */
  async whenResponsive(): Promise<void> {
    while (!this.isResponsive) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1
    if (this.#watchers === 1) {
      this.#lastTickAt = this.#clock.mono()
      this.#wasOnTime = true
      this.#arm(BEAT_MS)
    }
    return () => {
      this.#watchers -= 1
      if (this.#watchers === 0) this.#suspendTimer()
    }
  }

  #arm(ms: number): void {
    this.#suspendTimer = this.#clock.alarm(ms, () => {
      const now = this.#clock.mono()
      this.#wasOnTime = now - this.#lastTickAt <= STALL_THRESHOLD_MS
      this.#lastTickAt = now
      this.#arm(this.#wasOnTime ? BEAT_MS : NEXT_BEAT_MS)
      if (this.#wasOnTime) for (const resolve of this.#waiting.splice(0)) resolve()
    })
  }
}

import type { ClockPort, MonoMs } from '../ports.ts'

/** How long a call waits for the store before its rows go to the local file: half of the time it has to leave. */
export const STORE_TIMEOUT_MS = 1_000
/** What the store took late says nothing of it later: where nothing else is written, no further writing would clear it. */
const LATE_FOR_MS = 1_000
/** For how long the time that a late writing took shows how long the next may take. */
const LATE_WRITING_COUNTS_MS = 60_000

/** How long the store takes for an account's writings, by the monotonic clock. */
export class WritingTimes {
  readonly #clock: Pick<ClockPort, 'mono'>
  /** The newest writing that was late. */
  #late: { readonly ms: number; readonly endedAt: MonoMs } | undefined

  constructor(clock: Pick<ClockPort, 'mono'>) {
    this.#clock = clock
  }

  /** Takes note of a writing that has just ended. `begun`: when it began. */
  ended(begun: MonoMs): void {
    const endedAt = this.#clock.mono()
    if (endedAt - begun > STORE_TIMEOUT_MS) this.#late = { ms: endedAt - begun, endedAt }
  }

  /** Whether a writing was late a moment ago. */
  get wasLate(): boolean {
    return this.#late !== undefined && this.#clock.mono() < this.#late.endedAt + LATE_FOR_MS
  }

  /** How long the newest writing of the last minute that was late took, in ms; 0: none was. */
  get lateMs(): number {
    if (this.#late === undefined) return 0
    return this.#clock.mono() > this.#late.endedAt + LATE_WRITING_COUNTS_MS ? 0 : this.#late.ms
  }
}

import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ClockPort } from '../ports.ts'

/** No turn, and no way to the next one, takes so long unless the process stands still or waits for the store. */
const STALL_THRESHOLD_MS = 1_000

/**
 * Notices that an account took no turn when one was due: its process was frozen, or hung in a writing. What its broker
 * reported meanwhile may lie unread for a moment when it goes on, so no wait for an answer has timed out.
 */
export class Standstill {
  #dueAt = Number.POSITIVE_INFINITY
  #begunAt = 0 as EpochMs
  #endedAt = 0 as EpochMs
  readonly #clock: Pick<ClockPort, 'now'>

  constructor(clock: Pick<ClockPort, 'now'>) {
    this.#clock = clock
  }

  /** When the account last began its day, or went on after it had stood still: only readings since show how its orders stand. */
  get endedAt(): EpochMs {
    return this.#endedAt
  }

  /** The account's day begins with readings from `now` on. */
  readsFrom(now: EpochMs): void {
    this.#endedAt = now
  }

  /** A turn begins at `now`. Returns whether it is so late that the account must have stood still. */
  begin(now: EpochMs): boolean {
    const stoodStill = now > this.#dueAt + STALL_THRESHOLD_MS
    if (stoodStill) this.#endedAt = now
    this.#begunAt = now
    this.#dueAt = now
    return stoodStill
  }

  /** The rows that the turn is planned by are there at `now`. Returns whether they took so long that the account stood still. */
  hasWaited(now: EpochMs): boolean {
    const stoodStill = this.#tookLong(now)
    if (stoodStill) this.#endedAt = now
    return stoodStill
  }

  /** Whether the turn under way has taken so long that what the account knew as it began may be outdated. */
  get isLate(): boolean {
    return this.#tookLong(this.#clock.now())
  }

  /** The turn ends at `now`; the next one is due at `wakeAt`; undefined: when something arrives. */
  end(now: EpochMs, wakeAt: EpochMs | undefined): void {
    this.#dueAt = this.#tookLong(now) ? this.#begunAt : Math.max(now, wakeAt ?? Number.POSITIVE_INFINITY)
  }

  #tookLong(now: EpochMs): boolean {
    return now > this.#begunAt + STALL_THRESHOLD_MS
  }
}

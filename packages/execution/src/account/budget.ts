import type { MonoMs } from '../ports.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/**
 * Limits of order calls, under the broker's 10 a second, 200–400 a minute and 3,000–5,000 a day (kite-connect §5).
 * Entries may use at most 60 % of each, so an exit always finds room.
 */
export const ORDER_LIMITS = { second: 8, minute: 180, day: 2_800 } as const
const ENTRY_SHARE = 0.6

/**
 * Counts the order calls of one account in any second, any minute and the day. Sliding windows: what stays inside them
 * stays inside the broker's calendar seconds too. Bounded by its own minute limit.
 */
export class OrderBudget {
  #calls: MonoMs[] = []
  #day: IstDate | undefined
  #today = 0

  /** Takes one call, or answers false and takes none. `spent`: calls of the day known from before a restart. */
  take(lane: 'entry' | 'other', mono: MonoMs, now: EpochMs): boolean {
    if (this.wait(lane, mono, now) > 0) return false
    this.#calls.push(mono)
    this.#today += 1
    return true
  }

  /** Milliseconds until one more call of this kind fits; Infinity when the day's share is used up. */
  wait(lane: 'entry' | 'other', mono: MonoMs, now: EpochMs): number {
    const day = istDateAt(now)
    if (day !== this.#day) {
      this.#day = day
      this.#today = 0
    }
    const share = lane === 'entry' ? ENTRY_SHARE : 1
    if (this.#today >= ORDER_LIMITS.day * share) return Number.POSITIVE_INFINITY
    this.#calls = this.#calls.filter((at) => mono - at < MINUTE_MS)
    return Math.max(
      this.#windowWait(mono, SECOND_MS, Math.floor(ORDER_LIMITS.second * share)),
      this.#windowWait(mono, MINUTE_MS, Math.floor(ORDER_LIMITS.minute * share)),
    )
  }

  /** Sets the day's count from what the store knows, after a restart. */
  restore(day: IstDate, calls: number): void {
    this.#day = day
    this.#today = calls
  }

  #windowWait(mono: MonoMs, length: number, limit: number): number {
    // The call that must have left the window before one more fits.
    const blocking = this.#calls.at(-limit)
    return blocking === undefined ? 0 : Math.max(0, blocking + length - mono)
  }
}

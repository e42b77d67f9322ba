import type { MonoMs } from '../ports.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/**
 * The broker's limits of order calls (reliability guide I14), a little under each: 10 a second, 400 a minute, 5,000 a
 * day. Only exits may use all of it, for an exit held back is a failure.
 */
export const EXIT_LIMITS = { second: 9, minute: 390, day: 4_900 } as const
/**
 * What everything else stays inside: older sources name 200 a minute and 3,000 a day (kite-connect §5). Entries may use
 * at most 60 % of it.
 */
export const ORDER_LIMITS = { second: 8, minute: 180, day: 2_800 } as const
const ENTRY_SHARE = 0.6

export type BudgetLane = 'exit' | 'other' | 'entry'

const LANE_LIMITS: Readonly<Record<BudgetLane, { second: number; minute: number; day: number }>> = {
  exit: EXIT_LIMITS,
  other: ORDER_LIMITS,
  entry: {
    second: Math.floor(ORDER_LIMITS.second * ENTRY_SHARE),
    minute: Math.floor(ORDER_LIMITS.minute * ENTRY_SHARE),
    day: Math.floor(ORDER_LIMITS.day * ENTRY_SHARE),
  },
}

/**
 * Counts the order calls of one account in any second, any minute and the day. Sliding windows: what stays inside them
 * stays inside the broker's calendar seconds too. Bounded by the exits' minute limit.
 */
export class OrderBudget {
  readonly #calls: MonoMs[] = []
  #day: IstDate | undefined
  #today = 0

  /** Takes one call, or answers false and takes none. `spent`: calls of the day known from before a restart. */
  take(lane: BudgetLane, mono: MonoMs, now: EpochMs): boolean {
    if (this.wait(lane, mono, now) > 0) return false
    this.#calls.push(mono)
    // No window looks further back than its limit.
    if (this.#calls.length > EXIT_LIMITS.minute) this.#calls.shift()
    this.#today += 1
    return true
  }

  /** Milliseconds until one more call of this kind fits; Infinity when the day's share is used up. */
  wait(lane: BudgetLane, mono: MonoMs, now: EpochMs): number {
    const day = istDateAt(now)
    if (day !== this.#day) {
      this.#day = day
      this.#today = 0
    }
    const limits = LANE_LIMITS[lane]
    if (this.#today >= limits.day) return Number.POSITIVE_INFINITY
    return Math.max(this.#windowWait(mono, SECOND_MS, limits.second), this.#windowWait(mono, MINUTE_MS, limits.minute))
  }

  /**
   * Sets the day's count from what the store knows, after a restart. `recent`: when those of the last minute were made, in
   * order; the broker counts what a predecessor sent a moment ago. Whoever has counted before has counted them.
   */
  restore(day: IstDate, calls: number, recent: readonly MonoMs[]): void {
    this.#day = day
    this.#today = calls
    if (this.#calls.length === 0) this.#calls.push(...recent.slice(-EXIT_LIMITS.minute))
  }

  #windowWait(mono: MonoMs, length: number, limit: number): number {
    // The call that must have left the window before one more fits.
    const blocking = this.#calls.at(-limit)
    return blocking === undefined ? 0 : Math.max(0, blocking + length - mono)
  }
}

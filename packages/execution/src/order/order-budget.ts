// @invariant order-budget Calls stay under the broker's limits by the time they leave, and entries leave room for
//   exits.
import type { MonoMs } from '../ports.ts'
import { SECOND_MS, type EpochMs, type IstDate, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import {
  CALLS_AFTER_ENTRY,
  exitLimits,
  ordinaryLimits,
  PROTECTION_CALLS,
  type CallLimits,
  type OrderLimits,
} from './order-limits.ts'

/** The share of what exits leave that entries may use. */
const ENTRY_SHARE = 0.6

export type BudgetPriority = 'exit' | 'other' | 'entry'

/**
 * Counts the order calls of one account in any second, any minute and the day. A call is counted when it leaves; from its
 * plan until then it keeps a place in every window, however long its writing takes. So the calls that have left within any
 * window never exceed a limit, and as the windows slide they stay inside the broker's calendar seconds too. Bounded by
 * the exits' minute limit.
 */
export class OrderBudget {
  /** When the calls left, oldest first. */
  readonly #left: MonoMs[] = []
  /** Calls that are planned and have not left, by intent. */
  readonly #planned = new Set<string>()
  readonly #limits: Readonly<Record<BudgetPriority, CallLimits>>
  #day: IstDate | undefined
  #today = 0

  constructor(limits: OrderLimits) {
    const [exit, other] = [exitLimits(limits), ordinaryLimits(limits)]
    this.#limits = { exit, other, entry: entryLimits(other) }
  }

  /** Takes a place for the call of one intent; false, and none is taken, when there is no room. */
  take(lane: BudgetPriority, intentId: string, mono: MonoMs, now: EpochMs): boolean {
    if (this.wait(lane, mono, now) > 0) return false
    this.#planned.add(intentId)
    this.#today += 1
    return true
  }

  /** The first byte of the call leaves now. */
  commit(intentId: string, mono: MonoMs): void {
    this.#planned.delete(intentId)
    this.#left.push(mono)
    // No window looks further back than its limit.
    if (this.#left.length > this.#limits.exit.minute) this.#left.shift()
  }

  /** The call will not leave any more: its place is free. Changes nothing for one that has left. */
  release(intentId: string): void {
    if (this.#planned.delete(intentId)) this.#today = Math.max(0, this.#today - 1)
  }

  /** Gives back the places of all calls but these, after a turn that ended before its calls were sent. */
  retain(intentIds: ReadonlySet<string>): void {
    for (const id of this.#planned) if (!intentIds.has(id)) this.release(id)
  }

  /**
   * Milliseconds until one more call of this kind may fit; Infinity when the day's share is used up. `positions`: how many
   * must be protected and ended with what the minute and the day leave after it.
   */
  wait(lane: BudgetPriority, mono: MonoMs, now: EpochMs, positions = 0): number {
    const day = istDateAt(now)
    if (day !== this.#day) {
      this.#day = day
      this.#today = 0
    }
    const { second, minute, day: today } = this.#limitsWithout(lane, positions)
    if (this.#today >= today) return Number.POSITIVE_INFINITY
    return Math.max(this.#windowWait(mono, SECOND_MS, second), this.#windowWait(mono, MINUTE_MS, minute))
  }

  /**
   * Sets the day's count from what the store knows, after a restart. `recent`: when those of the last minute were made, in
   * order; the broker counts what a predecessor sent a moment ago. What this process has counted is not counted again.
   */
  restore(day: IstDate, calls: number, recent: readonly MonoMs[]): void {
    this.#day = day
    this.#today = calls
    if (this.#left.length === 0) this.#left.push(...recent.slice(-this.#limits.exit.minute))
  }

  /** The limits of a kind of call, less what so many positions need in a minute and on the day. */
  #limitsWithout(lane: BudgetPriority, positions: number): CallLimits {
    const { exit, other } = this.#limits
    const left = (window: 'minute' | 'day') =>
      Math.min(
        this.#limits[lane][window],
        other[window] - positions * PROTECTION_CALLS,
        exit[window] - positions * CALLS_AFTER_ENTRY,
      )
    if (positions === 0) return this.#limits[lane]
    return { second: this.#limits[lane].second, minute: left('minute'), day: left('day') }
  }

  #windowWait(mono: MonoMs, length: number, limit: number): number {
    // A planned call may leave at any moment: none of them is as early as now.
    const remaining = limit - this.#planned.size
    if (remaining <= 0) return length
    // The call that must have left the window before one more fits.
    const blocking = this.#left.at(-remaining)
    return blocking === undefined ? 0 : Math.max(0, blocking + length - mono)
  }
}

function entryLimits({ second, minute, day }: CallLimits): CallLimits {
  const share = (limit: number) => Math.max(1, Math.floor(limit * ENTRY_SHARE))
  return { second: share(second), minute: share(minute), day: share(day) }
}

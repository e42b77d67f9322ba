import { MINUTE_MS, type EpochMs } from '../time/ist.ts'

/**
 * Volume of the future per five-minute slot of the day over past sessions, for "how busy is this bar against the same
 * time of other days" (signals reference §1.2).
 */
export class SlotVolumes {
  readonly #sessions: number
  readonly #bySlot: number[][] = []

  /** `sessions`: how many past sessions count. */
  constructor(sessions: number) {
    this.#sessions = sessions
  }

  /** A five-minute bar of a past session whose open was `opensAt`. */
  add(start: EpochMs, opensAt: EpochMs, volume: number): void {
    const slot = slotOf(start, opensAt)
    const past = (this.#bySlot[slot] ??= [])
    past.push(volume)
    if (past.length > this.#sessions) past.shift()
  }

  /** `volume` against the slot's median; NaN when the slot has not been seen in that many sessions or had no volume. */
  ratio(start: EpochMs, opensAt: EpochMs, volume: number): number {
    const past = this.#bySlot[slotOf(start, opensAt)]
    if (past === undefined || past.length < this.#sessions) return Number.NaN
    const sorted = past.toSorted((a, b) => a - b)
    const middle = sorted.length >> 1
    const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
    return median > 0 ? volume / median : Number.NaN
  }
}

function slotOf(start: EpochMs, opensAt: EpochMs): number {
  return Math.floor((start - opensAt) / (5 * MINUTE_MS))
}

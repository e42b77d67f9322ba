import type { Evidence } from './evidence.ts'

/** A price dated further ahead of a process's clock is one of which that process cannot say how old it is. */
const AHEAD_MS = 2_000

/** A time in which the process that leads could use no price. */
interface Blindness {
  readonly from: number
  until: number
}

/** When the process that leads could tell how old a price is: not while its clock is behind the one that dates them. */
export class Sight {
  readonly #evidence: Pick<Evidence, 'lease' | 'processes'>
  readonly #blindness: Blindness[] = []

  constructor(evidence: Pick<Evidence, 'lease' | 'processes'>) {
    this.#evidence = evidence
  }

  /** To be called after every event. */
  look(now: number): void {
    const { lease, processes } = this.#evidence
    const last = this.#blindness.at(-1)
    const isBlind = last?.until === Number.POSITIVE_INFINITY
    const name = lease.holder?.name
    const sees = (processes.find((one) => one.name === name)?.clockStep ?? 0) >= -AHEAD_MS
    if (sees === !isBlind) return
    if (isBlind) last.until = now
    else this.#blindness.push({ from: now, until: Number.POSITIVE_INFINITY })
  }

  /** Until when what was due at `due` by a price could not be done for want of one; `again`: allowed once more after that, in ms. */
  blindUntil(due: number, now: number, again: number): number {
    let until = due
    for (const { from, until: ended } of this.#blindness) {
      if (from > until) break
      until = Math.max(until, Math.min(ended, now) + again)
    }
    return until
  }
}

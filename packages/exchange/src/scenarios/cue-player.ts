import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '../price-path.ts'
import type { Cue } from './named-scenario.ts'

/** Gives a scenario's cues to a market as their time comes. */
export class CuePlayer {
  #cues: readonly Cue[]

  /** Cues in any order; those at or before `from` act at once. */
  constructor(cues: readonly Cue[]) {
    this.#cues = cues.toSorted((a, b) => a.at - b.at)
  }

  /** Instant of the next cue; undefined when all were given. */
  get next(): EpochMs | undefined {
    return this.#cues[0]?.at
  }

  /** Those that were not given yet, the next one first. */
  get left(): readonly Cue[] {
    return this.#cues
  }

  /** Gives what is due at the market's present instant. */
  give(path: Pick<PricePath, 'now' | 'command'>): void {
    while (this.#cues.length > 0 && this.#cues[0]!.at <= path.now) {
      path.command(this.#cues[0]!.command)
      this.#cues = this.#cues.slice(1)
    }
  }

  /** Moves `path` to `to` by `move`, stopping at each cue on the way, so that none comes late. */
  advance(path: PricePath, to: EpochMs, move: (path: PricePath, to: EpochMs) => void): void {
    for (let next = this.next; next !== undefined && next <= to; next = this.next) {
      if (next > path.now) move(path, next)
      this.give(path)
    }
    if (to > path.now) move(path, to)
  }
}

/** The cues moved so that the first comes at `from`: a scenario played on whatever day the market has. */
export function cuesFrom(cues: readonly Cue[], from: EpochMs): Cue[] {
  const first = Math.min(...cues.map(({ at }) => at))
  return cues.map(({ at, command }) => ({ at: (from + at - first) as EpochMs, command }))
}

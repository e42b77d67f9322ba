import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '../price-path.ts'
import type { ScenarioStep } from './named-scenario.ts'

/** Gives a scenario's steps to a market as their time comes. */
export class ScenarioPlayer {
  #steps: readonly ScenarioStep[]

  /** Cues in any order; those at or before `from` act at once. */
  constructor(steps: readonly ScenarioStep[]) {
    this.#steps = steps.toSorted((a, b) => a.at - b.at)
  }

  /** Instant of the next cue; undefined when all were given. */
  get next(): EpochMs | undefined {
    return this.#steps[0]?.at
  }

  /** Those that were not given yet, the next one first. */
  get left(): readonly ScenarioStep[] {
    return this.#steps
  }

  /** Gives what is due at the market's present instant. */
  apply(path: Pick<PricePath, 'now' | 'command'>): void {
    while (this.#steps.length > 0 && this.#steps[0]!.at <= path.now) {
      path.command(this.#steps[0]!.command)
      this.#steps = this.#steps.slice(1)
    }
  }

  /** Moves `path` to `to` by `move`, stopping at each cue on the way, so that none comes late. */
  advance(path: PricePath, to: EpochMs, move: (path: PricePath, to: EpochMs) => void): void {
    for (let next = this.next; next !== undefined && next <= to; next = this.next) {
      if (next > path.now) move(path, next)
      this.apply(path)
    }
    if (to > path.now) move(path, to)
  }
}

/** The steps moved so that the first comes at `from`: a scenario played on whatever day the market has. */
export function stepsFrom(steps: readonly ScenarioStep[], from: EpochMs): ScenarioStep[] {
  const first = Math.min(...steps.map(({ at }) => at))
  return steps.map(({ at, command }) => ({ at: (from + at - first) as EpochMs, command }))
}

// @invariant custom-alert-once A level that is crossed is reported once until the value has come back by its hysteresis.
import type { CrossingSide } from './custom-alert.ts'
import { emptyHeap, lowestOf, popUpTo, pushAt } from '../collections/min-heap.ts'

/** A level of one value that is watched. */
export interface WatchedLevel {
  readonly id: number
  readonly side: CrossingSide
  readonly level: number
  /** Where the value must come back to before the level can be crossed again. */
  readonly rearm: number
  /** True: the next crossing counts. False: the value has yet to come back. Null: no value has been seen yet. */
  readonly isArmed: boolean | null
}

/** What a value changed about a level; `crossed`: it is to be reported, and is no longer armed. */
export interface LevelChange {
  readonly id: number
  readonly change: 'armed' | 'disarmed' | 'crossed'
}

interface Watched extends WatchedLevel {
  isCurrent: boolean
}

/**
 * The levels of one value, sorted. A value that changes nothing costs four comparisons, however many levels there are; a
 * change costs the logarithm of their count. Levels below are those of the negated value.
 */
export class Crossings {
  readonly #byId = new Map<number, Watched>()
  /** Per side, by what the value must reach: armed levels, and those whose value must come back. */
  readonly #armed = { above: emptyHeap<Watched>(), below: emptyHeap<Watched>() }
  readonly #crossed = { above: emptyHeap<Watched>(), below: emptyHeap<Watched>() }
  #unknown: Watched[] = []

  get size(): number {
    return this.#byId.size
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** Watches a level; one of the same id takes the place of the one before. */
  add(level: WatchedLevel): void {
    this.remove(level.id)
    const watched = { ...level, isCurrent: true }
    this.#byId.set(level.id, watched)
    this.#place(watched, level.isArmed)
  }

  /** Watches a level no longer. It stays in its heap until a value passes it. */
  remove(id: number): void {
    const known = this.#byId.get(id)
    if (known === undefined) return
    known.isCurrent = false
    this.#byId.delete(id)
  }

  /** What `value` changes, none when nothing does. A value that is no number changes nothing. */
  take(value: number): readonly LevelChange[] {
    if (Number.isNaN(value)) return NOTHING
    if (this.#unknown.length === 0 && !this.#isDue('above', value) && !this.#isDue('below', -value)) return NOTHING
    const changes: LevelChange[] = []
    for (const watched of this.#unknown.splice(0)) {
      if (!watched.isCurrent) continue
      const isArmed = signed(watched.side, value) < signed(watched.side, watched.level)
      this.#place(watched, isArmed)
      changes.push({ id: watched.id, change: isArmed ? 'armed' : 'disarmed' })
    }
    this.#takeSide('above', value, changes)
    this.#takeSide('below', -value, changes)
    return changes
  }

  #isDue(side: CrossingSide, value: number): boolean {
    return value >= lowestOf(this.#armed[side]) || -value >= lowestOf(this.#crossed[side])
  }

  /** `value` is signed: it reaches a level upwards on both sides. */
  #takeSide(side: CrossingSide, value: number, changes: LevelChange[]): void {
    const [armed, crossed] = [this.#armed[side], this.#crossed[side]]
    for (let next = popUpTo(crossed, -value); next !== undefined; next = popUpTo(crossed, -value)) {
      const watched = next.work
      if (!watched.isCurrent) continue
      this.#place(watched, true)
      changes.push({ id: watched.id, change: 'armed' })
    }
    for (let next = popUpTo(armed, value); next !== undefined; next = popUpTo(armed, value)) {
      const watched = next.work
      if (!watched.isCurrent) continue
      this.#place(watched, false)
      changes.push({ id: watched.id, change: 'crossed' })
    }
  }

  #place(watched: Watched, isArmed: boolean | null): void {
    const { side } = watched
    if (isArmed === null) this.#unknown.push(watched)
    else if (isArmed) pushAt(this.#armed[side], signed(side, watched.level), watched)
    else pushAt(this.#crossed[side], -signed(side, watched.rearm), watched)
  }
}

const NOTHING: readonly LevelChange[] = []

function signed(side: CrossingSide, value: number): number {
  return side === 'above' ? value : -value
}

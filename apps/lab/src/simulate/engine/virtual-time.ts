import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { drain } from './drain.ts'

/** Who an action belongs to: a dead owner's actions are dropped, a frozen one's wait until it thaws. */
export interface Owner {
  hasExited: boolean
  stalledUntil: number
}

/** One thing to do at one instant. */
export interface Action {
  at: number
  /** Decides among actions of one instant; drawn from the seed. */
  tie: number
  readonly run: () => void
  readonly owner: Owner | undefined
  cancelled: boolean
  /** Its time has come, but its owner is frozen. */
  held: boolean
}

/**
 * Time that moves only from action to action. Actions of the same instant run in an order drawn from the seed; after
 * each one every promise it set off has been carried as far as it goes.
 */
export class VirtualTime {
  now: EpochMs
  readonly #seed: number
  readonly #heap: Action[] = []
  #ordinal = 0
  /** Actions run so far. */
  steps = 0

  constructor(start: EpochMs, seed: number) {
    this.now = start
    this.#seed = seed
  }

  at(at: number, run: () => void, owner?: Owner): Action {
    this.#ordinal += 1
    const tie = Math.imul(this.#ordinal ^ this.#seed, 0x9e3779b1) >>> 0
    const action = { at: Math.max(at, this.now), tie, run, owner, cancelled: false, held: false }
    this.#push(action)
    return action
  }

  after(ms: number, run: () => void, owner?: Owner): Action {
    return this.at(this.now + Math.max(0, ms), run, owner)
  }

  /** Carries every promise that is ready as far as it goes. */
  settle(): void {
    drain()
  }

  /** Ends a freeze before its time: what waited for it is due now. */
  resume(owner: Owner): void {
    owner.stalledUntil = Math.min(owner.stalledUntil, this.now)
    for (const action of this.#heap.splice(0)) {
      if (action.held && action.owner === owner) action.at = this.now
      this.#push(action)
    }
  }

  /** Runs what is due up to `until`, calling `after` behind each action. Must be called from a timer. */
  runUntil(until: number, after: () => void): void {
    for (;;) {
      const next = this.#heap[0]
      if (next === undefined || next.at > until) break
      this.#pop()
      const { owner } = next
      if (next.cancelled || owner?.hasExited === true) continue
      if (owner !== undefined && owner.stalledUntil > next.at) {
        next.at = owner.stalledUntil
        next.held = true
        this.#push(next)
        continue
      }
      this.now = next.at as EpochMs
      this.steps += 1
      next.run()
      drain()
      after()
    }
    this.now = Math.max(this.now, until) as EpochMs
  }

  #push(action: Action): void {
    const heap = this.#heap
    let child = heap.length
    heap.push(action)
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!isBefore(action, heap[parent]!)) break
      heap[child] = heap[parent]!
      child = parent
    }
    heap[child] = action
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()!
    const { length } = heap
    if (length === 0) return
    let parent = 0
    for (;;) {
      let child = 2 * parent + 1
      if (child >= length) break
      if (child + 1 < length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[parent] = heap[child]!
      parent = child
    }
    heap[parent] = last
  }
}

function isBefore(a: Action, b: Action): boolean {
  return a.at === b.at ? a.tie < b.tie : a.at < b.at
}

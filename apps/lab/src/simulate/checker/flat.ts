// @invariant I9 Positions we opened are flat 12 minutes before the close, or there is an alarm.
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { squareOffDeadline } from '@strikewise/domain/time/intraday-limits.ts'
import { openOf, type Holding } from './books.ts'
import { isNotified } from './notified.ts'
import type { Parts } from './parts.ts'
import { isLeftAlone } from './set-aside.ts'

const NOT_FLAT = new Set(['not_flat'])

/** I9: 12 minutes before the close nothing of ours is held any more, or somebody was told. */
export class Flat {
  readonly #parts: Parts
  readonly #deadline: number
  #late: readonly Holding[] | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#deadline = squareOffDeadline(nseCalendar.sessionOn(parts.evidence.shape.day)!)
  }

  /** When it wants to look. */
  get dueAt(): number {
    return this.#late === undefined ? this.#deadline : Number.POSITIVE_INFINITY
  }

  /** Before anything after the deadline is taken in: what is held at that moment. */
  look(now: number): void {
    if (this.#late !== undefined || now < this.#deadline) return
    this.#late = [...this.#parts.books.holdings.values()].filter((holding) => openOf(holding) > 0)
  }

  end(): void {
    const { findings } = this.#parts
    for (const holding of this.#late ?? []) {
      const { account, tradingsymbol } = holding
      if (!isNotified(this.#parts, account, NOT_FLAT, tradingsymbol) && !isLeftAlone(this.#parts, holding))
        findings.add('I9', account, tradingsymbol, `${tradingsymbol} was held late in the day, and no alarm`)
    }
  }
}

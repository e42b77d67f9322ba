// @invariant I12 Where nothing is held, none of our orders stays live.
import type { Holding, OrderLife } from './books.ts'
import { entryUnmendableUntil } from './impossible.ts'
import type { Parts } from './parts.ts'
import { Stretch } from './stretch.ts'

/** An entry is over at once; one that stands is stuck, and is asked to be cancelled after a while. */
const ENTRY_MS = 15_000

/** I12 for entries: nothing of ours rests on the buy side. (For sales see never-short.ts.) And nothing leaves after the close. */
export class Strays {
  readonly #parts: Parts
  readonly #standing = new Map<OrderLife, Stretch>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  judge({ account, liveBuys }: Holding, now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const order of liveBuys) {
      let stretch = this.#standing.get(order)
      if (stretch === undefined) this.#standing.set(order, (stretch = new Stretch(order.takenAt, ENTRY_MS)))
      const { due } = stretch
      if (stretch.isLate(now, () => entryUnmendableUntil(this.#parts, order, due, now, ENTRY_MS))) {
        const text = `the entry ${order.tag} stood for ${now - order.takenAt} ms`
        this.#parts.findings.add('I12', account, order.orderId, text)
      }
      if (!stretch.isReported) next = Math.min(next, stretch.due + 1)
    }
    return next
  }
}

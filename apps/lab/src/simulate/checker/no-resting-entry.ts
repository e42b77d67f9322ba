// @invariant I12 Where nothing is held, none of our orders stays live.
import type { Holding, OrderLife } from './exchange-orders.ts'
import { cannotCancelEntryUntil } from './tolerances.ts'
import type { CheckerContext } from './checker-context.ts'
import { TimeLimit } from './time-limit.ts'

/** An entry is over at once; one that stands is stuck, and is asked to be cancelled after a while. */
const ENTRY_MS = 15_000

/** I12 for entries: nothing of ours rests on the buy side. (For sales see never-short.ts.) And nothing leaves after the close. */
export class NoRestingEntry {
  readonly #context: CheckerContext
  readonly #resting = new Map<OrderLife, TimeLimit>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  judge({ account, liveBuys }: Holding, now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const order of liveBuys) {
      let timeLimit = this.#resting.get(order)
      if (timeLimit === undefined) this.#resting.set(order, (timeLimit = new TimeLimit(order.takenAt, ENTRY_MS)))
      const { due } = timeLimit
      if (timeLimit.isLate(now, () => cannotCancelEntryUntil(this.#context, order, due, now, ENTRY_MS))) {
        const text = `the entry ${order.tag} stood for ${now - order.takenAt} ms`
        this.#context.findings.add('I12', account, order.orderId, text)
      }
      if (!timeLimit.isReported) next = Math.min(next, timeLimit.due + 1)
    }
    return next
  }
}

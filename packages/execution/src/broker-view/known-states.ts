import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRecord } from '../order/order.ts'

/** States kept of one order: more than it passes through in the lag of the broker's books. */
const MAX_STATES = 20

interface KnownState {
  /** Start of the reading, or time of the update, that showed it first. */
  readonly at: EpochMs
  readonly order: OrderRecord
}

/** The states of each order of ours, with when each was learned: by this process, or before it began. */
export class KnownStates {
  /** By order, in the order in which they were learned. */
  readonly #states = new Map<string, readonly KnownState[]>()

  /** Records that an order has come to the state of `after`. `before`: its state until then, if it was known. */
  record(before: OrderRecord | undefined, after: OrderRecord, at: EpochMs): void {
    const known =
      this.#states.get(after.orderId) ?? (before === undefined ? [] : [{ at: sinceOf(before), order: before }])
    this.#states.set(after.orderId, [...known, { at, order: after }].slice(-MAX_STATES))
  }

  /** When the present state of an order was learned. */
  firstSeenAt(order: OrderRecord): EpochMs {
    return this.#states.get(order.orderId)?.at(-1)?.at ?? sinceOf(order)
  }

  /** The newest state of an order among those learned by `by`; undefined: none was. */
  stateBy(order: OrderRecord, by: number): OrderRecord | undefined {
    const known = this.#states.get(order.orderId)
    if (known === undefined) return sinceOf(order) <= by ? order : undefined
    return known.findLast(({ at }) => at <= by)?.order
  }

  /** Nothing was learned by this process: the account is loaded from its rows again. */
  forget(): void {
    this.#states.clear()
  }
}

function sinceOf({ phaseSince, acknowledgedAt }: OrderRecord): EpochMs {
  return phaseSince ?? acknowledgedAt
}

/** Whether an order stands otherwise than before. */
export function isNews(before: OrderRecord | undefined, after: OrderRecord): boolean {
  if (before === undefined) return true
  return before.phase !== after.phase || before.filled !== after.filled || before.updatedAt !== after.updatedAt
}

import { isUnresolved, type Intent } from '@strikewise/execution/intent/intent.ts'
import { isTerminal } from '@strikewise/execution/order/order.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import type { Observations } from './observations.ts'

/** When the rows of each account's journal came to stand there, in the time that really passed: they are dated by clocks. */
export class RowTimes {
  readonly #observations: Observations
  readonly #times = new Map<string, number[]>()

  constructor(observations: Observations) {
    this.#observations = observations
  }

  /** To be called after every event. `committed`: accounts whose rows may have changed. */
  check(now: number, committed: ReadonlySet<string>): void {
    for (const account of committed) {
      const times = this.#of(account)
      const { length } = this.#observations.store.account(account).journal
      // The newest rows may get lost.
      if (times.length > length) times.length = length
      while (times.length < length) times.push(now)
    }
  }

  /** By the place in the journal. */
  of(account: string): readonly number[] {
    return this.#of(account)
  }

  /** Of each account whose rows were written after `from` until `to`, how often that was. */
  writtenWithin(from: number, to: number): ReadonlyMap<string, number> {
    const written = new Map<string, number>()
    for (const [account, times] of this.#times) {
      const { size } = new Set(times.filter((at) => at > from && at <= to))
      if (size > 0) written.set(account, size)
    }
    return written
  }

  /** When the first row showed that an order has filled; Infinity: none does. */
  boughtAt(account: string, orderId: string): number {
    return this.#first(
      account,
      (change) => change.type === 'order' && change.order.orderId === orderId && change.order.filled > 0,
    )
  }

  /** When the first row showed that an order is over; Infinity: none does. */
  overAt(account: string, orderId: string): number {
    return this.#first(
      account,
      (change) => change.type === 'order' && change.order.orderId === orderId && isTerminal(change.order.phase),
    )
  }

  /** When the first row had the order; 0: none has it. */
  takenAt(account: string, orderId: string): number {
    const at = this.#first(account, (change) => change.type === 'order' && change.order.orderId === orderId)
    return at === Number.POSITIVE_INFINITY ? 0 : at
  }

  /** When the first row showed that so much of an order has filled, or that fills of it come to so much; Infinity: none does. */
  filledAt(account: string, orderId: string, units: number): number {
    let filled = 0
    return this.#first(account, (change) => {
      if (change.type === 'fill' && change.fill.orderId === orderId) filled += change.fill.quantity
      return (
        (change.type === 'order' && change.order.orderId === orderId && change.order.filled >= units) || filled >= units
      )
    })
  }

  /** When the rows first had manual sales of so many units of a contract; Infinity: they have not. */
  manuallySoldAt(account: string, tradingsymbol: string, units: number): number {
    let sold = 0
    return this.#first(account, (change) => {
      if (change.type !== 'fill' || !change.fill.isManual || change.fill.tradingsymbol !== tradingsymbol) return false
      sold += change.fill.quantity
      return sold >= units
    })
  }

  /** When the first row showed what became of the call with this tag, or that it is in doubt; Infinity: none does. */
  endedAt(account: string, tag: string): number {
    return this.#first(account, (change) => {
      if (change.type !== 'intent' || change.intent.call.type !== 'place') return false
      return change.intent.call.order.tag === tag && change.intent.outcome.state !== 'sending'
    })
  }

  /** When the first row showed of a call that it is in doubt; Infinity: none does. */
  doubtedAt({ accountId, id }: Intent): number {
    return this.#first(
      accountId,
      (change) => change.type === 'intent' && change.intent.id === id && change.intent.outcome.state === 'in_doubt',
    )
  }

  /** When the first row showed what became of a call; Infinity: none does. */
  settledAt({ accountId, id }: Intent): number {
    return this.#first(
      accountId,
      (change) => change.type === 'intent' && change.intent.id === id && !isUnresolved(change.intent),
    )
  }

  #first(account: string, matches: (change: Change) => boolean): number {
    const place = this.#observations.store.account(account).journal.findIndex(({ change }) => matches(change))
    return place < 0 ? Number.POSITIVE_INFINITY : this.#of(account)[place]!
  }

  #of(account: string): number[] {
    return this.#times.getOrInsertComputed(account, () => [])
  }
}

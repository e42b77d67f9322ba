// @invariant I9 Positions we opened are flat 12 minutes before the close, or there is an alarm.
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { squareOffDeadline } from '@strikewise/domain/time/square-off.ts'
import { openOf, type Holding } from './exchange-orders.ts'
import { isNotified } from './alarm-notified.ts'
import type { CheckerContext } from './checker-context.ts'
import { isLeftAlone } from './rejected-rows.ts'

const NOT_FLAT = new Set(['not_flat'])

/** I9: 12 minutes before the close nothing of ours is held any more, or the user was notified. */
export class FlatBeforeClose {
  readonly #context: CheckerContext
  readonly #deadline: number
  #late: readonly Holding[] | undefined

  constructor(context: CheckerContext) {
    this.#context = context
    this.#deadline = squareOffDeadline(nseCalendar.sessionOn(context.observations.shape.day)!)
  }

  /** When it wants to look. */
  get dueAt(): number {
    return this.#late === undefined ? this.#deadline : Number.POSITIVE_INFINITY
  }

  /** Before anything after the deadline is taken in: what is held at that moment. */
  check(now: number): void {
    if (this.#late !== undefined || now < this.#deadline) return
    this.#late = [...this.#context.exchangeOrders.holdings.values()].filter((holding) => openOf(holding) > 0)
  }

  end(): void {
    const { findings } = this.#context
    for (const holding of this.#late ?? []) {
      const { account, tradingsymbol } = holding
      if (!isNotified(this.#context, account, NOT_FLAT, tradingsymbol) && !isLeftAlone(this.#context, holding))
        findings.add('I9', account, tradingsymbol, `${tradingsymbol} was held late in the day, and no alarm`)
    }
  }
}

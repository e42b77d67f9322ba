// @invariant I9 Positions we opened are flat 12 minutes before the close, or there is an alarm.
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { squareOffDeadline } from '@strikewise/domain/time/square-off.ts'
import { openOf, type Holding } from './exchange-orders.ts'
import { isNotified } from './alarm-notified.ts'
import type { CheckerContext } from './checker-context.ts'
import { isLeftAlone } from './rejected-rows.ts'

const NOT_FLAT = new Set(['not_flat'])

/**
 * I9: 12 minutes before the close nothing of ours is held any more, or the user was notified. A leader that cannot know for how
 * long its machine was suspended reaches that moment so much later: what its user has taken away until then it need not report.
 */
export class FlatBeforeClose {
  readonly #context: CheckerContext
  readonly #deadline: number
  #dueAt: number
  #late: readonly Holding[] | undefined

  constructor(context: CheckerContext) {
    this.#context = context
    this.#deadline = squareOffDeadline(nseCalendar.sessionOn(context.observations.shape.day)!)
    this.#dueAt = this.#deadline
  }

  /** When it wants to look. */
  get dueAt(): number {
    return this.#late === undefined ? this.#dueAt : Number.POSITIVE_INFINITY
  }

  /** Before anything after the deadline is taken in: what is held at that moment. */
  check(now: number): void {
    if (this.#late !== undefined || now < this.#dueAt) return
    this.#dueAt = Math.max(this.#dueAt, this.#deadline + this.#context.leadership.mostBehindMs(this.#deadline))
    if (now < this.#dueAt) return
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

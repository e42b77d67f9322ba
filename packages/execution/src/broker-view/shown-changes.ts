import { matchesTerms } from '../intent/doubt.ts'
import { isTerminal, type OrderRecord } from '../order/order.ts'
import { changesOf } from '../trade/sell-orders.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../persist/state.ts'

/** By how much the exchange's clock may be ahead of the account's. */
const SKEW_MS = 2_000

/**
 * Which changes of ours the broker has shown. An order that moved on after its change was shown differs from the change
 * because the user changed it, so a reading that shows it so is not an old one.
 */
export class ShownChanges {
  /** By order: its newest change shown, and the exchange's time of the order when last shown with it. */
  readonly #shown = new Map<string, { readonly intentId: string; readonly updatedAt: EpochMs }>()

  /** Records a sight of an order of ours, with what is known of it now. */
  record(state: AccountState, order: OrderRecord): void {
    if (isTerminal(order.phase)) return
    const change = changesOf(state.view(order.tradeId), order.orderId).at(-1)
    if (change?.call.type !== 'modify' || order.updatedAt === null || !matchesTerms(order, change.call.terms)) return
    this.#shown.set(order.orderId, { intentId: change.id, updatedAt: order.updatedAt })
  }

  /**
   * After which exchange's time a state of the order is newer than a change accepted at `acceptedAt`: that of its last
   * sight with the change, at the latest the acceptance with the difference of the clocks.
   */
  newerAfter({ orderId }: OrderRecord, intentId: string, acceptedAt: EpochMs): EpochMs {
    const latest = (acceptedAt + SKEW_MS) as EpochMs
    const shown = this.#shown.get(orderId)
    return shown?.intentId === intentId && shown.updatedAt < latest ? shown.updatedAt : latest
  }

  /**
   * The account is loaded from its rows again: only what they show counts. The row of an order has a change once a reading
   * has shown it, not when it was accepted.
   */
  restart(state: AccountState): void {
    this.#shown.clear()
    for (const order of state.orders()) this.record(state, order)
  }
}

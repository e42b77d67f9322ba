// @invariant I14 Order calls stay within the broker's limits of a second, a minute and a day, and of changes per
//   order.
import type { OrderChange } from '@strikewise/exchange/order-types.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import type { OrderLife } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'
import { rowOf } from './order-confirmation.ts'

/** The broker's limits of order calls, and the part of them that entries may use. */
const WINDOWS = [
  { ms: 1_000, most: 10, name: 'second' },
  { ms: 60_000, most: 400, name: 'minute' },
  { ms: 86_400_000, most: 5_000, name: 'day' },
] as const
const ENTRY_SHARE = 0.6
const MAX_MODIFIES = 25
const MAX_TRAILING = 20

/** Changes of one order that may be counted: ours, and those of its owner that the rows have shown. */
interface Counted {
  known: number
  /** The newest change of its owner, while no row shows it; one that left the order as it was can be seen in none. */
  unseen: OrderChange | undefined
}

/** I14: an account's order calls in any sliding window, which holds every calendar one too; changes of one order. */
export class Budgets {
  readonly #context: CheckerContext
  readonly #counted = new Map<string, Counted>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  callLog(call: CallRecord): void {
    const { callLog, findings } = this.#context
    const all = callLog.of(call.account)
    for (const { ms, most, name } of WINDOWS) {
      if (all.length <= most * ENTRY_SHARE) return
      const since = call.leftAt - ms
      const first = all.at(-most - 1)
      if (first !== undefined && first.leftAt > since)
        findings.add('I14', call.account, `${name} ${call.leftAt}`, `more than ${most} order calls in one ${name}`)
      if (call.side !== 'BUY') continue
      const entries = all.filter((one) => one.side === 'BUY' && one.leftAt > since).length
      if (entries > most * ENTRY_SHARE)
        findings.add('I14', call.account, `entries ${name}`, `${entries} entries in one ${name}`)
    }
  }

  /** The exchange took a change of `order`, counted already; it still stands as it was. */
  changed(order: OrderLife, change: OrderChange): void {
    const { findings } = this.#context
    if (order.modifies > MAX_MODIFIES)
      findings.add('I14', order.account, order.orderId, `${order.modifies} changes of one order`)
    const counted = this.#counted.getOrInsertComputed(order.orderId, () => ({ known: 0, unseen: undefined }))
    if (counted.unseen !== undefined && isShown(this.#context, order, counted.unseen)) counted.known += 1
    const isProductOrder = isAskedFor(this.#context, order, change)
    counted.unseen = isProductOrder || !isVisible(order, change) ? undefined : change
    if (!isProductOrder) return
    counted.known += 1
    const trails =
      change.orderType === 'SL' &&
      order.resting === 'armed' &&
      change.quantity === order.quantity &&
      (change.triggerPrice ?? 0) > order.triggerPrice
    if (trails && counted.known > MAX_TRAILING)
      findings.add(
        'I14',
        order.account,
        `trail ${order.orderId}`,
        `trailing went on after ${counted.known - 1} changes`,
      )
  }
}

/** Whether a change makes the order another than it is. */
function isVisible({ quantity, triggerPrice, price }: OrderLife, change: OrderChange): boolean {
  return change.quantity !== quantity || change.triggerPrice !== triggerPrice || change.price !== price
}

/** Whether the rows show the terms of a change, so that a reader of the rows knows of it. */
function isShown(
  context: CheckerContext,
  { account, orderId }: OrderLife,
  { triggerPrice, price }: OrderChange,
): boolean {
  const row = rowOf(context, account, orderId)
  return row !== undefined && row.trigger === triggerPrice && row.price === price
}

/** Whether a call of ours asked for the change. */
function isAskedFor({ callLog }: CheckerContext, { account, orderId }: OrderLife, change: OrderChange): boolean {
  return callLog.of(account).some(({ kind, orderId: of, terms }) => {
    if (kind !== 'modify' || of !== orderId || terms === null || terms.kind !== change.orderType) return false
    const { price, trigger } = { price: undefined, trigger: undefined, ...terms }
    return terms.quantity === change.quantity && price === change.price && (trigger ?? 0) === (change.triggerPrice ?? 0)
  })
}

import type { FaultKind } from '../chance/faults.ts'
import type { Holding } from './books.ts'
import type { Parts } from './parts.ts'

/** After these the book may lack an order for so long that it counts as never taken. */
const HIDING: readonly FaultKind[] = ['taken_unseen', 'orders_hidden', 'book_stale', 'book_cut']
const HIDDEN_MS = 60_000

/** Whether all that was bought in a contract was bought without anybody's being able to know: no answer, not in the book. */
export function isUnseen({ books, called, troubles }: Parts, holding: Holding, now: number): boolean {
  if (!troubles.struck(holding.account, HIDING, now, HIDDEN_MS)) return false
  for (const order of books.ordersOf(holding)) {
    if (!order.isOurs || order.side !== 'BUY') continue
    const call = called.of(holding.account).find(({ tag }) => tag === order.tag)
    if (call?.answer?.type === 'accepted') return false
  }
  return true
}

/** Whether no book may tell yet of the last sale in a contract: then nobody can know how its trade ended. */
export function isSaleUnseen({ troubles }: Parts, { account, filledAt }: Holding, now: number): boolean {
  return filledAt > now - HIDDEN_MS && troubles.struck(account, [...HIDING, 'sale_unseen', 'stuck'], now, HIDDEN_MS)
}

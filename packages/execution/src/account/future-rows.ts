import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Ledger } from './ledger.ts'

/** Fields that hold instants of our own clock. The exchange's (`updatedAt`) are no business of it. */
const INSTANT = /(?:At|Since)$|^(?:at|since|notBefore|deadline)$/
const OF_OTHERS = 'updatedAt'

/**
 * Takes rows that a process with a wrong clock wrote ahead of `now` for rows of now, in memory alone: by what they say no
 * newer reading would ever count, no doubt be settled and no exit be due. The rows themselves stay as they were written.
 * Only what may still act is looked at.
 */
export function bringBackFromFuture(ledger: Ledger, now: EpochMs): void {
  const { state } = ledger
  for (const { view } of state.restless()) {
    const { trade, intents, orders } = view
    state.apply({ type: 'trade', trade: notAfter(trade, now) })
    for (const intent of intents) state.apply({ type: 'intent', intent: notAfter(intent, now) })
    for (const order of orders) state.apply({ type: 'order', order: notAfter(order, now), on: state.on })
  }
}

/** The row with every instant of ours that lies ahead set to `now`; the row itself when there is none. */
function notAfter<T extends object>(row: T, now: EpochMs): T {
  const changed = Object.entries(row).flatMap(([key, value]: [string, unknown]): (readonly [string, unknown])[] => {
    if (typeof value === 'number' && value > now && key !== OF_OTHERS && INSTANT.test(key)) return [[key, now]]
    if (key !== 'outcome' || typeof value !== 'object' || value === null) return []
    const outcome = notAfter(value, now)
    return outcome === value ? [] : [[key, outcome]]
  })
  return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) }
}

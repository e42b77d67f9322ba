import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** Reasons of the pre-trade check that show nothing but: too late, or the price, the funds or the clock were read too long ago. */
const LATE_CODES: ReadonlySet<string> = new Set(['decision_stale', 'price_stale', 'funds_unknown', 'clock_skew'])

/** No row of the refusals and no order at the broker: the request was withheld, or the decision never reached the account. */
const UNANSWERED = 'unanswered'

/** An order belongs to a decision when it reached the broker this soon after the decision's bar; re-prices included. */
const ORDER_WITHIN_MS = 30_000

/** A decision to enter, as the log has it. */
export interface EntryDecision {
  readonly id: string
  readonly symbol: IndexSymbol
  readonly tradingsymbol: string
  readonly barEnd: EpochMs
}

/** What one account made of the decisions, read from outside. */
export interface AccountObservation {
  /** Decisions of earlier bars do not count: the account was not armed yet. */
  readonly armedAt: EpochMs
  readonly symbols: readonly IndexSymbol[]
  /** Codes of the refusals by decision. */
  readonly refusals: ReadonlyMap<string, string>
  /** Buy orders that reached the broker. */
  readonly orders: readonly { readonly tradingsymbol: string; readonly at: EpochMs }[]
}

/** Decisions by account, counted by what came of them. */
export interface Tally {
  readonly ordered: number
  /** By the reason. */
  readonly late: ReadonlyMap<string, number>
  /** Refused for reasons that have nothing to do with lateness: an open position, a pause after an exit, a limit. */
  readonly others: ReadonlyMap<string, number>
}

/** Sorts each decision of each account by what came of it. One that led to an order counts as ordered whatever followed. */
export function tallyOf(decisions: Iterable<EntryDecision>, accounts: readonly AccountObservation[]): Tally {
  const late = new Map<string, number>()
  const others = new Map<string, number>()
  let ordered = 0
  const list = [...decisions]
  for (const account of accounts) {
    for (const decision of list) {
      if (decision.barEnd < account.armedAt || !account.symbols.includes(decision.symbol)) continue
      if (account.orders.some((order) => isOf(order, decision))) {
        ordered += 1
        continue
      }
      const code = account.refusals.get(decision.id) ?? UNANSWERED
      const into = code === UNANSWERED || LATE_CODES.has(code) ? late : others
      into.set(code, (into.get(code) ?? 0) + 1)
    }
  }
  return { ordered, late, others }
}

/** Of the decisions that could trade, the share that led to an order; undefined while there is none. */
export function shareOrdered({ ordered, late }: Tally): number | undefined {
  const could = ordered + sum(late)
  return could === 0 ? undefined : ordered / could
}

export function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}

function isOf(order: AccountObservation['orders'][number], decision: EntryDecision): boolean {
  const after = order.at - decision.barEnd
  return order.tradingsymbol === decision.tradingsymbol && after >= 0 && after < ORDER_WITHIN_MS
}

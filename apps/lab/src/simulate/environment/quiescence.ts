import { netQuantity } from '@strikewise/exchange/state/account-state.ts'
import { isUnresolved } from '@strikewise/execution/intent/intent.ts'
import type { Simulation } from './simulation.ts'

/** A call whose caller no longer waits has arrived by then, if it ever does. */
const CALL_OVER_MS = 10_000
/** A decision is too old for an entry after this, and one announced twice was announced again. */
export const DECISION_OVER_MS = 25_000
/** From a ticket's deadline to its refusal for it. */
const TICKET_OVER_MS = 5_000
/** From an offer's deadline until its user has tried without success. */
const OFFER_OVER_MS = 3_000

/**
 * Whether nothing more can come of the day: every decision was handled by every account, and the exchange, the store and the
 * local files agree that nothing is held, resting, in doubt or unwritten.
 */
export function isQuiescent(simulation: Simulation): boolean {
  const {
    accounts,
    calls,
    chooser,
    decisions,
    exchange,
    lease,
    processes,
    shape,
    store,
    offlineJournals,
    startAt,
    time,
  } = simulation
  const { tickets, faultConditions } = simulation
  const { now } = time
  const lastSignal = shape.signals.at(-1)
  if (lastSignal !== undefined && now <= startAt + lastSignal.afterMs) return false
  for (let i = calls.length - 1; i >= 0 && now < calls[i]!.leftAt + CALL_OVER_MS; i -= 1)
    if (calls[i]!.answer === undefined) return false
  for (const account of accounts) {
    // What lies on a machine that does not lead the account waits until it does.
    const leader = processes.find(({ name }) => name === lease.of(account).holder?.name)
    if (leader !== undefined && offlineJournals.isWaiting(leader.machine, account)) return false
    if (store.intentsOf(account).some(isUnresolved)) return false
    const answered = new Set<string>()
    for (const { decisionId, state } of store.tradesOf(account)) {
      if (state !== 'closed' && state !== 'abandoned') return false
      answered.add(decisionId)
    }
    // A refusal dated by a wrong clock keeps no process whose clock is right from entering.
    for (const { decisionId, on, message } of store.refusalsOf(account)) {
      if (on === shape.day) answered.add(decisionId)
      if (!chooser.active || message?.code !== 'refusal.approval_needed') continue
      if (now < message.until + OFFER_OVER_MS) return false
    }
    for (const { id, barEnd } of decisions) if (now < barEnd + DECISION_OVER_MS && !answered.has(id)) return false
    for (const { account: of, ticket } of tickets) {
      const isOver = now >= Math.max(ticket.validUntil, faultConditions.storeDownUntil) + TICKET_OVER_MS
      if (of === account && !isOver && !answered.has(ticket.id)) return false
    }
    const { live, positions } = exchange.state.accounts.get(account)!
    if (live.size > 0) return false
    for (const position of positions.values()) {
      const { contract, product } = position
      if (netQuantity(position) === 0) continue
      // What was converted is its owner's, once that was noticed.
      if (product === 'MIS' || !hasNoticed(simulation, account, contract.tradingsymbol)) return false
    }
  }
  return true
}

/** Whether a trade of the contract has it that units of it were converted to another product. */
function hasNoticed({ store }: Simulation, account: string, tradingsymbol: string): boolean {
  return store
    .tradesOf(account)
    .some(({ contract, converted }) => contract.tradingsymbol === tradingsymbol && converted !== undefined)
}

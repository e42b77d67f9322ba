import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { CheckerContext } from '../checker-context.ts'

/** What a trade was entered for. */
export interface EntrySeen {
  readonly contract: OptionContract
  readonly stopDistance: Paise
  /** The price that the entry's limit is compared with: the mid of the decision, or the limit of the ticket. */
  readonly price: number
  /** Undefined: a ticket of its user. */
  readonly decision: Decision | undefined
  /** Undefined: a decision of the engine. */
  readonly ticket: EntryTicket | undefined
}

/** What asked for a trade, as the session has it; undefined: nothing did. */
export function entryOf(
  { observations }: Pick<CheckerContext, 'observations'>,
  trade: Pick<Trade, 'accountId' | 'decisionId'> | undefined,
): EntrySeen | undefined {
  if (trade === undefined) return undefined
  const ticket = observations.tickets.find(
    (one) => one.account === trade.accountId && one.ticket.id === trade.decisionId,
  )?.ticket
  if (ticket !== undefined)
    return {
      contract: ticket.contract,
      stopDistance: ticket.stopDistance,
      price: ticket.limit,
      decision: undefined,
      ticket,
    }
  const decision = observations.decisions.find(({ id }) => id === trade.decisionId)
  if (decision?.entry == null) return undefined
  const { contract, stopDistance, mid } = decision.entry
  return { contract, stopDistance, price: mid, decision, ticket: undefined }
}

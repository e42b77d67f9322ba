import { sql, type RawBuilder } from 'kysely'

/** Condition on `entry_refusals`: a signal was refused, no ticket. Who sends a ticket sees its refusal there and then. */
export function isOfSignal(): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from entry_tickets where entry_tickets.id = entry_refusals.decision_id)`
}

import { randomUUID } from 'node:crypto'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { TICKET_VALID_MS, type EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import { sql, type Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'

/** The ticket of these terms, dated now. */
export function newTicket(
  terms: Pick<EntryTicket, 'mode' | 'contract' | 'lots' | 'limit' | 'slBuffer' | 'trailing' | 'spot'> & {
    readonly stop: Paise
  },
  now: EpochMs,
): EntryTicket {
  const { stop, ...rest } = terms
  return {
    ...rest,
    id: randomUUID(),
    stopDistance: (terms.limit - stop) as Paise,
    askedAt: now,
    validUntil: (now + TICKET_VALID_MS) as EpochMs,
    channel: 'web',
  }
}

/**
 * Stores a ticket in the caller's transaction: from its commit on the executor carries it out. One at a time: throws DomainError
 * `ticket_pending` while another may still trade.
 */
export async function storeTicket(tx: Kysely<Database>, userId: string, ticket: EntryTicket): Promise<void> {
  // Two devices that send at once: the second sees the first one's row.
  await sql`select pg_advisory_xact_lock(hashtextextended('entry_tickets ' || ${userId}, 0))`.execute(tx)
  const pending = await tx
    .selectFrom('entry_tickets')
    .select('id')
    .where('account_id', '=', userId)
    .where('valid_until', '>', ticket.askedAt)
    .where(
      sql<boolean>`not exists (
        select from trades t where t.account_id = ${userId} and t.decision_id = entry_tickets.id
      ) and not exists (
        select from entry_refusals r where r.account_id = ${userId} and r.decision_id = entry_tickets.id
      )`,
    )
    .executeTakeFirst()
  if (pending !== undefined) throw new DomainError({ code: 'problem.ticket_pending' })
  const { contract } = ticket
  await tx
    .insertInto('entry_tickets')
    .values({
      id: ticket.id,
      user_id: userId,
      account_id: userId,
      on_day: istDateAt(ticket.askedAt),
      symbol: contract.symbol,
      mode: ticket.mode,
      contract: JSON.stringify(contract),
      lots: ticket.lots,
      limit_paise: ticket.limit,
      stop_distance_paise: ticket.stopDistance,
      sl_buffer_paise: ticket.slBuffer,
      trails: ticket.trailing,
      spot_paise: ticket.spot,
      asked_at: ticket.askedAt,
      valid_until: ticket.validUntil,
      channel: ticket.channel,
    })
    .execute()
}

import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Caller } from '../identity/caller.ts'
import type { Database } from '../store/database.ts'
import { createTicket } from './create-ticket.ts'

/**
 * Stores a user's grievance about personal data as a support ticket under their own name and address; the privacy page
 * names the time of the answer. Returns the ticket's name. Throws DomainError when too many come from the address.
 */
export function createGrievance(
  tx: Kysely<Database>,
  config: Pick<Config, 'support'>,
  { userId, name, email }: Pick<Caller, 'userId' | 'name' | 'email'>,
  text: string,
  { address, now }: { readonly address: string; readonly now: EpochMs },
): Promise<string> {
  return createTicket(tx, config, { name, email, topic: 'grievance', text }, address, { userId, now })
}

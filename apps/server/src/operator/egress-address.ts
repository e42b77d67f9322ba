import { sql, type Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'

interface EgressAddress {
  readonly userId: string
  /** Null: none, and then no order leaves. */
  readonly address: string | null
  readonly sameFamily: boolean
}

/**
 * Throws DomainError `not_found.live_link` where the user has none, and `address_taken` for the address of another account unless
 * the operator shows that it is one family's (India sheet §11.2).
 */
export async function checkEgressAddress(
  tx: Kysely<Database>,
  { userId, address, sameFamily }: EgressAddress,
): Promise<void> {
  const links = await tx
    .selectFrom('broker_links')
    .select(['user_id', 'egress_address'])
    .where('mode', '=', 'live')
    .where((is) => is.or([is('user_id', '=', userId), is('egress_address', '=', address)]))
    .execute()
  if (!links.some((link) => link.user_id === userId)) throw new DomainError({ code: 'problem.not_found.live_link' })
  const isTaken = links.some((link) => link.user_id !== userId && link.egress_address === address)
  if (address !== null && isTaken && !sameFamily) throw new DomainError({ code: 'problem.address_taken' })
}

/** Sets from which address the orders of a user's live link leave. Throws what `checkEgressAddress` throws. */
export async function setEgressAddress(tx: Kysely<Database>, change: EgressAddress): Promise<void> {
  // Two accounts given one address at once would not see each other.
  await sql`select pg_advisory_xact_lock(hashtext('egress addresses'))`.execute(tx)
  await checkEgressAddress(tx, change)
  await tx
    .updateTable('broker_links')
    .set({ egress_address: change.address })
    .where('user_id', '=', change.userId)
    .where('mode', '=', 'live')
    .execute()
}

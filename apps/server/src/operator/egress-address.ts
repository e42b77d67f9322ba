import { sql, type Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'

/**
 * Reports from which address the orders of a user's live link leave; null: from none, and then none leave. An address of another
 * account is refused unless the operator shows that it is one family's (India sheet §11.2). Throws ApiFailure.
 */
export async function setEgressAddress(
  tx: Kysely<Database>,
  { userId, address, sameFamily }: { userId: string; address: string | null; sameFamily: boolean },
): Promise<void> {
  // Two accounts given one address at once would not see each other.
  await sql`select pg_advisory_xact_lock(hashtext('egress addresses'))`.execute(tx)
  const other =
    address === null
      ? undefined
      : await tx
          .selectFrom('broker_links')
          .select('user_id')
          .where('egress_address', '=', address)
          .where('user_id', '!=', userId)
          .executeTakeFirst()
  if (other !== undefined && !sameFamily) throw new DomainError({ code: 'problem.address_taken' })
  const set = await tx
    .updateTable('broker_links')
    .set({ egress_address: address })
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .executeTakeFirst()
  if (set.numUpdatedRows === 0n) throw new DomainError({ code: 'problem.not_found.live_link' })
}

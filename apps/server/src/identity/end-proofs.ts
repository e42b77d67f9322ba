import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/**
 * Ends what stands for a proof of the user from before: links to reset the password, devices that are not asked for a code,
 * sign-ins that wait for one.
 */
export async function endProofs(db: Kysely<Database>, userId: string): Promise<void> {
  await sql`delete from identity_verifications where value = ${userId}`.execute(db)
}

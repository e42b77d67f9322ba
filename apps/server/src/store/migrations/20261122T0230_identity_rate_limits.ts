import { sql, type Kysely } from 'kysely'

/** Requests to identity are counted in `rate_buckets`, as all others that the store counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table identity_rate_limits`.execute(db)
}

import { sql, type Kysely } from 'kysely'

/** As many as packages/execution/src/lease/shard.ts counts. */
const LAST_SHARD = 63

/**
 * Executors lead shards of the accounts, each under a lease of its own, where one lease was for all. Each shard goes on
 * from that lease: from its epoch, so that the older one's writes are refused, and no sooner than it ends. An executor of
 * the version before loses its lease with this and can never have it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into leases (name, holder, epoch, expires_at)
    select 'trader/' || shard, holder, epoch, expires_at
    from leases cross join generate_series(0, ${sql.lit(LAST_SHARD)}) as shard
    where name = 'trader'`.execute(db)
  await sql`
    update leases set holder = 'by shard', expires_at = 'infinity' where name = 'trader'`.execute(db)
}

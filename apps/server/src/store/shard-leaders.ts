import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** The process that leads each shard of the accounts, by the lease's name; undefined: its lease has run out, or was released. */
export async function shardLeaders(db: Kysely<Database>): Promise<ReadonlyMap<string, number | undefined>> {
  const rows = await db
    .selectFrom('leases')
    .select(['name', 'holder', sql<boolean>`expires_at > now()`.as('isHeld')])
    .where('name', 'like', 'trader/%')
    .execute()
  return new Map(rows.map(({ name, holder, isHeld }) => [name, isHeld ? Number(holder.split('/')[1]) : undefined]))
}

/** How many shards each process leads. A process that leads none is left out. */
export async function shardsByProcess(db: Kysely<Database>): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const pid of (await shardLeaders(db)).values())
    if (pid !== undefined) counts.set(pid, (counts.get(pid) ?? 0) + 1)
  return counts
}

import { setTimeout as delay } from 'node:timers/promises'
import { hostname } from 'node:os'
import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** How long a holder that stopped renewing keeps its lease, by the store's own clock. */
const LEASE_MS = 10_000
const RENEW_MS = 2_500
const RETRY_MS = 500

/** The right to be the only one to do a thing. Each new holder has a higher epoch. */
export interface Lease {
  readonly epoch: number
  /** False from the moment another holder may have taken it. */
  held(): boolean
  /** True once the store has said that another holder took it, or it was released. A store that is away says nothing. */
  passed(): boolean
  release(): Promise<void>
}

/**
 * Waits until the lease `name` is ours and keeps renewing it. A holder on this machine whose process is gone is succeeded
 * at once, any other after its time is up. Rejects with the signal's reason when aborted while waiting.
 */
export async function holdLease(db: Kysely<Database>, name: string, signal: AbortSignal): Promise<Lease> {
  const holder = `${hostname()}/${process.pid}/${crypto.randomUUID()}`
  let epoch = await take(db, name, holder)
  while (epoch === undefined) {
    await delay(RETRY_MS, undefined, { signal })
    epoch = await take(db, name, holder)
  }
  return keep(db, name, holder, epoch)
}

function keep(db: Kysely<Database>, name: string, holder: string, epoch: number): Lease {
  let heldUntil = performance.now() + LEASE_MS
  let passed = false
  const renew = async () => {
    const asked = performance.now()
    try {
      const renewed = await db
        .updateTable('leases')
        .set({ expires_at: sql`now() + ${`${LEASE_MS} milliseconds`}::interval` })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .executeTakeFirst()
      // Counted from before the asking: the store's clock may only be later.
      if (renewed.numUpdatedRows === 1n) heldUntil = asked + LEASE_MS
      else passed = true
    } catch {
      // The store is away: the lease runs out by itself, and `held` says so in time. Nobody else can take it meanwhile.
    }
  }
  const timer = setInterval(() => void renew(), RENEW_MS)
  timer.unref()
  return {
    epoch,
    held: () => !passed && performance.now() < heldUntil,
    passed: () => passed,
    async release() {
      passed = true
      clearInterval(timer)
      await db
        .updateTable('leases')
        .set({ expires_at: sql`now()` })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
    },
  }
}

/** Takes the lease when it is free; the new epoch, or undefined while somebody else holds it. */
async function take(db: Kysely<Database>, name: string, holder: string): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('leases')
      .values({ name, holder: '', epoch: 0, expires_at: sql`now()` })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const row = await tx
      .selectFrom('leases')
      .select(['holder', 'epoch', sql<boolean>`expires_at <= now()`.as('free')])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!row.free && !isGone(row.holder)) return undefined
    const epoch = row.epoch + 1
    await tx
      .updateTable('leases')
      .set({ holder, epoch, expires_at: sql`now() + ${`${LEASE_MS} milliseconds`}::interval` })
      .where('name', '=', name)
      .execute()
    return epoch
  })
}

/** True when the holder ran on this machine and its process is no more: it can never come back. */
function isGone(holder: string): boolean {
  const [host, pid] = holder.split('/')
  if (host !== hostname() || pid === undefined || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

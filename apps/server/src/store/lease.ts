// @invariant lease-by-both-clocks
import { readlinkSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import {
  holdStoreLease,
  type LeaseRows,
  type LeaseTime,
  type StoreLease,
} from '@strikewise/execution/lease/store-lease.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** This machine's clocks and timers. */
const machineTime: LeaseTime = {
  wall: () => Date.now(),
  mono: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
}

/**
 * Waits until the lease `name` is ours and keeps renewing it. A holder among this kernel's processes that has ended is
 * succeeded at once, any other after its time. Rejects with the signal's reason when aborted while waiting.
 */
export function holdLease(db: Kysely<Database>, name: string, signal: AbortSignal): Promise<StoreLease> {
  const holder = leaseHolderId(processSpace(), process.pid)
  return holdStoreLease(leaseRows(db), machineTime, name, holder, signal)
}

/** The `leases` table. */
export function leaseRows(db: Kysely<Database>): LeaseRows {
  return {
    take: (name, holder, leaseMs) =>
      db.transaction().execute(async (tx) => {
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
        if (!row.free && !processHasExited(row.holder, processSpace())) return undefined
        const epoch = row.epoch + 1
        await tx
          .updateTable('leases')
          .set({ holder, epoch, expires_at: inFuture(leaseMs) })
          .where('name', '=', name)
          .execute()
        return epoch
      }),
    async renew(name, holder, leaseMs) {
      const renewed = await db
        .updateTable('leases')
        .set({ expires_at: inFuture(leaseMs) })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .executeTakeFirst()
      return renewed.numUpdatedRows === 1n
    },
    async release(name, holder) {
      await db
        .updateTable('leases')
        .set({ expires_at: sql`now()` })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
    },
  }
}

function inFuture(ms: number) {
  return sql<Date>`now() + ${`${ms} milliseconds`}::interval`
}

/** Names one holder: no two are ever equal, and `processHasExited` can read in it where its process ran. */
export function leaseHolderId(space: string | undefined, pid: number): string {
  return `${space ?? 'unknown'}/${pid}/${crypto.randomUUID()}`
}

/**
 * Where the process ids of this process mean something: one boot of one kernel, and in it one namespace of process ids.
 * Containers on one machine differ in the second part whatever host name they were given. Undefined where the system
 * does not show it.
 */
function processSpace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const namespace = readlinkSync('/proc/self/ns/pid')
    return boot === '' ? undefined : `${boot} ${namespace}`
  } catch {
    // Not Linux, or no /proc: a holder's process id proves nothing, and its lease is waited for.
    return undefined
  }
}

/**
 * True when the holder ran in this process space and its process has ended: it can never come back. A holder of any other
 * space may live, whatever its process id.
 */
export function processHasExited(holder: string, ownSpace: string | undefined): boolean {
  const [space, pid] = holder.split('/')
  if (ownSpace === undefined || space !== ownSpace || pid === undefined || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

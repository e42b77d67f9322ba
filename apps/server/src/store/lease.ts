// @invariant lease-by-both-clocks
import { readlinkSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ANNOUNCEMENTS, type LeaseRows } from '@strikewise/execution/lease/lease-rows.ts'
import { shardLeases } from '@strikewise/execution/lease/shard-leases.ts'
import { holdStoreLease, type LeaseTime, type StoreLease } from '@strikewise/execution/lease/store-lease.ts'
import type { LeasePort } from '@strikewise/execution/ports.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** Of a lease that no one has taken yet, or that was released. */
const NO_HOLDER = ''

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
  return holdStoreLease(leaseRows(db), machineTime, name, newLeaseHolder(), signal)
}

/** The shards of `holder`. `isFit` as for `shardLeases`. */
export function openShardLeases(db: Kysely<Database>, holder: string, isFit: () => boolean): LeasePort {
  return shardLeases(leaseRows(db), machineTime, holder, isFit)
}

/** A holder of leases in this process that has had none before: each start of an executor is one. */
export function newLeaseHolder(): string {
  return leaseHolderId(processSpace(), process.pid)
}

/** The `leases` table. */
export function leaseRows(db: Kysely<Database>): LeaseRows {
  return {
    async take(names, holder, leaseMs) {
      let rows = await rowsOf(db, names)
      if (rows.length < names.length) {
        await addRows(db, names)
        rows = await rowsOf(db, names)
      }
      const ended = endedHolders(rows.filter(({ free }) => !free))
      if (ended.length === 0 && !rows.some(({ free }) => free)) return new Map()
      // Rows that another transaction has locked are being taken or renewed: they are left to it.
      const taken = await sql<{ name: string; epoch: number }>`
        with free as (
          select name from leases
          where name = any (${names}::text[]) and (expires_at <= now() or holder = any (${ended}::text[]))
          order by name
          for update skip locked
        )
        update leases set holder = ${holder}, epoch = epoch + 1, expires_at = ${inFuture(leaseMs)}
        from free
        where leases.name = free.name
        returning leases.name, epoch`.execute(db)
      return new Map(taken.rows.map(({ name, epoch }) => [name, epoch]))
    },
    async renew(names, holder, leaseMs) {
      const { rows } = await sql<{ name: string | null; holder: string; left_ms: number }>`
        with own as (
          select name from leases where name = any (${names}::text[]) and holder = ${holder} order by name for update
        ), renewed as (
          update leases set expires_at = ${inFuture(leaseMs)} from own where leases.name = own.name
          returning leases.name
        )
        select name, '' as holder, 0 as left_ms from renewed
        union all
        select null, holder, (extract(epoch from expires_at - now()) * 1000)::integer from leases
        where starts_with(name, ${ANNOUNCEMENTS}) and expires_at > now()`.execute(db)
      const held = new Set(rows.flatMap(({ name }) => (name === null ? [] : [name])))
      const announced = rows.filter(({ name }) => name === null)
      const ended = endedHolders(announced)
      const executors = announced
        .filter((one) => !ended.includes(one.holder))
        .map((one) => ({ holder: one.holder, leftMs: one.left_ms }))
      return { held, executors }
    },
    async release(epochs, holder) {
      await sql`
        with own as (
          select name from leases
          join unnest(${[...epochs.keys()]}::text[], ${[...epochs.values()]}::bigint[]) as released (name, epoch)
            using (name, epoch)
          where holder = ${holder}
          order by name
          for update of leases
        )
        update leases set holder = ${NO_HOLDER}, expires_at = now() from own where leases.name = own.name`.execute(db)
    },
  }
}

interface LeaseRow {
  readonly holder: string
  readonly free: boolean
}

function rowsOf(db: Kysely<Database>, names: readonly string[]): Promise<LeaseRow[]> {
  return db
    .selectFrom('leases')
    .select(['holder', sql<boolean>`expires_at <= now()`.as('free')])
    .where('name', 'in', names)
    .execute()
}

/** A lease is asked for by name for the first time. Announcements of executors that are long gone make room. */
async function addRows(db: Kysely<Database>, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('leases')
    .where(sql<boolean>`starts_with(name, ${ANNOUNCEMENTS}) and expires_at < now() - interval '1 day'`)
    .execute()
  await db
    .insertInto('leases')
    .values(names.map((name) => ({ name, holder: NO_HOLDER, epoch: 0, expires_at: sql<Date>`now()` })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Those of the holders whose process is known to have ended. */
function endedHolders(rows: readonly { readonly holder: string }[]): readonly string[] {
  const space = processSpace()
  return [...new Set(rows.map(({ holder }) => holder))].filter((holder) => processHasExited(holder, space))
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

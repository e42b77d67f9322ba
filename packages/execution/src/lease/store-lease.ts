// @invariant lease-by-both-clocks A lease counts from the question, by both clocks; only a process of the same
//   process space is known to have ended.
import type { Lease } from '../ports.ts'

/** How long a holder that stopped renewing keeps its lease, by the store's own clock. */
export const LEASE_MS = 10_000
const RENEW_MS = 2_500
const RETRY_MS = 500
/** Clocks that have gone on by no more than this apart agree. */
const AGREE_MS = 2_000

/** The leases as the store keeps them, one row a name. A call rejects when the store cannot be asked. */
export interface LeaseRows {
  /**
   * Takes the lease for `leaseMs` when it is free, has expired, or its holder is known to have ended. Returns the new
   * epoch, or undefined while another holder has it.
   */
  take(name: string, holder: string, leaseMs: number): Promise<number | undefined>
  /** Extends the lease by `leaseMs` from the store's present; false when it is not `holder`'s any more. */
  renew(name: string, holder: string, leaseMs: number): Promise<boolean>
  /** Ends the lease now, if it is still `holder`'s. */
  release(name: string, holder: string): Promise<void>
}

/** The two clocks of a machine, and its timers. Milliseconds. */
export interface LeaseTime {
  /** The wall clock: it goes on while the machine is suspended, and can be set. */
  wall(): number
  /** A clock that never steps: it stands still while the machine is suspended. */
  mono(): number
  /** Calls `work` every `ms`. Returns the function that ends it. */
  every(ms: number, work: () => void): () => void
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export interface StoreLease extends Lease {
  /** False until another holder is known to have the lease: a store that is away shows nothing. */
  canModify(): boolean
}

/**
 * Waits until the lease `name` is `holder`'s and keeps renewing it. Rejects with the signal's reason when aborted while
 * waiting, and with the store's error when it cannot be asked.
 *
 * The lease counts from the instant the store was asked, never from its answer: the store's own clock starts between the
 * two. Both clocks of the machine must agree that it still runs, for one of them stands still while a machine is suspended.
 */
export async function holdStoreLease(
  rows: LeaseRows,
  time: LeaseTime,
  name: string,
  holder: string,
  signal: AbortSignal,
): Promise<StoreLease> {
  for (;;) {
    const asked = instantOf(time)
    const epoch = await rows.take(name, holder, LEASE_MS)
    if (epoch !== undefined) return keep(rows, time, name, holder, epoch, asked)
    await time.sleep(RETRY_MS, signal)
  }
}

interface Instant {
  readonly wall: number
  readonly mono: number
}

function instantOf(time: LeaseTime): Instant {
  return { wall: time.wall(), mono: time.mono() }
}

function keep(
  rows: LeaseRows,
  time: LeaseTime,
  name: string,
  holder: string,
  epoch: number,
  taken: Instant,
): StoreLease {
  /** When the store was last asked with success. */
  let from = taken
  let passed = false
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  const end = () => {
    passed = true
    stopRenewing()
    lose()
  }
  const renew = async () => {
    const asked = instantOf(time)
    try {
      if (!(await rows.renew(name, holder, LEASE_MS))) end()
      // An older question may be answered after a younger one.
      else if (asked.mono >= from.mono) from = asked
    } catch {
      // The store is away: the lease expires by itself, and `held` reports it in time. No one else can take it meanwhile.
    }
  }
  const stopRenewing = time.every(RENEW_MS, () => void renew())
  let isAskedBetween = false
  /** The clocks disagree: one of them stepped, or stood still. The store knows, and nothing is placed until it has answered. */
  const renewBetween = async () => {
    if (isAskedBetween) return
    isAskedBetween = true
    await renew()
    isAskedBetween = false
  }
  const held = () => {
    if (passed) return false
    const monoPassed = time.mono() - from.mono
    const wallPassed = time.wall() - from.wall
    const byMono = monoPassed < LEASE_MS
    // Where they disagree the machine was suspended or its wall clock was set, perhaps both: neither shows how long it was.
    const byWall = wallPassed < LEASE_MS && Math.abs(wallPassed - monoPassed) <= AGREE_MS
    if (byMono !== byWall) void renewBetween()
    return byMono && byWall
  }
  return {
    epoch,
    held,
    canModify: () => !passed,
    lost,
    async release() {
      end()
      await rows.release(name, holder)
    },
  }
}

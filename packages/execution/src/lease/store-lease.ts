// @invariant lease-by-both-clocks A lease counts from the question, by both clocks; only a process of the same
//   process space is known to have ended.
import type { Lease } from '../ports.ts'
import type { LeaseRows, Renewal } from './lease-rows.ts'

/**
 * How long a holder that stopped renewing keeps its lease, by the store's own clock. An account of an executor that died is
 * acted on by another within ten seconds: this, and three for taking its rows and the broker's books over (record 42).
 */
export const LEASE_MS = 7_000
/** How often leases are renewed: a process that stands still for five seconds, or misses two answers, keeps them. */
export const RENEW_MS = 1_750
/** How often a lease is asked for that another has. */
export const RETRY_MS = 500
/** Clocks that have gone on by no more than this apart agree. */
const AGREE_MS = 2_000

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
 */
export async function holdStoreLease(
  rows: LeaseRows,
  time: LeaseTime,
  name: string,
  holder: string,
  signal: AbortSignal,
): Promise<StoreLease> {
  const leases = new HeldLeases(rows, time, holder)
  for (;;) {
    const lease = (await leases.take([name])).get(name)
    if (lease !== undefined) return lease
    await time.sleep(RETRY_MS, signal)
  }
}

interface Instant {
  readonly wall: number
  readonly mono: number
}

interface OwnLease extends StoreLease {
  readonly name: string
  /** When the store was last asked with success. */
  from: Instant
  /** It is not ours any more. */
  end(): void
}

/**
 * The leases of one holder, renewed together.
 *
 * A lease counts from the instant the store was asked, never from its answer: the store's own clock starts between the
 * two. Both clocks of the machine must agree that it still runs, for one of them stands still while a machine is suspended.
 */
export class HeldLeases {
  readonly #rows: LeaseRows
  readonly #time: LeaseTime
  readonly #holder: string
  readonly #onRenewal: (renewal: Renewal) => void
  readonly #held = new Set<OwnLease>()
  #stopRenewing: (() => void) | undefined
  #isAskedBetween = false
  /** When the store was asked for the newest renewal that was answered. */
  #renewedAt = Number.NEGATIVE_INFINITY
  #toRelease = new Map<string, number>()
  #releasing: Promise<void> | undefined

  /** `onRenewal` gets what each renewal showed, never an older one after a newer one. */
  constructor(rows: LeaseRows, time: LeaseTime, holder: string, onRenewal: (renewal: Renewal) => void = () => {}) {
    this.#rows = rows
    this.#time = time
    this.#holder = holder
    this.#onRenewal = onRenewal
  }

  /** Takes those of the leases that can be had now. Rejects with the store's error. */
  async take(names: readonly string[]): Promise<ReadonlyMap<string, StoreLease>> {
    const asked = this.#now()
    const epochs = await this.#rows.take(names, this.#holder, LEASE_MS)
    const taken = [...epochs].map(([name, epoch]) => [name, this.#keep(name, epoch, asked)] as const)
    if (this.#held.size > 0) this.#stopRenewing ??= this.#time.every(RENEW_MS, () => void this.renew())
    return new Map(taken)
  }

  /** Renews all of them now, in one statement. Never rejects. */
  async renew(): Promise<void> {
    const asked = this.#now()
    const leases = [...this.#held]
    try {
      const renewal = await this.#rows.renew(
        leases.map(({ name }) => name),
        this.#holder,
        LEASE_MS,
      )
      for (const lease of leases)
        if (!renewal.held.has(lease.name)) lease.end()
        // An older question may be answered after a younger one.
        else if (asked.mono >= lease.from.mono) lease.from = asked
      if (asked.mono < this.#renewedAt) return
      this.#renewedAt = asked.mono
      this.#onRenewal(renewal)
    } catch {
      // The store is away: the leases expire by themselves, and `held` reports it in time. No one else can take them meanwhile.
    }
  }

  /** The clocks disagree: one of them stepped, or stood still. The store knows, and nothing is placed until it has answered. */
  async #renewBetween(): Promise<void> {
    if (this.#isAskedBetween) return
    this.#isAskedBetween = true
    await this.renew()
    this.#isAskedBetween = false
  }

  #keep(name: string, epoch: number, taken: Instant): OwnLease {
    let passed = false
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    const lease: OwnLease = {
      name,
      epoch,
      from: taken,
      held: () => !passed && this.#runs(lease.from),
      canModify: () => !passed,
      lost,
      end: () => {
        passed = true
        this.#held.delete(lease)
        if (this.#held.size === 0) this.#stop()
        lose()
      },
      release: () => {
        lease.end()
        return this.#release(name, epoch)
      },
    }
    this.#held.add(lease)
    return lease
  }

  #runs(from: Instant): boolean {
    const monoPassed = this.#time.mono() - from.mono
    const wallPassed = this.#time.wall() - from.wall
    const byMono = monoPassed < LEASE_MS
    // Where they disagree the machine was suspended or its wall clock was set, perhaps both: neither shows how long it was.
    const byWall = wallPassed < LEASE_MS && Math.abs(wallPassed - monoPassed) <= AGREE_MS
    if (byMono !== byWall) void this.#renewBetween()
    return byMono && byWall
  }

  /** What is released in one moment is released in one statement. */
  #release(name: string, epoch: number): Promise<void> {
    this.#toRelease.set(name, epoch)
    this.#releasing ??= Promise.resolve().then(() => {
      const epochs = this.#toRelease
      this.#toRelease = new Map()
      this.#releasing = undefined
      return this.#rows.release(epochs, this.#holder)
    })
    return this.#releasing
  }

  #now(): Instant {
    return { wall: this.#time.wall(), mono: this.#time.mono() }
  }

  #stop(): void {
    this.#stopRenewing?.()
    this.#stopRenewing = undefined
  }
}

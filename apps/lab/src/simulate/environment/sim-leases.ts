import type { LeaseRows, LiveExecutor } from '@strikewise/execution/lease/lease-rows.ts'
import { shardLeaseName, shardOf, shardsOf } from '@strikewise/execution/lease/shard.ts'
import { shardLeases } from '@strikewise/execution/lease/shard-leases.ts'
import { LEASE_MS, type LeaseTime } from '@strikewise/execution/lease/store-lease.ts'
import type { LeasePort } from '@strikewise/execution/ports.ts'
import { MemoryLeases } from '@strikewise/execution/testing/memory-leases.ts'
import type { Chooser } from '../chance/chooser.ts'
import type { Owner, VirtualTime } from '../engine/virtual-time.ts'

/** A statement's way to the store and back. */
const WAY_MS = 1
/** How long a statement takes to get there, or its answer to come back, by the way the store is late. */
const LATE_MS = [0, 3_000, 6_000] as const
/** Who gets no connection waits for one so long. */
const ABANDONS_MS = 5_000
/** A connection that hangs: the answer to the statement under way comes late, and no other gets there for longer than a lease. */
const HANGS_MS = { answer: 9_000, all: 13_000 } as const

/** Clocks that have gone on by no more than this apart agree. */
const AGREE_MS = 2_000

export interface Holder extends Owner {
  readonly name: string
  readonly machine: number
  readonly closingAt: number
  readonly clocks: { wall(): number; mono(): number }
  readonly clockOffset: number
  readonly suspendedMs: number
  readonly connections: { readonly waitMs: number }
}

/** What clocks showed as a process asked. */
interface Asked {
  readonly at: number
  readonly wall: number
  readonly mono: number
}

/** Who leads one account, by the lease of its shard. */
export interface AccountLease {
  /** Who holds it and may place. */
  readonly holder: Holder | undefined
  /**
   * Until when the holder may place by the answers that have reached it, whatever the row shows: a lease counts from when it
   * was asked for, and both clocks of its machine must show that it still runs. Clocks that disagree show otherwise until the
   * store has answered again.
   */
  readonly knownUntil: number
  /**
   * Whether the lease has run out without another having taken it, and `name` cannot know that: both clocks of its machine
   * agree that it still runs. The machine was suspended, and its wall clock was set back by about as much.
   */
  isUnknowinglyOver(name: string): boolean
}

/** A shard that its executor has given back. */
export interface Release {
  readonly holder: Holder
  readonly at: number
  readonly name: string
  /** Since when it led the shard without another in between. */
  readonly ledSince: number
  /** When it was first shown, since it took the shard, that it falls to another executor; undefined: it never was. */
  readonly passOnAt: number | undefined
}

/** The rows in the store that show who leads which shard, by the store's own clock. Taken and kept by the program's own leases. */
export class SimLeases {
  readonly #time: VirtualTime
  readonly #chooser: Chooser
  readonly #isReachable: () => boolean
  readonly #leases: MemoryLeases
  /** Every process that ever asked. */
  readonly #owners = new Map<string, Holder>()
  /** Who gave shards back of their own will, and when. */
  readonly releases: Release[] = []
  /** Until when the connection of each process hangs. */
  readonly #hangsUntil = new Map<Holder, number>()
  /** By process and lease: the newest of its questions whose answers have reached it and that gave it the lease. */
  readonly #known = new Map<Holder, Map<string, Asked>>()
  /** By process and lease: when it began to give it back the last time. */
  readonly #givenUpAt = new Map<Holder, Map<string, number>>()
  /** By process and lease: since when the process has been shown that the shard falls to another. */
  readonly #passOns = new Map<Holder, Map<string, number>>()
  /** By process and lease: when it took the lease that it did not have the last time. */
  readonly #ledSince = new Map<Holder, Map<string, number>>()
  /** When each process asked for the newest renewal that has reached it. */
  readonly #renewedAt = new Map<Holder, number>()
  readonly #accounts = new Map<string, AccountLease>()

  constructor(time: VirtualTime, chooser: Chooser, isReachable: () => boolean) {
    this.#time = time
    this.#chooser = chooser
    this.#isReachable = isReachable
    this.#leases = new MemoryLeases(() => time.now)
  }

  of(account: string): AccountLease {
    return this.#accounts.getOrInsertComputed(account, () => this.#view(shardLeaseName(shardOf(account))))
  }

  /** The shards of a process. A dead one gets none, nor do its timers run. */
  portOf(owner: Holder): LeasePort {
    this.#owners.set(owner.name, owner)
    return shardLeases(this.#rowsFor(owner), this.#timeOf(owner), owner.name)
  }

  #view(name: string): AccountLease {
    const holder = () => this.#ownerOf(this.#leases.holderOf(name))
    const lastHolder = () => this.#ownerOf(this.#leases.lastHolderOf(name))
    const knownTo = (owner: Holder | undefined) => owner && this.#known.get(owner)?.get(name)
    const knownUntil = () => {
      const last = lastHolder()
      const known = knownTo(last)
      if (known === undefined) return 0
      const until = known.at + LEASE_MS
      return runsByClocks(last!, known) ? until : Math.min(this.#time.now, until)
    }
    return {
      get holder() {
        return holder()
      },
      get knownUntil() {
        return knownUntil()
      },
      isUnknowinglyOver(process) {
        const last = lastHolder()
        if (last?.name !== process || holder() !== undefined) return false
        const known = knownTo(last)
        return known !== undefined && runsByClocks(last, known)
      },
    }
  }

  #ownerOf(name: string | undefined): Holder | undefined {
    return name === undefined ? undefined : this.#owners.get(name)
  }

  #rowsFor(owner: Holder): LeaseRows {
    // A process of the same machine that has ended is known to have.
    const hasEnded = (name: string) => {
      const other = this.#owners.get(name)
      return other !== undefined && other.hasExited && other.machine === owner.machine
    }
    const rows = this.#leases.rowsFor(hasEnded)
    return {
      take: (names, holder, leaseMs) =>
        this.#asked(
          owner,
          async () => {
            const foreign = names.filter((name) => this.#leases.lastHolderOf(name) !== owner.name)
            const epochs = await rows.take(names, holder, leaseMs)
            const ledSince = this.#ledSince.getOrInsertComputed(owner, () => new Map())
            for (const name of foreign) if (epochs.has(name)) ledSince.set(name, this.#time.now)
            return epochs
          },
          (epochs) => {
            for (const name of epochs.keys()) this.#passOns.get(owner)?.delete(name)
            return epochs.keys()
          },
        ),
      renew: (names, holder, leaseMs) => {
        const askedAt = this.#time.now
        return this.#asked(
          owner,
          () => rows.renew(names, holder, leaseMs),
          ({ held, executors }) => {
            this.#show(owner, askedAt, executors)
            return held
          },
        )
      },
      release: (epochs, holder) => {
        const released = this.#asked(
          owner,
          async () => {
            const held = [...epochs.keys()].filter((name) => this.#leases.holderOf(name) === holder)
            await rows.release(epochs, holder)
            for (const name of held) {
              const ledSince = this.#ledSince.get(owner)!.get(name)!
              const passOnAt = this.#passOns.get(owner)?.get(name)
              this.releases.push({ holder: owner, at: this.#time.now, name, ledSince, passOnAt })
            }
          },
          () => [],
        )
        this.#giveUp(owner, epochs.keys())
        return released
      },
    }
  }

  /** A statement: it may be late on its way there or back, and a dead process receives nothing. `given`: the leases it gave. */
  #asked<T>(owner: Holder, work: () => Promise<T>, given: (result: T) => Iterable<string>): Promise<T> {
    const slot = owner.name.split('.')[0]!
    const late = this.#chooser.choose('lease_late', slot)
    const { now } = this.#time
    const asked = { at: now, wall: owner.clocks.wall(), mono: owner.clocks.mono() }
    const waits = Math.max(0, (this.#hangsUntil.get(owner) ?? now) - now)
    const holdsAny = (this.#known.get(owner)?.size ?? 0) > 0
    const hangs = waits === 0 && holdsAny && this.#chooser.choose('lease_hung', slot) > 0
    if (hangs) this.#hangsUntil.set(owner, now + HANGS_MS.all)
    const there = WAY_MS + waits + (late % 2 === 1 ? LATE_MS[(late + 1) >> 1]! : 0)
    const back = WAY_MS + (hangs ? HANGS_MS.answer : 0) + (late > 0 && late % 2 === 0 ? LATE_MS[late >> 1]! : 0)
    const free = owner.connections.waitMs
    return new Promise((resolve, reject) => {
      if (free === Number.POSITIVE_INFINITY) {
        this.#time.after(ABANDONS_MS, () => reject(new Error('no connection to the store was free')), owner)
        return
      }
      this.#time.after(free + there, () => {
        if (!this.#isReachable()) {
          this.#time.after(back, () => reject(new Error('the store is down')), owner)
          return
        }
        void work().then((result) => {
          this.#time.after(
            back,
            () => {
              this.#learn(owner, asked, given(result))
              resolve(result)
            },
            owner,
          )
        })
      })
    })
  }

  #learn(owner: Holder, asked: Asked, names: Iterable<string>): void {
    const known = this.#known.getOrInsertComputed(owner, () => new Map())
    const givenUp = this.#givenUpAt.get(owner)
    for (const name of names)
      if (asked.at >= (known.get(name)?.at ?? asked.at) && asked.at > (givenUp?.get(name) ?? Number.NEGATIVE_INFINITY))
        known.set(name, asked)
  }

  /** From when it gives a lease back it acts by it no more, whenever that reaches the store. */
  #giveUp(owner: Holder, names: Iterable<string>): void {
    const givenUpAt = this.#givenUpAt.getOrInsertComputed(owner, () => new Map())
    for (const name of names) {
      this.#known.get(owner)?.delete(name)
      givenUpAt.set(name, this.#time.now)
    }
  }

  /** A renewal shows a process who else is live: what falls to another it hands over. */
  #show(owner: Holder, askedAt: number, executors: readonly LiveExecutor[]): void {
    if (askedAt < (this.#renewedAt.get(owner) ?? askedAt)) return
    this.#renewedAt.set(owner, askedAt)
    const others = executors.map(({ holder }) => holder).filter((name) => name !== owner.name)
    const own = new Set(shardsOf(owner.name, [...others, owner.name]).map(shardLeaseName))
    const passOns = this.#passOns.getOrInsertComputed(owner, () => new Map())
    for (const name of this.#known.get(owner)?.keys() ?? [])
      if (!own.has(name)) passOns.getOrInsert(name, this.#time.now)
  }

  #timeOf(owner: Holder): LeaseTime {
    const time = this.#time
    return {
      wall: () => owner.clocks.wall(),
      mono: () => owner.clocks.mono(),
      every(ms, work) {
        let ended = false
        const next = () => {
          if (ended) return
          work()
          time.after(ms, next, owner)
        }
        time.after(ms, next, owner)
        return () => {
          ended = true
        }
      },
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          time.after(ms, () => (signal.aborted ? reject(signal.reason as Error) : resolve()), owner)
        }),
    }
  }
}

function runsByClocks({ clocks }: Holder, known: Asked): boolean {
  const wallPassed = clocks.wall() - known.wall
  const monoPassed = clocks.mono() - known.mono
  return Math.max(wallPassed, monoPassed) < LEASE_MS && Math.abs(wallPassed - monoPassed) <= AGREE_MS
}

import {
  holdStoreLease,
  LEASE_MS,
  type LeaseRows,
  type LeaseTime,
  type StoreLease,
} from '@strikewise/execution/lease/store-lease.ts'
import type { Chooser } from '../chance/chooser.ts'
import type { Owner, VirtualTime } from '../engine/virtual-time.ts'

const NAME = 'trader'
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

/** The row in the store that shows who leads, by the store's own clock. Taken and kept by the program's own lease. */
export class LeaseRow {
  readonly #time: VirtualTime
  readonly #chooser: Chooser
  readonly #isReachable: () => boolean
  #epoch = 0
  #holder: Holder | undefined
  /** Who gave it back of their own will, and when. */
  readonly releases: { readonly holder: Holder; readonly at: number }[] = []
  #expiresAt = 0
  /** Until when the connection of each process hangs. */
  readonly #hangsUntil = new Map<Holder, number>()
  /** What clocks showed as each process asked with the newest of the questions whose answers have reached it. */
  readonly #known = new Map<Holder, { readonly at: number; readonly wall: number; readonly mono: number }>()

  constructor(time: VirtualTime, chooser: Chooser, isReachable: () => boolean) {
    this.#time = time
    this.#chooser = chooser
    this.#isReachable = isReachable
  }

  /** Who holds it and may place. */
  get holder(): Holder | undefined {
    return this.#time.now < this.#expiresAt ? this.#holder : undefined
  }

  /**
   * Until when the holder may place by the answers that have reached it, whatever the row shows: a lease counts from when it
   * was asked for, and both clocks of its machine must show that it still runs. Clocks that disagree show otherwise until the
   * store has answered again.
   */
  get knownUntil(): number {
    const known = this.#holder === undefined ? undefined : this.#known.get(this.#holder)
    if (known === undefined) return 0
    const until = known.at + LEASE_MS
    return this.#runsByClocks(this.#holder!, known) ? until : Math.min(this.#time.now, until)
  }

  /**
   * Whether the lease has run out without another having taken it, and `name` cannot know that: both clocks of its machine
   * agree that it still runs. The machine was suspended, and its wall clock was set back by about as much.
   */
  isUnknowinglyOver(name: string): boolean {
    if (this.#holder?.name !== name || this.#time.now < this.#expiresAt) return false
    const known = this.#known.get(this.#holder)
    return known !== undefined && this.#runsByClocks(this.#holder, known)
  }

  #runsByClocks({ clocks }: Holder, known: { readonly wall: number; readonly mono: number }): boolean {
    const wallPassed = clocks.wall() - known.wall
    const monoPassed = clocks.mono() - known.mono
    return Math.max(wallPassed, monoPassed) < LEASE_MS && Math.abs(wallPassed - monoPassed) <= AGREE_MS
  }

  /** Resolves when the lease is the owner's; never when it dies before, rejects when aborted or the store cannot be asked. */
  hold(owner: Holder, signal: AbortSignal): Promise<StoreLease> {
    return holdStoreLease(this.#rowsFor(owner), this.#timeOf(owner), NAME, owner.name, signal)
  }

  #rowsFor(owner: Holder): LeaseRows {
    return {
      take: () =>
        this.#asked(owner, () => {
          const isReleased = this.#holder?.hasExited === true && this.#holder.machine === owner.machine
          if (this.#holder !== undefined && !isReleased && this.#time.now < this.#expiresAt) return undefined
          this.#epoch += 1
          this.#holder = owner
          this.#expiresAt = this.#time.now + LEASE_MS
          return this.#epoch
        }),
      renew: () =>
        this.#asked(owner, () => {
          if (this.#holder !== owner) return false
          this.#expiresAt = this.#time.now + LEASE_MS
          return true
        }),
      release: () =>
        this.#asked(owner, () => {
          if (this.#holder !== owner) return
          this.#expiresAt = this.#time.now
          this.#holder = undefined
          this.releases.push({ holder: owner, at: this.#time.now })
        }),
    }
  }

  /** A statement: it may be late on its way there or back, and a dead process receives nothing. */
  #asked<T>(owner: Holder, work: () => T): Promise<T> {
    const late = this.#chooser.choose('lease_late', owner.name.split('.')[0]!)
    const { now } = this.#time
    const asked = { at: now, wall: owner.clocks.wall(), mono: owner.clocks.mono() }
    const waits = Math.max(0, (this.#hangsUntil.get(owner) ?? now) - now)
    const hangs =
      waits === 0 && this.#holder === owner && this.#chooser.choose('lease_hung', owner.name.split('.')[0]!) > 0
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
        const result = work()
        const deliver = () => {
          const isNewest = now >= (this.#known.get(owner)?.at ?? now)
          if (result !== undefined && result !== false && isNewest) this.#known.set(owner, asked)
          resolve(result)
        }
        this.#time.after(back, deliver, owner)
      })
    })
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

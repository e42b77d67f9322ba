import { shardLeaseName, shardOf } from '@strikewise/execution/lease/shard.ts'
import type { Observations, ObservedLease } from '../observations.ts'
import { ACCOUNT } from './facts-fixture.ts'
import { StagedRows } from './rows-fixture.ts'

/** Which process leads on a staged day, with what clocks and under which lease. */
export abstract class StagedLeadership extends StagedRows {
  process = '0.1'
  protected readonly processes = [
    {
      name: this.process,
      clockOffset: 0,
      clockStep: 0,
      clocks: {
        wall: () => this.now + this.#lease.holder.clockOffset,
        mono: () => this.now - this.#lease.holder.suspendedMs,
      },
    },
  ]
  readonly #lease = {
    holder: {
      name: this.process,
      hasExited: false,
      stalledUntil: 0,
      closingAt: Infinity,
      clockOffset: 0,
      suspendedMs: 0,
    },
    knownUntil: Number.POSITIVE_INFINITY,
  }
  readonly #releases: Observations['lease']['releases'][number][] = []
  /** How the lease of the process that leads ran out, while no other took it; undefined: it has not. */
  #leaseOver: { readonly isShown: boolean } | undefined

  /** Lets `ms` pass, in which the checker looks. */
  abstract wait(ms: number): this

  /** No process runs for `ms`. */
  down(ms: number): this {
    const running = this.processes.splice(0)
    this.#lease.holder.hasExited = true
    this.wait(ms)
    this.processes.push(...running)
    this.process = '0.2'
    this.#lease.holder = { ...this.#lease.holder, name: this.process, hasExited: false }
    return this.wait(100)
  }

  /** The process that leads stands still for `ms`. */
  standsStill(ms: number): this {
    this.#lease.holder.stalledUntil = this.now + ms
    return this.wait(ms)
  }

  /** The lease of the process that leads has run out. `isShown`: by a clock of its machine. */
  leaseRunsOut(isShown: boolean): this {
    this.#leaseOver = { isShown }
    return this
  }

  protected leaseObserved(): Observations['lease'] {
    const lease = this.#lease
    const holder = () => (this.#leaseOver === undefined ? lease.holder : undefined)
    const observed: ObservedLease = {
      get holder() {
        return holder()
      },
      get knownUntil() {
        return lease.knownUntil
      },
      isUnknowinglyOver: (name) => name === lease.holder.name && this.#leaseOver?.isShown === false,
    }
    return { of: () => observed, releases: this.#releases }
  }

  /**
   * The process that leads gives the account's shard back, so many ms after it was asked to end, and after it was shown that the
   * shard falls to another; undefined: it was not. `ledMs`: for how long it has led the shard; undefined: from the beginning.
   */
  givesShardBack(after: { readonly endMs?: number; readonly shownMs?: number; readonly ledMs?: number }): this {
    const since = (ms: number | undefined) => (ms === undefined ? undefined : this.now - ms)
    const holder = { name: this.process, closingAt: since(after.endMs) ?? Number.POSITIVE_INFINITY }
    const name = shardLeaseName(shardOf(ACCOUNT))
    const [ledSince = 0, passOnAt] = [since(after.ledMs), since(after.shownMs)]
    this.#releases.push({ holder, at: this.now, name, ledSince, passOnAt })
    return this
  }

  /** No answer about its lease reaches the process that leads for `ms`, and the last one is too old: it may place nothing. */
  leaseUnanswered(ms: number): this {
    this.#lease.knownUntil = this.now
    this.wait(ms)
    this.#lease.knownUntil = Number.POSITIVE_INFINITY
    return this.wait(0)
  }

  /** The machine of the process that leads is suspended for `ms`, of which `passedMs` pass; the checker looks as it begins. */
  suspended(ms: number, passedMs = ms): this {
    this.#lease.holder.suspendedMs += ms
    this.#lease.holder.stalledUntil = this.now + ms
    return this.wait(1).wait(passedMs - 1)
  }

  /** The wall clock of the process that leads has stepped by so much from the one that dates its prices. */
  clockStepped(ms: number): this {
    this.processes[0]!.clockStep = ms
    return this.clockOff(ms)
  }

  /** The wall clock of the process that leads is off by so much from now on. */
  clockOff(ms: number): this {
    this.#lease.holder.clockOffset = ms
    return this
  }
}

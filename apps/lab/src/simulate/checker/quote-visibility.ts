import { shardOf } from '@strikewise/execution/lease/shard.ts'
import type { Observations, ObservedLease } from './observations.ts'

/** A price dated further ahead of a process's clock is one of which that process cannot show how old it is. */
const AHEAD_MS = 2_000

/** A time in which the process that leads could use no price. */
interface InvisiblePeriod {
  readonly from: number
  until: number
}

/** When the process that leads each account could know how old a price is. */
export class QuoteVisibilities {
  readonly #observations: Pick<Observations, 'lease' | 'processes'>
  readonly #shards = new Map<number, QuoteVisibility>()

  constructor(observations: Pick<Observations, 'lease' | 'processes' | 'accounts'>) {
    this.#observations = observations
    for (const account of observations.accounts) this.of(account)
  }

  of(account: string): QuoteVisibility {
    const make = () => new QuoteVisibility(this.#observations, this.#observations.lease.of(account))
    return this.#shards.getOrInsertComputed(shardOf(account), make)
  }

  /** To be called after every event. */
  check(now: number): void {
    for (const visibility of this.#shards.values()) visibility.check(now)
  }
}

/** When the process that leads a shard could know how old a price is: not while its clock is behind the one that dates them. */
export class QuoteVisibility {
  readonly #observations: Pick<Observations, 'processes'>
  readonly #lease: ObservedLease
  readonly #invisiblePeriods: InvisiblePeriod[] = []

  constructor(observations: Pick<Observations, 'processes'>, lease: ObservedLease) {
    this.#observations = observations
    this.#lease = lease
  }

  /** To be called after every event. */
  check(now: number): void {
    const { processes } = this.#observations
    const last = this.#invisiblePeriods.at(-1)
    const isBlind = last?.until === Number.POSITIVE_INFINITY
    const name = this.#lease.holder?.name
    const sees = (processes.find((one) => one.name === name)?.clockStep ?? 0) >= -AHEAD_MS
    if (sees === !isBlind) return
    if (isBlind) last.until = now
    else this.#invisiblePeriods.push({ from: now, until: Number.POSITIVE_INFINITY })
  }

  /** Until when what was due at `due` by a price could not be done without one; `again`: allowed once more after that, in ms. */
  invisibleUntil(due: number, now: number, again: number): number {
    let until = due
    for (const { from, until: ended } of this.#invisiblePeriods) {
      if (from > until) break
      until = Math.max(until, Math.min(ended, now) + again)
    }
    return until
  }
}

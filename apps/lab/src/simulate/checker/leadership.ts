import { shardOf } from '@strikewise/execution/lease/shard.ts'
import type { Observations, ObservedLease } from './observations.ts'

/** A successor has taken the lease, read the rows and the books, and written what it found. */
const TAKE_OVER_MS = 5_000
/** One that stood still for less leads on with all that it knew: its lease had not run out. */
const REMEMBERED_MS = 5_100
const CATCH_UP_MS = 2_000
/** Clocks that differ by no more agree. */
const AGREE_MS = 2_000
/** The broker's answers have agreed for a minute, and the newest has been taken in. */
const OUTVOTED_MS = 65_000

/**
 * A time in which no process that leads could act: none has the lease, or the one that has it stands still, is ending, or has
 * had no answer about its lease for as long as that lasts.
 */
interface Absence {
  readonly from: number
  until: number
  readonly before: string
  /** Who led when it ended; another than before knows only what was stored. */
  after: string
}

type Evidenced = Pick<Observations, 'booksRead' | 'ordersRead' | 'fundsRead'>

/** When some process could act for each account, by the lease of its shard. */
export class Leaderships {
  readonly #observations: Evidenced & Pick<Observations, 'lease'>
  readonly #shards = new Map<number, Leadership>()
  readonly #accounts = new Map<string, Leadership>()

  constructor(observations: Evidenced & Pick<Observations, 'lease' | 'accounts'>) {
    this.#observations = observations
    for (const account of observations.accounts) this.of(account)
  }

  of(account: string): Leadership {
    return this.#accounts.getOrInsertComputed(account, () => {
      const { lease } = this.#observations
      const make = () => new Leadership(this.#observations, lease.of(account))
      return this.#shards.getOrInsertComputed(shardOf(account), make)
    })
  }

  /** To be called after every event. */
  check(now: number): void {
    for (const leadership of this.#shards.values()) leadership.check(now)
  }

  /** By how much the time of any leader was behind the exchange's at `at`. */
  mostBehindMs(at: number): number {
    return Math.max(0, ...[...this.#shards.values()].map((leadership) => leadership.behindMs(at)))
  }
}

/** When some process could act for the accounts of a shard, by its lease and by which processes stand still. */
export class Leadership {
  readonly #observations: Evidenced
  readonly #lease: ObservedLease
  readonly #absences: Absence[] = []
  /** When the leader's machine was suspended, and for how long: its monotonic clock does not know. */
  readonly #sleeps: { readonly at: number; readonly ms: number; readonly name: string }[] = []
  /** Processes whose wall clock was behind while they led. */
  readonly #behind = new Set<string>()
  /** Since when the leader's wall clock has been right; Infinity: it is not. */
  #rightSince = Number.NEGATIVE_INFINITY
  #last = ''
  #slept = 0

  constructor(observations: Evidenced, lease: ObservedLease) {
    this.#observations = observations
    this.#lease = lease
  }

  /** To be called after every event. */
  check(now: number): void {
    const { holder, knownUntil } = this.#lease
    this.#checkSuspension(holder, now)
    const isAwake = holder !== undefined && !holder.hasExited && holder.stalledUntil <= now && holder.closingAt > now
    const leads = isAwake && knownUntil > now
    const open = this.#absences.at(-1)
    const isAbsent = open?.until === Number.POSITIVE_INFINITY
    if (leads) {
      this.#last = holder.name
      if (isAbsent) {
        open.until = now
        open.after = holder.name
      }
    } else if (!isAbsent)
      this.#absences.push({ from: now, until: Number.POSITIVE_INFINITY, before: this.#last, after: '' })
  }

  /**
   * Until when what was due at `due` could not be done because no process could act. `relearnMs`: allowed again to a
   * successor, which does not remember since when something lasts.
   */
  absentUntil(due: number, now: number, relearnMs = 0): number {
    let until = due
    for (const { from, until: ended, before, after } of this.#absences) {
      if (from > until) break
      until = Math.max(until, caughtUpAt({ from, until: ended, before, after }, now, relearnMs))
    }
    return until
  }

  /** When the last process to begin between `from` and `to`, which knows only what was stored, had caught up; 0: none did. */
  begunAgainBy(from: number, to: number, now: number): number {
    let at = 0
    for (const absence of this.#absences)
      if (absence.until > from && absence.from <= to && !leadsOn(absence)) at = caughtUpAt(absence, now, 0)
    return at
  }

  /** When the leader had caught up after the last absence between `from` and `to`; `from`: there was none. */
  caughtUpAfter(from: number, to: number, now: number): number {
    let at = from
    for (const absence of this.#absences)
      if (absence.until > from && absence.from <= to) at = Math.max(at, caughtUpAt(absence, now, 0))
    return at
  }

  /**
   * By when what was due at `by` and counts from `from` is due to a leader whose machine was suspended meanwhile. It learns of
   * that by its wall clock together with an answer of the broker to what it asked afterwards: the broker's time as it was
   * shown before is carried on by the monotonic clock, which stood still. While its wall clock is wrong, or the broker does
   * not answer, it cannot know how long it was.
   */
  dueAfterSleep(from: number, by: number, now: number): number {
    const { holder } = this.#lease
    let due = by
    for (const { at, ms, name } of this.#sleeps) {
      // One that had begun before counts by what was left of it.
      const sleptMs = Math.min(ms, at + ms - from)
      if (holder === undefined || sleptMs <= 0 || at > now) continue
      const shownAt = Math.min(this.#shownAt(name, at + ms), this.#shownAt(holder.name, at + ms))
      const knownAt = Math.max(this.#rightSince, shownAt)
      if (knownAt + CATCH_UP_MS > due) due = Math.min(due + sleptMs, knownAt + CATCH_UP_MS)
    }
    return due
  }

  /**
   * By how much the leader's time was behind the exchange's at `at`, for suspensions of its machine that it could not know of
   * then: what the exchange dated later than that is still to come for it. While its wall clock is wrong, it believes the
   * broker's once its answers of a minute have agreed.
   */
  behindMs(at: number): number {
    const { holder } = this.#lease
    if (holder === undefined) return 0
    let behindMs = 0
    let until = at
    for (const sleep of this.#sleeps.toReversed()) {
      if (sleep.at > at) continue
      const endedAt = sleep.at + sleep.ms
      const shownAt = this.#shownAt(holder.name, endedAt)
      if (Math.max(this.#rightSince, shownAt) <= at) continue
      if (this.#isShown(holder.name, shownAt + OUTVOTED_MS, until)) break
      behindMs += sleep.ms
      until = sleep.at
    }
    return behindMs
  }

  /**
   * When what is due by the rows is due to a leader whose wall clock was behind before the broker first answered it: what
   * its predecessor wrote is still to come for it then. 0: the clock was not behind. What it does not know now it may learn at
   * once, and then it acts.
   */
  timeKnownBy(now: number): number {
    const { holder } = this.#lease
    if (holder === undefined || !this.#behind.has(holder.name)) return 0
    return Math.min(this.#shownAt(holder.name, Number.NEGATIVE_INFINITY), now) + CATCH_UP_MS
  }

  /** Whether the process has received an answer of the broker between two moments. */
  #isShown(name: string, from: number, until: number): boolean {
    const { booksRead, ordersRead, fundsRead } = this.#observations
    for (const reads of [booksRead, ordersRead, fundsRead])
      if (reads.some(({ process, receivedAt }) => process === name && receivedAt >= from && receivedAt <= until))
        return true
    return false
  }

  /** When the broker first answered something that the process asked from `at` on; Infinity: it has not. */
  #shownAt(name: string, at: number): number {
    const { booksRead, ordersRead, fundsRead } = this.#observations
    let first = Number.POSITIVE_INFINITY
    for (const reads of [booksRead, ordersRead, fundsRead])
      for (const { process, askedAt, receivedAt } of reads)
        if (process === name && askedAt >= at) first = Math.min(first, receivedAt)
    return first
  }

  #checkSuspension(holder: ObservedLease['holder'], now: number): void {
    if (holder === undefined) return
    if (holder.clockOffset < -AGREE_MS) this.#behind.add(holder.name)
    if (Math.abs(holder.clockOffset) > AGREE_MS) this.#rightSince = Number.POSITIVE_INFINITY
    else if (this.#rightSince === Number.POSITIVE_INFINITY) this.#rightSince = now
    const ms = holder.suspendedMs - (holder.name === this.#last ? this.#slept : 0)
    this.#slept = holder.suspendedMs
    if (ms !== 0) this.#sleeps.push({ at: now, ms, name: holder.name })
  }

  /** For how long since `at` the process that leads now stood still, in ms: nothing grows old to a process that does. */
  stoodStillSince(at: number, now: number): number {
    let ms = 0
    for (const { from, until, before, after } of this.#absences)
      if (until > at && before === after) ms += Math.min(until, now) - from
    return ms
  }

  /** Whether no process could act at some instant since `at`. */
  wasAbsentSince(at: number): boolean {
    return this.#absences.some(({ until }) => until > at)
  }
}

function caughtUpAt(absence: Absence, now: number, relearnMs: number): number {
  const { until } = absence
  return leadsOn(absence) ? until + CATCH_UP_MS : Math.min(until, now) + TAKE_OVER_MS + relearnMs
}

/** Whether the process that led before leads on with all that it knew. */
function leadsOn({ from, until, before, after }: Absence): boolean {
  return before === after && until - from < REMEMBERED_MS
}

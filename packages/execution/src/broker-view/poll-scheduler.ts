import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SharedConfig } from '../config.ts'
import type { QueryResult } from '../order/order-ack.ts'

export const SNAPSHOT_KINDS = ['orders', 'trades', 'positions', 'funds'] as const
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number]

/** Two reads of the same thing are never closer than this, for all callers together. */
const CLOSEST_MS = 250
/** After failures: the next try, by how many failed in a row. Asking again does not renew an expired token. */
const RETRY_MS = [1_000, 1_000, 2_000, 5_000] as const
const TOKEN_EXPIRED_BUSY_MS = 5_000
const TOKEN_EXPIRED_IDLE_MS = 30_000
/** After so long without an answer a reading is taken for hung, and another is started beside it while a trade is under way. */
const HUNG_MS = 2_000
/** Readings of one kind on their way at once: with a connection each they leave some for the other kinds. */
const MAX_IN_FLIGHT = 2

/** One reading that was started. */
export interface PollReading {
  readonly kind: SnapshotKind
  /** A later reading of its kind succeeded first: what it shows is out of date. */
  isOvertaken: boolean
  /** It left before the newest login, of which its refusal shows nothing. */
  isBeforeLogin: boolean
}

interface PollState {
  startedAt: EpochMs
  /** Without an answer, oldest first. */
  inFlight: PollReading[]
  requestedAt: EpochMs | undefined
  failures: number
  tokenExpired: boolean
  /** The last reading failed and is due again. With an expired token nothing is: a new login asks for everything. */
  isPending: boolean
}

/** What the account is up to, as far as it matters for reading. */
export interface PollDemand {
  /** Since when a trade or an unresolved intent has been under way; undefined: none is. */
  readonly busySince: EpochMs | undefined
  /** A position is held, by us or the user. */
  readonly isHolding: boolean
  /** False outside trading hours with nothing under way. */
  readonly isSessionOpen: boolean
  /** When a doubt wants the book read. */
  readonly doubtAt: EpochMs | undefined
}

/**
 * Decides when each of the broker's books is read next. One reading of a kind at a time, and another beside one that hangs;
 * nothing is queued.
 */
export class PollScheduler {
  readonly #config: SharedConfig
  readonly #tracks: Record<SnapshotKind, PollState>

  constructor(config: SharedConfig) {
    this.#config = config
    const track = (): PollState => ({
      startedAt: 0 as EpochMs,
      inFlight: [],
      requestedAt: undefined,
      failures: 0,
      tokenExpired: false,
      isPending: false,
    })
    this.#tracks = { orders: track(), trades: track(), positions: track(), funds: track() }
  }

  /** Asks for one reading not before `at`. */
  request(kind: SnapshotKind, at: EpochMs): void {
    const track = this.#tracks[kind]
    track.requestedAt = Math.min(track.requestedAt ?? Number.POSITIVE_INFINITY, at) as EpochMs
  }

  lastStartOf(kind: SnapshotKind): EpochMs {
    return this.#tracks[kind].startedAt
  }

  /** When this kind is due, or undefined when nothing asks for it. */
  dueAt(kind: SnapshotKind, need: PollDemand, now: EpochMs): EpochMs | undefined {
    const track = this.#tracks[kind]
    if (!need.isSessionOpen && track.requestedAt === undefined) return undefined
    if (track.inFlight.length >= MAX_IN_FLIGHT) return undefined
    if (track.inFlight.some(({ isOvertaken }) => !isOvertaken)) {
      if (kind === 'funds' || need.busySince === undefined) return undefined
      return Math.max(track.startedAt + HUNG_MS, now) as EpochMs
    }
    const routine = this.#regularIntervalOf(kind, need)
    let requestedAt = track.requestedAt ?? Number.POSITIVE_INFINITY
    if (routine !== undefined) requestedAt = Math.min(requestedAt, routine)
    else if (track.isPending && need.isSessionOpen) requestedAt = Math.min(requestedAt, track.startedAt)
    if (kind === 'orders' && need.doubtAt !== undefined) requestedAt = Math.min(requestedAt, need.doubtAt)
    if (requestedAt === Number.POSITIVE_INFINITY) return undefined
    return Math.max(requestedAt, track.startedAt + this.#gap(track, need), now) as EpochMs
  }

  /** Records that a reading starts at `at`. */
  begin(kind: SnapshotKind, at: EpochMs): PollReading {
    const track = this.#tracks[kind]
    const reading: PollReading = { kind, isOvertaken: false, isBeforeLogin: false }
    track.startedAt = at
    track.inFlight.push(reading)
    track.requestedAt = undefined
    return reading
  }

  /** Records the result of a reading. False: a later reading of its kind succeeded before, so the result counts for nothing. */
  end(reading: PollReading, result: QueryResult<unknown>): boolean {
    const track = this.#tracks[reading.kind]
    const at = track.inFlight.indexOf(reading)
    const earlier = track.inFlight.slice(0, at)
    track.inFlight.splice(at, 1)
    if (reading.isOvertaken) return false
    if (result.ok) for (const other of earlier) other.isOvertaken = true
    const tokenExpired = !result.ok && result.code === 'token_expired'
    const isOld = tokenExpired && reading.isBeforeLogin
    track.failures = result.ok || isOld ? 0 : track.failures + 1
    track.tokenExpired = tokenExpired && !isOld
    track.isPending = !result.ok && !track.tokenExpired
    return true
  }

  /** When the newest reading of this kind began, where one is under way that is not out of date; undefined: none is. */
  pendingSince(kind: SnapshotKind): EpochMs | undefined {
    const { inFlight, startedAt } = this.#tracks[kind]
    return inFlight.some(({ isOvertaken }) => !isOvertaken) ? startedAt : undefined
  }

  /** The clock was put back to `now`: nothing may wait for it to come round again. */
  putBack(now: EpochMs): void {
    for (const kind of SNAPSHOT_KINDS) {
      const track = this.#tracks[kind]
      track.startedAt = Math.min(track.startedAt, now) as EpochMs
      if (track.requestedAt !== undefined) track.requestedAt = Math.min(track.requestedAt, now) as EpochMs
    }
  }

  /** Lets the next readings go out at once: the account has a new token. */
  resetBackoff(): void {
    for (const kind of SNAPSHOT_KINDS) {
      const track = this.#tracks[kind]
      track.failures = 0
      track.tokenExpired = false
      for (const reading of track.inFlight) reading.isBeforeLogin = true
    }
  }

  /** When the book would be read without a request. */
  #regularIntervalOf(kind: SnapshotKind, { busySince, isHolding: held }: PollDemand): number | undefined {
    const { pollLiveMs, pollIdleMs, positionsEveryMs, fundsEveryMs } = this.#config
    const { startedAt } = this.#tracks[kind]
    switch (kind) {
      case 'orders':
        // Counted from when there was something to see: a look in the moment an order leaves shows nothing of it, and a
        // thousand of them would stand before the orders of one decision.
        return Math.min(startedAt + pollIdleMs, Math.max(startedAt, busySince ?? Number.POSITIVE_INFINITY) + pollLiveMs)
      case 'positions':
        return held ? startedAt + positionsEveryMs : undefined
      case 'funds':
        return startedAt + fundsEveryMs
      case 'trades':
        return undefined
    }
  }

  #gap(track: PollState, need: PollDemand): number {
    if (track.tokenExpired) return need.busySince !== undefined ? TOKEN_EXPIRED_BUSY_MS : TOKEN_EXPIRED_IDLE_MS
    if (track.failures === 0) return CLOSEST_MS
    return RETRY_MS[Math.min(track.failures, RETRY_MS.length) - 1]!
  }
}

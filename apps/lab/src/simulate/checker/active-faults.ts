import type { FaultDecision } from '../chance/chooser.ts'
import type { FaultKind } from '../chance/faults.ts'

/** Something that kept the program, for a while, from knowing or acting. */
export interface ActiveFault {
  readonly kind: FaultKind
  /** The account it concerns; null: all accounts. */
  readonly account: string | null
  /** What of theirs, in a word; undefined: everything. */
  readonly about: string | undefined
  readonly from: number
  /** When what it made impossible must have been caught up with. */
  until: number
}

/** The usual time from a fill to its stop: seeing it by poll, one transaction, one call. */
export const REACTION_MS = 2_000
/** After the broker answers again. */
const CATCH_UP_MS = 3_000
/** Our own limit of a call: for so long one that is never answered holds its place. */
const CALL_MS = 7_000
/** Abandoned entries are checked this often. */
const IDLE_POLL_MS = 5_000
/** A successor has taken the lease, read the rows and the books. */
const TAKE_OVER_MS = 5_000
/** How long until the next reading, by how many failed in a row. */
const RETRY_MS = [1_000, 1_000, 2_000, 5_000] as const

/** A change whose answer could not be read is settled within this. */
const CHANGE_DOUBT_MS = 3_000
/** The vault is asked twice, and each time may take six seconds. */
const NEW_LOGIN_MS = 13_000
/** While a login is dead the broker is asked this often whether it still is. */
const EXPIRED_LOGIN_POLL_MS = 5_000

/**
 * How long each kind of fault may keep a position from its stop, in ms from the moment it struck, by its alternative
 * (from 1). Kinds that are not listed excuse nothing: a lost or late update is repaired by the poll, and what the user or
 * the plan shows never stands in the way of an exit.
 */
const LASTS: Partial<Record<FaultKind, readonly number[]>> = {
  read_slow: [2_500 + REACTION_MS, 5_000 + REACTION_MS],
  wire: [
    1_000 + REACTION_MS,
    CHANGE_DOUBT_MS + REACTION_MS,
    CHANGE_DOUBT_MS + REACTION_MS,
    1_000 + REACTION_MS,
    CHANGE_DOUBT_MS + REACTION_MS,
  ],
  // Until the new login is in force everywhere, and a doubt about what was under way is settled.
  relogin: [NEW_LOGIN_MS + CATCH_UP_MS],
  login_under_call: [NEW_LOGIN_MS + CATCH_UP_MS],
  // A process that begins has no login before the vault opens it; what was refused without one is asked again then.
  vault_slow: [800 + REACTION_MS, 3_000 + REACTION_MS, 6_000 + REACTION_MS],
  rate_limited: [1_000 + REACTION_MS],
  refused: [3_000 + REACTION_MS, 3_000 + REACTION_MS, 1_000 + REACTION_MS],
  modify_refused: [1_000 + REACTION_MS, 1_000 + REACTION_MS],
  rejected_later: [REACTION_MS, REACTION_MS, REACTION_MS],
  slow_call: [2_500 + REACTION_MS, 5_500 + REACTION_MS, CALL_MS + REACTION_MS],
  stuck: [5_000 + CATCH_UP_MS, 5_000 + CATCH_UP_MS, 40_000 + CATCH_UP_MS, 40_000 + CATCH_UP_MS, 60_000 + CATCH_UP_MS],
  suspended: [4_000 + TAKE_OVER_MS, 14_000 + TAKE_OVER_MS],
  set_back_at_commit: [3_000 + 6_000 + REACTION_MS],
  lease_hung: [13_000 + TAKE_OVER_MS + REACTION_MS],
  set_back: [1_500 + 6_000 + REACTION_MS, 3_000 + 6_000 + REACTION_MS],
  lease_late: [3_000 + TAKE_OVER_MS, 3_000 + TAKE_OVER_MS, 6_000 + TAKE_OVER_MS, 6_000 + TAKE_OVER_MS],
  // From the order's arrival, which may be as late as the call's time-out.
  orders_hidden: [CALL_MS + 4_000 + CATCH_UP_MS, CALL_MS + 60_000 + CATCH_UP_MS, CALL_MS + 60_000 + CATCH_UP_MS],
  cancel_slow: [REACTION_MS, 4_000 + REACTION_MS, 25_000 + REACTION_MS],
  book_stale: [9_000 + CATCH_UP_MS, 18_000 + CATCH_UP_MS, 27_000 + CATCH_UP_MS],
  taken_unseen: [
    25_000 + IDLE_POLL_MS + CATCH_UP_MS,
    45_000 + IDLE_POLL_MS + CATCH_UP_MS,
    20_000 + IDLE_POLL_MS + CATCH_UP_MS,
  ],
  sale_unseen: [8_000 + CATCH_UP_MS],
  book_cut: [15_000 + CATCH_UP_MS],
  broker_down: [9_000 + CALL_MS + CATCH_UP_MS, 15_000 + CATCH_UP_MS],
  token_expired: [8_000 + CATCH_UP_MS, 16_000 + CATCH_UP_MS],
  address_refused: [8_000 + CATCH_UP_MS],
  crash: [3_000 + TAKE_OVER_MS],
  crash_offline: [3_000 + TAKE_OVER_MS, 15_000 + TAKE_OVER_MS],
  crash_while_sending: [3_000 + TAKE_OVER_MS, 3_000 + TAKE_OVER_MS, CALL_MS + TAKE_OVER_MS],
  freeze: [5_000 + TAKE_OVER_MS, 14_000 + TAKE_OVER_MS, 40_000 + TAKE_OVER_MS],
  frozen_at_commit: [5_000 + TAKE_OVER_MS, 5_000 + TAKE_OVER_MS, 14_000 + TAKE_OVER_MS, 14_000 + TAKE_OVER_MS],
  loop_blocked: [2_000 + REACTION_MS],
  // From the moment it continues, if it was asked to end while it was frozen.
  deploy: [CALL_MS + 3_000 + TAKE_OVER_MS],
  clock_step: [1_500 + REACTION_MS, 1_500 + REACTION_MS, 5_000 + REACTION_MS, 5_000 + REACTION_MS],
  // The lease is taken again, and a call withheld for a step of the wall clock is claimed again.
  frozen_in_tx: [5_000 + TAKE_OVER_MS, 14_000 + TAKE_OVER_MS],
  clock_jumps: [1_500 + REACTION_MS, 1_500 + REACTION_MS, 1_500 + REACTION_MS, 1_500 + REACTION_MS],
  clock_wrong: [REACTION_MS, REACTION_MS, REACTION_MS, REACTION_MS, REACTION_MS],
  store_down: [800 + CATCH_UP_MS, 6_000 + TAKE_OVER_MS, 20_000 + TAKE_OVER_MS],
  store_slow: [950 + REACTION_MS, 3_000 + 1_000 + REACTION_MS],
  // What begins last is written twice: withheld for the first time, and again.
  writes_slow: [15_000 + 5_000 + CATCH_UP_MS, 40_000 + 5_000 + CATCH_UP_MS],
  kill_switch_as_claimed: [1_000 + REACTION_MS, 1_000 + REACTION_MS],
  tx_failed: [1_000 + REACTION_MS],
  // One that begins last waits until all are free again.
  pool_exhausted: [2_000 + REACTION_MS, 8_000 + TAKE_OVER_MS],
  commit_unknown: [1_000 + REACTION_MS],
}

/** How long a process stands still, in ms, by the alternative (from 1). */
const STANDS_STILL: Partial<Record<FaultKind, readonly number[]>> = {
  freeze: [5_000, 14_000, 40_000],
  loop_blocked: [2_000],
  suspended: [4_000, 14_000],
  set_back: [1_500, 3_000],
  set_back_at_commit: [3_000],
}

/** What befalls one commit, beside that its process stands still. */
const OF_COMMITS: ReadonlySet<FaultKind> = new Set<FaultKind>(['store_slow', 'tx_failed', 'commit_unknown'])

/** For how long a process stands still before its commit begins, in ms, by the alternative (from 1). */
const FROZEN_BEFORE_COMMIT: Partial<Record<FaultKind, readonly number[]>> = { frozen_at_commit: [5_000, 0, 14_000, 0] }

/** For how long a process stands still beside a commit, in ms, by the alternative (from 1). */
const FROZEN_AT_COMMIT: Partial<Record<FaultKind, readonly number[]>> = {
  frozen_at_commit: [5_000, 5_000, 14_000, 14_000],
}

/** For how long other work takes every connection to the store, in ms, by the alternative (from 1). */
const HOLDS_CONNECTIONS: Partial<Record<FaultKind, readonly number[]>> = { pool_exhausted: [2_000, 8_000] }

/** For how long a connection is waited for. */
const CONNECTION_WAIT_MS = 5_000

/** How long the broker answers nothing, in ms, by the alternative (from 1). */
const ANSWERS_NOTHING: Partial<Record<FaultKind, readonly number[]>> = { broker_down: [9_000] }

/** How long the feed is silent, times the alternative. */
const SILENT_MS: Partial<Record<FaultKind, number>> = {
  feed_silent: 6_000,
  bus_partitioned: 10_000,
  contract_frozen: 5_000,
}

/** How long the bus passes nothing on, in ms, by the alternative (from 1). */
const NO_BUS_MS: Partial<Record<FaultKind, readonly number[]>> = {
  bus_away: [3_000, 9_000],
  bus_partitioned: [10_000, 20_000],
}

/** A time in which the feed showed nothing, of everything or of one contract. */
interface Silence {
  readonly token: number | null
  readonly from: number
  until: number
}

/** Kinds after which a process's clocks have not run as time did. */
const CLOCKS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'clock_step',
  'set_back',
  'set_back_at_commit',
  'suspended',
  'clock_jumps',
  'clock_wrong',
])

/** What was hanging when all healed goes on hanging. */
const OUTLASTS: ReadonlySet<FaultKind> = new Set<FaultKind>(['lease_hung'])

/** Whom the entity of a choice names. */
const ALL_ACCOUNTS = /^(slot\d+|broker|store|disk|feed|bus|\d+)$/

/** What went wrong when, and until when it may be an excuse. */
export class ActiveFaults {
  readonly #isAnyExecutorRunning: () => boolean
  readonly #list: ActiveFault[] = []
  /** Until when each process stands still. */
  readonly #activeUntil = new Map<string, number>()
  /** When each process stood still. */
  readonly #stalls: { readonly entity: string; readonly from: number; readonly until: number }[] = []
  /** Until when other work takes every connection of each process. */
  readonly #connectionsHeldUntil = new Map<string, number>()
  readonly #silences: Silence[] = []
  readonly #withoutBus: { readonly from: number; readonly until: number }[] = []
  readonly #outages: { readonly from: number; until: number }[] = []
  readonly #failedReads = new Map<string, { at: number; streak: number }>()
  /** When no process ran; the last may still last. */
  readonly #absences: { readonly from: number; until: number }[] = []
  #faultsClearedAt = Number.POSITIVE_INFINITY
  #faultsClearedBy = Number.POSITIVE_INFINITY
  #clocksMoved = false
  readonly #kinds = new Set<FaultKind>()

  /** `isAnybodyThere`: whether any process runs. A session is put to sleep now and then to save its cost. */
  constructor(isAnyExecutorRunning: () => boolean) {
    this.#isAnyExecutorRunning = isAnyExecutorRunning
  }

  take(fault: FaultDecision, at: number): void {
    this.#kinds.add(fault.kind)
    const stallMs = (STANDS_STILL[fault.kind] ?? FROZEN_AT_COMMIT[fault.kind])?.[fault.alternative - 1]
    if (stallMs !== undefined) this.#stalls.push({ entity: fault.entity, from: at, until: at + stallMs })
    const silentMs = SILENT_MS[fault.kind]
    if (silentMs !== undefined) {
      const token = fault.kind === 'contract_frozen' ? Number(fault.entity) : null
      this.#silences.push({ token, from: at, until: at + silentMs * fault.alternative })
    }
    const withoutBusMs = NO_BUS_MS[fault.kind]?.[fault.alternative - 1]
    if (withoutBusMs !== undefined) this.#withoutBus.push({ from: at, until: at + withoutBusMs })
    const unanswered = ANSWERS_NOTHING[fault.kind]?.[fault.alternative - 1]
    if (unanswered !== undefined) this.#outages.push({ from: at, until: at + unanswered })
    this.#delayCommit(fault, at)
    const [who, about] = fault.entity.split(' ')
    const account = ALL_ACCOUNTS.test(fault.entity) ? null : who!
    const lasts =
      fault.kind === 'read_failed' ? this.#readFailed(fault, at) : LASTS[fault.kind]?.[fault.alternative - 1]
    if (lasts === undefined) return
    const standsFor = STANDS_STILL[fault.kind]?.[fault.alternative - 1] ?? 0
    const goesOnAt = Math.max(at + standsFor, this.#activeUntil.get(fault.entity) ?? at)
    if (standsFor > 0) this.#activeUntil.set(fault.entity, goesOnAt)
    const begins = fault.kind === 'deploy' ? goesOnAt : this.#connectionsHeldFrom(fault, at)
    this.#list.push({ kind: fault.kind, account, about, from: at, until: begins + lasts })
    if (CLOCKS.has(fault.kind)) this.#clocksMoved = true
  }

  /** To be called after every event: notes while no process runs. */
  check(now: number): void {
    const last = this.#absences.at(-1)
    const isAbsent = last?.until === Number.POSITIVE_INFINITY
    if (this.#isAnyExecutorRunning() === !isAbsent) return
    if (isAbsent) last.until = now
    else this.#absences.push({ from: now, until: Number.POSITIVE_INFINITY })
  }

  /** When what was due at `at` could first be done: then, or once a process has taken over that began again after it. */
  possibleFrom(at: number): number {
    let from = at
    for (const absence of this.#absences)
      if (absence.from <= from && from < absence.until + TAKE_OVER_MS) from = absence.until + TAKE_OVER_MS
    return from
  }

  /** Everything is well again; by `by` at the latest nothing of it may be an excuse. */
  faultsCleared(at: number, by: number): void {
    this.#faultsClearedAt = at
    this.#faultsClearedBy = by
    for (const lasting of [...this.#silences, ...this.#outages]) lasting.until = Math.min(lasting.until, at)
  }

  get faultsClearedAt(): number {
    return this.#faultsClearedAt
  }

  /**
   * Until when troubles of the kinds that count may have kept from happening what was due at `due`: one after another may
   * prolong it, as long as each began before the time allowed by then was over.
   */
  lastingUntil(
    account: string,
    due: number,
    counts: (kind: FaultKind, from: number, about: string | undefined) => boolean,
  ): number {
    let until = due
    // In order of their beginning, so one pass chains them.
    for (const activeFault of this.#list) {
      if (activeFault.account !== null && activeFault.account !== account) continue
      const over = activeFault.until + this.#unheardMs(activeFault)
      const ends = OUTLASTS.has(activeFault.kind) ? over : Math.min(over, this.#faultsClearedBy)
      if (ends <= until || activeFault.from > until || !counts(activeFault.kind, activeFault.from, activeFault.about))
        continue
      until = ends
    }
    return until
  }

  /** When what was due at `due` is caught up with, where the broker began after `since` to answer nothing; else `due`. */
  answeredBy(since: number, due: number): number {
    let by = due
    for (const { from, until } of this.#outages) if (since < from && from <= by) by = Math.max(by, until + CATCH_UP_MS)
    return by
  }

  /** How much longer a dead login lasts without a bus that announces the next: until the broker is polled again. */
  #unheardMs({ kind, until }: ActiveFault): number {
    const loginAt = until - CATCH_UP_MS
    const isUnheard =
      kind === 'token_expired' && this.#withoutBus.some((one) => one.from <= loginAt && loginAt < one.until)
    return isUnheard ? EXPIRED_LOGIN_POLL_MS : 0
  }

  /** Whether a fault of one of these kinds struck this account (or all accounts) in the last `withinMs`. */
  struck(account: string, kinds: readonly FaultKind[], now: number, withinMs: number): boolean {
    return this.#list.some(
      (one) =>
        kinds.includes(one.kind) && (one.account === null || one.account === account) && one.from >= now - withinMs,
    )
  }

  /** Whether a fault of one of these kinds has struck this account (or all accounts) since `at`, or lasted until then. */
  struckSince(account: string, kinds: readonly FaultKind[], at: number): boolean {
    return this.#list.some(
      (one) => kinds.includes(one.kind) && (one.account === null || one.account === account) && one.until >= at,
    )
  }

  /** Whether the process in this slot stood still all the while from `from` until `until`. */
  stoodStill(slot: string, from: number, until: number): boolean {
    return this.#stalls.some((one) => one.entity === slot && one.from <= from && one.until >= until)
  }

  /** The times in which the feed showed nothing of a contract for longer than `ms`: from when on, and until when. */
  *silencesOf(token: number, ms: number): Iterable<{ readonly from: number; readonly until: number }> {
    let last: Silence | undefined
    for (const one of this.#silences) {
      if (one.token !== null && one.token !== token) continue
      // One that begins before the other is over prolongs it.
      if (last !== undefined && one.from <= last.until) {
        last.until = Math.max(last.until, one.until)
        continue
      }
      if (last !== undefined && last.from + ms < last.until) yield { from: last.from + ms, until: last.until }
      last = { ...one }
    }
    if (last !== undefined && last.from + ms < last.until) yield { from: last.from + ms, until: last.until }
  }

  /** Whether any process's clocks have not run as time did today. */
  get clocksMoved(): boolean {
    return this.#clocksMoved
  }

  /** Whether any process's wall clock has been hours off today. */
  get clocksWrong(): boolean {
    return this.hasStruck('clock_jumps') || this.hasStruck('clock_wrong')
  }

  /** Whether nothing went wrong today but this. */
  hasStruckAlone(kind: FaultKind): boolean {
    return this.#kinds.size === 1 && this.#kinds.has(kind)
  }

  /** Whether this kind of fault has struck any account today. */
  hasStruck(kind: FaultKind): boolean {
    return this.#list.some((one) => one.kind === kind)
  }

  /** What befalls a commit whose process stands still before it begins when that goes on. */
  #delayCommit({ kind, alternative }: FaultDecision, at: number): void {
    const frozenMs = FROZEN_BEFORE_COMMIT[kind]?.[alternative - 1] ?? 0
    for (const activeFault of this.#list)
      if (activeFault.from === at && OF_COMMITS.has(activeFault.kind)) activeFault.until += frozenMs
  }

  /** From when on a fault of `at` lasts: work that takes every connection waits for other such work before it. */
  #connectionsHeldFrom({ kind, alternative, entity }: FaultDecision, at: number): number {
    const holdsMs = HOLDS_CONNECTIONS[kind]?.[alternative - 1]
    if (holdsMs === undefined) return at
    const freeAt = Math.max(at, this.#connectionsHeldUntil.get(entity) ?? at)
    // Work that gets no connection in time takes none.
    if (freeAt - at > CONNECTION_WAIT_MS) return at
    this.#connectionsHeldUntil.set(entity, freeAt + holdsMs)
    return freeAt
  }

  #readFailed({ entity, alternative }: FaultDecision, at: number): number {
    const last = this.#failedReads.get(entity)
    const isStreak = last !== undefined && at - last.at <= CALL_MS + RETRY_MS[3] + 1_000
    const streak = isStreak ? last.streak + 1 : 1
    this.#failedReads.set(entity, { at, streak })
    const retry = RETRY_MS[Math.min(streak, RETRY_MS.length) - 1]!
    return (alternative === 1 ? CALL_MS : 0) + retry + REACTION_MS
  }
}

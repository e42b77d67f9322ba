import type { Session } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { nextDoubtRead } from '../intent/doubt.ts'
import type { QueryResult } from '../order/order-ack.ts'
import type { BrokerOrder } from '../order/order.ts'
import type { BrokerPort, ClockPort } from '../ports.ts'
import { earliestOf } from '../instants.ts'
import type { BrokerEvent, BrokerSnapshot } from './broker-event.ts'
import { SNAPSHOT_KINDS, type PollScheduler, type SnapshotKind } from './poll-scheduler.ts'
import type { AccountState } from '../persist/state.ts'
import { isUnanswered } from '../trade/trade.ts'

/** How long around the session an idle account still looks at its book. */
const AROUND_SESSION_MS = 10 * MINUTE_MS
/**
 * An order's own history is asked for this often at first: the sale that replaces an order waits for its end, and a reading
 * of the order book may hang, so neither is the only one that can show it. Then less often, up to the time a call may take.
 */
const HISTORY_EVERY_MS = 1_000
const HISTORY_SLOWEST_MS = 7_000
/** The interval grows with the time that the history has been asked for, by this share of it. */
const HISTORY_BACKOFF = 0.1
/** A request without an answer for so long is followed by another. */
const HISTORY_HANGS_MS = 2_000
/** An order whose history has not been wanted for so long is asked for quickly again. */
const HISTORY_NEW_MS = 30_000

/** The requests for one order's history: since when it is asked for, when last, and whether that was answered. */
interface HistoryRequests {
  readonly since: EpochMs
  readonly lastAt: EpochMs
  isAnswered: boolean
}

/** An entry abandoned without an answer may have bought all the same: it is searched for as long as what is under way. */
const UNANSWERED_ENTRY_POLL_MS = 60_000

/** How often, while a turn waits, it is checked which readings are due. */
const TURN_POLL_MS = 500
/** For so long, in ms: what they show waits for the end of the turn, so there is a limit to it. */
const TURN_POLL_LIMIT_MS = 10_000

/** What decides which of the broker's books are read now. */
export interface BrokerPollerInput {
  readonly state: AccountState
  readonly session: Session | undefined
  /** Order calls are on their way. */
  readonly isCalling: boolean
  /** The user holds something bought without the product today, whose price counts towards the limits. */
  readonly isUserHolding: boolean
  /** The account is ending: nothing new is asked. */
  readonly isShuttingDown: boolean
}

/** Reads one account's books as `PollScheduler` decides, beside the turns; what they show arrives as mail. */
export class BrokerPoller {
  readonly #pollScheduler: PollScheduler
  readonly #broker: BrokerPort
  readonly #clock: ClockPort
  readonly #deliver: (event: BrokerEvent) => void
  readonly #ring: () => void
  readonly #histories = new Map<string, HistoryRequests>()
  #busySince: EpochMs | undefined

  /** `deliver`: takes what a reading shows. `ring`: called when a reading ended of which nothing is delivered. */
  constructor(
    pollScheduler: PollScheduler,
    broker: BrokerPort,
    clock: ClockPort,
    deliver: (event: BrokerEvent) => void,
    ring: () => void,
  ) {
    this.#pollScheduler = pollScheduler
    this.#broker = broker
    this.#clock = clock
    this.#deliver = deliver
    this.#ring = ring
  }

  /** Starts every reading that is due. Returns when the next one is. */
  startDue({ state, session, isCalling, isUserHolding, isShuttingDown }: BrokerPollerInput): EpochMs | undefined {
    const now = this.#clock.now()
    const busy = state.isBusy() || isCalling || hasUnansweredEntry(state, now)
    const inSession =
      session !== undefined && now >= session.opensAt - AROUND_SESSION_MS && now <= session.closesAt + AROUND_SESSION_MS
    this.#busySince = busy ? (this.#busySince ?? now) : undefined
    const last = this.#pollScheduler.lastStartOf('orders')
    let doubtAt: EpochMs | undefined
    for (const intent of state.unresolved()) doubtAt = earliestOf(doubtAt, nextDoubtRead(intent, last))
    const need = {
      busySince: this.#busySince,
      isHolding: state.isHolding() || isUserHolding,
      isSessionOpen: (inSession || busy) && !isShuttingDown,
      doubtAt,
    }
    let next: EpochMs | undefined
    for (const kind of SNAPSHOT_KINDS) {
      const due = this.#pollScheduler.dueAt(kind, need, now)
      if (due !== undefined && due <= now) this.#start(kind, now)
      else next = earliestOf(next, due)
    }
    const opens = session !== undefined && now < session.opensAt ? session.opensAt - AROUND_SESSION_MS : undefined
    return need.isSessionOpen ? next : earliestOf(next, opens as EpochMs | undefined)
  }

  /**
   * Starts what comes due while a turn waits for `work`, the store mostly: a doubt is settled by readings alone, and none of
   * ten seconds may be lost. Settles as `work` does.
   */
  async startDueDuring<T>(work: Promise<T>, input: () => BrokerPollerInput): Promise<T> {
    const endsAt = this.#clock.mono() + TURN_POLL_LIMIT_MS
    let silence: (() => void) | undefined
    const wait = () => {
      silence = this.#clock.alarm(TURN_POLL_MS, () => {
        this.startDue(input())
        if (this.#clock.mono() < endsAt) wait()
      })
    }
    wait()
    try {
      return await work
    } finally {
      silence?.()
    }
  }

  /**
   * Reads one order's own history, beside the order book: at once, or when it is due again. Returns when that is, for as long
   * as it is wanted.
   */
  startHistory(orderId: string, now: EpochMs): EpochMs {
    const last = this.#histories.get(orderId)
    const dueAt = last === undefined ? now : nextHistoryAt(last)
    if (now < dueAt) return dueAt
    const since = last === undefined || now >= last.lastAt + HISTORY_NEW_MS ? now : last.since
    const requests: HistoryRequests = { since, lastAt: now, isAnswered: false }
    this.#histories.set(orderId, requests)
    const started = { at: now, mono: this.#clock.mono() }
    const deliver = (result: QueryResult<readonly BrokerOrder[]>) => {
      requests.isAnswered = true
      this.#deliver({ type: 'history', readStartedAt: started, result })
    }
    void this.#broker.history(orderId).then(deliver, (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error)
      deliver({ ok: false, code: 'unavailable', text })
    })
    return nextHistoryAt(requests)
  }

  /**
   * What arrived, with its reading begun as long ago as the monotonic clock shows: a clock that has been put back since dated it
   * ahead, and what it shows would count as newer than anything for hours.
   */
  withStartTime(event: BrokerEvent): BrokerEvent {
    if (event.type !== 'reading' && event.type !== 'history') return event
    const { at, mono } = event.readStartedAt
    const latest = Math.ceil(this.#clock.now() - (this.#clock.mono() - mono)) as EpochMs
    return at <= latest ? event : { ...event, readStartedAt: { at: latest, mono } }
  }

  /** The account begins again from its rows. */
  forget(): void {
    this.#histories.clear()
  }

  /** The clock was put back to `now`. */
  putBack(now: EpochMs): void {
    this.#busySince = undefined
    this.#histories.clear()
    this.#pollScheduler.putBack(now)
  }

  #start(kind: SnapshotKind, now: EpochMs): void {
    const reading = this.#pollScheduler.begin(kind, now)
    const started = { at: now, mono: this.#clock.mono() }
    const answered = (snapshot: BrokerSnapshot) => {
      const counts = this.#pollScheduler.end(reading, snapshot.result)
      if (counts) this.#deliver({ type: 'reading', readStartedAt: started, snapshot })
      // Its connection is free again: the next one may be due.
      else this.#ring()
    }
    void this.#broker[kind]().then(
      (result) => answered({ kind, result } as BrokerSnapshot),
      (error: unknown) => {
        const text = error instanceof Error ? error.message : String(error)
        answered({ kind, result: { ok: false, code: 'unavailable', text } })
      },
    )
  }
}

/** When the history of an order is due again. */
function nextHistoryAt({ since, lastAt, isAnswered }: HistoryRequests): EpochMs {
  const interval = Math.min(HISTORY_SLOWEST_MS, Math.max(HISTORY_EVERY_MS, (lastAt - since) * HISTORY_BACKOFF))
  return (lastAt + (isAnswered ? interval : Math.max(interval, HISTORY_HANGS_MS))) as EpochMs
}

/** Whether an entry was abandoned a moment ago that the broker never answered: what it bought would have no stop. */
function hasUnansweredEntry(state: AccountState, now: EpochMs): boolean {
  return state
    .trades()
    .some(
      (trade) =>
        trade.state === 'abandoned' && isUnanswered(trade) && now < trade.abandonedAt + UNANSWERED_ENTRY_POLL_MS,
    )
}

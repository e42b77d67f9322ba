// @invariant disagreement-reported Where store and broker disagree there is a finding and an alarm, whatever the
//   core believes.
import { pause } from '@strikewise/concurrency/pause.ts'
import { Semaphore } from '@strikewise/concurrency/semaphore.ts'
import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { FindingCode } from '../store/tables/audit-tables.ts'
import { findingCode, type BrokerAccountSnapshot, type AuditFinding } from './audit-snapshot.ts'
import type { TraderCounter } from '../execution/counters.ts'
import { readBrokerSnapshot, type AuditedBroker } from './broker-snapshot.ts'
import { reconcileAccount } from './reconcile-account.ts'
import { writeFindings } from './finding-rows.ts'
import type { ChainPosition } from './journal-chain.ts'
import { readStoredSnapshot } from './read-stored-snapshot.ts'

/** `code`: the alarm's metric and log know it by this. */
interface AuditObserver {
  count(name: TraderCounter, labels?: Readonly<Record<string, string>>): void
  alarm(account: string, code: string, message: AuditFinding['message']): void
}

export interface AuditorOptions {
  readonly db: Kysely<Database>
  readonly clock: Pick<Clock, 'now'>
  readonly calendar: Pick<TradingCalendar, 'sessionOn'>
  /** The account's broker; undefined while this process does not trade the account. */
  readonly broker: (account: string) => AuditedBroker | undefined
  readonly observer: AuditObserver
  readonly onError: (account: string | undefined, error: unknown) => void
  readonly intervals?: AuditIntervals
}

/** Real milliseconds: the auditor paces itself and trades nothing. */
export interface AuditIntervals {
  readonly everyMs: number
  /** How long after the end of one look the next may begin that confirms what it found. */
  readonly recheckMs: number
  /** The same for what the execution core itself has that long to notice: a manual sale. */
  readonly manualSaleMs: number
}

const INTERVALS: AuditIntervals = { everyMs: 10_000, recheckMs: 2_000, manualSaleMs: 10_000 }
/** Accounts whose brokers are read side by side, and those of them that read the store: its connections are for trading. */
const CONCURRENCY = 16
const STORE_AT_ONCE = 2
/** A look that takes longer is left behind, and its account until it ends. */
const CHECK_TIMEOUT_MS = 20_000
/** A trade is audited for this long after its end, by the market's clock: long enough to confirm what a look finds. */
const AFTER_END_MS = 60_000
/** Of more disagreements than this in one account, the first ones are enough. */
const MAX_FINDINGS = 50

interface PendingFinding {
  readonly finding: AuditFinding
  /** When the look that found it first had read the store. */
  readonly since: number
}

interface AuditState {
  /** Found by the last look and not confirmed yet, by name. */
  doubts: ReadonlyMap<string, PendingFinding>
  /** Confirmed, written and still there. */
  notified: ReadonlySet<string>
  chain: ChainPosition | undefined
  isUnderWay: boolean
}

/**
 * Compares store and broker for every account whose trades may still move or have just ended, and once after the close
 * for all that traded or could have.
 * Reads only, beside the actors and never in their way: nothing waits for it, and whatever it meets ends with the look. What
 * two looks in a row find becomes a row and an alarm.
 */
export class Auditor {
  readonly #options: AuditorOptions
  readonly #intervals: AuditIntervals
  readonly #closing = new AbortController()
  readonly #store = new Semaphore(STORE_AT_ONCE)
  readonly #auditStates = new Map<string, AuditState>()
  /** Accounts whose day was audited after its close. */
  #done: { readonly on: IstDate; readonly accounts: Set<string> } | undefined
  #run: Promise<void> | undefined

  constructor(options: AuditorOptions) {
    this.#options = options
    this.#intervals = options.intervals ?? INTERVALS
  }

  start(): void {
    this.#run ??= this.#rounds()
  }

  /** Begins no more looks and waits for none that hangs. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#run
  }

  async #rounds(): Promise<void> {
    const { signal } = this.#closing
    let roundAt = performance.now()
    while (!signal.aborted) {
      const isDue = performance.now() >= roundAt
      if (isDue) roundAt = performance.now() + this.#intervals.everyMs
      try {
        await this.#round(isDue)
      } catch (error) {
        this.#options.onError(undefined, error)
      }
      const isDoubtful = [...this.#auditStates.values()].some(({ doubts }) => doubts.size > 0)
      const untilRound = Math.max(0, roundAt - performance.now())
      await pause(isDoubtful ? Math.min(this.#intervals.recheckMs, untilRound) : untilRound, signal)
    }
  }

  /** `full`: everyone whose turn it is; else those alone whose last look found something to confirm. */
  async #round(full: boolean): Promise<void> {
    const { clock, calendar } = this.#options
    const on = istDateAt(clock.now())
    const session = calendar.sessionOn(on)
    const isAfterClose = session !== undefined && clock.now() >= session.closesAt
    if (this.#done?.on !== on) this.#done = { on, accounts: new Set() }
    const audited = isAfterClose ? await this.#unfinished(on) : await this.#liveAccounts(on)
    for (const account of this.#auditStates.keys()) if (!audited.includes(account)) this.#forget(account)
    const isDoubtful = (account: string) => (this.#auditStates.get(account)?.doubts.size ?? 0) > 0
    const queue = audited.filter((account) => full || isDoubtful(account)).values()
    const worker = async (): Promise<void> => {
      for (const account of queue) {
        if (this.#closing.signal.aborted) return
        await this.#bounded(account, on, isAfterClose)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }

  /** One look that ends in time, or is left to itself. */
  async #bounded(account: string, on: IstDate, isAfterClose: boolean): Promise<void> {
    const state = this.#auditStates.get(account) ?? {
      doubts: new Map(),
      notified: new Set(),
      chain: undefined,
      isUnderWay: false,
    }
    if (state.isUnderWay) return
    this.#auditStates.set(account, state)
    state.isUnderWay = true
    const late = new AbortController()
    const check = this.#auditAccount(account, state, on, isAfterClose)
      .catch((error: unknown) => {
        this.#options.observer.count('audit_failed')
        this.#options.onError(account, error)
      })
      .finally(() => {
        state.isUnderWay = false
      })
    await Promise.race([check, pause(CHECK_TIMEOUT_MS, AbortSignal.any([late.signal, this.#closing.signal]))])
    late.abort()
  }

  async #auditAccount(account: string, state: AuditState, on: IstDate, isAfterClose: boolean): Promise<void> {
    const { db, clock, observer } = this.#options
    const startedAt = performance.now()
    // The store last: what the broker has taken by then, an intent must name.
    const broker = await this.#brokerSnapshot(account)
    if (broker === undefined) {
      observer.count('audit_unread')
      return
    }
    const { book, chain } = await this.#store.run(() => readStoredSnapshot(db, account, on, state.chain, isAfterClose))
    if (istDateAt(clock.now()) !== on) return
    // A slow look is followed at once by the next: what the first met on its way into the store has had no time since.
    const readAt = performance.now()
    const found = reconcileAccount(book, broker, clock.now(), isAfterClose).slice(0, MAX_FINDINGS)
    observer.count('audit_looks')
    state.chain = book.journalFindings.length === 0 ? chain : state.chain
    const byName = new Map(found.map((finding) => [`${findingCode(finding)} ${finding.subject}`, finding]))
    const notified = new Set([...state.notified].filter((name) => byName.has(name)))
    state.doubts = new Map(
      [...byName]
        .filter(([name]) => !notified.has(name))
        .map(([name, finding]) => [name, { finding, since: state.doubts.get(name)?.since ?? readAt }]),
    )
    const held = [...state.doubts].filter(
      ([, one]) => startedAt - one.since >= this.#gracePeriodOf(findingCode(one.finding)),
    )
    await this.#reportFindings(
      account,
      on,
      held.map(([, { finding }]) => finding),
    )
    const heldNames = held.map(([name]) => name)
    state.notified = new Set([...notified, ...heldNames])
    state.doubts = new Map([...state.doubts].filter(([name]) => !heldNames.includes(name)))
    if (isAfterClose && state.doubts.size === 0) this.#done?.accounts.add(account)
  }

  #gracePeriodOf(code: FindingCode): number {
    return code === 'position_short' ? this.#intervals.manualSaleMs : this.#intervals.recheckMs
  }

  async #reportFindings(account: string, on: IstDate, findings: readonly AuditFinding[]): Promise<void> {
    const { db, clock, observer } = this.#options
    for (const finding of await writeFindings(db, account, on, clock.now(), findings)) {
      const code = findingCode(finding)
      observer.count('audit_findings', { code })
      observer.alarm(account, `audit_${code}`, finding.message)
    }
  }

  async #brokerSnapshot(account: string): Promise<BrokerAccountSnapshot | undefined> {
    const broker = this.#options.broker(account)
    return broker === undefined ? undefined : readBrokerSnapshot(broker, this.#options.clock.now())
  }

  /**
   * Accounts with a live trade, those whose trade has just ended (an order of it may have been left), and those with an
   * entry abandoned today: it may have filled after all.
   */
  async #liveAccounts(on: IstDate): Promise<string[]> {
    const endedAfter = this.#options.clock.now() - AFTER_END_MS
    const rows = await this.#options.db
      .selectFrom('trades')
      .select('account_id')
      .distinct()
      .where((is) =>
        is.or([
          is('state', 'in', LIVE_STATES),
          is.and([is('on_day', '=', on), is('state', '=', 'abandoned')]),
          is.and([
            is('on_day', '=', on),
            is('state', '=', 'closed'),
            is(sql<number>`(body->>'closedAt')::bigint`, '>', endedAfter),
          ]),
        ]),
      )
      .execute()
    return rows.map((row) => row.account_id)
  }

  /**
   * Accounts that traded today, and those whose login still reads their books (a trade may be missing from the rows), as
   * far as they have not been audited since the close.
   */
  async #unfinished(on: IstDate): Promise<string[]> {
    const { db, clock } = this.#options
    const rows = await db
      .selectFrom('trades')
      .select('account_id')
      .where('on_day', '=', on)
      .union(
        db
          .selectFrom('broker_links')
          .select('user_id as account_id')
          .where('connected', '=', true)
          .where('token_expires_at', '>', new Date(clock.now())),
      )
      .execute()
    return rows.map((row) => row.account_id).filter((account) => this.#done?.accounts.has(account) !== true)
  }

  #forget(account: string): void {
    if (this.#auditStates.get(account)?.isUnderWay !== true) this.#auditStates.delete(account)
  }
}

import type { LogEntry } from '@strikewise/exchange/exchange-log.ts'
import type { CallRecord } from '../model-broker.ts'
import { checkAtLeaving, checkDrained } from './at-leaving.ts'
import { Books, type Holding } from './books.ts'
import { checkBounds } from './bounds.ts'
import { Budgets } from './budgets.ts'
import { Called } from './called.ts'
import { isCover } from './cover.ts'
import { Coverage } from './coverage.ts'
import { EntryLimits } from './entry-limits.ts'
import { checkEntryRules } from './entry-rules.ts'
import { checkExitReasons } from './exit-reasons.ts'
import { checkBooks } from './equal-books.ts'
import { Errors } from './errors.ts'
import type { Evidence } from './evidence.ts'
import { Findings } from './findings.ts'
import { Flat } from './flat.ts'
import { checkHandsOff } from './hands-off.ts'
import { checkForward } from './forward.ts'
import { checkHeldAbsent } from './held-absent.ts'
import { checkHistory } from './history.ts'
import { intentOf } from './intent-of.ts'
import { Intents } from './intents.ts'
import { Leadership } from './leadership.ts'
import type { NakedTimes } from './naked-times.ts'
import { NeverShort } from './never-short.ts'
import { checkNewestLogin } from './newest-login.ts'
import { checkOneSale } from './one-sale.ts'
import { Once } from './once.ts'
import type { Parts } from './parts.ts'
import { Protected } from './protected.ts'
import { RowTimes } from './row-times.ts'
import { checkSecrecy } from './secrecy.ts'
import { checkSetAside } from './set-aside.ts'
import { checkSettled } from './settled.ts'
import { Sight } from './sight.ts'
import { checkStopRises } from './stop-rises.ts'
import { checkStopButton } from './stop-button.ts'
import { ShortCovering } from './short-covering.ts'
import { Strays } from './strays.ts'
import { checkTold } from './told.ts'
import { checkTrueReasons } from './true-reasons.ts'
import { Troubles } from './troubles.ts'
import { checkCountedChanges } from './rules/counted-changes.ts'
import { checkDayCap } from './rules/day-cap.ts'
import { checkDayRoom } from './rules/day-room.ts'
import { checkEntryBooks } from './rules/entry-books.ts'
import { checkEntrySize } from './rules/entry-size.ts'
import { LateCalls } from './rules/late-calls.ts'
import { LimitLeft } from './rules/limit-left.ts'
import { OutdatedRows } from './rules/outdated-rows.ts'
import { checkReasons } from './rules/reasons.ts'
import { StaleExits } from './rules/stale-exits.ts'
import { checkStopTerms } from './rules/stop-terms.ts'
import { checkWrittenOnce } from './written-once.ts'
import type { Violation } from './violation.ts'

/** After the last fault everything must be right again within this. */
const RECOVERY_MS = 10_000

/**
 * Judges a session from outside, after every event: by the exchange's log, the calls that left, what went wrong and what
 * the store says. Shares no rule with the program it judges. When nothing new was written down and no time is up it
 * costs a few comparisons.
 */
export class Checker {
  readonly #parts: Parts
  readonly #protected: Protected
  readonly #neverShort: NeverShort
  readonly #covering: ShortCovering
  readonly #strays: Strays
  readonly #once: Once
  readonly #limits: EntryLimits
  readonly #budgets: Budgets
  readonly #flat: Flat
  readonly #errors: Errors
  readonly #coverage: Coverage
  readonly #late: LateCalls
  readonly #stale: StaleExits
  readonly #limitLeft: LimitLeft
  readonly #outdated: OutdatedRows
  #entries = 0
  #calls = 0
  #fired = 0
  #alarms = 0
  #nextAt = Number.POSITIVE_INFINITY
  #limitLeftAt = Number.POSITIVE_INFINITY

  constructor(evidence: Evidence) {
    const called = new Called()
    const parts: Parts = {
      evidence,
      called,
      books: new Books(called),
      intents: new Intents(evidence),
      troubles: new Troubles(() => evidence.processes.length > 0),
      rowTimes: new RowTimes(evidence),
      leadership: new Leadership(evidence),
      sight: new Sight(evidence),
      findings: new Findings(evidence),
    }
    this.#parts = parts
    this.#protected = new Protected(parts)
    this.#neverShort = new NeverShort(parts)
    this.#covering = new ShortCovering(parts)
    this.#strays = new Strays(parts)
    this.#once = new Once(parts)
    this.#limits = new EntryLimits(parts)
    this.#budgets = new Budgets(parts)
    this.#flat = new Flat(parts)
    this.#errors = new Errors(parts)
    this.#coverage = new Coverage(parts)
    this.#late = new LateCalls(parts)
    this.#stale = new StaleExits(parts)
    this.#limitLeft = new LimitLeft(parts)
    this.#outdated = new OutdatedRows(parts)
  }

  get violations(): readonly Violation[] {
    return this.#parts.findings.violations
  }

  /** How long anything was held without a stop or an exit on its way. */
  get nakedTimes(): NakedTimes {
    return this.#protected.nakedTimes
  }

  /** Positions opened: contracts of an account in which an entry of ours filled. */
  get tradesOpened(): number {
    let opened = 0
    for (const { bought } of this.#parts.books.holdings.values()) if (bought > 0) opened += 1
    return opened
  }

  /** To be called after every event. */
  look(): void {
    const { exchange, calls, chooser, alarms, time } = this.#parts.evidence
    const log = exchange.exchangeLog
    if (chooser.fired.length > this.#fired) this.#takeFaults()
    const committed = this.#parts.evidence.store.takeCommitted()
    this.#late.look(time.now, committed)
    this.#outdated.look(committed)
    this.#parts.troubles.look(time.now)
    this.#parts.rowTimes.look(time.now, committed)
    if (this.#parts.troubles.clocksMoved) this.#limits.lookAtClocks(time.now)
    this.#parts.leadership.look(time.now)
    this.#parts.sight.look(time.now)
    const hasPrices = this.#limitLeft.look()
    const isQuiet = log.length === this.#entries && calls.length === this.#calls
    if (!isQuiet || time.now >= this.#nextAt) {
      this.#judgeBefore(time.now)
      this.#flat.look(time.now)
      for (; this.#calls < calls.length; this.#calls += 1) this.#called(calls[this.#calls]!)
      for (; this.#entries < log.length; this.#entries += 1) this.#logged(log[this.#entries]!)
      this.#nextAt = this.#flat.dueAt
      for (const holding of this.#parts.books.holdings.values()) this.#judge(holding, time.now)
    }
    if (!isQuiet || hasPrices || time.now >= this.#limitLeftAt) this.#limitLeftAt = this.#limitLeft.judge(time.now)
    // After the log: an alarm tells of what the same event has just brought to light.
    for (; this.#alarms < alarms.length; this.#alarms += 1) this.#errors.alarmed(alarms[this.#alarms]!)
  }

  /** To be called when nothing goes wrong any more: from now on the bounds are strict. */
  healed(): void {
    this.look()
    const { now } = this.#parts.evidence.time
    this.#parts.troubles.healed(now, now + RECOVERY_MS)
    this.#limits.healed(now)
    this.#stale.healed(now)
  }

  /** To be called once, after the close. */
  end(): void {
    this.look()
    this.#once.end()
    this.#flat.end()
    this.#errors.end()
    checkBooks(this.#parts)
    checkSettled(this.#parts)
    checkHistory(this.#parts)
    checkWrittenOnce(this.#parts)
    checkForward(this.#parts)
    checkHeldAbsent(this.#parts)
    checkDrained(this.#parts)
    checkExitReasons(this.#parts)
    checkReasons(this.#parts)
    checkCountedChanges(this.#parts)
    checkDayCap(this.#parts)
    checkTrueReasons(this.#parts)
    checkBounds(this.#parts)
    checkSecrecy(this.#parts)
    checkNewestLogin(this.#parts)
    checkTold(this.#parts)
    checkSetAside(this.#parts)
    this.#coverage.end()
  }

  #takeFaults(): void {
    const { evidence, troubles } = this.#parts
    const { fired } = evidence.chooser
    const { now } = evidence.time
    for (; this.#fired < fired.length; this.#fired += 1) {
      const fault = fired[this.#fired]!
      troubles.take(fault, now)
      if (fault.kind === 'feed_silent') this.#silenced(null, now, now + fault.alternative * 6_000)
      if (fault.kind === 'bus_partitioned') this.#silenced(null, now, now + fault.alternative * 10_000)
      if (fault.kind === 'contract_frozen') this.#silenced(Number(fault.entity), now, now + fault.alternative * 5_000)
      this.#coverage.struck(fault, now)
    }
  }

  #silenced(token: number | null, from: number, until: number): void {
    this.#limits.silenced(token, from, until)
    this.#stale.silenced(token, from, until)
  }

  #called(call: CallRecord): void {
    this.#parts.called.take(call, intentOf(this.#parts, call)?.id)
    this.#once.called(call)
    this.#protected.called(call)
    this.#budgets.called(call)
    checkHandsOff(this.#parts, call)
    checkAtLeaving(this.#parts, call)
    checkOneSale(this.#parts, call)
    checkStopRises(this.#parts, call)
    checkStopTerms(this.#parts, call)
    this.#late.called(call)
    this.#stale.called(call)
    this.#limitLeft.called(call)
    if (call.side === 'BUY' && isCover(this.#parts, call)) this.#covering.called(call)
    else if (call.side === 'BUY') {
      this.#limits.called(call)
      checkStopButton(this.#parts, call)
      checkEntryRules(this.#parts, call)
      checkEntrySize(this.#parts, call)
      checkEntryBooks(this.#parts, call)
      checkDayRoom(this.#parts, call)
    }
    this.#coverage.called(call)
  }

  #logged(entry: LogEntry): void {
    const { books } = this.#parts
    const order = books.take(entry)
    if (order === undefined) return
    if (order.isOurs && entry.type === 'order_taken') this.#once.taken(order)
    if (order.isOurs && entry.type === 'modify_taken') this.#budgets.changed(order, entry.change)
    const holding = books.holding(order.account, order.tradingsymbol)
    this.#coverage.logged(entry, order, holding)
    this.#judge(holding, entry.at)
  }

  /**
   * What was due before this event is judged as it stood then: the event itself may end what excused it, and whatever happened
   * between two events happened at none.
   */
  #judgeBefore(now: number): void {
    while (this.#nextAt < now) {
      const at = this.#nextAt
      this.#nextAt = Number.POSITIVE_INFINITY
      for (const holding of this.#parts.books.holdings.values()) this.#judge(holding, at)
      if (this.#nextAt <= at) return
    }
  }

  #judge(holding: Holding, now: number): void {
    this.#nextAt = Math.min(
      this.#nextAt,
      this.#protected.judge(holding, now),
      this.#neverShort.judge(holding, now),
      this.#covering.judge(holding, now),
      this.#strays.judge(holding, now),
    )
  }
}

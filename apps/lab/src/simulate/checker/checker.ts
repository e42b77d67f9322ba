import type { LogEntry } from '@strikewise/exchange/exchange-log.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { checkProcessExit, checkDrained } from './process-exit.ts'
import { ExchangeOrders, type Holding } from './exchange-orders.ts'
import { checkBounds } from './queue-bounds.ts'
import { Budgets } from './order-rate-limits.ts'
import { CallLog } from './call-log.ts'
import { isCover } from './cover.ts'
import { Coverage } from './coverage.ts'
import { EntryLimits } from './entry-limits.ts'
import { checkEntryRules } from './entry-rules.ts'
import { checkExitReasons } from './exit-reasons.ts'
import { checkStoreEqualsExchange } from './store-equals-exchange.ts'
import { Errors } from './errors.ts'
import type { Observations } from './observations.ts'
import { Findings } from './findings.ts'
import { FlatBeforeClose } from './flat-before-close.ts'
import { checkForeignOrdersUntouched } from './foreign-orders-untouched.ts'
import { checkHistoryMonotonic } from './history-monotonic.ts'
import { checkHeldAbsent } from './order-held-absent.ts'
import { checkHistory } from './history.ts'
import { intentOf } from './intent-of.ts'
import { Intents } from './intents.ts'
import { Leaderships } from './leadership.ts'
import type { UnprotectedTimes } from './unprotected-times.ts'
import { NeverShort } from './never-short.ts'
import { checkNewestLogin } from './newest-login-in-force.ts'
import { checkSingleSellOrder } from './single-sell-order.ts'
import { OrdersCalledOnce } from './orders-called-once.ts'
import type { CheckerContext } from './checker-context.ts'
import { Protected } from './position-protected.ts'
import { RowTimes } from './row-times.ts'
import { checkSecrecy } from './secrecy.ts'
import { checkSetAside } from './rejected-rows.ts'
import { checkSettled } from './doubts-settled.ts'
import { QuoteVisibilities } from './quote-visibility.ts'
import { checkStopRises } from './stop-never-lowered.ts'
import { checkKillSwitch } from './kill-switch.ts'
import { ShortCovering } from './short-covering.ts'
import { NoRestingEntry } from './no-resting-entry.ts'
import { checkEventsNotified } from './events-notified.ts'
import { checkMessagesShown } from './messages-shown.ts'
import { checkTrueReasons } from './refusal-reasons.ts'
import { ActiveFaults } from './active-faults.ts'
import { checkCountedChanges } from './rules/counted-changes.ts'
import { checkDailyLossLimit } from './rules/daily-loss-limit.ts'
import { checkDailyLimitRemaining } from './rules/daily-limit-remaining.ts'
import { checkEntrySnapshots } from './rules/entry-books.ts'
import { checkEntrySize } from './rules/entry-size.ts'
import { checkPeriodRefusals } from './rules/period-limits.ts'
import { checkProfitLock } from './rules/profit-lock.ts'
import { LateCalls } from './rules/late-calls.ts'
import { RegisteredLogicRule } from './rules/registered-logic.ts'
import { BidBelowStopLimit } from './rules/bid-below-stop-limit.ts'
import { OutdatedRows } from './rules/outdated-rows.ts'
import { checkReasons } from './rules/exit-reason-figures.ts'
import { StaleExits } from './rules/stale-exits.ts'
import { checkStopTerms } from './rules/stop-terms.ts'
import { checkAskedParts, checkPartSale } from './rules/part-sales.ts'
import { checkTicketCall, checkOffersTakenOnce, checkTicketsAnswered } from './rules/entry-tickets.ts'
import { checkAskedEntry, checkAskedTrigger, checkCarriedOut } from './rules/user-instructions.ts'
import { checkWrittenOnce } from './written-once.ts'
import type { Violation } from './violation.ts'

/** After the last fault everything must be right again within this. */
const RECOVERY_MS = 10_000

/**
 * Judges a session from outside, after every event: by the exchange's log, the calls that left, what went wrong and what
 * the store shows. Shares no rule with the program it judges. When nothing new was stored and no time is up it
 * costs a few comparisons.
 */
export class Checker {
  readonly #context: CheckerContext
  readonly #protected: Protected
  readonly #neverShort: NeverShort
  readonly #covering: ShortCovering
  readonly #noRestingEntry: NoRestingEntry
  readonly #ordersCalledOnce: OrdersCalledOnce
  readonly #limits: EntryLimits
  readonly #budgets: Budgets
  readonly #flat: FlatBeforeClose
  readonly #errors: Errors
  readonly #coverage: Coverage
  readonly #late: LateCalls
  readonly #registeredLogic: RegisteredLogicRule
  readonly #stale: StaleExits
  readonly #bidBelowStopLimit: BidBelowStopLimit
  readonly #outdated: OutdatedRows
  #entries = 0
  #calls = 0
  #fired = 0
  #alarms = 0
  #nextAt = Number.POSITIVE_INFINITY
  #limitLeftAt = Number.POSITIVE_INFINITY

  constructor(observations: Observations) {
    const callLog = new CallLog()
    const context: CheckerContext = {
      observations,
      callLog,
      exchangeOrders: new ExchangeOrders(callLog),
      intents: new Intents(observations),
      activeFaults: new ActiveFaults(() => observations.processes.length > 0),
      rowTimes: new RowTimes(observations),
      leadership: new Leaderships(observations),
      quoteVisibility: new QuoteVisibilities(observations),
      findings: new Findings(observations),
    }
    this.#context = context
    this.#protected = new Protected(context)
    this.#neverShort = new NeverShort(context)
    this.#covering = new ShortCovering(context)
    this.#noRestingEntry = new NoRestingEntry(context)
    this.#ordersCalledOnce = new OrdersCalledOnce(context)
    this.#limits = new EntryLimits(context)
    this.#budgets = new Budgets(context)
    this.#flat = new FlatBeforeClose(context)
    this.#errors = new Errors(context)
    this.#coverage = new Coverage(context)
    this.#late = new LateCalls(context)
    this.#registeredLogic = new RegisteredLogicRule(context)
    this.#stale = new StaleExits(context)
    this.#bidBelowStopLimit = new BidBelowStopLimit(context)
    this.#outdated = new OutdatedRows(context)
  }

  get violations(): readonly Violation[] {
    return this.#context.findings.violations
  }

  /** How long anything was held without a stop or an exit on its way. */
  get unprotectedTimes(): UnprotectedTimes {
    return this.#protected.unprotectedTimes
  }

  /** Positions opened: contracts of an account in which an entry of ours filled. */
  get tradesOpened(): number {
    let opened = 0
    for (const { bought } of this.#context.exchangeOrders.holdings.values()) if (bought > 0) opened += 1
    return opened
  }

  /** To be called after every event. */
  check(): void {
    const { exchange, calls, chooser, alarms, time } = this.#context.observations
    const log = exchange.exchangeLog
    if (chooser.fired.length > this.#fired) this.#takeFaults()
    const committed = this.#context.observations.store.takeCommitted()
    this.#late.check(time.now, committed)
    this.#outdated.check(committed)
    this.#context.activeFaults.check(time.now)
    this.#context.rowTimes.check(time.now, committed)
    if (this.#context.activeFaults.clocksMoved) this.#limits.checkClocks(time.now)
    this.#context.leadership.check(time.now)
    this.#context.quoteVisibility.check(time.now)
    const hasPrices = this.#bidBelowStopLimit.check()
    const isQuiet = log.length === this.#entries && calls.length === this.#calls
    if (!isQuiet || time.now >= this.#nextAt) {
      this.#judgeBefore(time.now)
      this.#flat.check(time.now)
      for (; this.#calls < calls.length; this.#calls += 1) this.#callLog(calls[this.#calls]!)
      for (; this.#entries < log.length; this.#entries += 1) this.#logged(log[this.#entries]!)
      this.#nextAt = this.#flat.dueAt
      for (const holding of this.#context.exchangeOrders.holdings.values()) this.#judge(holding, time.now)
    }
    if (!isQuiet || hasPrices || time.now >= this.#limitLeftAt)
      this.#limitLeftAt = this.#bidBelowStopLimit.judge(time.now)
    // After the log: an alarm reports what the same event has just brought to light.
    for (; this.#alarms < alarms.length; this.#alarms += 1) this.#errors.alarmed(alarms[this.#alarms]!)
  }

  /** To be called when nothing goes wrong any more: from now on the bounds are strict. */
  faultsCleared(): void {
    this.check()
    const { now } = this.#context.observations.time
    this.#context.activeFaults.faultsCleared(now, now + RECOVERY_MS)
    this.#limits.faultsCleared(now)
    this.#stale.faultsCleared(now)
  }

  /** To be called once, after the close. */
  end(): void {
    this.check()
    this.#ordersCalledOnce.end()
    this.#flat.end()
    this.#errors.end()
    checkStoreEqualsExchange(this.#context)
    checkSettled(this.#context)
    checkHistory(this.#context)
    checkWrittenOnce(this.#context)
    checkHistoryMonotonic(this.#context)
    checkHeldAbsent(this.#context)
    checkDrained(this.#context)
    checkExitReasons(this.#context)
    checkReasons(this.#context)
    checkCarriedOut(this.#context)
    checkAskedParts(this.#context)
    checkTicketsAnswered(this.#context)
    checkOffersTakenOnce(this.#context)
    checkCountedChanges(this.#context)
    checkDailyLossLimit(this.#context)
    checkProfitLock(this.#context)
    checkPeriodRefusals(this.#context)
    checkTrueReasons(this.#context)
    checkBounds(this.#context)
    checkSecrecy(this.#context)
    checkNewestLogin(this.#context)
    checkEventsNotified(this.#context)
    checkMessagesShown(this.#context)
    checkSetAside(this.#context)
    this.#coverage.end()
  }

  #takeFaults(): void {
    const { observations, activeFaults } = this.#context
    const { fired } = observations.chooser
    const { now } = observations.time
    for (; this.#fired < fired.length; this.#fired += 1) {
      const fault = fired[this.#fired]!
      activeFaults.take(fault, now)
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

  #callLog(call: CallRecord): void {
    this.#context.callLog.take(call, intentOf(this.#context, call)?.id)
    this.#ordersCalledOnce.callLog(call)
    this.#protected.callLog(call)
    this.#budgets.callLog(call)
    checkForeignOrdersUntouched(this.#context, call)
    checkProcessExit(this.#context, call)
    checkSingleSellOrder(this.#context, call)
    checkStopRises(this.#context, call)
    checkStopTerms(this.#context, call)
    checkAskedTrigger(this.#context, call)
    checkPartSale(this.#context, call)
    this.#late.callLog(call)
    this.#registeredLogic.callLog(call)
    this.#stale.callLog(call)
    this.#bidBelowStopLimit.callLog(call)
    if (call.side === 'BUY' && isCover(this.#context, call)) this.#covering.callLog(call)
    else if (call.side === 'BUY') {
      this.#limits.callLog(call)
      checkKillSwitch(this.#context, call)
      checkAskedEntry(this.#context, call)
      checkTicketCall(this.#context, call)
      checkEntryRules(this.#context, call)
      checkEntrySize(this.#context, call)
      checkEntrySnapshots(this.#context, call)
      checkDailyLimitRemaining(this.#context, call)
    }
    this.#coverage.callLog(call)
  }

  #logged(entry: LogEntry): void {
    const { exchangeOrders } = this.#context
    const order = exchangeOrders.take(entry)
    if (order === undefined) return
    if (order.isProductOrder && entry.type === 'order_taken') this.#ordersCalledOnce.taken(order)
    if (order.isProductOrder && entry.type === 'modify_taken') this.#budgets.changed(order, entry.change)
    const holding = exchangeOrders.holding(order.account, order.tradingsymbol)
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
      for (const holding of this.#context.exchangeOrders.holdings.values()) this.#judge(holding, at)
      if (this.#nextAt <= at) return
    }
  }

  #judge(holding: Holding, now: number): void {
    this.#nextAt = Math.min(
      this.#nextAt,
      this.#protected.judge(holding, now),
      this.#neverShort.judge(holding, now),
      this.#covering.judge(holding, now),
      this.#noRestingEntry.judge(holding, now),
    )
  }
}

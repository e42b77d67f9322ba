// @invariant I1 Every open quantity is protected by a stop confirmed at the exchange or by an exit in flight; a
//   stop never falls.
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { openOf, type Holding } from './exchange-orders.ts'
import { coveredUnits, coversOf, REQUEST_MS, uncoveredTrades, type Cover } from './covers.ts'
import { unreadableUntil, unwritableUntil } from './book-and-store-times.ts'
import { toleratedUntil, type Cause } from './tolerances.ts'
import { isNotified } from './alarm-notified.ts'
import { noUnprotectedTimes, takeUnprotectedTime } from './unprotected-times.ts'
import type { CheckerContext } from './checker-context.ts'
import { isLeftAlone } from './rejected-rows.ts'
import { rowOf } from './order-confirmation.ts'
import { slowWritingsMs } from './slow-writings.ts'
import { TimeLimit } from './time-limit.ts'
import { StopsNotCancelled } from './stops-not-cancelled.ts'
import { REACTION_MS } from './active-faults.ts'

const ALARM_MS = 10_000
/** A stop that leaves as soon as its position is known is confirmed within this, or its user notified. */
const CONFIRM_MS = REACTION_MS + 1_000
/** An answered call of another account that took longer than this hangs. */
const HANGS_MS = 250

/** Any of these shows to a person that the position has no stop. */
const ALARMS = new Set([
  'unprotected',
  'token_expired',
  'not_permitted',
  'budget_used_up',
  'chase_exhausted',
  'not_flat',
  'entry_stuck',
  'entry_in_doubt',
])

/** Units that lost, or never had, their stop in one instant, and how long its user has not been notified of them. */
interface UnconfirmedExit {
  units: number
  readonly timeLimit: TimeLimit
}

const NO_CAUSE: ReadonlySet<Cause> = new Set()
/** Where nothing is lost on its way, a call that is written and not answered yet waits for the store as well. */
const OF_SLOW_WRITINGS: readonly Cause[] = ['store', 'call lost']

/** A time in which more was held than covered. */
class UnprotectedPosition extends TimeLimit {
  /** What kept it from being protected. */
  readonly causes = new Set<Cause>()
  /** By trade that lacks cover: when it must have some. Undefined: it cannot be known which of several lacks it. */
  readonly dues = new Map<string | undefined, number>()

  /** These trades lack cover at `now`: each may for as long as the whole, counted from when it lost its own. */
  lacks(trades: ReadonlySet<string>, now: number): void {
    for (const tradeId of this.dues.keys())
      if (tradeId === undefined ? trades.size > 0 : !trades.has(tradeId)) this.dues.delete(tradeId)
    for (const tradeId of trades) {
      if (this.dues.has(tradeId)) continue
      this.dues.set(tradeId, now + this.allowedMs)
      // What excuses another trade for longer is no excuse of this one.
      this.due = Math.min(this.due, now + this.allowedMs)
    }
    if (trades.size === 0) this.dues.set(undefined, this.dues.get(undefined) ?? this.since + this.allowedMs)
  }
}

/**
 * I1: live stop quantity and exits in flight reach the open quantity, but for 2 s from the exchange's fill. And I6,
 * crudely: an account in no trouble of its own is late while another's call hangs.
 */
export class Protected {
  readonly unprotectedTimes = noUnprotectedTimes()
  readonly #context: CheckerContext
  readonly #closesAt: number
  readonly #unprotected = new Map<Holding, UnprotectedPosition>()
  readonly #stopsNotCancelled: StopsNotCancelled
  /** Of each holding, the oldest first. */
  readonly #unconfirmedExits = new Map<Holding, UnconfirmedExit[]>()

  constructor(context: CheckerContext) {
    this.#context = context
    this.#closesAt = nseCalendar.sessionOn(context.observations.shape.day)!.closesAt
    this.#stopsNotCancelled = new StopsNotCancelled(context)
  }

  callLog(call: CallRecord): void {
    this.#stopsNotCancelled.callLog(call)
  }

  /** Judges one holding at `now`; answers when time alone may change the verdict. */
  judge(holding: Holding, now: number): number {
    const open = openOf(holding)
    let timeLimit = this.#unprotected.get(holding)
    // After the close nothing can be sold, nor rest.
    if (open <= 0 || now >= this.#closesAt || isLeftAlone(this.#context, holding)) {
      if (timeLimit !== undefined) this.#end(holding, timeLimit, now)
      return Number.POSITIVE_INFINITY
    }
    const covers = coversOf(this.#context, holding, now)
    const covered = coveredUnits(this.#context, holding, covers)
    if (covered >= open) {
      if (timeLimit !== undefined) this.#end(holding, timeLimit, now)
      return earliestEnd(covers)
    }
    if (timeLimit === undefined) {
      timeLimit = new UnprotectedPosition(now, REACTION_MS)
      this.#unprotected.set(holding, timeLimit)
      this.#unconfirmedExits.set(holding, [])
    }
    timeLimit.lacks(uncoveredTrades(this.#context, holding, covers), now)
    const unheard = this.#oldestUnconfirmed(holding, open - covered, now)
    this.#check(holding, timeLimit, now)
    this.#checkAlarm(holding, unheard.timeLimit, now)
    return Math.min(
      this.#stopsNotCancelled.judge(holding, now),
      earliestEnd(covers),
      timeLimit.isReported ? Number.POSITIVE_INFINITY : timeLimit.due + 1,
      unheard.timeLimit.isReported ? Number.POSITIVE_INFINITY : unheard.timeLimit.due + 1,
    )
  }

  /** What of `units` unprotected ones has been so the longest: of several trades in one contract the first is helped first. */
  #oldestUnconfirmed(holding: Holding, units: number, now: number): UnconfirmedExit {
    const context = this.#unconfirmedExits.get(holding)!
    let known = context.reduce((sum, part) => sum + part.units, 0)
    if (units > known) context.push({ units: units - known, timeLimit: new TimeLimit(now, ALARM_MS) })
    while (known > units) {
      const helped = Math.min(context[0]!.units, known - units)
      known -= helped
      context[0]!.units -= helped
      if (context[0]!.units === 0) context.shift()
    }
    return context[0]!
  }

  #end(holding: Holding, timeLimit: UnprotectedPosition, now: number): void {
    this.#check(holding, timeLimit, now)
    this.#unprotected.delete(holding)
    this.#stopsNotCancelled.covered(holding)
    this.#unconfirmedExits.delete(holding)
    // What lasted beyond every excuse has none.
    takeUnprotectedTime(
      this.unprotectedTimes,
      now - timeLimit.since,
      timeLimit.isReported ? NO_CAUSE : timeLimit.causes,
    )
  }

  #check(holding: Holding, timeLimit: UnprotectedPosition, now: number): void {
    const { account, tradingsymbol } = holding
    const toleratedBy = () =>
      Math.min(this.#possibleFrom(holding, timeLimit, now), this.#writtenBy(holding, timeLimit, now))
    if (!timeLimit.isLate(now, toleratedBy)) return
    const units = openOf(holding)
    const lasted = `${now - timeLimit.since} ms`
    const text = `${units} units of ${tradingsymbol} have had neither a stop nor an exit on its way for ${lasted}`
    this.#context.findings.add('I1', account, `${tradingsymbol} ${timeLimit.since}`, text)
    const hanging = this.#context.observations.calls.find(
      (call) => call.account !== account && call.answer === undefined && call.leftAt < now - HANGS_MS,
    )
    if (hanging !== undefined && timeLimit.due === timeLimit.since + REACTION_MS)
      this.#context.findings.add(
        'I6',
        account,
        `${timeLimit.since}`,
        `${text}, while a call of ${hanging.account} hangs`,
      )
  }

  /** By when a stop has left whose writings are slow, counted from when nothing else delayed it any more; Infinity: they are not. */
  #writtenBy(holding: Holding, { since, dues }: UnprotectedPosition, now: number): number {
    const context = this.#context
    if (!context.activeFaults.hasStruckAlone('writes_slow')) return Number.POSITIVE_INFINITY
    const due = since + REACTION_MS
    const delayedUntil = (tradeId: string | undefined) =>
      toleratedUntil(context, holding, tradeId, due, now, undefined, OF_SLOW_WRITINGS).until
    return Math.max(due, ...[...dues.keys()].map(delayedUntil)) + slowWritingsMs(context, holding.account, since, now)
  }

  /**
   * From when on it could be protected, by what kept it from that: each trade that lacks cover needs a cause of its own, since
   * it must have had some.
   */
  #possibleFrom(holding: Holding, timeLimit: UnprotectedPosition, now: number): number {
    if (isLeftAlone(this.#context, holding)) return now + REACTION_MS
    for (const [tradeId, due] of timeLimit.dues) {
      const { until, causes } = toleratedUntil(this.#context, holding, tradeId, due, now)
      timeLimit.dues.set(tradeId, until)
      for (const cause of causes) timeLimit.causes.add(cause)
    }
    return Math.min(...timeLimit.dues.values())
  }

  /**
   * By when the user is notified of entries that the rows showed late. Of one of which no row shows that it bought, the program
   * knows only that the broker does not show what became of it: that counts from when the call's end stood in the rows. Of the
   * others a stop may have left with the row that shows it, and be confirmed yet. No row is waited for longer than something
   * kept it away.
   */
  #notifiedBy(holding: Holding, now: number): number {
    const { exchangeOrders, callLog, rowTimes } = this.#context
    const { account } = holding
    let by = 0
    for (const order of exchangeOrders.ordersOf(holding)) {
      if (!order.isProductOrder || order.side !== 'BUY' || order.filled === 0) continue
      const call = callLog.of(account).find(({ tag }) => tag === order.tag)!
      const endedAt = call.answeredAt ?? call.leftAt + REQUEST_MS
      if ((rowOf(this.#context, account, order.orderId)?.filled ?? 0) >= order.filled) {
        const shownBy = unreadableUntil(this.#context, holding, endedAt + REACTION_MS, now)
        by = Math.max(by, Math.min(rowTimes.boughtAt(account, order.orderId), shownBy) + CONFIRM_MS)
      } else {
        const writtenBy = Math.max(endedAt, unwritableUntil(this.#context, account, endedAt + REACTION_MS, now, 0))
        const learnedAt = Math.max(endedAt, Math.min(rowTimes.endedAt(account, order.tag!), writtenBy))
        by = Math.max(by, learnedAt + ALARM_MS + REACTION_MS)
      }
    }
    return by
  }

  /**
   * By when the user is notified that orders which protected it until `since` are over though we never asked for that, as the
   * rows showed late: a book that could not be read kept that away, and nothing else does. An order that the rows never showed
   * at the exchange protects nothing.
   */
  #overBy(holding: Holding, since: number, now: number): number {
    const { exchangeOrders, callLog, rowTimes } = this.#context
    let by = 0
    for (const { account, orderId, isProductOrder, side, endedAt } of exchangeOrders.ordersOf(holding)) {
      if (!isProductOrder || side !== 'SELL' || endedAt === null || endedAt < since || callLog.hasCancel(orderId))
        continue
      const phase = rowOf(this.#context, account, orderId)?.phase
      if (phase === undefined || phase === 'pending') continue
      const shownBy = unreadableUntil(this.#context, holding, endedAt + REACTION_MS, now)
      by = Math.max(by, Math.min(rowTimes.overAt(account, orderId), shownBy) + CONFIRM_MS)
    }
    return by
  }

  #checkAlarm(holding: Holding, timeLimit: TimeLimit, now: number): void {
    const { account, tradingsymbol } = holding
    const { leadership } = this.#context
    const due = () => {
      const { since, allowedMs } = timeLimit
      const by = Math.max(since + allowedMs, this.#notifiedBy(holding, now), this.#overBy(holding, since, now))
      return unwritableUntil(this.#context, account, leadership.of(account).dueAfterSleep(since, by, now), now)
    }
    if (!timeLimit.isLate(now, due)) return
    if (isNotified(this.#context, account, ALARMS, tradingsymbol)) return
    const text = `${tradingsymbol} without a stop for ${now - timeLimit.since} ms, and no alarm`
    this.#context.findings.add('I1', account, `alarm ${tradingsymbol}`, text)
  }
}

/** When the first of the covers stops counting by the passing of time. */
function earliestEnd(covers: readonly Cover[]): number {
  let first = Number.POSITIVE_INFINITY
  for (const { until } of covers) first = Math.min(first, until)
  return first
}

// @invariant I1 Every open quantity is protected by a stop confirmed at the exchange or by an exit in flight; a
//   stop never falls.
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { CallRecord } from '../model-broker.ts'
import { openOf, type Holding } from './books.ts'
import { coveredUnits, coversOf, REQUEST_MS, uncoveredTrades, type Cover } from './covers.ts'
import { impossibleUntil, unreadableUntil, unwritableUntil, type Cause } from './impossible.ts'
import { isNotified } from './notified.ts'
import { noNakedTimes, takeNakedTime } from './naked-times.ts'
import type { Parts } from './parts.ts'
import { isLeftAlone } from './set-aside.ts'
import { rowOf } from './shown.ts'
import { Stretch } from './stretch.ts'
import { TakenAway } from './taken-away.ts'
import { REACTION_MS } from './troubles.ts'

const ALARM_MS = 10_000
/** A stop that leaves as soon as its position is known is confirmed within this, or its user notified. */
const CONFIRM_MS = REACTION_MS + 1_000
/** An answered call of another account that took longer than this hangs. */
const HANGS_MS = 250

/** Any of these says to a person that the position has no stop. */
const ALARMS = new Set([
  'unprotected',
  'token_dead',
  'not_permitted',
  'budget_used_up',
  'chase_exhausted',
  'not_flat',
  'entry_stuck',
  'entry_in_doubt',
])

/** Units that lost, or never had, their stop in one instant, and how long nobody has been told of them. */
interface Unheard {
  units: number
  readonly stretch: Stretch
}

const NO_CAUSE: ReadonlySet<Cause> = new Set()

/** A time in which more was held than covered. */
class Naked extends Stretch {
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
  readonly nakedTimes = noNakedTimes()
  readonly #parts: Parts
  readonly #closesAt: number
  readonly #naked = new Map<Holding, Naked>()
  readonly #takenAway: TakenAway
  /** Of each holding, the oldest first. */
  readonly #unheard = new Map<Holding, Unheard[]>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#closesAt = nseCalendar.sessionOn(parts.evidence.shape.day)!.closesAt
    this.#takenAway = new TakenAway(parts)
  }

  called(call: CallRecord): void {
    this.#takenAway.called(call)
  }

  /** Judges one holding at `now`; answers when time alone may change the verdict. */
  judge(holding: Holding, now: number): number {
    const open = openOf(holding)
    let stretch = this.#naked.get(holding)
    // After the close nothing can be sold, nor rest.
    if (open <= 0 || now >= this.#closesAt || isLeftAlone(this.#parts, holding)) {
      if (stretch !== undefined) this.#end(holding, stretch, now)
      return Number.POSITIVE_INFINITY
    }
    const covers = coversOf(this.#parts, holding, now)
    const covered = coveredUnits(this.#parts, holding, covers)
    if (covered >= open) {
      if (stretch !== undefined) this.#end(holding, stretch, now)
      return earliestEnd(covers)
    }
    if (stretch === undefined) {
      stretch = new Naked(now, REACTION_MS)
      this.#naked.set(holding, stretch)
      this.#unheard.set(holding, [])
    }
    stretch.lacks(uncoveredTrades(this.#parts, holding, covers), now)
    const unheard = this.#oldestUnheard(holding, open - covered, now)
    this.#check(holding, stretch, now)
    this.#checkAlarm(holding, unheard.stretch, now)
    return Math.min(
      this.#takenAway.judge(holding, now),
      earliestEnd(covers),
      stretch.isReported ? Number.POSITIVE_INFINITY : stretch.due + 1,
      unheard.stretch.isReported ? Number.POSITIVE_INFINITY : unheard.stretch.due + 1,
    )
  }

  /** What of `units` naked ones has been so the longest: of several trades in one contract the first is helped first. */
  #oldestUnheard(holding: Holding, units: number, now: number): Unheard {
    const parts = this.#unheard.get(holding)!
    let known = parts.reduce((sum, part) => sum + part.units, 0)
    if (units > known) parts.push({ units: units - known, stretch: new Stretch(now, ALARM_MS) })
    while (known > units) {
      const helped = Math.min(parts[0]!.units, known - units)
      known -= helped
      parts[0]!.units -= helped
      if (parts[0]!.units === 0) parts.shift()
    }
    return parts[0]!
  }

  #end(holding: Holding, stretch: Naked, now: number): void {
    this.#check(holding, stretch, now)
    this.#naked.delete(holding)
    this.#takenAway.covered(holding)
    this.#unheard.delete(holding)
    // What lasted beyond every excuse has none.
    takeNakedTime(this.nakedTimes, now - stretch.since, stretch.isReported ? NO_CAUSE : stretch.causes)
  }

  #check(holding: Holding, stretch: Naked, now: number): void {
    const { account, tradingsymbol } = holding
    if (!stretch.isLate(now, () => this.#possibleFrom(holding, stretch, now))) return
    const units = openOf(holding)
    const lasted = `${now - stretch.since} ms`
    const text = `${units} units of ${tradingsymbol} have had neither a stop nor an exit on its way for ${lasted}`
    this.#parts.findings.add('I1', account, `${tradingsymbol} ${stretch.since}`, text)
    const hanging = this.#parts.evidence.calls.find(
      (call) => call.account !== account && call.answer === undefined && call.leftAt < now - HANGS_MS,
    )
    if (hanging !== undefined && stretch.due === stretch.since + REACTION_MS)
      this.#parts.findings.add('I6', account, `${stretch.since}`, `${text}, while a call of ${hanging.account} hangs`)
  }

  /**
   * From when on it could be protected, by what kept it from that: each trade that lacks cover needs a cause of its own, since
   * it must have had some.
   */
  #possibleFrom(holding: Holding, stretch: Naked, now: number): number {
    if (isLeftAlone(this.#parts, holding)) return now + REACTION_MS
    for (const [tradeId, due] of stretch.dues) {
      const { until, causes } = impossibleUntil(this.#parts, holding, tradeId, due, now)
      stretch.dues.set(tradeId, until)
      for (const cause of causes) stretch.causes.add(cause)
    }
    return Math.min(...stretch.dues.values())
  }

  /**
   * By when the user is notified of entries that the rows showed late. Of one of which no row says that it bought, the program
   * knows only that the broker does not say what became of it: that counts from when the call's end stood in the rows. Of the
   * others a stop may have left with the row that says so, and be confirmed yet. No row is waited for longer than something
   * kept it away.
   */
  #toldBy(holding: Holding, now: number): number {
    const { books, called, rowTimes } = this.#parts
    const { account } = holding
    let by = 0
    for (const order of books.ordersOf(holding)) {
      if (!order.isOurs || order.side !== 'BUY' || order.filled === 0) continue
      const call = called.of(account).find(({ tag }) => tag === order.tag)!
      const endedAt = call.answeredAt ?? call.leftAt + REQUEST_MS
      if ((rowOf(this.#parts, account, order.orderId)?.filled ?? 0) >= order.filled) {
        const shownBy = unreadableUntil(this.#parts, holding, endedAt + REACTION_MS, now)
        by = Math.max(by, Math.min(rowTimes.boughtAt(account, order.orderId), shownBy) + CONFIRM_MS)
      } else {
        const writtenBy = Math.max(endedAt, unwritableUntil(this.#parts, account, endedAt + REACTION_MS, now, 0))
        const heardAt = Math.max(endedAt, Math.min(rowTimes.endedAt(account, order.tag!), writtenBy))
        by = Math.max(by, heardAt + ALARM_MS + REACTION_MS)
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
    const { books, called, rowTimes } = this.#parts
    let by = 0
    for (const { account, orderId, isOurs, side, endedAt } of books.ordersOf(holding)) {
      if (!isOurs || side !== 'SELL' || endedAt === null || endedAt < since || called.hasCancel(orderId)) continue
      const phase = rowOf(this.#parts, account, orderId)?.phase
      if (phase === undefined || phase === 'pending') continue
      const shownBy = unreadableUntil(this.#parts, holding, endedAt + REACTION_MS, now)
      by = Math.max(by, Math.min(rowTimes.overAt(account, orderId), shownBy) + CONFIRM_MS)
    }
    return by
  }

  #checkAlarm(holding: Holding, stretch: Stretch, now: number): void {
    const { account, tradingsymbol } = holding
    const { leadership } = this.#parts
    const due = () => {
      const { since, allowedMs } = stretch
      const by = Math.max(since + allowedMs, this.#toldBy(holding, now), this.#overBy(holding, since, now))
      return unwritableUntil(this.#parts, account, leadership.dueAfterSleep(since, by, now), now)
    }
    if (!stretch.isLate(now, due)) return
    if (isNotified(this.#parts, account, ALARMS, tradingsymbol)) return
    const text = `${tradingsymbol} without a stop for ${now - stretch.since} ms, and no alarm`
    this.#parts.findings.add('I1', account, `alarm ${tradingsymbol}`, text)
  }
}

/** When the first of the covers stops counting by the passing of time. */
function earliestEnd(covers: readonly Cover[]): number {
  let first = Number.POSITIVE_INFINITY
  for (const { until } of covers) first = Math.min(first, until)
  return first
}

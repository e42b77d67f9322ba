import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { CallRecord } from '../model-broker.ts'
import { openOf, restOf, type Holding, type OrderLife } from './books.ts'
import { isOut } from './called.ts'
import { impossibleUntil, unreadableUntil, unwritableUntil, type Cause } from './impossible.ts'
import { isNotified } from './notified.ts'
import { noNakedTimes, takeNakedTime } from './naked-times.ts'
import type { Parts } from './parts.ts'
import { isLeftAlone } from './set-aside.ts'
import { rowOf } from './shown.ts'
import { Stretch } from './stretch.ts'
import { TakenAway } from './taken-away.ts'
import { REACTION_MS } from './troubles.ts'

/** An exit whose request is younger than this is in flight, whatever becomes of it. */
const REQUEST_MS = 7_000
/** An accepted exit is in flight this long; then its next step must have been taken. */
const STEP_MS = 3_000
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

const NO_EXITS: readonly OrderLife[] = []

const NO_CAUSE: ReadonlySet<Cause> = new Set()

/** A time in which more was held than covered. */
class Naked extends Stretch {
  /** What kept it from being protected. */
  readonly causes = new Set<Cause>()
}

/** What covers a holding at `now`. */
class Cover {
  units = 0
  /** When the first part of it stops counting by the passing of time. */
  until = Number.POSITIVE_INFINITY
  readonly #now: number

  constructor(now: number) {
    this.#now = now
  }

  /** Counts units that cover until `ends`, unless that has passed. */
  add(units: number, ends: number): void {
    if (ends <= this.#now) return
    this.units += units
    this.until = Math.min(this.until, ends)
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
    const cover = this.#coverOf(holding, now)
    if (cover.units >= open) {
      if (stretch !== undefined) this.#end(holding, stretch, now)
      return cover.until
    }
    if (stretch === undefined) {
      stretch = new Naked(now, REACTION_MS)
      this.#naked.set(holding, stretch)
      this.#unheard.set(holding, [])
    }
    const unheard = this.#oldestUnheard(holding, open - cover.units, now)
    this.#check(holding, stretch, now)
    this.#checkAlarm(holding, unheard.stretch, now)
    return Math.min(
      this.#takenAway.judge(holding, now),
      cover.until,
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

  #coverOf(holding: Holding, now: number): Cover {
    const cover = new Cover(now)
    const calls = this.#parts.called.of(holding.account)
    for (const exit of this.#newestExits(holding, now))
      // The exchange would not have it at that price, or it was taken away by hand: the chase goes on with its next step.
      if (exit.status === 'REJECTED' || this.#isTakenByHand(exit))
        cover.add(exit.quantity - exit.filled, exit.takenAt + STEP_MS)
    for (const order of holding.liveSells) cover.add(restOf(order), this.#countsUntil(order, now))
    for (let i = calls.length - 1; i >= 0; i -= 1) {
      const call = calls[i]!
      if (call.leftAt <= now - REQUEST_MS) break
      const isExit = call.kind === 'place' && call.side === 'SELL' && call.terms?.kind !== 'SL'
      if (isExit && call.tradingsymbol === holding.tradingsymbol && isOut(call) && !this.#isTaken(holding, call.tag!))
        cover.add(call.terms!.quantity, call.leftAt + REQUEST_MS)
    }
    return cover
  }

  /** Of each trade in the contract the newest exit, if it is younger than a step. */
  #newestExits({ account, exits }: Holding, now: number): readonly OrderLife[] {
    const last = exits.at(-1)
    if (last === undefined || last.takenAt + STEP_MS <= now) return NO_EXITS
    const newest: OrderLife[] = []
    const seen = new Set<string | undefined>()
    for (let i = exits.length - 1; i >= 0 && exits[i]!.takenAt + STEP_MS > now; i -= 1) {
      const tradeId = this.#parts.intents.byTag(account, exits[i]!.tag!)?.tradeId
      if (!seen.has(tradeId)) newest.push(exits[i]!)
      seen.add(tradeId)
    }
    return newest
  }

  #isTakenByHand({ status, orderId }: OrderLife): boolean {
    return status === 'CANCELLED' && !this.#parts.called.hasCancel(orderId)
  }

  #isTaken(holding: Holding, tag: string): boolean {
    for (const order of holding.liveSells) if (order.tag === tag) return true
    return false
  }

  /** Until when an order of ours counts as a stop or as an exit in flight. */
  #countsUntil(order: OrderLife, now: number): number {
    if (order.resting === 'armed') return Number.POSITIVE_INFINITY
    const asked = this.#lastChangeAsked(order, now)
    return Math.max(order.steppedAt + (order.resting === null ? REQUEST_MS : STEP_MS), asked)
  }

  #lastChangeAsked({ account, orderId }: OrderLife, now: number): number {
    const calls = this.#parts.called.of(account)
    for (let i = calls.length - 1; i >= 0; i -= 1) {
      const call = calls[i]!
      if (call.leftAt <= now - REQUEST_MS) break
      if (call.orderId === orderId && isOut(call)) return call.leftAt + REQUEST_MS
    }
    return 0
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

  /** From when on it could be protected, by what kept it from that. */
  #possibleFrom(holding: Holding, stretch: Naked, now: number): number {
    if (isLeftAlone(this.#parts, holding)) return now + REACTION_MS
    const { until, causes } = impossibleUntil(this.#parts, holding, stretch.due, now)
    for (const cause of causes) stretch.causes.add(cause)
    return until
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

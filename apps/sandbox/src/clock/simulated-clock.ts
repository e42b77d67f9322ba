import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'

export const MIN_SPEED = 1
export const MAX_SPEED = 600

/** The exchange runs in steps of this much market time; every instant of the market lies on one. */
export const STEP_MS = 500

/** At most this much real time is caught up in one go: a busy machine slows the market instead of freezing the program. */
const MAX_CATCH_UP_MS = 250

/**
 * A trading day of the simulated market runs from 08:14, before the first thing that happens on one (08:15: the reminder
 * of a missing login), to 16:00 IST; the night between two of them is skipped.
 */
const DAY_START = { hour: 8, minute: 14 }
const DAY_END = { hour: 16, minute: 0 }

/** What the clock needs to know of the days there are: the exchange's calendar, or those of a recording. */
export interface TradingDays extends Pick<TradingCalendar, 'isTradingDay' | 'nextTradingDay'> {
  /** At the end of this day time stands still. Undefined: there is always another. */
  readonly lastDay?: IstDate
}

export interface ClockReading {
  readonly now: EpochMs
  readonly speed: number
  readonly running: boolean
  readonly day: IstDate
}

/** What the market needs of a clock: this one, or the wall's (follow/wall-clock.ts). */
export type MarketTime = Pick<
  SimulatedClock,
  'read' | 'now' | 'advance' | 'setSpeed' | 'pause' | 'resume' | 'jump' | 'openInstant'
>

/**
 * Market time as a function of real time: `speed` market milliseconds pass in each real one, nights and days without
 * trading are skipped, and it never goes backwards. Pure: real time (monotonic milliseconds) is an argument.
 */
export class SimulatedClock {
  readonly #days: TradingDays
  /** Market time at real time `#anchorReal`, with its fraction of a millisecond: dropping it at every look would lose time. */
  #anchorMarket: number
  #anchorReal: number
  #speed: number
  #running = true

  constructor(start: EpochMs, speed: number, realMs: number, days: TradingDays) {
    this.#days = days
    this.#anchorMarket = this.openInstant(start)
    this.#anchorReal = realMs
    this.#speed = checkedSpeed(speed)
  }

  read(realMs: number): ClockReading {
    const now = this.now(realMs)
    return { now, speed: this.#speed, running: this.#running, day: istDateAt(now) }
  }

  /** Market time now: it waits at the day's end until `advance` takes it into the next trading day. */
  now(realMs: number): EpochMs {
    return Math.floor(this.#exactNow(realMs)) as EpochMs
  }

  /** Settles market time at `realMs`; at the day's end it moves on to 08:14 of the next trading day, if there is one. */
  advance(realMs: number): EpochMs {
    const now = this.now(realMs)
    const isOver = now >= dayEnd(now) && istDateAt(now) !== this.#days.lastDay
    this.#anchorMarket = isOver ? this.#nextDayStart(now) : this.#exactNow(realMs)
    this.#anchorReal = realMs
    return Math.floor(this.#anchorMarket) as EpochMs
  }

  setSpeed(speed: number, realMs: number): void {
    checkedSpeed(speed)
    this.#settle(realMs)
    this.#speed = speed
  }

  pause(realMs: number): void {
    this.#settle(realMs)
    this.#running = false
  }

  resume(realMs: number): void {
    this.#anchorReal = realMs
    this.#running = true
  }

  /** Moves to `to`, or to the next trading day's start when `to` lies in a night. Throws RangeError backwards. */
  jump(to: EpochMs, realMs: number): EpochMs {
    if (to < this.now(realMs)) throw new RangeError('the market clock never goes back: choose a later instant')
    const opened = this.openInstant(to)
    this.#anchorMarket = opened
    this.#anchorReal = realMs
    return opened
  }

  /** `at` itself, or the start of the next trading day when `at` lies in a night or on a day without trading. */
  openInstant(at: EpochMs): EpochMs {
    const day = istDateAt(at)
    if (!this.#days.isTradingDay(day) || at >= dayEnd(at)) return this.#nextDayStart(at)
    return Math.max(at, dayStart(day)) as EpochMs
  }

  #settle(realMs: number): void {
    this.#anchorMarket = this.#exactNow(realMs)
    this.#anchorReal = realMs
  }

  #exactNow(realMs: number): number {
    if (!this.#running) return this.#anchorMarket
    const passed = Math.min(Math.max(realMs - this.#anchorReal, 0), MAX_CATCH_UP_MS) * this.#speed
    return Math.min(this.#anchorMarket + passed, dayEnd(Math.floor(this.#anchorMarket) as EpochMs))
  }

  #nextDayStart(at: EpochMs): EpochMs {
    return dayStart(this.#days.nextTradingDay(istDateAt(at)))
  }
}

function dayStart(day: IstDate): EpochMs {
  return istInstant(day, DAY_START.hour, DAY_START.minute)
}

function dayEnd(at: EpochMs): EpochMs {
  return istInstant(istDateAt(at), DAY_END.hour, DAY_END.minute)
}

function checkedSpeed(speed: number): number {
  if (!(speed >= MIN_SPEED && speed <= MAX_SPEED))
    throw new RangeError(`speed is ${speed}: choose ${MIN_SPEED} to ${MAX_SPEED}`)
  return speed
}

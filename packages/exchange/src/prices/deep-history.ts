import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, MINUTE_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import { HOLIDAY_YEARS } from '@strikewise/domain/time/holidays.ts'
import { DAY_INTERVAL } from '../price-path.ts'
import type { OvernightCarry } from './market-day.ts'
import { makePastSession, scaleSession, type MinuteSeries, type PastSession, type SeriesName } from './past-session.ts'
import { ModelSpot } from './spot-source.ts'

/** Sessions are made block by block backwards, each joined to the one after it; a call makes few more than it needs. */
const BLOCK_SESSIONS = 10
/** Minutes are kept this far back (the longest span of one call for bars of an hour); beyond it days alone. */
const MINUTES_BACK_DAYS = 420
/** The first day whose holidays the calendar knows. */
const FIRST_DAY = `${HOLIDAY_YEARS.first}-01-01` as IstDate

interface DeepSession extends PastSession {
  /** The closes of the session before. */
  readonly startsAt: { readonly nifty: number; readonly bank: number }
}

/** Ten sessions that are being made, one a step; they are joined to the history when all are there. */
interface UnfinishedBlock {
  readonly end: DeepAnchor
  readonly days: readonly Session[]
  readonly source: ModelSpot
  readonly made: { readonly past: PastSession; readonly before: OvernightCarry }[]
  carried: OvernightCarry
}

/** Where the kept sessions begin: the history before them ends there. */
export interface DeepAnchor {
  readonly day: IstDate
  readonly nifty: number
  readonly bank: number
}

/**
 * The sessions before those a market keeps, made from the same seed on request: minutes of about a year,
 * days of as many as the calendar knows. Always the same for the same market.
 */
export class DeepHistory {
  anchor: DeepAnchor | undefined
  readonly #seed: string
  readonly #calendar: TradingCalendar
  readonly #ordinalOf: (session: Session) => number
  /** Oldest first. */
  #sessions: DeepSession[] = []
  /** Shared by all who wait for it: whichever caller comes next makes its next session. */
  #unfinished: UnfinishedBlock | undefined

  constructor(seed: string, calendar: TradingCalendar, ordinalOf: (session: Session) => number) {
    this.#seed = seed
    this.#calendar = calendar
    this.#ordinalOf = ordinalOf
  }

  /** Joins the history to the oldest session that is kept. */
  before(oldest: PastSession | undefined): void {
    const open = (name: SeriesName) => (oldest?.series.get(name)?.open.find((price) => price > 0) ?? 0) / 100
    if (oldest !== undefined) this.anchor = { day: oldest.session.day, nifty: open('NIFTY'), bank: open('BANKNIFTY') }
  }

  /** The sessions from `day` on, oldest first; those whose minutes are not kept only for bars of a day. */
  since(day: IstDate, intervalMinutes: number): readonly PastSession[] {
    for (const made of this.reach(day, intervalMinutes)) if (!made) break
    const first = this.#firstRequested(day, intervalMinutes)
    return first === undefined ? [] : this.#sessions.filter(({ session }) => session.day >= first)
  }

  /** Makes what `since` would have to make, one session (some 3 ms) an iteration; others may ask meanwhile. */
  *reach(day: IstDate, intervalMinutes: number): Generator<boolean> {
    const first = this.#firstRequested(day, intervalMinutes)
    const { anchor } = this
    if (first === undefined || anchor === undefined) return
    while (first < this.#begin(anchor).day) {
      const made = this.#makeSession(anchor)
      yield made
      if (!made) return
    }
  }

  /** The first day that is served for such bars; undefined when the kept sessions have them all. */
  #firstRequested(day: IstDate, intervalMinutes: number): IstDate | undefined {
    const { anchor } = this
    if (anchor === undefined || day >= anchor.day) return undefined
    const minutesFrom = minutesFromOf(anchor)
    return intervalMinutes !== DAY_INTERVAL && day < minutesFrom ? minutesFrom : day
  }

  /** Where what was made so far begins. */
  #begin(anchor: DeepAnchor): DeepAnchor {
    const [oldest] = this.#sessions
    return oldest === undefined
      ? anchor
      : { day: oldest.session.day, nifty: oldest.startsAt.nifty, bank: oldest.startsAt.bank }
  }

  /** Makes one session more; false when the calendar knows no earlier day. */
  #makeSession(anchor: DeepAnchor): boolean {
    const block = (this.#unfinished ??= this.#nextBlock(this.#begin(anchor)))
    const session = block?.days[block.made.length]
    if (block === undefined || session === undefined) return false
    const before = block.carried
    const stepMs = session.day < minutesFromOf(anchor) ? MINUTE_MS : undefined
    const past = makePastSession(block.source, session, this.#ordinalOf(session), before, this.#calendar, stepMs)
    block.made.push({ past, before })
    block.carried = past.carried
    if (block.made.length === block.days.length) this.#join(block, minutesFromOf(anchor))
    return true
  }

  /** The days of one block before `end`; undefined when the calendar knows none. */
  #nextBlock(end: DeepAnchor): UnfinishedBlock | undefined {
    const days: Session[] = []
    for (let day = addDays(end.day, -1); days.length < BLOCK_SESSIONS && day >= FIRST_DAY; day = addDays(day, -1)) {
      const session = this.#calendar.sessionOn(day)
      if (session !== undefined && session.windows.length > 0) days.unshift(session)
    }
    const [first] = days
    if (first === undefined) return undefined
    const carried: OvernightCarry = { nifty: end.nifty, bank: end.bank, shift: 0, closedAt: first.opensAt }
    return { end, days, source: new ModelSpot(this.#seed), made: [], carried }
  }

  /** Puts a finished block before the others, scaled to end where they begin. */
  #join({ end, made, carried }: UnfinishedBlock, minutesFrom: IstDate): void {
    const [nifty, bank] = [end.nifty / carried.nifty, end.bank / carried.bank]
    const block = made.map(({ past, before }): DeepSession => {
      // Cut first: scaling keeps the order of prices, and one bar is scaled sooner than a session's minutes.
      const retained = past.session.day < minutesFrom ? dayOf(past) : past
      const startsAt = { nifty: before.nifty * nifty, bank: before.bank * bank }
      return { ...scaleSession(retained, nifty, bank), startsAt }
    })
    this.#sessions = [...block, ...this.#sessions]
    this.#unfinished = undefined
  }
}

function minutesFromOf({ day }: DeepAnchor): IstDate {
  return addDays(day, -MINUTES_BACK_DAYS)
}

/** The session with one bar a series: what is left of it when its minutes are not kept. */
function dayOf(past: PastSession): PastSession {
  const series = new Map<SeriesName, MinuteSeries>()
  for (const [name, minutes] of past.series) series.set(name, wholeDay(minutes))
  return { ...past, series }
}

function wholeDay({ open, high, low, close, volume, openInterest }: MinuteSeries): MinuteSeries {
  const one = (value: number) => Float64Array.of(value)
  let [most, least, traded] = [0, Number.POSITIVE_INFINITY, 0]
  for (let minute = 0; minute < close.length; minute += 1) {
    traded += volume[minute]!
    if (close[minute] === 0) continue
    most = Math.max(most, high[minute]!)
    least = Math.min(least, low[minute]!)
  }
  return {
    open: one(open.find((price) => price > 0) ?? 0),
    high: one(most),
    low: one(least),
    close: one(close.findLast((price) => price > 0) ?? 0),
    volume: one(traded),
    openInterest: one(openInterest.at(-1) ?? 0),
  }
}

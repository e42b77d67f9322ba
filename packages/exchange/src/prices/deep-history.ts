import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, MINUTE_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import { HOLIDAY_YEARS } from '@strikewise/domain/time/nse-days.ts'
import { DAY_INTERVAL } from '../price-path.ts'
import type { Carried } from './market-day.ts'
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

/** Where the kept sessions begin: the history before them ends there. */
export interface DeepAnchor {
  readonly day: IstDate
  readonly nifty: number
  readonly bank: number
}

/**
 * The sessions before those a market keeps, made from the same seed when somebody asks for them: minutes of about a year,
 * days of as many as the calendar knows. Always the same for the same market.
 */
export class DeepHistory {
  anchor: DeepAnchor | undefined
  readonly #seed: string
  readonly #calendar: TradingCalendar
  readonly #ordinalOf: (session: Session) => number
  /** Oldest first. */
  #sessions: DeepSession[] = []

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
    const { anchor } = this
    if (anchor === undefined || day >= anchor.day) return []
    const minutesFrom = addDays(anchor.day, -MINUTES_BACK_DAYS)
    const wanted = intervalMinutes === DAY_INTERVAL ? day : day < minutesFrom ? minutesFrom : day
    while (wanted < this.#begin(anchor).day && this.#makeBlock(anchor, minutesFrom)) continue
    return this.#sessions.filter(({ session }) => session.day >= wanted)
  }

  /** Where what was made so far begins. */
  #begin(anchor: DeepAnchor): DeepAnchor {
    const [oldest] = this.#sessions
    return oldest === undefined
      ? anchor
      : { day: oldest.session.day, nifty: oldest.startsAt.nifty, bank: oldest.startsAt.bank }
  }

  /** Makes one block more; false when the calendar knows no earlier day. */
  #makeBlock(anchor: DeepAnchor, minutesFrom: IstDate): boolean {
    const end = this.#begin(anchor)
    const days: Session[] = []
    for (let day = addDays(end.day, -1); days.length < BLOCK_SESSIONS && day >= FIRST_DAY; day = addDays(day, -1)) {
      const session = this.#calendar.sessionOn(day)
      if (session !== undefined && session.windows.length > 0) days.unshift(session)
    }
    if (days.length === 0) return false
    const source = new ModelSpot(this.#seed)
    let carried: Carried = { nifty: end.nifty, bank: end.bank, shift: 0, closedAt: days[0]!.opensAt }
    const made = days.map((session) => {
      const before = carried
      const stepMs = session.day < minutesFrom ? MINUTE_MS : undefined
      const past = makePastSession(source, session, this.#ordinalOf(session), carried, this.#calendar, stepMs)
      carried = past.carried
      return { past, before }
    })
    const [nifty, bank] = [end.nifty / carried.nifty, end.bank / carried.bank]
    const block = made.map(({ past, before }): DeepSession => {
      // Cut first: scaling keeps the order of prices, and one bar is scaled sooner than a session's minutes.
      const kept = past.session.day < minutesFrom ? dayOf(past) : past
      const startsAt = { nifty: before.nifty * nifty, bank: before.bank * bank }
      return { ...scaleSession(kept, nifty, bank), startsAt }
    })
    this.#sessions = [...block, ...this.#sessions]
    return true
  }
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

import { INDEX_TOKENS, type InstrumentList } from '@strikewise/domain/instruments/contract.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar, type Session, type TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import {
  DAY_INTERVAL,
  type CircuitLimits,
  type HistoryBar,
  type HistoryQuery,
  type ScenarioCommand,
} from '../price-path.ts'
import { FIRST_CLOSE, TICK_MS } from './calibration.ts'
import { DeepHistory } from './deep-history.ts'
import { barsOf, checkInterval, pastSeries, recordedSeries, within } from './history.ts'
import { instrumentsCsv, instrumentsOf } from './instruments-of-day.ts'
import { MarketDay, type OvernightCarry } from './market-day.ts'
import type { RestorablePath, SavedPath, PathAct, PathSnapshot } from './path-snapshot.ts'
import { makePastSession, scaleSession, type MinuteSeries, type PastSession, type SeriesName } from './past-session.ts'
import { ReplaySpot, type RecordedDay } from './replay-spot.ts'
import { Scenario } from './scenario.ts'
import { ModelSpot, type RestorableSpot } from './spot-source.ts'

export interface PathOptions {
  readonly seed: string
  /** The market is brought here on creation, the hours before it in the fast way of `skipTo`. */
  readonly now: EpochMs
  readonly calendar?: TradingCalendar
  /** Closing levels (index points) of the session before the first day. */
  readonly firstClose?: { readonly NIFTY: number; readonly BANKNIFTY: number }
  /** Strikes each side of the money. Default 40. */
  readonly strikesEachSide?: number
  /** How often futures and options are requoted: a multiple of 500 ms. Default 500. */
  readonly quotesEveryMs?: number
  /** Sessions of made-up past for `history`. Default 25. */
  readonly pastSessions?: number
  /** Where such a market was left: gone on with at `now`, instead of one made from the seed alone. */
  readonly left?: SavedPath
}

/**
 * The running number of days, which seeds them, counts from here both ways: it must not change when the calendar learns
 * of holidays in years further back.
 */
const COUNTED_FROM = { day: istDate('2024-01-01'), number: 2_059 } as const
const STORED_SESSIONS = 60
/** Actions stored for a next snapshot; a market that never takes one needs none. */
const MAX_ACTS = 5_000
/** No day is listed more than this far ahead of the one before. */
const LONGEST_BREAK_DAYS = 31

/** A market made of the seeded model alone. */
export function syntheticPath(options: PathOptions): RestorablePath {
  return new MarketPath(options, new ModelSpot(options.seed), new Map())
}

/**
 * A market that plays recorded index bars on the days given, with everything else synthesised on top; other days come
 * from the model. Recorded days before the first one are its history. Throws RangeError on unsound bars.
 */
export function replayPath(options: PathOptions, days: ReadonlyMap<IstDate, RecordedDay>): RestorablePath {
  return new MarketPath(options, new ReplaySpot(options.seed, days), days)
}

class MarketPath implements RestorablePath {
  readonly #options: Required<Omit<PathOptions, 'firstClose' | 'left'>>
  readonly #source: RestorableSpot
  readonly #scenario = new Scenario()
  readonly #past = new Map<IstDate, PastSession>()
  readonly #quotesEveryTicks: number
  /** What was before the sessions that are kept. */
  readonly #deep: DeepHistory
  #today: MarketDay
  /** Where the session before it ended. */
  #carried: OvernightCarry
  #acts: PathAct[] = []
  #nextAct = 1
  /** Acts from here on are in no snapshot and may still grow. */
  #unsnapped = 1
  #nextTick = 0
  #now: EpochMs
  /** The day whose number was asked for last: the next one is seldom far. */
  #counted: { readonly day: IstDate; readonly number: number } = COUNTED_FROM

  constructor(options: PathOptions, source: RestorableSpot, days: ReadonlyMap<IstDate, RecordedDay>) {
    this.#options = { calendar: nseCalendar, strikesEachSide: 40, quotesEveryMs: TICK_MS, pastSessions: 25, ...options }
    this.#quotesEveryTicks = this.#options.quotesEveryMs / TICK_MS
    if (!Number.isInteger(this.#quotesEveryTicks) || this.#quotesEveryTicks < 1)
      throw new RangeError(`quotesEveryMs must be a multiple of ${TICK_MS}, not ${this.#options.quotesEveryMs}`)
    this.#source = source
    this.#deep = new DeepHistory(options.seed, this.#options.calendar, (session) => this.#ordinalOf(session))
    const { left } = options
    if (left === undefined) {
      const first = this.#sessionOnOrBefore(istDateAt(options.now))
      this.#carried = this.#makePast(first, days, options.firstClose)
      this.#deep.before(this.#past.values().next().value)
      this.#today = this.#list(first, this.#carried)
      this.#now = options.now
      this.#run(options.now, MINUTE_MS / TICK_MS)
      return
    }
    const { snapshot, acts } = left
    for (const [day, past] of snapshot.past) this.#past.set(day, past)
    this.#deep.anchor = snapshot.deepAnchor
    this.#carried = snapshot.carried
    this.#today = this.#dayOf(this.#sessionOnOrBefore(snapshot.day), snapshot.carried, snapshot.instruments)
    this.#source.state = snapshot.spot
    this.#today.state = snapshot.today
    this.#scenario.state = snapshot.scenario
    this.#nextTick = snapshot.nextTick
    this.#now = snapshot.now
    this.#nextAct = snapshot.nextAct
    this.#goOn(acts, options.now)
  }

  /** Does again what was done after the snapshot, in the same steps, and goes on to `now`. */
  #goOn(acts: readonly PathAct[], now: EpochMs): void {
    for (const act of acts) {
      if (act.seq < this.#nextAct) continue
      this.step(act.at)
      this.#nextAct = act.seq
      if ('command' in act) this.command(act.command)
      else this.skipTo(act.skippedTo)
    }
    if (istDateAt(now) === istDateAt(this.#now)) this.step(now)
    else this.skipTo(now)
  }

  snapshot(): PathSnapshot {
    this.#unsnapped = this.#nextAct
    return {
      now: this.#now,
      nextTick: this.#nextTick,
      day: this.day,
      instruments: this.instruments,
      carried: this.#carried,
      deepAnchor: this.#deep.anchor,
      past: new Map(this.#past),
      today: this.#today.state,
      spot: this.#source.state,
      scenario: this.#scenario.state,
      nextAct: this.#nextAct,
    }
  }

  get acts(): readonly PathAct[] {
    return this.#acts
  }

  forgetActs(before: number): void {
    this.#acts = this.#acts.filter((act) => act.seq >= before)
  }

  #record(act: { command: ScenarioCommand } | { skippedTo: EpochMs }): void {
    const last = this.#acts.at(-1)
    // One skip after another is one long skip.
    const grows =
      last !== undefined && 'skippedTo' in last && last.skippedTo === this.#now && last.seq >= this.#unsnapped
    if (grows && 'skippedTo' in act) {
      this.#acts = [...this.#acts.slice(0, -1), { ...last, skippedTo: act.skippedTo }]
      return
    }
    this.#acts = [...this.#acts.slice(-MAX_ACTS), { seq: this.#nextAct, at: this.#now, ...act }]
    this.#nextAct += 1
  }

  get now(): EpochMs {
    return this.#now
  }

  get day(): IstDate {
    return this.#today.session.day
  }

  get quotes(): QuoteTable {
    return this.#today.quotes
  }

  get instruments(): InstrumentList {
    return this.#today.instruments
  }

  instrumentsCsv(): string {
    return instrumentsCsv(this.#today.instruments)
  }

  circuitLimits(token: number): CircuitLimits {
    const slot = this.quotes.slotOf(token)
    if (slot < 0) return { lower: OPTION_TICK, upper: Number.MAX_SAFE_INTEGER as Paise }
    return this.#today.limitsOf(slot) as { lower: Paise; upper: Paise }
  }

  referencePrice(token: number): Paise {
    const slot = this.quotes.slotOf(token)
    return (slot < 0 ? 0 : Math.round(this.#today.reference[slot]!)) as Paise
  }

  step(now: EpochMs): void {
    this.#run(now, this.#quotesEveryTicks)
  }

  skipTo(now: EpochMs): void {
    if (now > this.#now) this.#record({ skippedTo: now })
    this.#run(now, Math.max(this.#quotesEveryTicks, MINUTE_MS / TICK_MS))
  }

  command(command: ScenarioCommand): void {
    this.#scenario.give(command, this.#now)
    this.#record({ command })
  }

  /** Plays all ticks up to `now`, listing new days at their midnight. */
  #run(now: EpochMs, quotesEvery: number): void {
    if (now < this.#now) return
    for (;;) {
      this.#playToday(now, quotesEvery)
      const next = this.#nextSession(now)
      if (next === undefined) break
      this.#playToday(Number.POSITIVE_INFINITY, MINUTE_MS / TICK_MS)
      this.#storeToday()
      this.#carried = this.#today.overnightCarry()
      this.#today = this.#list(next, this.#carried, this.#today.instruments)
      this.#nextTick = 0
    }
    this.#now = now
  }

  #playToday(until: number, quotesEvery: number): void {
    const today = this.#today
    const { opensAt, windows } = today.session
    for (; this.#nextTick < today.ticks; this.#nextTick += 1) {
      const at = opensAt + this.#nextTick * TICK_MS
      if (at > until) return
      if (!windows.some((window) => at >= window.from && at < window.to)) continue
      today.play(this.#nextTick, this.#scenario.during(at), this.#nextTick % quotesEvery === 0)
    }
  }

  /** The session to list by `now`, if a day with one has begun since the present one. */
  #nextSession(now: EpochMs): Session | undefined {
    const today = istDateAt(now)
    if (today <= this.#today.session.day) return undefined
    let day = addDays(this.#today.session.day, 1)
    for (let tried = 0; day <= today; tried += 1) {
      const session = this.#options.calendar.sessionOn(day)
      if (session && session.windows.length > 0) return session
      if (tried > LONGEST_BREAK_DAYS) throw new RangeError(`no session in the month after ${this.#today.session.day}`)
      day = addDays(day, 1)
    }
    return undefined
  }

  #sessionOnOrBefore(day: IstDate): Session {
    let candidate = day
    for (let tried = 0; tried <= LONGEST_BREAK_DAYS; tried += 1) {
      const session = this.#options.calendar.sessionOn(candidate)
      if (session && session.windows.length > 0) return session
      candidate = addDays(candidate, -1)
    }
    throw new RangeError(`no session in the month before ${day}: check the calendar`)
  }

  #list(session: Session, carried: OvernightCarry, earlier?: InstrumentList): MarketDay {
    const { calendar, strikesEachSide } = this.#options
    const closes = { NIFTY: carried.nifty, BANKNIFTY: carried.bank }
    return this.#dayOf(session, carried, instrumentsOf(session.day, closes, strikesEachSide, calendar, earlier))
  }

  #dayOf(session: Session, carried: OvernightCarry, list: InstrumentList): MarketDay {
    const { seed, calendar } = this.#options
    return new MarketDay(seed, session, this.#ordinalOf(session), carried, list, this.#source, calendar)
  }

  /** A Muhurat hour shares its date's number with the session before, so it gets one of its own in between. */
  #ordinalOf(session: Session): number {
    const { calendar } = this.#options
    const { day, number } = this.#counted
    const days =
      session.day >= day
        ? number + calendar.tradingDaysBetween(day, session.day)
        : number - calendar.tradingDaysBetween(session.day, day)
    this.#counted = { day: session.day, number: days }
    return session.kind === 'muhurat' ? days + 0.5 : days
  }

  /**
   * Makes the sessions before `first` and shows where they end. The model's are scaled to end at `firstClose`, or where the
   * first recorded day begins; recorded ones keep their levels.
   */
  #makePast(
    first: Session,
    days: ReadonlyMap<IstDate, RecordedDay>,
    firstClose: PathOptions['firstClose'],
  ): OvernightCarry {
    const sessions: Session[] = []
    for (let session = first; sessions.length < this.#options.pastSessions;) {
      session = this.#sessionOnOrBefore(addDays(session.day, -1))
      sessions.unshift(session)
    }
    const firstRecorded = sessions.findIndex((session) => days.has(session.day))
    const anchorDay = firstRecorded >= 0 ? sessions[firstRecorded] : first
    const anchor = firstClose && firstRecorded < 0 ? firstClose : levelsBefore(days.get(anchorDay!.day))
    let carried: OvernightCarry = { nifty: anchor.NIFTY, bank: anchor.BANKNIFTY, shift: 0, closedAt: first.opensAt }
    const modelled: PastSession[] = []
    const make = (session: Session): PastSession => {
      const { calendar } = this.#options
      const past = makePastSession(this.#source, session, this.#ordinalOf(session), carried, calendar)
      carried = past.carried
      return past
    }
    const split = firstRecorded >= 0 ? firstRecorded : sessions.length
    for (const session of sessions.slice(0, split)) modelled.push(make(session))
    const nifty = anchor.NIFTY / carried.nifty
    const bank = anchor.BANKNIFTY / carried.bank
    for (const past of modelled) this.#past.set(past.session.day, scaleSession(past, nifty, bank))
    carried = { ...carried, nifty: anchor.NIFTY, bank: anchor.BANKNIFTY }
    for (const session of sessions.slice(split)) this.#past.set(session.day, make(session))
    return carried
  }

  /** Today becomes past: its bars of indices and near futures are kept. */
  #storeToday(): void {
    const { session, recorder, quotes, instruments } = this.#today
    const tokens: readonly (readonly [SeriesName, number | undefined])[] = [
      ['NIFTY', INDEX_TOKENS.NIFTY],
      ['BANKNIFTY', INDEX_TOKENS.BANKNIFTY],
      ['INDIAVIX', INDEX_TOKENS.INDIAVIX],
      ['FUT NIFTY', instruments.futures.find((future) => future.symbol === 'NIFTY')?.token],
      ['FUT BANKNIFTY', instruments.futures.find((future) => future.symbol === 'BANKNIFTY')?.token],
    ]
    const series = new Map<SeriesName, MinuteSeries>()
    for (const [name, token] of tokens)
      if (token !== undefined) series.set(name, recordedSeries(recorder, quotes.slotOf(token), recorder.minutes))
    this.#past.set(session.day, { session, level: this.#source.level, series, carried: this.#today.overnightCarry() })
    const oldest = this.#past.keys().next().value
    if (this.#past.size > STORED_SESSIONS && oldest !== undefined) this.#past.delete(oldest)
  }

  history(...query: HistoryQuery): HistoryBar[] {
    const work = this.#bars(...query)
    let step = work.next()
    while (step.done !== true) step = work.next()
    return step.value
  }

  async historyInSlices(pause: () => Promise<void> | void, ...query: HistoryQuery): Promise<HistoryBar[]> {
    const work = this.#bars(...query)
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) return step.value
      await pause()
    }
  }

  /** Works out the bars of one session an iteration. The market may move meanwhile, to another day as well. */
  *#bars(...[token, intervalMinutes, from, to, continuous = false]: HistoryQuery): Generator<unknown, HistoryBar[]> {
    checkInterval(intervalMinutes)
    const bars: HistoryBar[] = []
    const isWhole = continuous && intervalMinutes === DAY_INTERVAL
    const since = istDateAt(from)
    const today = this.#today
    const retained = [...this.#past.values()]
    yield* this.#deep.reach(since, intervalMinutes)
    for (const past of [...this.#deep.since(since, intervalMinutes), ...retained]) {
      if (past.session.closesAt < from || past.session.day > istDateAt(to)) continue
      const series = pastSeries(past, today.instruments, token, isWhole, this.#options.calendar)
      if (series) bars.push(...barsOf(past.session, series, intervalMinutes))
      yield
    }
    const { session, recorder, quotes } = today
    const slot = quotes.slotOf(token)
    const minutes = today === this.#today ? Math.ceil((this.#nextTick * TICK_MS) / MINUTE_MS) : recorder.minutes
    const begun = Math.max(0, Math.min(recorder.minutes, minutes))
    if (slot >= 0) bars.push(...barsOf(session, recordedSeries(recorder, slot, begun), intervalMinutes))
    return within(bars, from, to)
  }
}

/** Index levels a recorded day starts from: its own first prices; the ordinary ones for what was not recorded. */
function levelsBefore(day: RecordedDay | undefined): { NIFTY: number; BANKNIFTY: number } {
  const openOf = (bars: RecordedDay['NIFTY']) => bars?.[0] && bars[0].open / 100
  const nifty = openOf(day?.NIFTY)
  const bank = openOf(day?.BANKNIFTY)
  const ratio = FIRST_CLOSE.BANKNIFTY / FIRST_CLOSE.NIFTY
  return {
    NIFTY: nifty ?? (bank === undefined ? FIRST_CLOSE.NIFTY : bank / ratio),
    BANKNIFTY: bank ?? (nifty === undefined ? FIRST_CLOSE.BANKNIFTY : nifty * ratio),
  }
}

import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { Headline } from '@strikewise/signals/agents/sentiment.ts'
import { INDEX_SYMBOLS, INDEX_TOKENS, type InstrumentList } from '@strikewise/domain/instruments/contract.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import {
  readRecordedDay,
  type RecordedEvent,
  type RecordedFrame,
} from '@strikewise/signals/session-recording/recorded-day.ts'
import type { RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import { QuoteColumns, ROW_COLUMNS } from '@strikewise/signals/session-recording/quote-row.ts'
import type { SegmentDamage } from '@strikewise/signals/session-recording/segment.ts'
import { istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { CircuitLimits, HistoryBar, HistoryQuery, PricePath } from '@strikewise/exchange/price-path.ts'
import { instrumentsCsv } from '@strikewise/exchange/prices/instruments-of-day.ts'
import { MinuteHistory } from './minute-history.ts'
import type { Recording } from './recording-files.ts'

/** The ticker carries no price bands, so none was recorded: any price an option can have is inside. ₹1,00,000. */
const LIMITS: CircuitLimits = { lower: OPTION_TICK, upper: 10_000_000 as Paise }

/** What a replay met that was not as it had been. */
export interface ReplayDefects {
  readonly damages: readonly SegmentDamage[]
  /** Frames that the recorder left out. */
  readonly missingFrames: number
}

/**
 * A price path that plays what the server recorded: each frame's quotes stand in the table from the instant at which the
 * server received it. Contracts and earlier bars are those the recorded day was opened with. Nothing is made up: options
 * have no history, and what was not recorded is not there.
 */
export class RecordedPath implements PricePath {
  readonly #days: ReadonlyMap<IstDate, Recording>
  readonly #history = new Map<number, MinuteHistory>()
  readonly #damages: SegmentDamage[] = []
  readonly #flows = new Map<IstDate, FiiDiiRow>()
  readonly #headlines = new Map<string, Headline>()
  #onFrame: () => void = () => undefined
  #missingFrames = 0
  #now: EpochMs
  #events: Iterator<RecordedEvent>
  #next: RecordedEvent | undefined
  #instruments: InstrumentList
  #table: QuoteTable
  #columns: QuoteColumns
  /** By slot of the recording: slot of the table, which keeps the instruments of earlier openings of the day. */
  #slots: number[] = []

  /** Brings the market to `now`, which lies on one of `days`. Throws RangeError when it does not. */
  constructor(days: ReadonlyMap<IstDate, Recording>, now: EpochMs) {
    this.#days = days
    this.#now = now
    this.#table = new QuoteTable(0)
    this.#columns = new QuoteColumns(this.#table)
    this.#instruments = { on: istDateAt(now), fetchedAt: now, options: [], futures: [] }
    this.#events = [].values()
    this.#list(istDateAt(now))
    this.#play(now)
  }

  get now(): EpochMs {
    return this.#now
  }

  get day(): IstDate {
    return this.#instruments.on
  }

  get quotes(): QuoteTable {
    return this.#table
  }

  get instruments(): InstrumentList {
    return this.#instruments
  }

  /** Calls `work` after each frame: several may lie within one step, and each was a price. */
  onFrame(work: () => void): void {
    this.#onFrame = work
  }

  /** The days that are played, in order. */
  get recordings(): Recording[] {
    return [...this.#days.values()]
  }

  get defects(): ReplayDefects {
    return { damages: this.#damages, missingFrames: this.#missingFrames }
  }

  /** FII and DII rows that were known by now, oldest day first. */
  get fiiDiiRows(): FiiDiiRow[] {
    return [...this.#flows.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }

  /** Headlines received by now, newest first. */
  get headlines(): Headline[] {
    return [...this.#headlines.values()].toSorted((a, b) => b.at - a.at)
  }

  step(now: EpochMs): void {
    if (now <= this.#now) return
    this.#now = now
    const day = istDateAt(now)
    if (day !== this.day) this.#list(day)
    this.#play(now)
  }

  skipTo(now: EpochMs): void {
    this.step(now)
  }

  circuitLimits(): CircuitLimits {
    return LIMITS
  }

  /** The last price: the trades of the last half minute are not recorded one by one. */
  referencePrice(token: number): Paise {
    const slot = this.#table.slotOf(token)
    return (slot < 0 ? 0 : this.#table.last(slot)) as Paise
  }

  instrumentsCsv(): string {
    return instrumentsCsv(this.#instruments)
  }

  command(): void {
    throw new RangeError('this market is a recording: its course cannot be changed')
  }

  history(...[token, intervalMinutes, from, to]: HistoryQuery): HistoryBar[] {
    return this.#history.get(token)?.bars(intervalMinutes, from, to) ?? []
  }

  /** A recording holds a few days: one slice. */
  async historyInSlices(_: () => void, ...query: HistoryQuery): Promise<HistoryBar[]> {
    return this.history(...query)
  }

  /** Begins a recorded day with its first opening. */
  #list(day: IstDate): void {
    const recording = this.#days.get(day)
    if (recording === undefined)
      throw new RangeError(`${day} is not recorded; there are ${[...this.#days.keys()].join(', ')}`)
    this.#instruments = { on: day, fetchedAt: istInstant(day, 8, 30), options: [], futures: [] }
    this.#table = new QuoteTable(0)
    this.#adopt(recording.opening)
    this.#showPreviousCloses(recording.opening)
    this.#events = readRecordedDay(recording.segments)
    this.#next = this.#read()
  }

  /** Plays what happened by `now`. */
  #play(now: EpochMs): void {
    for (; this.#next !== undefined; this.#next = this.#read()) {
      const event = this.#next
      if (event.kind === 'damage') this.#damages.push(event.damage)
      else if (event.at > now) return
      else if (event.kind === 'opening') this.#adopt(event.opening)
      else if (event.kind === 'frame') this.#show(event)
      else if (event.kind === 'flows') this.#learn(event.rows)
      else if (event.kind === 'headlines') this.#addHeadlines(event.headlines)
      else if (event.kind === 'gap') this.#missingFrames += event.frames
    }
  }

  #read(): RecordedEvent | undefined {
    const step = this.#events.next()
    return step.done === true ? undefined : step.value
  }

  /** Lists the contracts of an opening beside those of the ones before it today, and knows its bars. */
  #adopt({ tokens, pipelines, day }: RecordingHeader): void {
    const before = this.#table
    const known = new Set(before.tokens.subarray(0, before.size))
    const added = tokens.filter((token) => !known.has(token))
    if (added.length > 0) {
      this.#table = new QuoteTable(before.size + added.length)
      for (const token of [...known, ...added]) this.#table.add(token)
      this.#columns = new QuoteColumns(this.#table)
      this.#copyFrom(before)
      const { options, futures, fetchedAt } = this.#instruments
      const isNew = ({ token }: { readonly token: number }) => added.includes(token)
      const contracts = INDEX_SYMBOLS.map((symbol) => pipelines[symbol].contracts)
      this.#instruments = {
        on: day,
        fetchedAt,
        options: [...options, ...contracts.flatMap(({ near, next }) => [...near, ...next]).filter(isNew)],
        futures: [...futures, ...contracts.flatMap(({ future }) => future ?? []).filter(isNew)],
      }
    }
    this.#slots = tokens.map((token) => this.#table.slotOf(token))
    for (const symbol of INDEX_SYMBOLS) {
      const { contracts, warmUp } = pipelines[symbol]
      this.#historyOf(INDEX_TOKENS[symbol]).addBars(warmUp.index)
      if (contracts.future !== undefined) this.#historyOf(contracts.future.token).addBars(warmUp.future)
      this.#learn(warmUp.flows ?? [])
      this.#addHeadlines(warmUp.headlines ?? [])
    }
  }

  #learn(rows: readonly FiiDiiRow[]): void {
    for (const row of rows) this.#flows.set(row.day, row)
  }

  #addHeadlines(headlines: readonly Headline[]): void {
    for (const headline of headlines) this.#headlines.set(`${headline.at} ${headline.title}`, headline)
  }

  #copyFrom(before: QuoteTable): void {
    const columns = new QuoteColumns(before)
    const row = new Float64Array(ROW_COLUMNS)
    for (let slot = 0; slot < before.size; slot += 1) {
      columns.copy(slot, row, 0)
      this.#columns.apply(row, 0, slot)
      this.#table.receivedAt[slot] = before.receivedAt[slot]!
    }
  }

  /** Before the first frame an index stands where it closed: who opens the day chooses strikes around that. */
  #showPreviousCloses({ day }: RecordingHeader): void {
    for (const symbol of INDEX_SYMBOLS) {
      const slot = this.#table.slotOf(INDEX_TOKENS[symbol])
      const close = this.#historyOf(INDEX_TOKENS[symbol]).closeBefore(istInstant(day, 0))
      if (slot < 0 || close === undefined) continue
      this.#table.lastPrice[slot] = close
      this.#table.close[slot] = close
    }
  }

  #show({ at, slots, values }: RecordedFrame): void {
    const table = this.#table
    for (const [row, recorded] of slots.entries()) {
      const slot = this.#slots[recorded]!
      this.#columns.apply(values, row * ROW_COLUMNS, slot)
      table.receivedAt[slot] = at
      this.#history
        .get(table.tokens[slot]!)
        ?.tick(table.last(slot), table.volume[slot]!, (table.exchangeAt[slot] || at) as EpochMs)
    }
    this.#onFrame()
  }

  #historyOf(token: number): MinuteHistory {
    const known = this.#history.get(token) ?? new MinuteHistory()
    this.#history.set(token, known)
    return known
  }
}

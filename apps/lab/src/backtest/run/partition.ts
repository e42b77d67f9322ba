import type { RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { TrailingLevel } from '../premiums/trailing-level.ts'
import { firstAfterGap } from '../input/missing-sessions.ts'
import type { SessionBars } from '../input/session-bars.ts'

/** Sessions a worker takes at a time: enough that its warm-up costs little, few enough that all end together. */
const SESSIONS = 20
/** What is usual at each time of day is known from so many sessions; the market role fetches as many. */
const KNOWN_SESSIONS = 20
/** Indicators have settled after so many: bars further back change no digit of them that is read. */
const SETTLING_SESSIONS = 6
const COLUMNS = 5

/** A session's bars in one block that crosses to another thread cheaply: start, open, high, low, close a bar. */
export interface PackedSession {
  readonly day: IstDate
  readonly bars: Float64Array
  /** See `SessionBars`. */
  readonly ticks: Float64Array | undefined
  /** Volatility of the sessions before it (see `TrailingLevel`). */
  readonly level: number
  /** Its recorded option chain; undefined: option prices are modelled. */
  readonly chain: RecordedChain | undefined
  /** False: it only warms up the sessions after it. */
  readonly traded: boolean
}

/** A session of the files. One that is not to be traded is still what the later ones know of the past. */
export interface RequestedSession extends SessionBars {
  readonly warmsUpOnly?: true
}

/** Successive sessions of one index, with what must be known before the first of them. */
export interface Partition {
  readonly symbol: IndexSymbol
  readonly warmUp: readonly PackedSession[]
  readonly sessions: readonly PackedSession[]
}

/**
 * Cuts the sessions of both indices into pieces. Only the sessions of a piece and its warm-up are in memory at a time. A
 * traded session finds the same before it whatever the first traded day: bars, profile of the day and level of volatility.
 */
export async function* partitionsOf(
  sessions: AsyncIterable<RequestedSession>,
  chainOn: (session: SessionBars) => Promise<RecordedChain | undefined>,
  vixBefore: (day: IstDate) => number | undefined = () => undefined,
): AsyncGenerator<Partition> {
  const cutters = new Map<IndexSymbol, PieceCutter>()
  for await (const session of sessions) {
    let cutter = cutters.get(session.symbol)
    if (cutter === undefined) cutters.set(session.symbol, (cutter = new PieceCutter(session.symbol, vixBefore)))
    const piece = session.warmsUpOnly ? cutter.warmUp(session) : cutter.add(session, await chainOn(session))
    if (piece !== undefined) yield piece
  }
  for (const cutter of cutters.values()) {
    const piece = cutter.rest()
    if (piece !== undefined) yield piece
  }
}

class PieceCutter {
  readonly #symbol: IndexSymbol
  readonly #level: TrailingLevel
  readonly #vixBefore: (day: IstDate) => number | undefined
  #before: PackedSession[] = []
  #sessions: PackedSession[] = []

  constructor(symbol: IndexSymbol, vixBefore: (day: IstDate) => number | undefined) {
    this.#symbol = symbol
    this.#vixBefore = vixBefore
    this.#level = new TrailingLevel(symbol)
  }

  add({ day, bars, ticks }: SessionBars, chain: RecordedChain | undefined): Partition | undefined {
    return this.#take({ day, bars: packed(bars), ticks, level: this.#levelOn(day), chain, traded: true }, bars)
  }

  warmUp({ day, bars }: SessionBars): Partition | undefined {
    const level = this.#levelOn(day)
    return this.#take({ day, bars: packed(bars), ticks: undefined, level, chain: undefined, traded: false }, bars)
  }

  #levelOn(day: IstDate): number {
    return this.#level.valueWith(this.#vixBefore(day))
  }

  #take(session: PackedSession, bars: readonly Candle[]): Partition | undefined {
    this.#level.push(bars)
    // Nothing to trade yet: no piece of work begins with it.
    if (!session.traded && this.#sessions.length === 0) {
      this.#before = [...this.#before, session].slice(-KNOWN_SESSIONS)
      return undefined
    }
    this.#sessions.push(session)
    return this.#sessions.length < SESSIONS ? undefined : this.rest()
  }

  rest(): Partition | undefined {
    const sessions = this.#sessions
    if (sessions.length === 0) return undefined
    const warmUp = this.#before
    this.#before = [...warmUp, ...sessions].slice(-KNOWN_SESSIONS).map((session) => ({
      ...session,
      ticks: undefined,
      chain: undefined,
    }))
    this.#sessions = []
    return { symbol: this.#symbol, warmUp, sessions }
  }
}

function packed(bars: readonly Candle[]): Float64Array {
  const block = new Float64Array(bars.length * COLUMNS)
  for (const [i, { start, open, high, low, close }] of bars.entries())
    block.set([start, open, high, low, close], i * COLUMNS)
  return block
}

/** The bars of a packed session. */
export function unpacked({ bars }: PackedSession): Candle[] {
  return Array.from({ length: bars.length / COLUMNS }, (_, i) => {
    const [start, open, high, low, close] = bars.subarray(i * COLUMNS, (i + 1) * COLUMNS)
    return candle(start as EpochMs, open as Paise, high as Paise, low as Paise, close as Paise)
  })
}

/**
 * The bars before session number `index` of the unpacked ones, oldest first: all that may be known, and the newest. None
 * from before a hole of the records: to the session after it they are no more than to the first of all.
 */
export function barsBefore(days: readonly IstDate[], sessions: readonly (readonly Candle[])[], index: number) {
  const first = firstAfterGap(days, index)
  const last = (count: number) => sessions.slice(Math.max(first, index - count), index).flat()
  return { known: last(KNOWN_SESSIONS), settling: last(SETTLING_SESSIONS) }
}

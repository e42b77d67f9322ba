import { OPTION_CHAIN_AGENT } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { contractIndex } from '@strikewise/domain/instruments/contract-index.ts'
import { INDEX_SYMBOLS, INDEX_TOKENS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { nseCalendar, type Session } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { syntheticPath } from '@strikewise/exchange/prices/market-path.ts'
import { ChainWatch } from '../facts/chain-observer.ts'
import type { DayFacts } from '../facts/day-facts.ts'
import { count, IndexWatch, noDirectionCounts } from '../facts/index-facts.ts'
import type { SessionFacts } from '../facts/session-facts.ts'
import { NOON, surfaceFacts, type SurfaceFacts } from '../facts/surface-facts.ts'
import { chainOfQuotes } from './chain-of-quotes.ts'
import { longRun } from './long-run.ts'
import { RandomEntries } from './random-entries.ts'

/** Before the closing auction of August 2026 every minute of a session is a continuous price, as in the records. */
const LAST_DAY = istDateAt(Date.parse('2026-07-31T12:00:00+05:30') as EpochMs)
/** The chain agent reads ten strikes each side of the money, however far the index moves. */
const STRIKES_EACH_SIDE = 30
/** What is usual at each time of day is known from so many sessions. */
const KNOWN_SESSIONS = SIGNAL_PARAMS.spike.sessions
const SETTLING_SESSIONS = 6
/** The sandbox's market moves twice a second. */
const STEP_MS = 500
const STEPS_A_MINUTE = MINUTE_MS / STEP_MS
const GRACE_STEPS = SIGNAL_PARAMS.candles.graceMs / STEP_MS
/** Books are written right before a minute closes and, while any account holds an option, every five seconds. */
const BOOK_STEP = GRACE_STEPS - 1
const HELD_STEPS = 10
/** Every position is squared off by 15:05. */
const DAY_ENDS = { hour: 15, minute: 7 } as const

/** Where a run of so many sessions starts so that it ends with the last day before closing auctions. */
function firstDay(days: number): IstDate {
  let day = LAST_DAY
  for (let i = 1; i < days; i += 1) day = nseCalendar.previousTradingDay(day)
  return day
}

/** One seed's market: sessions as the agents see them and its chains at noon, oldest first, and the years before. */
export interface SimulatedMarket {
  readonly sessions: Readonly<Record<IndexSymbol, readonly SessionFacts[]>>
  readonly surfaces: Readonly<Record<IndexSymbol, readonly SurfaceFacts[]>>
  readonly longRun: readonly DayFacts[]
}

/** What `days` sessions of the model look like, the last of them the last one before closing auctions. */
export function simulatedMarket(seed: string, days: number, onDay: (done: number) => void): SimulatedMarket {
  const first = firstDay(days)
  const path = syntheticPath({
    seed,
    now: istInstant(first, 9),
    strikesEachSide: STRIKES_EACH_SIDE,
    pastSessions: KNOWN_SESSIONS + 1,
  })
  const watches = { NIFTY: new IndexWatch(), BANKNIFTY: new IndexWatch() }
  const facts: Record<IndexSymbol, SessionFacts[]> = { NIFTY: [], BANKNIFTY: [] }
  const surfaces: Record<IndexSymbol, SurfaceFacts[]> = { NIFTY: [], BANKNIFTY: [] }
  const years = longRun(path)
  for (const symbol of INDEX_SYMBOLS)
    for (const [day, bars] of Map.groupBy(minutesOf(path, symbol, 0 as EpochMs, path.now), (bar) =>
      istDateAt(bar.start),
    ))
      watches[symbol].play({ day, bars })
  for (let day = first, done = 1; done <= days; day = nseCalendar.nextTradingDay(day), done += 1) {
    const session = nseCalendar.sessionOn(day)!
    path.skipTo(session.preOpenAt)
    const run = new DayRun(path, session)
    run.play()
    const bars = (symbol: IndexSymbol) => minutesOf(path, symbol, session.opensAt, session.closesAt)
    const index = {
      NIFTY: watches.NIFTY.play({ day, bars: bars('NIFTY') })!,
      BANKNIFTY: watches.BANKNIFTY.play({ day, bars: bars('BANKNIFTY') })!,
    }
    for (const symbol of INDEX_SYMBOLS) {
      facts[symbol].push({ index: index[symbol], partner: index.NIFTY.returns, ...run.facts(symbol) })
      surfaces[symbol].push(...run.surfaces[symbol])
    }
    onDay(done)
  }
  return { sessions: facts, surfaces, longRun: years }
}

function minutesOf(path: PricePath, symbol: IndexSymbol, from: EpochMs, to: EpochMs): Candle[] {
  return path
    .history(INDEX_TOKENS[symbol], 1, from, to)
    .filter((bar) => bar.start + MINUTE_MS <= to)
    .map((bar) => candle(bar.start, bar.open, bar.high, bar.low, bar.close))
}

/** One session of both indices, driven as the backtest drives its days: the pipelines that run live read the books. */
class DayRun {
  readonly #path: PricePath
  readonly #session: Session
  readonly #orderSimulators: Readonly<Record<IndexSymbol, SymbolOrderSimulator>>
  readonly surfaces: Record<IndexSymbol, SurfaceFacts[]> = { NIFTY: [], BANKNIFTY: [] }

  constructor(path: PricePath, session: Session) {
    this.#path = path
    this.#session = session
    this.#orderSimulators = {
      NIFTY: new SymbolOrderSimulator(path, session, 'NIFTY'),
      BANKNIFTY: new SymbolOrderSimulator(path, session, 'BANKNIFTY'),
    }
  }

  play(): void {
    const { opensAt, closesAt, day } = this.#session
    const steps = (closesAt - opensAt) / STEP_MS
    const endsAt = istInstant(day, DAY_ENDS.hour, DAY_ENDS.minute)
    const noonAt = istInstant(day, NOON) + BOOK_STEP * STEP_MS
    const markets = Object.values(this.#orderSimulators)
    for (let step = 0; step < steps; step += 1) {
      const at = (opensAt + step * STEP_MS) as EpochMs
      const within = step % STEPS_A_MINUTE
      if (within === GRACE_STEPS && at < endsAt) for (const market of markets) market.closeMinute(at)
      const books = within === BOOK_STEP || markets.some((market) => market.isBookWriteDue(step, HELD_STEPS))
      if (books) this.#path.step(at)
      else this.#path.skipTo(at)
      if (at === noonAt) this.#readSurfaces()
      if (at < endsAt) for (const market of markets) market.tick(at, within, books)
    }
    this.#path.skipTo(closesAt)
  }

  facts(symbol: IndexSymbol): Pick<SessionFacts, 'chain' | 'entriesR'> {
    return this.#orderSimulators[symbol].facts()
  }

  #readSurfaces(): void {
    const { quotes } = this.#path
    const vix = quotes.last(quotes.slotOf(INDEX_TOKENS.INDIAVIX)) / 100
    for (const symbol of INDEX_SYMBOLS) {
      const found = surfaceFacts(chainOfQuotes(this.#path, symbol), vix)
      if (found !== undefined) this.surfaces[symbol].push(found)
    }
  }
}

/** One index's pipeline, what is noted of its chain, and the entries by chance. */
class SymbolOrderSimulator {
  readonly #pipeline: SymbolPipeline
  readonly #entries: RandomEntries
  readonly #watch: ChainWatch
  readonly #votes = noDirectionCounts()
  readonly #session: Session
  readonly #indexSlot: number
  #decided: Decision | undefined

  constructor(path: PricePath, session: Session, symbol: IndexSymbol) {
    const index = contractIndex(path.instruments)
    const [near, next] = index.expiries(symbol).map((expiry) => index.optionsOf(symbol, expiry))
    const known = minutesOf(path, symbol, 0 as EpochMs, session.preOpenAt)
    const settling = [...Map.groupBy(known, (bar) => istDateAt(bar.start)).values()].slice(-SETTLING_SESSIONS).flat()
    this.#session = session
    this.#pipeline = new SymbolPipeline({
      symbol,
      day: session.day,
      calendar: nseCalendar,
      contracts: { near: near ?? [], next: next ?? [], future: undefined },
      table: path.quotes,
      warmUp: { index: settling, future: [] },
      source: 'simulated',
      onDecision: (decision) => (this.#decided = decision),
    })
    this.#indexSlot = path.quotes.slotOf(INDEX_TOKENS[symbol])
    this.#entries = new RandomEntries(this.#pipeline, path.quotes, session)
    this.#watch = new ChainWatch(this.#pipeline.chain, path.quotes)
  }

  isBookWriteDue(step: number, every: number): boolean {
    return this.#entries.isUrgent || (this.#entries.isHolding && step % every === 0)
  }

  /** The index has moved at `at`; with `books` the options have too. */
  tick(at: EpochMs, within: number, books: boolean): void {
    // The pipeline looks at the chain once in each second it receives: a minute's ticks are passed within two.
    const minute = at - within * STEP_MS
    const reported =
      within < GRACE_STEPS
        ? Math.max(this.#session.opensAt, minute - STEP_MS)
        : within < STEPS_A_MINUTE - 1
          ? minute + GRACE_STEPS * STEP_MS
          : at
    this.#pipeline.onTick(this.#indexSlot, at, reported as EpochMs)
    if (books) this.#entries.update(at)
  }

  closeMinute(at: EpochMs): void {
    this.#pipeline.onTimer(at)
    const decision = this.#decided
    this.#decided = undefined
    if (decision === undefined) return
    this.#watch.observe((at - (at % MINUTE_MS)) as EpochMs)
    const vote = decision.contributions.find(({ agent }) => agent === OPTION_CHAIN_AGENT.name)
    if (vote !== undefined && !vote.stale) count(this.#votes, vote.bias)
    this.#entries.decided(decision, at)
  }

  facts(): Pick<SessionFacts, 'chain' | 'entriesR'> {
    return { chain: this.#watch.facts(this.#votes), entriesR: this.#entries.results }
  }
}

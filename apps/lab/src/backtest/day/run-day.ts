// @invariant no-look-ahead No decision depends on what the market does after it.
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { SignalParams } from '@strikewise/signals/registry/params.ts'
import type { Voter } from '@strikewise/signals/registry/registry.ts'
import type { WarmUp } from '@strikewise/signals/decision/symbol-pipeline-options.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { INDEX_TOKENS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { STEP_MS, STEPS_A_MINUTE } from '../session-steps.ts'
import type { DayMarket } from './day-market.ts'
import type { DayView } from './day-view.ts'
import type { DayResult } from './day-result.ts'
import { DayTrader } from './day-trader.ts'
import type { SimPosition } from './sim-position.ts'
import type { TradeRules } from './trade-rules.ts'
import type { TradeSettings } from './trade-settings.ts'

/** What one session of bars is run with. */
export interface DayInput {
  readonly symbol: IndexSymbol
  readonly session: Session
  readonly calendar: TradingCalendar
  readonly bars: readonly Candle[]
  readonly warmUp: WarmUp
  readonly market: DayMarket
  readonly params: SignalParams
  readonly settings: TradeSettings
  /** See `SymbolPipelineOptions`. */
  readonly withoutInputs: readonly Voter[]
  /** See `TradedDay`. */
  readonly variants?: readonly TradeRules[] | undefined
  /** Gets each decision as it is made. */
  readonly onDecision?: ((decision: Decision) => void) | undefined
}

/** A minute closes two seconds after its end: until then the ticks of the next one are held to have come before. */
const GRACE_STEPS = 4
/** Books are written half a second before a minute closes, so that the decision reads fresh quotes. */
const BOOK_STEP = GRACE_STEPS - 1
/** How often options are quoted while one is held: always, and when its stop or target may be near. */
const HELD_STEPS = 10
const NEAR_STEPS = 2
/** Nothing is entered or held after this, square-off being at 15:05. */
const DAY_ENDS = { hour: 15, minute: 6 } as const

/** One index through one session of bars: the pipeline that runs live, fed with the bars' ticks, and who trades on it. */
export function runDay(input: DayInput): DayResult {
  return new DayRun(input).run()
}

class DayRun {
  readonly #input: DayInput
  readonly #pipeline: SymbolPipeline
  readonly #trader: DayTrader
  readonly #indexSlot: number
  readonly #byMinute: ReadonlySet<number>
  #ticks = 0
  /** Where the index stood, in paise, when the options were last quoted. */
  #spotAtBooks = 0
  /** The index's range in the minute under way, paise. */
  #high = 0
  #low = 0

  constructor(input: DayInput) {
    const { symbol, session, calendar, market, warmUp, params, settings, withoutInputs } = input
    this.#input = input
    this.#trader = new DayTrader({
      symbol,
      session,
      pricing: market.pricing,
      params,
      settings,
      withoutInputs,
      variants: input.variants,
    })
    this.#pipeline = new SymbolPipeline({
      symbol,
      day: session.day,
      calendar,
      contracts: market.contracts,
      table: market.quotes,
      warmUp,
      source: market.pricing === 'recorded' ? 'recorded' : 'simulated',
      params,
      withoutInputs,
      quotesOnDemand: market,
      onDecision: (decision) => {
        if (decision.spike !== 0) market.spiked(decision.barEnd)
        this.#trader.decided(decision)
        input.onDecision?.(decision)
      },
    })
    this.#indexSlot = market.quotes.slotOf(INDEX_TOKENS[symbol])
    this.#byMinute = new Set(input.bars.map((bar) => (bar.start - session.opensAt) / MINUTE_MS))
  }

  run(): DayResult {
    const { session, market, bars } = this.#input
    const view: DayView = {
      pipeline: this.#pipeline,
      quotes: market.quotes,
      quoteContract: (contract) => market.quoteContract(contract),
    }
    const steps = Math.round((session.closesAt - session.opensAt) / STEP_MS)
    const endsAt = istInstant(session.day, DAY_ENDS.hour, DAY_ENDS.minute)
    for (let step = 0; step < steps; step += 1) {
      const at = (session.opensAt + step * STEP_MS) as EpochMs
      const within = step % STEPS_A_MINUTE
      if (within === GRACE_STEPS) {
        this.#pipeline.onTimer(at)
        this.#trader.closeMinute(view, at)
      }
      const { live } = this.#trader
      if (at >= endsAt && live.length === 0) break
      const books = within === BOOK_STEP || this.#isBookWriteDue(live, step)
      market.play(step, books)
      if (books) this.#spotAtBooks = this.#spot
      this.#ticks += 1
      if (this.#byMinute.has(Math.floor(step / STEPS_A_MINUTE))) this.#tellIndex(at, within)
      if (books && live.length > 0) this.#trader.watch(view, at)
    }
    const events = this.#ticks + market.quoted
    return this.#trader.result({ bars, events, lotSize: market.contracts.near[0]!.lotSize })
  }

  /**
   * The index's ticks. The pipeline reads the chain once in each second it receives, so all of a minute are passed
   * within two seconds: those before the last minute's close as if with its end, the last one when it comes.
   */
  #tellIndex(at: EpochMs, within: number): void {
    if (!this.#changesBar(within)) return
    const minute = at - within * STEP_MS
    const reported =
      within < GRACE_STEPS
        ? Math.max(this.#input.session.opensAt, minute - STEP_MS)
        : within < STEPS_A_MINUTE - 1
          ? minute + GRACE_STEPS * STEP_MS
          : at
    this.#pipeline.onTick(this.#indexSlot, at, reported as EpochMs)
  }

  /**
   * All but ticks inside the range their minute has shown so far: they change no bar, and come at the instant of others.
   */
  #changesBar(within: number): boolean {
    const spot = this.#spot
    if (within === 0) this.#high = this.#low = spot
    const isInside = spot <= this.#high && spot >= this.#low
    this.#high = Math.max(this.#high, spot)
    this.#low = Math.min(this.#low, spot)
    return !isInside || within <= GRACE_STEPS || within === STEPS_A_MINUTE - 1
  }

  /**
   * While something is held the books are written every five seconds, each second when the index has moved enough to reach
   * a stop or target, and twice a second while an order is on its way.
   */
  #isBookWriteDue(live: readonly SimPosition[], step: number): boolean {
    if (live.length === 0) return false
    if (step % HELD_STEPS === 0 || live.some((position) => position.isUrgent)) return true
    if (step % NEAR_STEPS !== 0) return false
    const reach = Math.abs(this.#spot - this.#spotAtBooks)
    return live.some((position) => position.isNear(reach))
  }

  get #spot(): number {
    return this.#input.market.quotes.lastPrice[this.#indexSlot]!
  }
}

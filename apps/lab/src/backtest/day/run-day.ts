import { hash } from 'node:crypto'
import { DECISION_BYTES, decisionBytes } from '@strikewise/domain/decision/decision-bytes.ts'
import type { Decision, Direction } from '@strikewise/domain/decision/decision.ts'
import { chooseStrike } from '@strikewise/domain/decision/entry-plan.ts'
import type { WarmUp } from '@strikewise/domain/decision/symbol-pipeline-options.ts'
import { SymbolPipeline } from '@strikewise/domain/decision/symbol-pipeline.ts'
import type { SignalParams } from '@strikewise/domain/agents/params.ts'
import { INDEX_TOKENS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { usableQuote } from '@strikewise/execution/order/quote.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import { isHeld } from '@strikewise/execution/trade/trade.ts'
import { STEP_MS, STEPS_A_MINUTE, type DayMarket } from './day-market.ts'
import type { DayResult, EntryOutcome } from './day-result.ts'
import { Desk } from './desk.ts'
import { explained, resultOfPosition, wordsOf, type Origin } from './explained-trade.ts'
import { openingDirection, samplesOf } from './samples.ts'
import { enteringTrade, SimPosition } from './sim-position.ts'
import { Straddle } from './straddle.ts'
import type { TradeSettings } from './trade-settings.ts'

/** What one session is run with. */
export interface DayInput {
  readonly symbol: IndexSymbol
  readonly session: Session
  readonly calendar: TradingCalendar
  readonly bars: readonly Candle[]
  readonly warmUp: WarmUp
  readonly market: DayMarket
  readonly params: SignalParams
  readonly settings: TradeSettings
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

interface Held {
  readonly position: SimPosition
  /** Undefined for the opposite, which no account holds. */
  readonly origin: Origin | undefined
  readonly mids: number[]
}

interface Entry {
  readonly actual: Held
  readonly opposite: Held | undefined
}

/**
 * One index through one session: the pipeline that runs live, fed with the bars' ticks; its entries through the live gate
 * and into simulated positions. Beside each entry the opposite contract is bought on the same terms, for the baselines.
 */
export function runDay(input: DayInput): DayResult {
  return new DayRun(input).run()
}

class DayRun {
  readonly #input: DayInput
  readonly #pipeline: SymbolPipeline
  readonly #desk: Desk
  readonly #indexSlot: number
  readonly #legs: number
  readonly #byMinute: ReadonlySet<number>
  readonly #entries: Entry[] = []
  readonly #refused: Record<string, number> = {}
  readonly #decisions: Decision[] = []
  /** The newest decisions, as a position reads them and, the score's sign turned, as the opposite does. */
  #latest: Decision[] = []
  #mirrored: Decision[] = []
  readonly #straddle: Straddle
  #decided: Decision | undefined
  #events = 0
  /** Where the index stood, in paise, when the options were last quoted. */
  #spotAtBooks = 0
  #minutes = 0
  #minutesHeld = 0

  constructor(input: DayInput) {
    const { symbol, session, calendar, market, warmUp, params, settings } = input
    this.#input = input
    this.#desk = new Desk(session.day, session, symbol, settings)
    this.#pipeline = new SymbolPipeline({
      symbol,
      day: session.day,
      calendar,
      contracts: market.contracts,
      table: market.quotes,
      warmUp,
      source: market.pricing === 'recorded' ? 'recorded' : 'simulated',
      params,
      onDecision: (decision) => this.#onDecision(decision),
    })
    this.#indexSlot = market.quotes.slotOf(INDEX_TOKENS[symbol])
    this.#legs = market.contracts.near.length + market.contracts.next.length
    this.#byMinute = new Set(input.bars.map((bar) => (bar.start - session.opensAt) / MINUTE_MS))
    this.#straddle = new Straddle(this.#pipeline.entryChain, market.quotes, session.day)
  }

  run(): DayResult {
    const { session, market } = this.#input
    const steps = Math.round((session.closesAt - session.opensAt) / STEP_MS)
    const endsAt = istInstant(session.day, DAY_ENDS.hour, DAY_ENDS.minute)
    for (let step = 0; step < steps; step += 1) {
      const at = (session.opensAt + step * STEP_MS) as EpochMs
      const within = step % STEPS_A_MINUTE
      if (within === GRACE_STEPS) this.#closeMinute(at)
      const live = this.#live()
      if (at >= endsAt && live.length === 0) break
      const books = within === BOOK_STEP || this.#wantsBooks(live, step)
      market.play(step, books)
      if (books) this.#spotAtBooks = this.#spot
      this.#events += 1 + (books ? this.#legs : 0)
      if (this.#byMinute.has(Math.floor(step / STEPS_A_MINUTE))) this.#tellIndex(at, within)
      if (books && live.length > 0) this.#watch(live, at)
    }
    return this.#result()
  }

  /**
   * The index's ticks. The pipeline looks at the chain once in each second it is told of, so all of a minute are told
   * within two seconds: those before the last minute's close as if with its end, the last one when it comes.
   */
  #tellIndex(at: EpochMs, within: number): void {
    const minute = at - within * STEP_MS
    const told =
      within < GRACE_STEPS
        ? Math.max(this.#input.session.opensAt, minute - STEP_MS)
        : within < STEPS_A_MINUTE - 1
          ? minute + GRACE_STEPS * STEP_MS
          : at
    this.#pipeline.onTick(this.#indexSlot, at, told as EpochMs)
  }

  #closeMinute(at: EpochMs): void {
    this.#pipeline.onTimer(at)
    const end = (at - GRACE_STEPS * STEP_MS) as EpochMs
    this.#straddle.closeMinute(end)
    this.#minutes += 1
    for (const { position, mids } of this.#live())
      if (isHeld(position.trade)) {
        const quote = this.#quote(position.trade.contract.token)
        mids.push((quote.bid + quote.ask) / 2)
      }
    if (this.#desk.trades.some(isHeld)) this.#minutesHeld += 1
    const decision = this.#decided
    this.#decided = undefined
    if (decision?.entry) this.#enter(decision, decision.entry, at)
  }

  #onDecision(decision: Decision): void {
    this.#decisions.push(decision)
    this.#latest = [decision, ...this.#latest.slice(0, 1)]
    this.#mirrored = [{ ...decision, score: -decision.score }, ...this.#mirrored.slice(0, 1)]
    this.#decided = decision
  }

  #enter(decision: Decision, entry: NonNullable<Decision['entry']>, now: EpochMs): void {
    const answer = this.#desk.ask(decision, entry, this.#quote(entry.contract.token), now)
    if (!answer.ok) {
      this.#refused[answer.refusal.code] = (this.#refused[answer.refusal.code] ?? 0) + 1
      return
    }
    const { settings, session, symbol } = this.#input
    const terms = {
      on: session.day,
      now,
      decision,
      lots: answer.lots,
      slBuffer: settings.slBuffer,
      trailing: settings.trailing,
    }
    const id = `${symbol} ${session.day} ${this.#entries.length + 1}`
    const direction = decision.direction!
    const trade = enteringTrade({
      ...terms,
      id,
      entry,
      direction,
      plannedLoss: answer.worstLoss,
      recoveryOf: answer.recoveryOf,
    })
    const origin: Origin = { decision, entry, words: wordsOf(this.#pipeline.signals(now)) }
    const actual: Held = { position: new SimPosition(trade, answer.limit, now), origin, mids: [] }
    this.#desk.trades.push(trade)
    this.#entries.push({
      actual,
      opposite: this.#opposite(terms, id, direction === 'up' ? 'down' : 'up', answer.worstLoss),
    })
  }

  /** The contract the engine would have chosen the other way round, bought at the same moment. */
  #opposite(
    terms: Pick<Parameters<typeof enteringTrade>[0], 'on' | 'now' | 'decision' | 'lots' | 'slBuffer' | 'trailing'>,
    id: string,
    direction: Direction,
    plannedLoss: Paise,
  ): Held | undefined {
    const choice = chooseStrike({
      direction,
      chain: this.#pipeline.entryChain,
      table: this.#input.market.quotes,
      now: terms.now,
      atr5: terms.decision.atr5 / 100,
      ivPercentile: undefined,
      params: this.#input.params.entry,
    })
    if (!choice.found) return undefined
    const { entry } = choice
    const trade = enteringTrade({
      ...terms,
      id: `${id} opposite`,
      entry,
      direction,
      plannedLoss,
      recoveryOf: undefined,
    })
    return { position: new SimPosition(trade, entry.limit, terms.now), origin: undefined, mids: [] }
  }

  #live(): Held[] {
    const live: Held[] = []
    for (const { actual, opposite } of this.#entries) {
      if (actual.position.isLive) live.push(actual)
      if (opposite?.position.isLive === true) live.push(opposite)
    }
    return live
  }

  /**
   * While something is held the books are written every five seconds, each second when the index has moved enough to reach
   * a stop or target, and twice a second while an order is on its way.
   */
  #wantsBooks(live: readonly Held[], step: number): boolean {
    if (live.length === 0) return false
    if (step % HELD_STEPS === 0 || live.some(({ position }) => position.isUrgent)) return true
    if (step % NEAR_STEPS !== 0) return false
    const reach = Math.abs(this.#spot - this.#spotAtBooks)
    return live.some(({ position }) => position.isNear(reach))
  }

  get #spot(): number {
    return this.#input.market.quotes.lastPrice[this.#indexSlot]!
  }

  #watch(live: readonly Held[], now: EpochMs): void {
    const { session } = this.#input
    for (const { position, origin } of live) {
      const quote = usableQuote(this.#quote(position.trade.contract.token), now, DEFAULT_CONFIG.priceMaxAgeMs)
      if (quote === undefined) continue
      const isOurs = origin !== undefined
      const capReached = isOurs && isHeld(position.trade) && this.#desk.capReached(quote.bid)
      const before = position.trade
      position.see({ now, session, quote, capReached, decisions: isOurs ? this.#latest : this.#mirrored })
      if (isOurs && position.trade !== before) this.#desk.trades[this.#desk.trades.indexOf(before)] = position.trade
    }
  }

  #quote(token: number): FeedQuote {
    const { quotes } = this.#input.market
    const slot = quotes.slotOf(token)
    return {
      bid: quotes.bestBid(slot),
      ask: quotes.bestAsk(slot),
      last: quotes.last(slot),
      askQuantity: quotes.offered(slot),
      receivedAt: quotes.seenAt(slot),
    }
  }

  #result(): DayResult {
    const { symbol, session, market, bars } = this.#input
    const entries: EntryOutcome[] = []
    for (const { actual, opposite } of this.#entries) {
      const trade = resultOfPosition(actual.position, actual.origin!, market.pricing)
      if (trade === undefined) this.#refused['missed'] = (this.#refused['missed'] ?? 0) + 1
      else
        entries.push({
          trade: explained(trade, actual.origin!, actual.mids, bars),
          opposite: opposite && resultOfPosition(opposite.position, actual.origin!, market.pricing),
        })
    }
    return {
      symbol,
      day: session.day,
      pricing: market.pricing,
      entries,
      refused: this.#refused,
      decisions: this.#decisions.length,
      events: this.#events,
      digest: digestOf(this.#decisions),
      samples: samplesOf(this.#decisions, bars),
      opening: openingDirection(bars, session.opensAt),
      straddle: this.#straddle.net,
      open: bars[0]!.open,
      close: bars.at(-1)!.close,
      lotSize: market.contracts.near[0]!.lotSize,
      minutes: this.#minutes,
      minutesHeld: this.#minutesHeld,
    }
  }
}

/** One hash over the canonical bytes of a day's decisions, in order. */
function digestOf(decisions: readonly Decision[]): string {
  const block = new Uint8Array(decisions.length * DECISION_BYTES)
  for (const [i, decision] of decisions.entries()) decisionBytes(decision, block, i * DECISION_BYTES)
  return hash('sha256', block)
}

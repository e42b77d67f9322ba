import type { Direction } from '@strikewise/domain/trading/direction.ts'
import { decisionsDigest } from '@strikewise/signals/decision/decision-bytes.ts'
import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { chooseStrike } from '@strikewise/signals/decision/entry-plan.ts'
import type { Voter } from '@strikewise/signals/registry/registry.ts'
import type { SignalParams } from '@strikewise/signals/registry/params.ts'
import type { IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { directionSamples } from '@strikewise/signals/learning/direction-samples.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { usableQuote } from '@strikewise/execution/quotes/quote.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import { isHeld } from '@strikewise/execution/trade/trade.ts'
import type { Pricing } from './day-market.ts'
import type { BacktestTrade, DayResult, EntryOutcome } from './day-result.ts'
import { OrderSimulator } from './order-simulator.ts'
import { explained, resultOfPosition, explanationOf, type Origin } from './explained-trade.ts'
import { openingDirection } from './opening-direction.ts'
import { enteringTrade, SimPosition } from './sim-position.ts'
import type { DayView } from './day-view.ts'
import { Straddle } from './straddle-pricing.ts'
import { allowEntry, exitRuleOf, PRODUCT_RULES, type TradeRules } from './trade-rules.ts'
import type { TradeSettings } from './trade-settings.ts'

/** Whose day is traded, and how. */
export interface TradedDay {
  readonly symbol: IndexSymbol
  readonly session: Session
  readonly pricing: Pricing
  readonly params: SignalParams
  readonly settings: TradeSettings
  /** Voters whose inputs the day's records do not hold. */
  readonly withoutInputs: readonly Voter[]
  /** Other rules that each entry is held under beside the product's own, in no account. */
  readonly variants?: readonly TradeRules[] | undefined
}

/** What the driver of a day knows when it is over. */
export interface DayEnd {
  readonly bars: readonly Candle[]
  readonly events: number
  readonly lotSize: number
}

interface Held {
  readonly position: SimPosition
  /** Undefined for the opposite, which no account holds. */
  readonly origin: Origin | undefined
  readonly mids: number[]
  /** Whether its scores are turned: it is the opposite. */
  readonly isMirrored?: true
}

interface Entry {
  readonly actual: Held
  readonly opposite: Held | undefined
  /** By variant; undefined: its rules make no entry then. */
  readonly variants: readonly (Held | undefined)[]
}

/**
 * What is traded on the decisions of one index through one session, whichever pipeline makes them: entries
 * through the live gate and into simulated positions. Beside each entry the opposite contract is bought on the same
 * terms, for the baselines.
 */
export class DayTrader {
  readonly #day: TradedDay
  readonly #orders: OrderSimulator
  readonly #straddle: Straddle
  readonly #entries: Entry[] = []
  readonly #refused: Record<string, number> = {}
  readonly #decisions: Decision[] = []
  /** The newest decisions, as a position reads them and, the score's sign turned, as the opposite does. */
  #latest: Decision[] = []
  #mirrored: Decision[] = []
  #undone: Decision | undefined
  #minutesHeld = 0
  #livePositions: readonly SimPosition[] = []

  constructor(day: TradedDay) {
    this.#day = day
    this.#orders = new OrderSimulator(day.session.day, day.session, day.symbol, day.settings)
    this.#straddle = new Straddle(day.session.day)
  }

  /** Positions that are neither closed nor exiting, the opposites among them. */
  get live(): readonly SimPosition[] {
    return this.#livePositions
  }

  /** The pipeline has decided; what follows from it happens at the next `closeMinute`. */
  decided(decision: Decision): void {
    this.#decisions.push(decision)
    this.#latest = [decision, ...this.#latest.slice(0, 1)]
    this.#mirrored = [{ ...decision, score: -decision.score }, ...this.#mirrored.slice(0, 1)]
    this.#undone = decision
  }

  /** To be called after each input of the pipeline: acts on the newest decision that has not been acted on. */
  closeMinute(view: DayView, now: EpochMs): void {
    const decision = this.#undone
    if (decision === undefined) return
    this.#undone = undefined
    this.#straddle.closeMinute(decision.barEnd, view)
    for (const { position, mids } of this.#live())
      if (isHeld(position.trade)) {
        const quote = quoteOf(view, position.trade.contract)
        mids.push((quote.bid + quote.ask) / 2)
      }
    if (this.#orders.trades.some(isHeld)) this.#minutesHeld += 1
    if (decision.entry === null) return
    this.#enter(decision, decision.entry, view, now)
    this.#livePositions = this.#live().map(({ position }) => position)
  }

  /** Options have new quotes: positions read theirs. */
  watch(view: DayView, now: EpochMs): void {
    const { session } = this.#day
    for (const { position, origin, isMirrored } of this.#live()) {
      const quote = usableQuote(quoteOf(view, position.trade.contract), now, DEFAULT_CONFIG.priceMaxAgeMs)
      if (quote === undefined) continue
      const isProductOrder = origin !== undefined
      const isDailyLossLimitReached =
        isProductOrder && isHeld(position.trade) && this.#orders.isDailyLossLimitReached(quote.bid)
      const before = position.trade
      position.see({
        now,
        session,
        quote,
        isDailyLossLimitReached,
        decisions: isMirrored === true ? this.#mirrored : this.#latest,
      })
      if (isProductOrder && position.trade !== before)
        this.#orders.trades[this.#orders.trades.indexOf(before)] = position.trade
    }
    if (!this.#livePositions.every(({ isLive }) => isLive))
      this.#livePositions = this.#livePositions.filter(({ isLive }) => isLive)
  }

  /** What the day leaves behind. A position that is still live (the record ends before the session) has no result. */
  result({ bars, events, lotSize }: DayEnd): DayResult {
    const { symbol, session, pricing, withoutInputs } = this.#day
    const entries: EntryOutcome[] = []
    for (const { actual, opposite, variants } of this.#entries) {
      const trade = this.#outcomeOf(actual, actual.origin!)
      if (trade !== undefined)
        entries.push({
          trade: explained(trade, actual.origin!, actual.mids, bars),
          variants: variants.map((held) => this.#variantResult(held, actual.origin!, trade)),
          opposite: opposite?.position.isLive === false ? this.#traded(opposite, actual.origin!) : undefined,
        })
    }
    return {
      symbol,
      day: session.day,
      pricing,
      withoutInputs,
      entries,
      refused: this.#refused,
      decisions: this.#decisions.length,
      events,
      digest: decisionsDigest(this.#decisions),
      samples: directionSamples(this.#decisions, session.indexUntil),
      opening: openingDirection(bars, session.opensAt),
      straddle: this.#straddle.net,
      premiums: [],
      open: bars[0]!.open,
      close: bars.at(-1)!.close,
      lotSize,
      minutes: this.#decisions.length,
      minutesHeld: this.#minutesHeld,
    }
  }

  #outcomeOf(held: Held, origin: Origin) {
    const trade = held.position.isLive ? undefined : this.#traded(held, origin)
    if (trade === undefined) this.#refuse(held.position.isLive ? 'record_ended' : 'missed')
    return trade
  }

  #traded({ position }: Held, origin: Origin) {
    return resultOfPosition(position, origin, this.#day.pricing)
  }

  /** A position that never filled, or was still held when the record ended, has no result. */
  #variantResult(held: Held | undefined, origin: Origin, own: BacktestTrade): number | null {
    if (held === undefined) return 0
    const trade = held.position.isLive ? undefined : this.#traded(held, origin)
    return trade === undefined ? null : trade.net / (own.risk * own.quantity)
  }

  #refuse(code: string): void {
    this.#refused[code] = (this.#refused[code] ?? 0) + 1
  }

  #enter(decision: Decision, entry: NonNullable<Decision['entry']>, view: DayView, now: EpochMs): void {
    if (!allowEntry(this.#day.settings.rules ?? PRODUCT_RULES, this.#day.session.day, now))
      return this.#refuse('rule_hours')
    const answer = this.#orders.ask(decision, entry, quoteOf(view, entry.contract), now)
    if (!answer.ok) return this.#refuse(reasonOf(answer.refusal.code))
    const { settings, session, symbol, variants = [] } = this.#day
    const rules = settings.rules ?? PRODUCT_RULES
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
    const plannedLoss = answer.worstLoss
    const about = { ...terms, id, entry, direction, plannedLoss, recoveryOf: answer.recoveryOf }
    const trade = enteringTrade({ ...about, entry: atStop(entry, rules) })
    const origin: Origin = { decision, entry, words: explanationOf(view.pipeline.signals(now)) }
    const actual: Held = { position: new SimPosition(trade, answer.limit, now, exitRuleOf(rules)), origin, mids: [] }
    this.#orders.trades.push(trade)
    const opposite = this.#opposite(view, terms, id, direction === 'up' ? 'down' : 'up', plannedLoss)
    const held = variants.map((variant): Held | undefined => {
      if (!allowEntry(variant, session.day, now)) return undefined
      const entering = enteringTrade({ ...about, id: `${id} variant`, entry: atStop(entry, variant) })
      return {
        position: new SimPosition(entering, answer.limit, now, exitRuleOf(variant)),
        origin: undefined,
        mids: [],
      }
    })
    this.#entries.push({ actual, opposite, variants: held })
  }

  /** The contract the engine would have chosen the other way round, bought at the same moment. */
  #opposite(
    { pipeline, quotes }: DayView,
    terms: Pick<Parameters<typeof enteringTrade>[0], 'on' | 'now' | 'decision' | 'lots' | 'slBuffer' | 'trailing'>,
    id: string,
    direction: Direction,
    plannedLoss: Paise,
  ): Held | undefined {
    const choice = chooseStrike({
      direction,
      chain: pipeline.entryChain,
      table: quotes,
      now: terms.now,
      atr5: terms.decision.atr5 / 100,
      ivPercentile: undefined,
      params: this.#day.params.entry,
    })
    if (!choice.found) return undefined
    const { entry } = choice
    const about = { id: `${id} opposite`, entry, direction, plannedLoss, recoveryOf: undefined }
    return {
      position: new SimPosition(enteringTrade({ ...terms, ...about }), entry.limit, terms.now),
      origin: undefined,
      mids: [],
      isMirrored: true,
    }
  }

  #live(): Held[] {
    const live: Held[] = []
    for (const { actual, opposite, variants } of this.#entries) {
      if (actual.position.isLive) live.push(actual)
      for (const variant of variants) if (variant?.position.isLive === true) live.push(variant)
      if (opposite?.position.isLive === true) live.push(opposite)
    }
    return live
  }
}

function atStop(entry: EntryPlan, { stopFactor }: TradeRules): EntryPlan {
  return stopFactor === 1 ? entry : { ...entry, stopDistance: Math.round(entry.stopDistance * stopFactor) as Paise }
}

/** What the feed reports of a contract; nothing (all zero) where it is not watched any more. */
function quoteOf({ quotes, quoteContract }: DayView, contract: OptionContract): FeedQuote {
  const slot = quotes.slotOf(contract.token)
  if (slot < 0) return NO_QUOTE
  quoteContract?.(contract)
  return {
    bid: quotes.bestBid(slot),
    ask: quotes.bestAsk(slot),
    last: quotes.last(slot),
    askQuantity: quotes.offered(slot),
    receivedAt: quotes.seenAt(slot),
  }
}

const NO_QUOTE: FeedQuote = {
  bid: 0 as Paise,
  ask: 0 as Paise,
  last: 0 as Paise,
  askQuantity: 0,
  receivedAt: 0 as EpochMs,
}

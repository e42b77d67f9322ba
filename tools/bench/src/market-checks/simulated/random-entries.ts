import type { Direction } from '@strikewise/domain/trading/direction.ts'
import { chooseStrike } from '@strikewise/signals/decision/entry-plan.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { usableQuote } from '@strikewise/execution/quotes/quote.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import { resultOfPosition, type Origin } from '../../../../../apps/lab/src/backtest/day/explained-trade.ts'
import { enteringTrade, SimPosition } from '../../../../../apps/lab/src/backtest/day/sim-position.ts'

/** From the opening minutes' end to the last entry (signals reference §1.6). */
const FIRST_ENTRY = { hour: 9, minute: 30 } as const
const LAST_ENTRY = { hour: 14, minute: 45 } as const
/** Minutes between the end of one pair and the next, as after any exit (signals reference §3.1). */
const PAUSE_MS = 10 * MINUTE_MS

interface Open {
  readonly position: SimPosition
  readonly origin: Origin
}

/**
 * Entries without a reason: whenever nothing is held, a call and a put are bought at once, each filled, protected and
 * left by the backtest's own rules; no score decides whether they stay. The mean over both is what a coin would bring,
 * without the coin's noise.
 */
export class RandomEntries {
  readonly #pipeline: SymbolPipeline
  readonly #table: QuoteTable
  readonly #session: Session
  readonly #results: number[] = []
  #open: Open[] = []
  #nextAt: number
  #pairs = 0

  constructor(pipeline: SymbolPipeline, table: QuoteTable, session: Session) {
    this.#pipeline = pipeline
    this.#table = table
    this.#session = session
    this.#nextAt = istInstant(session.day, FIRST_ENTRY.hour, FIRST_ENTRY.minute)
  }

  /** Net results in units of the planned risk, in the order they ended. */
  get results(): readonly number[] {
    return this.#results
  }

  /** Whether any account waits for prices: the books are then worth writing often. */
  get isHolding(): boolean {
    return this.#open.length > 0
  }

  /** Whether an order is on its way. */
  get isUrgent(): boolean {
    return this.#open.some(({ position }) => position.isUrgent)
  }

  /** The minute's decision, with the current quotes. */
  decided(decision: Decision, now: EpochMs): void {
    const { day } = this.#session
    if (this.#open.length > 0 || now < this.#nextAt || decision.atr5 <= 0) return
    if (now >= istInstant(day, LAST_ENTRY.hour, LAST_ENTRY.minute)) return
    this.#pairs += 1
    for (const direction of ['up', 'down'] as const) this.#enter(direction, decision, now)
  }

  /** The books have been rewritten. */
  update(now: EpochMs): void {
    if (this.#open.length === 0) return
    for (const { position } of this.#open) {
      const quote = usableQuote(this.#quote(position.trade.contract.token), now, DEFAULT_CONFIG.priceMaxAgeMs)
      if (quote === undefined) continue
      position.see({ now, session: this.#session, quote, isDailyLossLimitReached: false, decisions: [] })
    }
    this.#open = this.#open.filter((open) => !this.#ended(open))
    if (this.#open.length === 0) this.#nextAt = now + PAUSE_MS
  }

  #ended({ position, origin }: Open): boolean {
    if (position.isLive) return false
    const result = resultOfPosition(position, origin, 'modelled')
    if (result !== undefined) this.#results.push(result.r)
    return true
  }

  #enter(direction: Direction, decision: Decision, now: EpochMs): void {
    const choice = chooseStrike({
      direction,
      chain: this.#pipeline.entryChain,
      table: this.#table,
      now,
      atr5: decision.atr5 / 100,
      ivPercentile: undefined,
      params: SIGNAL_PARAMS.entry,
    })
    if (!choice.found) return
    const { entry } = choice
    const { symbol } = decision
    const trade = enteringTrade({
      id: `${symbol} ${this.#session.day} ${this.#pairs} ${direction}`,
      on: this.#session.day,
      now,
      decision,
      entry,
      direction,
      lots: 1,
      slBuffer: paiseFromRupees(USER_LIMITS.slBufferRupees.initial),
      trailing: false,
      plannedLoss: 0 as Paise,
      recoveryOf: undefined,
    })
    const origin = { decision, entry, words: [] }
    this.#open.push({ position: new SimPosition(trade, entry.limit, now), origin })
  }

  #quote(token: number): FeedQuote {
    const slot = this.#table.slotOf(token)
    return {
      bid: this.#table.bestBid(slot),
      ask: this.#table.bestAsk(slot),
      last: this.#table.last(slot),
      askQuantity: this.#table.offered(slot),
      receivedAt: this.#table.seenAt(slot),
    }
  }
}

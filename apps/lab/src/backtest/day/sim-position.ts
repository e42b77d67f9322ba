import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { entryLimit } from '@strikewise/execution/pre-trade/entry-price.ts'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import { exitTerms } from '@strikewise/execution/plan/chase.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import { tradePnlOf } from '@strikewise/execution/trade/trade-pnl.ts'
import { UNBOUNDED } from '@strikewise/execution/trade/trade-instruction.ts'
import { openingStop, stopTerms, targetOfTrade, triggerFor } from '@strikewise/execution/plan/stop-plan.ts'
import {
  isHeld,
  isLive,
  nextTrade,
  type HeldTrade,
  type Trade,
  type TradeEvent,
} from '@strikewise/execution/trade/trade.ts'
import { exitRuleOf, type ExitRule } from './trade-rules.ts'
import { LATENCY_MS, purchasePrice, salePrice, stopPrice } from './fills.ts'

/** What a position sees at a moment its contract is quoted. */
export interface PositionView {
  readonly now: EpochMs
  readonly session: Session
  readonly quote: FeedQuote
  /** The index's decisions, newest first, with the scores as this position reads them. */
  readonly decisions: readonly Pick<Decision, 'barEnd' | 'score' | 'spike'>[]
  readonly isDailyLossLimitReached: boolean
}

/** What a book's own noise may add to a move. */
const MARGIN_TICKS = 4

/** An order on its way: it meets the first quote at or after `dueAt`. */
interface Sent {
  readonly at: EpochMs
  readonly dueAt: EpochMs
}

/**
 * One position from the decision to the last sale. When to leave, where the stop stands and what an exit asks for are the
 * execution core's own rules; only who fills what at which price is simulated here (signals reference §3.6).
 */
export class SimPosition {
  #trade: Trade
  /** Mid of the quote the entry, and the exit, was decided on, and the one they filled against: what slippage is measured from. */
  midAtEntry = 0
  midAtExit = 0
  readonly fills: Fill[] = []
  /** Sum and worst of what was seen of the bid while held, for the report. */
  bestBid = 0
  worstBid = Number.POSITIVE_INFINITY
  #sent: (Sent & { readonly limit: Paise }) | undefined
  #attempts = 0
  #selling: (Sent & { readonly terms: OrderTerms }) | undefined
  #exits = 0
  #firedAt: EpochMs | undefined
  #moves = 0
  #seen: FeedQuote | undefined

  readonly #exitRule: ExitRule

  constructor(trade: Trade, limit: Paise, now: EpochMs, exitRule: ExitRule = exitRuleOf()) {
    this.#trade = trade
    this.#exitRule = exitRule
    this.#send(limit, now)
  }

  get trade(): Trade {
    return this.#trade
  }

  get isLive(): boolean {
    return isLive(this.#trade)
  }

  /** An order is on its way or a stop has fired: the next quotes decide what it gets. */
  get isUrgent(): boolean {
    return this.#trade.state === 'entering' || this.#trade.state === 'exiting' || this.#firedAt !== undefined
  }

  /**
   * Whether stop, target or trail could be reached if the contract moved by `reach` paise from where it was last seen: by
   * no more than the index does, for no option moves more than what it is written on.
   */
  isNear(reach: number): boolean {
    const trade = this.#trade
    if (!isHeld(trade) || this.#seen === undefined) return true
    const { bid, ask } = this.#seen
    const move = reach + (ask - bid) + MARGIN_TICKS * trade.contract.tickSize
    if (bid - move <= trade.trigger || bid + move >= targetOfTrade(trade)) return true
    return trade.entrySettings.trailing && bid + move >= Math.max(trade.bestBid, trade.entryPrice + trade.risk)
  }

  /** The contract has a new quote. Calls come in order of time. */
  see(view: PositionView): void {
    const { bid } = view.quote
    this.#seen = view.quote
    if (isHeld(this.#trade) && bid > 0) {
      this.bestBid = Math.max(this.bestBid, bid)
      this.worstBid = Math.min(this.worstBid, bid)
    }
    if (this.#trade.state === 'entering') this.#enter(view)
    else if (this.#trade.state === 'open') this.#hold(this.#trade, view)
    else if (this.#trade.state === 'exiting') this.#leave(this.#trade, view)
  }

  #send(limit: Paise, now: EpochMs): void {
    this.#sent = { at: now, dueAt: (now + LATENCY_MS) as EpochMs, limit }
    this.#attempts += 1
  }

  #enter({ now, quote }: PositionView): void {
    const { contract, quantity, entrySettings } = this.#trade
    const { tickSize } = contract
    if (this.#sent !== undefined) {
      if (now < this.#sent.dueAt) return
      const price = purchasePrice(quote, quantity, this.#sent.limit, tickSize)
      if (price !== undefined) return this.#filled(price, quote, now)
    }
    const { repriceAfterMs, maxEntryAttempts } = DEFAULT_CONFIG
    if (this.#attempts >= maxEntryAttempts) return this.#become({ type: 'given_up', at: now, why: 'missed' })
    if (this.#sent !== undefined && now < this.#sent.at + repriceAfterMs) return
    const limit = entryLimit(quote, entrySettings.firstMid, tickSize)
    if (limit === undefined) this.#become({ type: 'given_up', at: now, why: 'price_moved' })
    else this.#send(limit, now)
  }

  #filled(price: Paise, quote: FeedQuote, now: EpochMs): void {
    this.#note('BUY', price, now)
    this.midAtEntry = (quote.bid + quote.ask) / 2
    this.#become({ type: 'filled', at: now, entryPrice: price, ...openingStop(price, this.#trade) })
  }

  #hold(trade: HeldTrade, view: PositionView): void {
    const { now, quote } = view
    const { tickSize } = trade.contract
    if (this.#firedAt !== undefined) return this.#stopOut(trade, view)
    if (quote.last <= trade.trigger) {
      // The stop has become a limit order: the next bid decides what it gets.
      this.#firedAt = now
      return
    }
    // A touch is no fill: the bid must trade through the target by a tick.
    const through = { ...quote, bid: Math.max(0, quote.bid - tickSize) as Paise }
    const dayExit = view.isDailyLossLimitReached ? 'day_cap' : undefined
    const reason = this.#exitRule(trade, { ...view, quote: through, bounds: UNBOUNDED, dayExit })
    if (reason !== undefined) {
      this.#become({ type: 'exit_wanted', at: now, reason })
      return this.#sell(trade, quote, now)
    }
    this.#tighten(trade, quote.bid)
  }

  #stopOut(trade: HeldTrade, { now, quote }: PositionView): void {
    const { tickSize } = trade.contract
    const terms = stopTerms(trade, trade.trigger, trade.quantity)
    const price = terms.kind === 'SL' ? stopPrice(quote.bid, trade.trigger, terms.price, tickSize) : undefined
    if (price !== undefined) {
      this.#become({ type: 'exit_wanted', at: now, reason: 'stop' })
      return this.#sold(price, quote, now)
    }
    // The market went through the limit: the watchdog chases it.
    if (now < this.#firedAt! + DEFAULT_CONFIG.chaseStepMs) return
    this.#become({ type: 'exit_wanted', at: now, reason: 'stop' })
    this.#exits = 1
    this.#sell(trade, quote, now)
  }

  #tighten(trade: HeldTrade, bid: Paise): void {
    const raised =
      this.#moves < DEFAULT_CONFIG.trailMoves ? triggerFor(trade, bid, BROKER.profile.brokerage) : trade.trigger
    if (raised <= trade.trigger && bid <= trade.bestBid) return
    if (raised > trade.trigger) this.#moves += 1
    this.#become({ type: 'tightened', trigger: raised, bestBid: Math.max(bid, trade.bestBid) as Paise })
  }

  #sell(trade: Trade, quote: FeedQuote, now: EpochMs): void {
    const terms = exitTerms(this.#exits, quote, trade.contract.tickSize, trade.quantity)
    this.#exits += 1
    this.#selling = { at: now, dueAt: (now + LATENCY_MS) as EpochMs, terms }
  }

  #leave(trade: HeldTrade, { now, quote }: PositionView): void {
    const selling = this.#selling!
    if (now < selling.dueAt) return
    const price = salePrice(quote, trade.quantity, selling.terms, trade.contract.tickSize)
    if (price !== undefined) this.#sold(price, quote, now)
    else if (now >= selling.at + DEFAULT_CONFIG.chaseStepMs) this.#sell(trade, quote, now)
  }

  #sold(price: Paise, quote: FeedQuote, now: EpochMs): void {
    this.#note('SELL', price, now)
    this.midAtExit = (quote.bid + quote.ask) / 2
    const { quantity, on } = this.#trade
    this.#become({
      type: 'flat',
      at: now,
      traded: quantity,
      result: tradePnlOf(this.fills, on, BROKER.profile.brokerage),
    })
  }

  #note(side: OrderSide, price: Paise, at: EpochMs): void {
    const { id, accountId, contract, product, quantity } = this.#trade
    const orderId = `${id} ${side}`
    const { tradingsymbol } = contract
    this.fills.push({
      fillId: orderId,
      orderId,
      accountId,
      tradeId: id,
      tradingsymbol,
      side,
      product,
      quantity,
      price,
      at,
      isManual: false,
    })
  }

  #become(event: TradeEvent): void {
    const next = nextTrade(this.#trade, event)
    if (next === undefined) throw new Error(`${this.#trade.id} is ${this.#trade.state} and cannot take ${event.type}`)
    this.#trade = next
  }
}

/** A trade about to be entered, as the execution core would write it down. */
export function enteringTrade(given: {
  readonly id: string
  readonly on: IstDate
  readonly now: EpochMs
  readonly decision: Decision
  readonly entry: NonNullable<Decision['entry']>
  readonly direction: Direction
  readonly lots: number
  readonly slBuffer: Paise
  readonly trailing: boolean
  readonly plannedLoss: Paise
  readonly recoveryOf: string | undefined
}): Trade {
  const { entry, decision, lots, recoveryOf } = given
  return {
    state: 'entering',
    id: given.id,
    accountId: 'backtest',
    userId: 'backtest',
    mode: 'paper',
    on: given.on,
    decisionId: decision.id,
    direction: given.direction,
    contract: entry.contract,
    product: DEFAULT_CONFIG.product,
    lots,
    quantity: lots * entry.contract.lotSize,
    entrySettings: {
      slBuffer: given.slBuffer,
      trailing: given.trailing,
      stopDistance: entry.stopDistance,
      firstMid: entry.mid,
    },
    createdAt: given.now,
    manualExitQuantity: 0,
    plannedLoss: given.plannedLoss,
    ...(recoveryOf === undefined ? {} : { recoveryOf }),
  }
}

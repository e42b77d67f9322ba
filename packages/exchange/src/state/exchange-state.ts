import type { IndexSymbol, InstrumentList, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { freezeQuantityOn } from '@strikewise/domain/instruments/freeze.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { DAY_MS, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from './account-state.ts'
import { appendLog, type ExchangeLog, type LogEvent } from '../exchange-log.ts'
import type { FaultEntry } from '../faults.ts'
import type { GttState } from './gtt-state.ts'
import type { ExchangeEvent } from '../order-types.ts'
import type { OrderState, StepKind } from './order-state.ts'
import type { MarketView } from '../price-path.ts'
import type { MinHeap } from '@strikewise/domain/collections/min-heap.ts'

/** How much of a contract's displayed book our own orders have taken since it was last refreshed. */
export interface ConsumedDepth {
  refreshedAt: number
  readonly bids: number[]
  readonly asks: number[]
}

/** Everything the exchange remembers, as plain objects, arrays and maps. */
export interface ExchangeState {
  now: EpochMs
  day: IstDate
  /** The midnight after it, and its session: undefined when the exchange is shut. */
  dayEndsAt: EpochMs
  session: Session | undefined
  /** Which of the day's fixed events have happened. */
  squaredOff: boolean
  closed: boolean
  settled: boolean
  /** Whether the orders that waited for the open have gone out. */
  amoSent: boolean
  readonly accounts: Map<string, AccountState>
  /** Today's orders by id. */
  readonly orders: Map<string, OrderState>
  /** Ids of orders at the exchange, by instrument token, in order of arrival. */
  readonly working: Map<number, Set<string>>
  /** When the quote was refreshed that a token's resting orders last met. */
  readonly matched: Map<number, number>
  /** Active triggers, by instrument token, and when the quote was refreshed that they last met. */
  readonly watched: Map<number, Set<GttState>>
  readonly watchedAt: Map<number, number>
  /** When the broker last looked for intraday positions to close. */
  // oxlint-disable-next-line language/names -- stored snapshots hold it under this name
  squareOffLookedAt: number
  readonly bookUse: Map<number, ConsumedDepth>
  readonly steps: MinHeap<{ readonly orderId: string; readonly kind: StepKind }>
  readonly faults: FaultEntry[]
  readonly log: ExchangeLog
}

/** Rules of the simulated broker that a caller may set. */
export interface BrokerRules {
  /** NRML buys further than this from the spot are refused ("Strike price is outside the allowed range"). */
  readonly strikeRangePct: number
  /** The broker closes MIS positions this long before the close. */
  readonly squareOffBeforeCloseMs: number
  /** Fee of one square-off order, GST included: ₹50 + 18 %. */
  readonly squareOffFee: Paise
  /** SPAN and exposure of a short option that stands alone, per cent of the index level × quantity each. */
  readonly spanPct: number
  readonly exposurePct: number
}

export const DEFAULT_RULES: BrokerRules = {
  strikeRangePct: 12,
  squareOffBeforeCloseMs: 5 * 60_000,
  squareOffFee: 5_900 as Paise,
  spanPct: 9,
  exposurePct: 2,
}

/** The state with what it is played against: the one argument of everything in this folder. */
export interface ExchangeContext {
  readonly state: ExchangeState
  readonly market: MarketView
  readonly calendar: TradingCalendar
  readonly rules: BrokerRules
  readonly seed: string
  /** The instant at which an order call that comes `now` is counted. */
  readonly countedAt: (now: EpochMs) => EpochMs
  readonly emit: (event: ExchangeEvent) => void
}

export function log(context: ExchangeContext, at: EpochMs, accountId: string | null, event: LogEvent): void {
  appendLog(context.state.log, at, accountId, event)
}

/** Names → contracts of a list, built once a list. */
const contractsByName = new WeakMap<InstrumentList, Map<string, OptionContract>>()

export function contractNamed(context: ExchangeContext, tradingsymbol: string): OptionContract | undefined {
  const list = context.market.instruments
  let names = contractsByName.get(list)
  if (names === undefined) {
    names = new Map(list.options.map((option) => [option.tradingsymbol, option]))
    contractsByName.set(list, names)
  }
  return names.get(tradingsymbol)
}

export function isFuture(context: ExchangeContext, tradingsymbol: string): boolean {
  return context.market.instruments.futures.some((future) => future.tradingsymbol === tradingsymbol)
}

/** The last price of a token, 0 when it has none. */
export function lastPrice(context: ExchangeContext, token: number): Paise {
  const slot = context.market.quotes.slotOf(token)
  return (slot < 0 ? 0 : context.market.quotes.last(slot)) as Paise
}

/** The spot of an index in paise (points × 100), 0 when not quoted yet. */
export function spot(context: ExchangeContext, symbol: IndexSymbol): Paise {
  return lastPrice(context, INDEX_TOKENS[symbol])
}

/** The index's closing value of the exchange's day: from the table, which may already show the next day. */
export function indexClose(context: ExchangeContext, symbol: IndexSymbol): Paise {
  if (context.market.day <= context.state.day) return spot(context, symbol)
  const slot = context.market.quotes.slotOf(INDEX_TOKENS[symbol])
  return (slot < 0 ? 0 : context.market.quotes.close[slot]!) as Paise
}

/** What the state keeps of a day, so that nothing asks the calendar at every call. */
export function dayFacts(
  calendar: TradingCalendar,
  day: IstDate,
): Pick<ExchangeState, 'day' | 'dayEndsAt' | 'session'> {
  return { day, dayEndsAt: (istInstant(day, 0) + DAY_MS) as EpochMs, session: calendar.sessionOn(day) }
}

export function isTrading(context: ExchangeContext, at: EpochMs): boolean {
  for (const window of context.state.session?.windows ?? []) if (at >= window.from && at < window.to) return true
  return false
}

/** By the index's previous close, so that it does not change within a day. */
export function freezeQuantity(context: ExchangeContext, { symbol }: OptionContract): number {
  const slot = context.market.quotes.slotOf(INDEX_TOKENS[symbol])
  const close = slot < 0 ? 0 : context.market.quotes.close[slot]!
  return freezeQuantityOn(symbol, context.state.day, (close || spot(context, symbol)) / 100)
}

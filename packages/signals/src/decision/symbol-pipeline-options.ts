import type { SignalSource } from '../agents/signal.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Voter } from '../registry/registry.ts'
import type { FiiDiiRow } from '../agents/fii-dii-row.ts'
import type { Headline } from '../agents/sentiment.ts'
import type { FutureContract, IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { QuotesOnDemand } from '../option-chain/quotes-on-demand.ts'
import type { Candle, IntradayTimeframe } from '@strikewise/domain/market/candle.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { SpikeProfile } from '../option-chain/spike-profile.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Decision } from './decision.ts'
import type { DecisionInputs } from './decision-inputs.ts'
import type { EventName } from '../agents/event-tables.ts'

/** A known event around which no new entry is made (signals reference §1.6, `scheduled_event`). */
export interface ScheduledEvent {
  readonly id: string
  readonly name: EventName
  readonly start: EpochMs
  /** Undefined: the whole session (Union Budget, general-election count). */
  readonly end: EpochMs | undefined
  readonly source: string
}

/** The contracts of one index for one session. */
export interface SessionContracts {
  /** All options of the nearest expiry. */
  readonly near: readonly OptionContract[]
  /** All options of the expiry after it; entries use it when the near one is out of reach (see `entryExpiry`). */
  readonly next: readonly OptionContract[]
  /** The current-month future: its volume weights VWAP. Undefined: VWAP falls back to the time-weighted average. */
  readonly future: FutureContract | undefined
}

/** Bars and levels from before now; each may be short or empty, agents then report `warm_up`. */
export interface WarmUp {
  /**
   * Closed one-minute bars of the index in time order: at least the last two sessions, and today's when the program
   * starts inside a session.
   */
  readonly index: readonly Candle[]
  /** The same of the current-month future; 20 sessions give the volume medians. */
  readonly future: readonly Candle[]
  /** Official close of the previous session; undefined: the feed's is taken. */
  readonly previousClose?: Paise | undefined
  /** Daily at-the-money volatilities at 15:00, oldest first, up to 252: for IV rank and percentile. */
  readonly dailyVolatility?: readonly number[] | undefined
  /** FII and DII rows, each counting from the instants it was published; rows may be added later (`learnFlows`). */
  readonly flows?: readonly FiiDiiRow[] | undefined
  /** What is usual at each time of day; undefined: taken from `index` and `future` when they hold enough sessions. */
  readonly spikeProfile?: SpikeProfile | undefined
  /** Headlines of the last hours; newer ones come by `hear`. */
  readonly headlines?: readonly Headline[] | undefined
  /** Whether it is the morning after a US Federal Reserve decision (entries wait until 09:45). Default: by the calendar. */
  readonly morningAfterFed?: boolean | undefined
}

export interface SymbolPipelineOptions {
  readonly symbol: IndexSymbol
  /** The session this pipeline lives for; make a new one for the next. */
  readonly day: IstDate
  readonly calendar: TradingCalendar
  readonly contracts: SessionContracts
  /** The pipeline gives its instruments slots in it (`tokens` lists them) and reads them there. */
  readonly table: QuoteTable
  readonly warmUp: WarmUp
  /**
   * First minute of the session this pipeline sees, when it is made inside the session: earlier ones come from `warmUp`
   * and leave no decision. Default: where the index bars of `warmUp` end, at the earliest the open.
   */
  readonly startsAt?: EpochMs | undefined
  /** Default: what `scheduledEvents` knows of the day. */
  readonly events?: readonly ScheduledEvent[]
  /** Goes into every signal's `inputs`: a feed from a simulator is never shown as live. */
  readonly source: SignalSource
  readonly params?: SignalParams
  /**
   * Voters whose inputs the records of the session do not hold: they count as stale (see `coverageFloor`) and get
   * none. Without the chain agent no agent reads the chain: it then holds prices near the money alone. Live: none.
   */
  readonly withoutInputs?: readonly Voter[] | undefined
  /** Brings option quotes up to date in `table` before they are read; undefined: they always are. */
  readonly quotesOnDemand?: QuotesOnDemand | undefined
  /** Leaves agents on trial without input: for tests and benches that compare decisions with and without them. */
  readonly withoutShadowAgents?: boolean | undefined
  /** Called once per closed minute of the session, in order, at the bar's end plus grace. */
  readonly onDecision: (decision: Decision, inputs: DecisionInputs) => void
  /** Called for every closed bar of the index, warm-up bars excluded. */
  readonly onCandle?: (timeframe: IntradayTimeframe, candle: Candle) => void
}

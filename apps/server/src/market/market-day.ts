import type { SignalSource } from '@strikewise/signals/agents/signal.ts'
import { withLatencyAllowance } from '@strikewise/signals/agents/latency-allowance.ts'
import { endingTables } from '@strikewise/signals/agents/event-tables.ts'
import { SIGNAL_PARAMS, SIGNALS_VERSION, type SignalParams } from '@strikewise/signals/registry/params.ts'
import type { DecisionInputs } from '@strikewise/signals/decision/decision-inputs.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { contractIndex, type ContractIndex } from '@strikewise/domain/instruments/contract-index.ts'
import {
  INDEX_SYMBOLS,
  INDEX_TOKENS,
  type IndexSymbol,
  type OptionContract,
} from '@strikewise/domain/instruments/contract.ts'
import { Challenger, type ChallengerOpinion } from '@strikewise/signals/learning/challenger.ts'
import { withWeights } from '@strikewise/signals/learning/voter-weights.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { OptionMinuteSeries } from '@strikewise/domain/market/option-minutes.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { RecordedPipeline } from '@strikewise/signals/session-recording/recording-header.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { FeedState, MarketFeed, MarketLogin, MarketReader } from '@strikewise/brokers/market-source.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { WeightsOfDay } from '../learning/weights-rows.ts'
import type { Logger } from '../logging/logger.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import type { FeedCredentials } from '../operator/feed-session.ts'
import type { SessionSink } from '../session-recorder/session-sink.ts'
import { sessionContracts } from './session-contracts.ts'
import type { LowFrequencyReader } from './low-frequency-inputs.ts'
import { closedMinutes, fetchWarmUp, HISTORY_GAP_MS, lastSession } from './warm-up.ts'

/** Two indices with two expiries of 61 strikes each, futures and the volatility index: 500, with room to spare. */
const TABLE_CAPACITY = 1024

export interface MarketDayOptions {
  readonly session: FeedCredentials
  readonly urls: { readonly apiUrl: string; readonly tickerUrl: string }
  readonly clock: ScaledClock
  readonly logger: Logger
  /** Goes into every signal: a feed from a simulator is never shown as live. */
  readonly source: Exclude<SignalSource, 'recorded'>
  readonly lowFrequency: LowFrequencyReader
  /** Records what the pipelines receive. */
  readonly sessionSink: SessionSink
  /** Asked once, when the day is opened. */
  readonly weightsOn: (day: IstDate) => Promise<WeightsOfDay>
  readonly onDecision: (decision: Decision, inputs: DecisionInputs, challenger: ChallengerOpinion | undefined) => void
  /** A frame has come; what was due before it is done next, then its quotes are taken. */
  readonly onFrame: () => void
  /** Slots of the table a frame has just written. */
  readonly onTicks: (slots: Uint32Array) => void
  readonly onFeedState: (state: FeedState) => void
}

/** One trading day of the market: the day's contracts, a pipeline an index, and the feed that drives them. */
export interface MarketDay {
  readonly day: IstDate
  /** Speed of the clock the pipelines' waiting times were fitted to. */
  readonly speed: number
  readonly table: QuoteTable
  readonly pipelines: Readonly<Record<IndexSymbol, SymbolPipeline>>
  /** Stored days before this one over which the IV percentile of an index is taken. */
  readonly volatilitySessions: Readonly<Record<IndexSymbol, number>>
  /** The contracts watched, by token. */
  readonly contracts: ReadonlyMap<number, OptionContract>
  /** Every contract of the day. */
  readonly listed: ContractIndex
  /** Token of the nearest NIFTY future; undefined on a day without one. */
  readonly niftyFuture: number | undefined
  /** The day's minutes of every instrument that trades, by slot, since the feed was opened. */
  readonly minutes: OptionMinuteSeries
  /** One-minute bars of the session before, oldest first; empty when the broker's history has none. */
  readonly sessionBefore: Readonly<Record<IndexSymbol, readonly Candle[]>>
  /** One-minute bars of past sessions that the history had, oldest first. */
  readonly pastBars: Readonly<Record<IndexSymbol, readonly Candle[]>>
  /** The broker's closed minutes of one instrument today. Throws with the broker's words when it has none to give. */
  history(token: number): Promise<readonly Candle[]>
  /** Options as the broker quotes them now, by trading symbol. Throws with the broker's words when it has none to give. */
  readonly optionQuotes: MarketReader['optionQuotes']
  readonly ticker: MarketFeed
  close(): Promise<void>
}

/**
 * Fetches the day's contracts and the bars of the sessions before, and connects the feed. May be called before the open
 * or in the middle of a session; what has closed by now comes from the broker's history.
 * Throws with the broker's words when something cannot be had: the caller tries again.
 */
export async function openMarketDay(options: MarketDayOptions): Promise<MarketDay> {
  const { clock, logger, session, source, sessionSink, urls } = options
  const day = istDateAt(clock.now())
  const speed = clock.speed()
  reportEndingTables(day, source, logger)
  const login = { urls, apiKey: session.apiKey, accessToken: session.accessToken }
  const reader = BROKER.market.openReader(login)
  try {
    const table = new QuoteTable(TABLE_CAPACITY)
    const { pipelines, recorded, contracts, listed, pastBars, sessionBefore, params } = await openPipelines(
      options,
      reader,
      table,
      day,
      speed,
    )
    const minutes = new OptionMinuteSeries(table.size, ...sessionOf(day))
    const ticker = openFeed(options, login, table, Object.values(pipelines), minutes)
    ticker.subscribe(tokensOf(Object.values(pipelines)))
    const tokens = [...table.tokens.subarray(0, table.size)]
    const rules = { version: SIGNALS_VERSION, params }
    sessionSink.opening(clock.now(), { day, speed, source, ...rules, tokens, pipelines: recorded }, table)
    ticker.connect()
    return {
      day,
      speed,
      table,
      pipelines,
      volatilitySessions: {
        NIFTY: recorded.NIFTY.warmUp.dailyVolatility?.length ?? 0,
        BANKNIFTY: recorded.BANKNIFTY.warmUp.dailyVolatility?.length ?? 0,
      },
      contracts,
      listed,
      niftyFuture: recorded.NIFTY.contracts.future?.token,
      minutes,
      sessionBefore,
      pastBars,
      async history(token) {
        await clock.sleep(HISTORY_GAP_MS)
        return closedMinutes(reader, token, istInstant(day, 9, 0), clock.now())
      },
      optionQuotes: (tradingsymbols) => reader.optionQuotes(tradingsymbols),
      ticker,
      async close() {
        await ticker.close()
        await reader.close()
      },
    }
  } catch (error) {
    await reader.close()
    throw error
  }
}

/** A simulated market's days may lie anywhere; a real one's that are not listed change what is decided. */
function reportEndingTables(day: IstDate, source: MarketDayOptions['source'], logger: Logger): void {
  const level = source === 'simulated' ? 'info' : 'warn'
  for (const table of endingTables(day))
    logger[level](
      { table: table.id, endsOn: table.endsOn, source: table.source },
      'a table of dated facts ends soon or has ended: add its rows',
    )
}

/** The pipelines of a day with what each was made from. */
interface DayPipelines extends Pick<MarketDay, 'pipelines' | 'contracts' | 'listed' | 'pastBars' | 'sessionBefore'> {
  readonly recorded: Readonly<Record<IndexSymbol, RecordedPipeline>>
  readonly params: SignalParams
}

/** Opens a pipeline an index, warmed up by the sessions before and the day's low-frequency inputs. */
async function openPipelines(
  options: MarketDayOptions,
  reader: MarketReader,
  table: QuoteTable,
  day: IstDate,
  speed: number,
): Promise<DayPipelines> {
  const { clock, logger, lowFrequency, source } = options
  const index = contractIndex(await fetchInstruments(reader, day, clock, logger))
  const levels = await reader.indexLevels()
  const watched = new Map<number, OptionContract>()
  const { champion, challenger } = await options.weightsOn(day)
  const asWritten = withLatencyAllowance(SIGNAL_PARAMS, speed)
  const params = withWeights(asWritten, champion)
  const pipelines = {} as Record<IndexSymbol, SymbolPipeline>
  const recorded = {} as Record<IndexSymbol, RecordedPipeline>
  const sessionBefore = {} as Record<IndexSymbol, readonly Candle[]>
  const pastBars = {} as Record<IndexSymbol, readonly Candle[]>
  for (const symbol of INDEX_SYMBOLS) {
    const contracts = sessionContracts(index, symbol, levels[symbol])
    for (const contract of [...contracts.near, ...contracts.next]) watched.set(contract.token, contract)
    const bars = await fetchWarmUp(reader, nseCalendar, symbol, contracts.future, clock)
    sessionBefore[symbol] = lastSession(bars.index, day)
    pastBars[symbol] = bars.index.filter((bar) => bar.start < istInstant(day, 0))
    const warmUp = { ...bars, ...(await lowFrequency.warmUp(symbol, day)) }
    const onTrial = challenger && new Challenger(symbol, asWritten, challenger)
    recorded[symbol] = { contracts, warmUp, startsAt: clock.now() }
    pipelines[symbol] = new SymbolPipeline({
      ...recorded[symbol],
      symbol,
      day,
      calendar: nseCalendar,
      table,
      source,
      params,
      onDecision: (decision, inputs) => options.onDecision(decision, inputs, onTrial?.opinion(inputs)),
    })
    logger.info(
      {
        symbol,
        near: contracts.near.length,
        next: contracts.next.length,
        indexBars: warmUp.index.length,
        futureBars: warmUp.future.length,
      },
      'pipeline ready',
    )
  }
  return { pipelines, recorded, contracts: watched, listed: index, pastBars, sessionBefore, params }
}

/** The feed of the day, not connected yet: each frame goes to the recording first, then to the pipelines. */
function openFeed(
  options: MarketDayOptions,
  login: MarketLogin,
  table: QuoteTable,
  pipelines: readonly SymbolPipeline[],
  minutes: OptionMinuteSeries,
): MarketFeed {
  const { clock, logger, sessionSink } = options
  return BROKER.market.openFeed({
    ...login,
    table,
    clock,
    onFrame(receivedAt) {
      options.onFrame()
      sessionSink.timer(receivedAt)
      for (const pipeline of pipelines) pipeline.onTimer(receivedAt)
    },
    onTicks(slots) {
      sessionSink.frame(table.seenAt(slots[0]!), slots)
      for (const pipeline of pipelines) pipeline.onTicks(slots)
      for (const slot of slots) minutes.tick(slot, table.lastPrice[slot]!, table.lastTradeAt[slot]!)
      options.onTicks(slots)
    },
    onState: options.onFeedState,
    onNotice: (type, text) => logger.warn({ type, text }, 'the feed says'),
  })
}

/** What is subscribed: the indices and all that the pipelines read. */
function tokensOf(pipelines: readonly SymbolPipeline[]): ReadonlySet<number> {
  return new Set([...Object.values(INDEX_TOKENS), ...pipelines.flatMap((pipeline) => [...pipeline.tokens])])
}

/** First and last instant of the day's trading; a day without any has none. */
function sessionOf(day: IstDate): [EpochMs, EpochMs] {
  const session = nseCalendar.sessionOn(day)
  return session === undefined ? [istInstant(day, 0), istInstant(day, 0)] : [session.opensAt, session.closesAt]
}

async function fetchInstruments(reader: MarketReader, day: IstDate, clock: ScaledClock, logger: Logger) {
  const parsed = await reader.instruments(day, clock.now())
  if (parsed.droppedCount > 0)
    logger.warn({ dropped: parsed.droppedCount, first: parsed.dropped[0] }, 'rows of the instrument list were dropped')
  return parsed.list
}

import type { Span } from '@opentelemetry/api'
import type { SignalSource } from '@strikewise/signals/agents/signal.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { INDEX_SYMBOLS, INDEX_TOKENS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { chainDetails } from '@strikewise/signals/option-chain/chain-details.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { chartBar, ChartBars } from '@strikewise/domain/market/chart-bars.ts'
import type { DecisionInputs } from '@strikewise/signals/decision/decision-inputs.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { ChallengerOpinion } from '@strikewise/signals/learning/challenger.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { marketClock } from '@strikewise/domain/time/market-phase.ts'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import type { SessionSink } from '../session-recorder/session-sink.ts'
import type { PublicLogAppender } from '../public-log/append-entries.ts'
import { signalPublisher, type SignalPublisher } from './signal-publisher.ts'
import { TradedOptions } from './traded-options.ts'
import type { ViewedContracts } from './viewed-contracts.ts'
import type { DecisionLog } from './decision-log.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import type { FeedCredentials } from '../operator/feed-session.ts'
import { openMarketDay, type MarketDay, type MarketDayOptions } from './market-day.ts'
import { lotEstimate } from './lot-estimate.ts'
import { listedContracts } from './listed-contracts.ts'
import { optionPricing } from './option-pricing.ts'
import { QuoteRows } from '../bus/quote-rows.ts'
import {
  chainDetailsSnapshot,
  chainSnapshot,
  indexQuote,
  indicesSnapshot,
  type SnapshotPublisher,
} from './snapshots.ts'
import { feedWatchdog } from './feed-watchdog.ts'
import type { LowFrequencyReader } from './low-frequency-inputs.ts'
import type { ChangeHint } from '../tracing/change-hint.ts'
import { DecisionSpans } from '../tracing/decision-spans.ts'
import { endSpan, failSpan } from '../tracing/spans.ts'
import { traceHint } from '../tracing/traceparent.ts'

/** Screens are updated at most this often, in real time, whatever the speed of the market's clock. */
const PUBLISH_MS = 200
/** Bought options (a day of minutes each) and details of the chain (which is read once a second) at most this often. */
const PUBLISH_OPTIONS_MS = 1000
/** Readers that join late receive everything again within this time. */
const REPEAT_MS = 2000
/** A hole in the watch longer than this is filled from the broker's history instead of with flat bars. */
const LONGEST_HOLE_MS = 2 * MINUTE_MS

export interface MarketDayRun {
  readonly session: FeedCredentials
  readonly urls: { readonly apiUrl: string; readonly tickerUrl: string }
  readonly clock: ScaledClock
  readonly logger: Logger
  readonly bus: Bus
  readonly log: DecisionLog
  readonly record: PublicLogAppender
  readonly lowFrequency: LowFrequencyReader
  /** Stores past sessions for charts. */
  readonly storePastBars: (symbol: IndexSymbol, bars: readonly Candle[]) => Promise<void>
  readonly sessionSink: SessionSink
  readonly weightsOn: MarketDayOptions['weightsOn']
  readonly publisher: SnapshotPublisher
  /** Contracts that screens have open. */
  readonly viewed: Pick<ViewedContracts, 'open' | 'ended'>
  readonly source: Exclude<SignalSource, 'recorded'>
  /** Asked every second: false ends the run. */
  readonly goesOn: () => boolean
  /** True when a newer login than `session` is there. */
  readonly newSession: () => Promise<boolean>
}

/**
 * Runs one market day until it is over, or until it must be reopened (a newer login, an expired token, a hole in the
 * watch, a clock that jumped). Throws when the day cannot be opened.
 */
export async function runMarketDay(run: MarketDayRun): Promise<void> {
  const { clock, logger, bus, publisher, sessionSink } = run
  let quotes: QuoteRows | undefined
  let bought: TradedOptions | undefined
  const ranges: Partial<Record<IndexSymbol, Paise>> = {}
  let connected = false
  let tokenExpired = false
  const spans = new DecisionSpans()
  const day = await openMarketDay({
    ...run,
    onDecision(decision, inputs, challenger) {
      ranges[decision.symbol] = decision.atr5
      if (decision.entry !== null) bought?.add(decision.entry.contract)
      void logDecision(run, decision, inputs, challenger, spans.decided(decision))
    },
    onFrame: () => spans.workBegins(),
    onTicks: (slots) => quotes?.changed(slots),
    onFeedState(state) {
      connected = state.state === 'open'
      tokenExpired = state.state === 'stopped' && state.reason === 'token_expired'
      logger.info({ feed: state.state }, 'feed')
      sessionSink.feed(clock.now(), state.state)
    },
  })
  quotes = new QuoteRows(bus, day.table)
  bought = boughtOptions(run, day)
  run.viewed.open(day)
  const watch = feedWatchdog(day.ticker)
  const signals = signalPublisher(run)
  const charts = { NIFTY: new ChartBars(day.pipelines.NIFTY), BANKNIFTY: new ChartBars(day.pipelines.BANKNIFTY) }
  for (const symbol of INDEX_SYMBOLS) {
    run
      .storePastBars(symbol, day.pastBars[symbol])
      .catch((error: unknown) => logger.warn({ err: error, symbol }, 'past sessions are not stored for the chart'))
    publisher.put(`before.${symbol}`, day.sessionBefore[symbol].map(chartBar))
    publisher.put(`listed.${symbol}`, listedContracts(day.contracts.values(), symbol))
  }
  publisher.put('contracts', { day: day.day, expiries: nearExpiries(day) })
  const show = () => publish(day, charts, publisher, signals, clock.now(), connected, ranges)
  const showing = setInterval(show, PUBLISH_MS)
  const showingOptions = setInterval(() => {
    bought.publish(clock.now())
    publishDetails(day, publisher)
  }, PUBLISH_OPTIONS_MS)
  const repeating = setInterval(() => publisher.repeat(), REPEAT_MS)
  try {
    let before = clock.now()
    // On a fast clock a busy moment of this machine is minutes long; a real jump is longer still.
    const longestHole = LONGEST_HOLE_MS * Math.max(1, day.speed / 10)
    while (run.goesOn() && !tokenExpired && !(await run.newSession())) {
      const now = clock.now()
      if (istDateAt(now) !== day.day || isOver(now) || clock.speed() !== day.speed || now - before > longestHole) return
      before = now
      run.lowFrequency.refresh(now, day.pipelines, sessionSink)
      sessionSink.timer(now)
      spans.workBegins()
      for (const pipeline of Object.values(day.pipelines)) pipeline.onTimer(now)
      watch.refresh(now, lastIndexTick(day), marketClock(now, nseCalendar).phase === 'open')
      await clock.sleep(1000 - (now % 1000))
    }
  } finally {
    clearInterval(showing)
    clearInterval(showingOptions)
    bought.close()
    run.viewed.ended()
    clearInterval(repeating)
    connected = false
    show()
    await day.close()
  }
}

/** The nearest expiry of each index that has contracts. */
function nearExpiries({ contracts }: MarketDay): Partial<Record<IndexSymbol, IstDate>> {
  const nearest: Partial<Record<IndexSymbol, IstDate>> = {}
  for (const { symbol, expiry } of contracts.values()) {
    const known = nearest[symbol]
    if (known === undefined || expiry < known) nearest[symbol] = expiry
  }
  return nearest
}

/** The options to show; those bought before the feed was opened (again) join as soon as the log has them. */
function boughtOptions({ publisher, logger, log, clock }: MarketDayRun, day: MarketDay): TradedOptions {
  const bought = new TradedOptions({
    day,
    pricingOf: (contract) => optionPricing(day.pipelines[contract.symbol], contract),
    publisher,
    logger,
    now: clock.now(),
  })
  log.tradedOn(day.day).then(
    (contracts) => contracts.forEach((contract) => bought.add(contract)),
    (error: unknown) => logger.warn({ err: error }, 'the options bought earlier today are not shown'),
  )
  return bought
}

/** Commits the decision, then publishes it. No reader sees one that is not in the log. */
async function logDecision(
  { log, bus, logger, clock }: MarketDayRun,
  decision: Decision,
  inputs: DecisionInputs,
  challenger: ChallengerOpinion | undefined,
  span: Span,
): Promise<void> {
  const at = clock.now()
  try {
    const seq = await log.append(decision, inputs, challenger)
    endSpan(span, seq === undefined ? {} : { 'strikewise.decision.seq': seq })
    if (seq === undefined) return
    if (decision.action !== 'none')
      logger.info(
        { seq, id: decision.id, symbol: decision.symbol, action: decision.action, score: decision.score },
        'decision',
      )
    bus.publish('decision', { seq, at, ...traceHint(span) } satisfies { seq: number } & ChangeHint)
  } catch (error) {
    failSpan(span, error)
    logger.error(
      { err: error, id: decision.id, symbol: decision.symbol },
      'a decision could not be recorded and is dropped',
    )
  }
}

function publish(
  day: MarketDay,
  charts: Readonly<Record<IndexSymbol, ChartBars>>,
  publisher: SnapshotPublisher,
  signals: SignalPublisher,
  now: EpochMs,
  connected: boolean,
  ranges: Partial<Record<IndexSymbol, Paise>>,
): void {
  const { table } = day
  const quoteOf = (token: number) => {
    const slot = table.slotOf(token)
    return slot < 0 ? undefined : indexQuote(table.last(slot), table.close[slot] as Paise)
  }
  const lastTickAt = lastIndexTick(day)
  const future = day.niftyFuture === undefined ? -1 : table.slotOf(day.niftyFuture)
  const indices = indicesSnapshot(
    { NIFTY: quoteOf(INDEX_TOKENS.NIFTY), BANKNIFTY: quoteOf(INDEX_TOKENS.BANKNIFTY) },
    lastTickAt,
    { vix: quoteOf(INDEX_TOKENS.INDIAVIX), niftyFuture: future < 0 ? undefined : table.last(future) },
  )
  if (indices !== undefined) publisher.put('indices', indices)
  publisher.put('feed', {
    connected,
    lastTickAt: lastTickAt === 0 ? null : lastTickAt,
    session: marketClock(now, nseCalendar).phase,
  })
  for (const symbol of INDEX_SYMBOLS) {
    const pipeline = day.pipelines[symbol]
    signals.show(symbol, pipeline.signals(now), now)
    publisher.put(`chain.${symbol}`, chainSnapshot(pipeline.chainRows()))
    const estimate = lotEstimate(pipeline.entryChain, day.contracts, table, ranges[symbol] ?? (0 as Paise), day.day)
    if (estimate !== undefined) publisher.put(`estimate.${symbol}`, estimate)
    if (ranges[symbol] !== undefined) publisher.put(`range.${symbol}`, { atr5: ranges[symbol] })
    const closed = charts[symbol].closed()
    if (closed !== undefined) publisher.put(`candles.${symbol}`, closed)
    publisher.put(`forming.${symbol}`, charts[symbol].forming())
  }
}

function publishDetails(day: MarketDay, publisher: SnapshotPublisher): void {
  for (const symbol of INDEX_SYMBOLS) {
    const percentile = day.pipelines[symbol].ivPercentile
    if (percentile !== undefined) publisher.put(`iv.${symbol}`, { percentile })
    publisher.put(`iv_rank.${symbol}`, {
      // Whole percents, as they are shown: more would change with each price.
      percentile: percentile === undefined ? null : Math.round(percentile * 100),
      sessions: day.volatilitySessions[symbol],
    })
    const details = chainDetails(day.pipelines[symbol].chain, day.table, SIGNAL_PARAMS.chain)
    publisher.put(`chain_details.${symbol}`, chainDetailsSnapshot(details))
  }
}

/** When an index last ticked; 0 before the first tick. */
function lastIndexTick({ table }: MarketDay): EpochMs {
  let latest = 0
  for (const symbol of INDEX_SYMBOLS) {
    const slot = table.slotOf(INDEX_TOKENS[symbol])
    if (slot >= 0) latest = Math.max(latest, table.receivedAt[slot]!)
  }
  return latest as EpochMs
}

function isOver(now: EpochMs): boolean {
  const session = nseCalendar.sessionOn(istDateAt(now))
  return session === undefined || now >= session.closesAt + 30 * MINUTE_MS
}

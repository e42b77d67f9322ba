import type { Clock } from '@strikewise/domain/time/clock.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { feedState, newsReply, type FeedState, type Timeframe } from '@strikewise/wire/market.ts'
import { volatilityStanding } from '@strikewise/wire/option-chain.ts'
import * as z from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import { ChainCuts } from './chain-cuts.ts'
import { DelayedByPlan } from './delayed-by-plan.ts'
import { OptionSeriesStore, type OptionSeries } from './option-series.ts'
import { ChartSnapshots } from './chart-texts.ts'
import { MarketText } from './market-text.ts'
import type { ShadowSignal } from './shadow-signals.ts'
import { SignalViews } from './signal-views.ts'
import { snapshotOf, type Snapshot } from './snapshot.ts'

const published = z.object({ version: z.number(), json: z.string() })

/** Present figures of one lot, as the market role knows them (rupees). */
const estimate = z.object({
  contract_lot: z.number().optional(),
  present_premium: z.number().optional(),
  premium_at: z.string().optional(),
  one_lot_risk: z.number().optional(),
})
type LotEstimate = z.output<typeof estimate>

const EMPTY_OBJECT = snapshotOf('{}')
const EMPTY_LIST = snapshotOf('[]')
const NO_NEWS = snapshotOf(JSON.stringify({ headlines: [] }))

/** All strikes that are watched, or those around the money. */
type ChainStrikes = 'all' | 'near'

/** The polled market data: what the bus last reported, serialised once a plan, in memory only. */
export interface MarketSnapshots {
  indices(plan: Plan): Snapshot
  signals(plan: Plan, symbol: IndexSymbol): Snapshot
  indicatorValues(plan: Plan, symbol: IndexSymbol): Snapshot
  /** What the agents report now that no decision counts. For operators alone. */
  shadowSignals(): ShadowSignal[]
  chain(plan: Plan, symbol: IndexSymbol, strikes: ChainStrikes): Snapshot
  /** What the chain has beside its specified columns. */
  chainDetails(plan: Plan, symbol: IndexSymbol, strikes: ChainStrikes): Snapshot
  /** What the open interest of the whole chain shows. */
  chainWalls(plan: Plan, symbol: IndexSymbol): Snapshot
  /** One-minute bars of the session before today's. */
  candlesBefore(plan: Plan, symbol: IndexSymbol): Snapshot
  candles(plan: Plan, symbol: IndexSymbol, timeframe: Timeframe): Snapshot
  news(): Snapshot
  feed(): FeedState | undefined
  /** An option that one of today's decisions bought, as it is: who may see it late is the reader's business. */
  option(contract: { token: number; tradingsymbol: string }): OptionSeries | undefined
  /** What one lot costs and risks, as late as the plan sees the market; empty while nothing is that old. */
  estimate(plan: Plan, symbol: IndexSymbol): LotEstimate
  close(): void
}

/** What a message on the bus brings, by its kind: `chain.NIFTY` goes to `chain`. */
type Receivers = Readonly<Record<string, (json: string, symbol: string) => void>>

/** Stores a text that the bus brought under a key; `make` as for `MarketText`. */
type SetText = (key: string, text: string, make: (text: string) => Snapshot) => void

export function openMarketSnapshots(bus: Bus, clock: Clock, logger: Logger): MarketSnapshots {
  const known = new DelayedByPlan<MarketText>(clock)
  const estimates = new DelayedByPlan<LotEstimate>(clock)
  const signals = new DelayedByPlan<SignalViews>(clock, (one, other) => one.json === other.json)
  const options = new OptionSeriesStore()
  // One odd message must not end the process that serves all users.
  const unreadable = (subject: string) => (error: unknown) =>
    logger.error({ err: error, subject }, 'a snapshot could not be read')
  const noSignals = new SignalViews('{}', unreadable('snapshot.signals'))
  let news = NO_NEWS
  let feed: FeedState | undefined

  const cuts = new ChainCuts()
  const read = (key: string, plan: Plan, empty: Snapshot): Snapshot => known.read(key, plan)?.read() ?? empty
  const chain = (plan: Plan, symbol: IndexSymbol) => read(`chain.${symbol}`, plan, EMPTY_LIST)
  const details = (plan: Plan, symbol: IndexSymbol) => read(`chain_details.${symbol}`, plan, EMPTY_LIST)
  const set: SetText = (key, text, make) => {
    const newest = known.newest(key)
    // The market role repeats everything for processes that joined later.
    if (newest?.text === text) return
    known.set(key, new MarketText(text, make, unreadable(`snapshot.${key}`), newest))
  }
  const receivers: Receivers = {
    indices: (json) => set('indices', json, readableSnapshot),
    chain: (json, symbol) => set(`chain.${symbol}`, json, readableSnapshot),
    chain_details: (json, symbol) => set(`chain_details.${symbol}`, json, readableSnapshot),
    iv_rank: (json, symbol) => set(`iv_rank.${symbol}`, json, volatilitySnapshot),
    signals: (json, symbol) => signals.set(symbol, new SignalViews(json, unreadable(`snapshot.signals.${symbol}`))),
    ...chartReceivers(set),
    before: (json, symbol) => set(`before.${symbol}`, json, readableSnapshot),
    news: (json) => {
      news = snapshotOf(JSON.stringify(newsReply.parse(JSON.parse(json))))
    },
    feed: (json) => {
      feed = feedState.parse(JSON.parse(json))
    },
    option: (json, token) => options.take(Number(token), JSON.parse(json)),
    estimate: (json, symbol) => estimates.set(symbol, estimate.parse(JSON.parse(json))),
  }

  const unsubscribe = bus.subscribe('snapshot.*', (subject, payload) => {
    try {
      const [, kind = '', symbol = ''] = subject.split('.')
      receivers[kind]?.(published.parse(payload).json, symbol)
    } catch (error) {
      // The last good value stays.
      unreadable(subject)(error)
    }
  })

  return {
    indices: (plan) => read('indices', plan, EMPTY_OBJECT),
    signals: (plan, symbol) => signals.read(symbol, plan)?.signals(plan) ?? EMPTY_OBJECT,
    shadowSignals: () => INDEX_SYMBOLS.flatMap((symbol) => signals.newest(symbol)?.shadows() ?? []),
    indicatorValues: (plan, symbol) => (signals.read(symbol, plan) ?? noSignals).values(plan),
    chain: (plan, symbol, strikes) => (strikes === 'all' ? chain(plan, symbol) : cuts.near(chain(plan, symbol))),
    chainDetails: (plan, symbol, strikes) =>
      strikes === 'all' ? details(plan, symbol) : cuts.nearDetails(details(plan, symbol), chain(plan, symbol)),
    chainWalls: (plan, symbol) => cuts.walls(chain(plan, symbol), known.read(`iv_rank.${symbol}`, plan)?.read()),
    candles: (plan, symbol, timeframe) => read(`candles.${symbol}.${timeframe}`, plan, EMPTY_LIST),
    candlesBefore: (plan, symbol) => read(`before.${symbol}`, plan, EMPTY_LIST),
    news: () => news,
    feed: () => feed,
    option: (contract) => options.of(contract),
    estimate: (plan, symbol) => estimates.read(symbol, plan) ?? {},
    close: unsubscribe,
  }
}

/** Throws where the text is no JSON: what is cut from it later, for screens and streams, need not expect that. */
function readableSnapshot(json: string): Snapshot {
  JSON.parse(json)
  return snapshotOf(json)
}

function volatilitySnapshot(json: string): Snapshot {
  return snapshotOf(JSON.stringify(volatilityStanding.parse(JSON.parse(json))))
}

/** The candles of each index: closed bars come whole, the minute under way alone. */
function chartReceivers(set: SetText): Receivers {
  const charts = new Map<string, ChartSnapshots>()
  const chartOf = (symbol: string): ChartSnapshots => {
    const chart = charts.get(symbol) ?? new ChartSnapshots()
    charts.set(symbol, chart)
    return chart
  }
  return {
    candles(json, symbol) {
      for (const [timeframe, text] of chartOf(symbol).takeClosed(json))
        set(`candles.${symbol}.${timeframe}`, text, snapshotOf)
    },
    forming: (json, symbol) => set(`candles.${symbol}.1m`, chartOf(symbol).takeForming(json), snapshotOf),
  }
}

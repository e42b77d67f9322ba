import type { SignalSet } from '@strikewise/signals/agents/signal.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { feedState, newsReply, type FeedState, type Timeframe } from '@strikewise/wire/market.ts'
import * as z from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import { DelayRing } from './delay-ring.ts'
import { OptionSeriesStore, type OptionSeries } from './option-series.ts'
import { ChartSnapshots } from './chart-texts.ts'
import { indicatorValuesView, signalsView } from './plan-views.ts'
import { signalRows } from './signal-texts.ts'
import { shadowSignalsOf, type ShadowSignal } from './shadow-signals.ts'
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

/** The polled market data: what the bus last reported, serialised once a plan, in memory only. */
export interface MarketSnapshots {
  indices(plan: Plan): Snapshot
  signals(plan: Plan, symbol: IndexSymbol): Snapshot
  indicatorValues(plan: Plan, symbol: IndexSymbol): Snapshot
  /** What the agents report now that no decision counts. For operators alone. */
  shadowSignals(): ShadowSignal[]
  chain(plan: Plan, symbol: IndexSymbol): Snapshot
  /** What the chain has beside its specified columns. */
  chainDetails(plan: Plan, symbol: IndexSymbol): Snapshot
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

/** Each published thing, now and as it was one plan's delay ago. */
type Keyed = Map<string, { live: Snapshot; late: DelayRing<Snapshot> }>

export function openMarketSnapshots(bus: Bus, clock: Clock, logger: Logger): MarketSnapshots {
  const known: Keyed = new Map()
  const estimates = new Map<string, { live: LotEstimate; late: DelayRing<LotEstimate> }>()
  const charts = new Map<string, ChartSnapshots>()
  const options = new OptionSeriesStore()
  const shadows = new Map<string, readonly ShadowSignal[]>()
  let news = NO_NEWS
  let feed: FeedState | undefined

  // Starter is the only plan that sees the market late; its delay sizes the rings.
  const delayMs = Math.max(...PLANS.map((plan) => PLAN_POLICY[plan].delaySeconds)) * 1000

  const keep = (key: string, snapshot: Snapshot) => {
    const entry = known.get(key)
    if (entry === undefined) {
      const late = new DelayRing<Snapshot>(delayMs)
      late.push(clock.now(), snapshot)
      known.set(key, { live: snapshot, late })
    } else if (entry.live.etag !== snapshot.etag) {
      entry.live = snapshot
      entry.late.push(clock.now(), snapshot)
    }
  }
  const read = (key: string, plan: Plan, empty: Snapshot): Snapshot => {
    const entry = known.get(key)
    if (entry === undefined) return empty
    return PLAN_POLICY[plan].delaySeconds === 0 ? entry.live : (entry.late.read(clock.now()) ?? empty)
  }

  const chartOf = (symbol: string): ChartSnapshots => {
    const known = charts.get(symbol)
    if (known !== undefined) return known
    const made = new ChartSnapshots()
    charts.set(symbol, made)
    return made
  }

  const take = (name: string, json: string) => {
    const [kind, symbol = ''] = name.split('.')
    if (kind === 'indices') keep('indices', snapshotOf(json))
    else if (kind === 'chain') keep(`chain.${symbol}`, snapshotOf(json))
    else if (kind === 'chain_details') keep(`details.${symbol}`, snapshotOf(json))
    else if (kind === 'signals') {
      const signals = signalRows(JSON.parse(json) as SignalSet)
      shadows.set(symbol, shadowSignalsOf(signals))
      for (const plan of PLANS) {
        keep(`signals.${symbol}.${plan}`, signalsView(signals, plan))
        keep(`values.${symbol}.${plan}`, indicatorValuesView(signals, plan))
      }
    } else if (kind === 'candles') {
      for (const [timeframe, text] of chartOf(symbol).takeClosed(json))
        keep(`candles.${symbol}.${timeframe}`, snapshotOf(text))
    } else if (kind === 'forming') keep(`candles.${symbol}.1m`, snapshotOf(chartOf(symbol).takeForming(json)))
    else if (kind === 'before') keep(`before.${symbol}`, snapshotOf(json))
    else if (kind === 'news') news = snapshotOf(JSON.stringify(newsReply.parse(JSON.parse(json))))
    else if (kind === 'feed') feed = feedState.parse(JSON.parse(json))
    else if (kind === 'option') options.take(Number(symbol), JSON.parse(json))
    else if (kind === 'estimate') {
      const live = estimate.parse(JSON.parse(json))
      const late = estimates.get(symbol)?.late ?? new DelayRing<LotEstimate>(delayMs)
      late.push(clock.now(), live)
      estimates.set(symbol, { live, late })
    }
  }

  const unsubscribe = bus.subscribe('snapshot.*', (subject, payload) => {
    try {
      take(subject.slice('snapshot.'.length), published.parse(payload).json)
    } catch (error) {
      // One odd message must not end the process that serves all users; the last good value stays.
      logger.error({ err: error, subject }, 'a snapshot could not be read')
    }
  })

  return {
    indices: (plan) => read('indices', plan, EMPTY_OBJECT),
    signals: (plan, symbol) => read(`signals.${symbol}.${plan}`, plan, EMPTY_OBJECT),
    shadowSignals: () => [...shadows.values()].flat(),
    indicatorValues: (plan, symbol) => read(`values.${symbol}.${plan}`, plan, noValues(plan)),
    chain: (plan, symbol) => read(`chain.${symbol}`, plan, EMPTY_LIST),
    chainDetails: (plan, symbol) => read(`details.${symbol}`, plan, EMPTY_LIST),
    candles: (plan, symbol, timeframe) => read(`candles.${symbol}.${timeframe}`, plan, EMPTY_LIST),
    candlesBefore: (plan, symbol) => read(`before.${symbol}`, plan, EMPTY_LIST),
    news: () => news,
    feed: () => feed,
    option: (contract) => options.of(contract),
    estimate(plan, symbol) {
      const entry = estimates.get(symbol)
      return (PLAN_POLICY[plan].delaySeconds === 0 ? entry?.live : entry?.late.read(clock.now())) ?? {}
    },
    close: unsubscribe,
  }
}

const NO_VALUES = Object.fromEntries(PLANS.map((plan) => [plan, indicatorValuesView({}, plan)])) as Record<
  Plan,
  Snapshot
>

function noValues(plan: Plan): Snapshot {
  return NO_VALUES[plan]
}

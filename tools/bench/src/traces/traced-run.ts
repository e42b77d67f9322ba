import { setTimeout as delay } from 'node:timers/promises'
import { OrderLatencies } from '../../../../apps/server/src/execution/order-latencies.ts'
import { originOf } from '../../../../apps/server/src/tracing/change-hint.ts'
import { DecisionSpans } from '../../../../apps/server/src/tracing/decision-spans.ts'
import { endSpan } from '../../../../apps/server/src/tracing/spans.ts'
import { traceHint } from '../../../../apps/server/src/tracing/traceparent.ts'
import { TradeSpans } from '../../../../apps/server/src/tracing/trade-spans.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { roundToTick } from '@strikewise/domain/money/ticks.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import type { Size } from '../bench.ts'
import type { BenchAccount } from '../fanout/bench-account.ts'
import { withCore, type Core } from '../fanout/core.ts'
import { buyDecision } from '../fanout/decision.ts'
import { withExecutorFixture, type ExecutorFixture } from '../fanout/executor-fixture.ts'
import type { OptionFeed } from '../fanout/option-feed.ts'
import type { TraderObservers } from '../fanout/trader-observers.ts'
import { percentile } from '../statistics.ts'

/** Decisions of a run that are measured; each reaches accounts of its own. */
export const DECISIONS: Readonly<Record<Size, number>> = { full: 20, smallest: 2 }
/** Accounts that one decision reaches. */
export const ACCOUNTS: Readonly<Record<Size, number>> = { full: 50, smallest: 10 }
/** Decisions before them, the first of them sampled where any is: code and connections of the measured ones are warm. */
export const WARM_DECISIONS = 2

/** An entry that has not left by then was abandoned. */
const LONGEST_MS = 12_000
/** Prices are shown so much higher: every entry is filled at once, and each decision leads to the same work. */
const SHOWN_OF_PRICE = 1.01
/** Other work: this share of the stops is missing, or of the order calls is beside entries and stops. */
const SAME_WORK = 0.1
const POLL_MS = 5
/** Long enough after the last order call for its outcome to be stored and its spans to be exported. */
const QUIET_MS = 500
const EXPORT_EVERY_MS = 100

/** What a run is to do. */
export interface TracedRun {
  readonly http: string
  readonly addressFile: string
  readonly size: Size
  /** Every so many-th decision is sampled; 0: no SDK is loaded. */
  readonly sampledEvery: number
  readonly collectorUrl: string
}

/** Of all measured decisions together. */
export interface TracesMeasured {
  /** Order calls whose first byte left: entries and their stops. */
  readonly orders: number
  readonly cpuUsPerOrder: number
  /** From the decision to the answer to the entry, over all accounts. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Accounts that entered on a sampled decision, a warm one included. */
  readonly sampledAccounts: number
}

/** What one decision led to. */
interface DecisionMeasured {
  readonly orders: number
  readonly cpuUs: number
  readonly answersMs: readonly number[]
}

/** The product's trader at many decisions, a fixed share of them sampled. The SDK is the one that an operator preloads. */
export async function tracedCompetitor(run: TracedRun): Promise<TracesMeasured> {
  const { http, addressFile, size, sampledEvery } = run
  if (sampledEvery > 0) await loadSdk(run.collectorUrl)
  const spans = new TradeSpans()
  const measured: DecisionMeasured[] = []
  let sampledAccounts = 0
  for (let n = 0; n < WARM_DECISIONS + DECISIONS[size]; n += 1) {
    const isMeasured = n >= WARM_DECISIONS
    const isSampled = sampledEvery > 0 && (isMeasured ? (n - WARM_DECISIONS) % sampledEvery === 0 : n === 0)
    const name = `t${String.fromCharCode('a'.charCodeAt(0) + n)}`
    const one = await withExecutorFixture(http, { name, accounts: ACCOUNTS[size] }, (fixture) => {
      const clock = { now: () => fixture.clock.now(), speed: () => 1 }
      const observers = { spans, orders: new OrderLatencies(clock, spans) }
      const stage = { ...fixture, feed: raised(fixture.feed) }
      const work = (core: Core) => measureDecision(stage, core, observers, isSampled)
      return withCore(stage, addressFile, work, { observers })
    })
    if (isMeasured) measured.push(one)
    if (isSampled) sampledAccounts += one.answersMs.length
  }
  const orders = measured.reduce((sum, one) => sum + one.orders, 0)
  const answers = measured.flatMap(({ answersMs }) => answersMs)
  return {
    orders,
    cpuUsPerOrder: measured.reduce((sum, { cpuUs }) => sum + cpuUs, 0) / orders,
    p50Ms: percentile(answers, 0.5),
    p99Ms: percentile(answers, 0.99),
    sampledAccounts,
  }
}

/** A decision is sampled where it is made, so what this process is asked to sample is; see docs/operations.md, "Traces". */
async function loadSdk(collectorUrl: string): Promise<void> {
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_BSP_SCHEDULE_DELAY: String(EXPORT_EVERY_MS),
  })
  await import('../../../../deploy/opentelemetry/preload.ts')
}

/**
 * One decision for every account of the stage, until nothing of it is left to do. Throws when that was more or less than an
 * entry and its stop for nine accounts in ten.
 */
async function measureDecision(
  { accounts, clock, contract, feed, name }: ExecutorFixture,
  { executor }: Core,
  { spans, orders }: TraderObservers,
  isSampled: boolean,
): Promise<DecisionMeasured> {
  const quote = await feed.ready()
  const usage = process.cpuUsage()
  const decidedAt = performance.now()
  const decision = buyDecision(`decision-${name}`, contract, quote, clock.now())
  // The market role makes these spans, and its hint carries the trace.
  const span = isSampled ? new DecisionSpans().decided(decision) : undefined
  const { trace } = originOf(traceHint(span))
  if (span !== undefined) endSpan(span)
  spans.decided(decision, trace)
  orders.decided(decision, clock.now())
  executor.decide(decision)
  while (!isDone(accounts) && performance.now() - decidedAt < LONGEST_MS) await delay(POLL_MS)
  const { user, system } = process.cpuUsage(usage)
  const answersMs = accounts.flatMap(({ entry }) => (entry === undefined ? [] : [entry.answeredAt! - decidedAt]))
  const sent = accounts.flatMap(({ calls }) => calls.filter(({ sentAt }) => sentAt !== undefined))
  const protectedShare = accounts.filter(hasStop).length / accounts.length
  if (protectedShare < 1 - SAME_WORK || sent.length > 2 * accounts.length * (1 + SAME_WORK))
    throw new Error(`${sent.length} order calls led to ${protectedShare * accounts.length} of ${accounts.length} stops`)
  return { orders: sent.length, cpuUs: user + system, answersMs }
}

/** Every position is under its stop, and the last order call was answered a while ago. */
function isDone(accounts: readonly BenchAccount[]): boolean {
  if (!accounts.every(hasStop)) return false
  const latest = Math.max(...accounts.flatMap(({ calls }) => calls.map(({ answeredAt }) => answeredAt ?? Infinity)))
  return performance.now() - latest > QUIET_MS
}

function hasStop({ calls }: BenchAccount): boolean {
  return calls.some(({ order, answer }) => order?.side === 'SELL' && answer?.type === 'accepted')
}

/** `feed` with higher prices than those of the sandbox. */
function raised(feed: OptionFeed): OptionFeed {
  const shown = (price: Paise) => roundToTick(price * SHOWN_OF_PRICE)
  const higher = (quote: FeedQuote): FeedQuote => ({ ...quote, bid: shown(quote.bid), ask: shown(quote.ask) })
  return {
    ...feed,
    quote(token) {
      const quote = feed.quote(token)
      return quote === undefined ? undefined : higher(quote)
    },
    ready: async () => higher(await feed.ready()),
  }
}

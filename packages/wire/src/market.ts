import { DECISION_ACTIONS } from '@strikewise/signals/decision/decision.ts'
import { BIASES, AGENT_INPUTS, SIGNAL_SOURCES } from '@strikewise/signals/agents/signal.ts'
import * as z from 'zod'
import { message } from './message.ts'
import { route } from './route.ts'
import { indexSymbol, istDateText, optionSide } from './scalars.ts'
import { tradeCost } from './trade-cost.ts'

const bias = z.enum(BIASES)

/** What one agent reports of one index (signals reference §2). Unknown `meta` keys are kept: agents may report more. */
export const agentSignal = z
  .object({
    bias,
    strength: z.number(),
    asOf: z.string(),
    validUntil: z.string(),
    stale: z.boolean(),
    reasons: z.array(
      z.object({
        code: z.string(),
        /** English: the answer is shared by many users. */
        text: z.string(),
        message,
        value: z.number().optional(),
        threshold: z.number().optional(),
        effect: z.number(),
      }),
    ),
    inputs: z.array(
      z.object({
        /** English name of `input`. */
        name: z.string(),
        input: z.enum(AGENT_INPUTS),
        asOf: z.string(),
        count: z.number(),
        source: z.enum(SIGNAL_SOURCES),
      }),
    ),
    version: z.string(),
    configHash: z.string(),
    meta: z.looseObject({
      bias,
      symbol: indexSymbol,
      regime: z.enum(['range', 'trend_up', 'trend_down', 'transition']).optional(),
      components: z.record(z.string(), z.number()).optional(),
      /** Seconds the answer lags the market, on plans that are sold a delayed view. */
      delayedBy: z.number().optional(),
      until: z.string().optional(),
      /** What weights the session's average price; only the future's volume makes it a VWAP. */
      vwapSource: z.enum(['future', 'time-weighted']).optional(),
      /** Inputs for which something weaker stands in: `vwap` while there is no volume. */
      degraded: z.array(z.string()).optional(),
      /** What headlines report, -1 (bad) to 1 (good), on plans with the full analysis; absent under three fresh ones. */
      sentiment: z.number().optional(),
    }),
  })
  .meta({ id: 'AgentSignal' })

/** Keyed by agent name; holds the agents the caller's plan owns and no others. */
export const signalsReply = z.record(z.string(), agentSignal).meta({ id: 'Signals' })
export type SignalsReply = z.infer<typeof signalsReply>

const indexQuote = z.object({ price: z.number(), change: z.number(), change_percent: z.number() })

/** Empty until the first quote of the day is known. */
export const liveIndicesReply = z
  .object({
    nifty50: indexQuote.optional(),
    banknifty: indexQuote.optional(),
    /** India's volatility index, in points. */
    india_vix: indexQuote.optional(),
    /** The nearest Nifty future, and how far it is above the index, in points; below it when negative. */
    nifty_future: z.object({ price: z.number(), premium: z.number() }).optional(),
    as_of: z.string().optional(),
  })
  .meta({ id: 'LiveIndices' })
export type LiveIndicesReply = z.infer<typeof liveIndicesReply>

export const TIMEFRAMES = ['1m', '3m', '5m', '15m'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]

/** One bar, labelled by its start. Prices in index points. */
export const indexCandle = z
  .object({
    /** Start of the bar, epoch ms. */
    time: z.number(),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
    volume: z.number().optional(),
    /** True for the bar that has not closed yet. */
    forming: z.boolean().optional(),
  })
  .meta({ id: 'IndexCandle' })
export type IndexCandle = z.infer<typeof indexCandle>

/** A past session of an index: one-minute bars, oldest first, and the nearest days that are stored on either side. */
export const indexDayReply = z
  .object({
    date: istDateText,
    /** Empty for a day without a session, and for one that is not stored. */
    candles: z.array(indexCandle),
    previous: istDateText.nullable(),
    /** Null: what comes next is the present session. */
    next: istDateText.nullable(),
  })
  .meta({ id: 'IndexDay' })
export type IndexDayReply = z.infer<typeof indexDayReply>

/** JSON of the bus snapshot `candles.<SYMBOL>`: the newest closed bars of each timeframe, oldest first. */
export const indexCandlesByTimeframe = z.partialRecord(z.enum(TIMEFRAMES), z.array(indexCandle))

/** JSON of the bus snapshot `forming.<SYMBOL>`: the minute under way; null before its first tick. */
export const formingBar = indexCandle.nullable()

/** The basic values every plan sees: starter a minute late. */
export const indicatorValuesReply = z
  .object({
    as_of: z.string().nullable(),
    stale: z.boolean(),
    delayed_by: z.number(),
    /** MACD, VWAP and RSI values by name; empty while warming up. `timeWeightedAverage` in place of `vwap` without volume. */
    values: z.record(z.string(), z.number()),
    /** Values for which something weaker stands in. */
    degraded: z.array(z.string()).optional(),
  })
  .meta({ id: 'IndicatorValues' })

export const newsReply = z.object({ headlines: z.array(z.string()) }).meta({ id: 'News' })
export type NewsReply = z.infer<typeof newsReply>

/** JSON of the bus snapshot `feed`: how fresh the market data is. */
export const feedState = z
  .object({
    connected: z.boolean(),
    /** Epoch ms of the newest tick, null before the first. */
    lastTickAt: z.number().nullable(),
    session: z.string().optional(),
  })
  .meta({ id: 'FeedState' })
export type FeedState = z.infer<typeof feedState>

/** English, since many users share the answer, and the message it reports. */
const sharedText = z.object({ text: z.string(), message })
const noTrade = sharedText.extend({ code: z.string() })

/** A decision as the 'why' screen shows it. Prices in rupees or index points, instants ISO 8601. */
export const decisionRow = z
  .object({
    seq: z.number(),
    id: z.string(),
    symbol: indexSymbol,
    bar_end: z.string(),
    action: z.enum(DECISION_ACTIONS),
    direction: z.enum(['up', 'down']).nullable(),
    score: z.number(),
    coverage: z.number(),
    /** |score| a trade needs at this time of day; absent in records of version 1.0.0, as is `spike`. */
    threshold: z.number().optional(),
    /** Statistic L of the minute's return when it was a spike, signed; else 0. */
    spike: z.number().optional(),
    contributions: z.array(
      z.object({
        agent: z.string(),
        bias,
        weight: z.number(),
        signed: z.number(),
        stale: z.boolean(),
        as_of: z.string(),
      }),
    ),
    no_trade: z.array(noTrade),
    entry: z
      .object({
        tradingsymbol: z.string(),
        strike: z.number(),
        side: optionSide,
        expiry: z.string(),
        lot_size: z.number(),
        delta: z.number(),
        bid: z.number(),
        ask: z.number(),
        mid: z.number(),
        limit: z.number(),
        stop_distance: z.number(),
        quoted_at: z.string(),
        /** What one lot is expected to cost, at these prices; null: not known. */
        cost: tradeCost.nullable(),
      })
      .nullable(),
    spot: z.number(),
    atr5: z.number(),
    flips: z.array(sharedText),
    version: z.string(),
    config_hash: z.string(),
    hash: z.string(),
    prev_hash: z.string(),
  })
  .meta({ id: 'Decision' })
export type DecisionRow = z.infer<typeof decisionRow>

/** Minutes in a row without an entry for one reason: the most serious one of each. Instants ISO 8601. */
export const noTradeRun = sharedText
  .extend({
    code: z.string(),
    /** End of the first minute, at which its decision was made. */
    first: z.string(),
    /** End of the last minute; text and message hold the figures of this one. */
    last: z.string(),
    minutes: z.number(),
  })
  .meta({ id: 'NoTradeRun' })
export type NoTradeRun = z.infer<typeof noTradeRun>

const POLLED_PER_MINUTE = 240

export const marketRoutes = {
  signals: route({
    method: 'GET',
    kind: 'polled',
    path: '/signals',
    root: true,
    auth: 'user',
    keyScope: 'read',
    perMinute: POLLED_PER_MINUTE,
    summary: "The agents' signals of one index (NIFTY unless asked), as far as the plan owns them",
    query: z.strictObject({ symbol: indexSymbol.default('NIFTY') }),
    reply: signalsReply,
  }),
  liveIndices: route({
    method: 'GET',
    kind: 'polled',
    path: '/live_indices',
    root: true,
    auth: 'user',
    keyScope: 'read',
    perMinute: POLLED_PER_MINUTE,
    summary: 'Nifty 50 and Bank Nifty: price and change',
    query: z.strictObject({}),
    reply: liveIndicesReply,
  }),
  news: route({
    method: 'GET',
    kind: 'polled',
    path: '/news',
    root: true,
    auth: 'user',
    perMinute: 120,
    summary: 'Newest market headlines',
    query: z.strictObject({}),
    reply: newsReply,
  }),
  indexCandles: route({
    method: 'GET',
    kind: 'polled',
    path: '/index_candles',
    auth: 'user',
    keyScope: 'read',
    perMinute: POLLED_PER_MINUTE,
    summary: 'Bars of an index, oldest first',
    query: z.strictObject({ symbol: indexSymbol.default('NIFTY'), tf: z.enum(TIMEFRAMES).default('1m') }),
    reply: z.array(indexCandle),
  }),
  indexCandlesBefore: route({
    method: 'GET',
    kind: 'polled',
    path: '/index_candles_before',
    auth: 'user',
    keyScope: 'read',
    perMinute: POLLED_PER_MINUTE,
    summary: 'One-minute bars of an index in the session before today’s, oldest first',
    query: z.strictObject({ symbol: indexSymbol.default('NIFTY') }),
    reply: z.array(indexCandle),
  }),
  indexDay: route({
    method: 'GET',
    path: '/index_day',
    auth: 'user',
    keyScope: 'read',
    perMinute: 60,
    summary: 'One-minute bars of an index on a past day; the present session is in `/index_candles`',
    query: z.strictObject({ symbol: indexSymbol.default('NIFTY'), date: istDateText }),
    reply: indexDayReply,
  }),
  indicatorValues: route({
    method: 'GET',
    kind: 'polled',
    path: '/indicator_values',
    auth: 'user',
    keyScope: 'read',
    perMinute: POLLED_PER_MINUTE,
    summary: 'Basic MACD, VWAP and RSI values of an index',
    query: z.strictObject({ symbol: indexSymbol.default('NIFTY') }),
    reply: indicatorValuesReply,
  }),
  decisions: route({
    method: 'GET',
    path: '/decisions',
    auth: 'user',
    keyScope: 'read',
    feature: 'core_signals',
    perMinute: 120,
    summary: "A day's decisions, newest first: a trade, or the reason why none",
    query: z.strictObject({
      symbol: indexSymbol.optional(),
      date: istDateText,
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    reply: z.array(decisionRow),
  }),
  noTradeMinutes: route({
    method: 'GET',
    path: '/no_trade_minutes',
    auth: 'user',
    keyScope: 'read',
    feature: 'core_signals',
    perMinute: 60,
    summary: 'Minutes of a day in which an index was not entered, oldest first, those in a row with one reason as one',
    query: z.strictObject({ symbol: indexSymbol.default('NIFTY'), date: istDateText }),
    reply: z.array(noTradeRun),
  }),
  decision: route({
    method: 'GET',
    path: '/decisions/:id',
    auth: 'user',
    keyScope: 'read',
    feature: 'core_signals',
    perMinute: 120,
    summary: 'One decision with everything it was made from',
    params: z.strictObject({ id: z.string().min(1).max(128) }),
    query: z.strictObject({}),
    reply: decisionRow,
  }),
}

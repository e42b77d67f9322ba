// @invariant starter-delay
import { gunzipSync } from 'node:zlib'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { AgentSignal } from '@strikewise/signals/agents/signal.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

const TODAY = '2026-11-20' as IstDate

let web: TestWeb
const users = {} as Record<Plan, TestUser>
beforeAll(async () => {
  web = await startTestWeb()
  for (const plan of ['starter', 'pro', 'elite', 'master'] as const) users[plan] = await newUser(web, plan)
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

let version = 0
function publish(name: string, value: unknown): void {
  version += 1
  web.bus.publish(`snapshot.${name}`, { version, json: JSON.stringify(value) })
}

const get = (path: string, who: TestUser, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call(web, 'GET', path, { cookie: who.cookie, query, headers })

const MACD = { code: 'indicator.macd', histogram: 1.5 }
const FII_SOLD = { code: 'flows.fii_net', side: 'sold', crore: 900, deviations: -1.2, days: 60 }
const SENTIMENT = { code: 'flows.sentiment', score: -0.5 }

function signal(bias: AgentSignal['bias'], components?: Record<string, number>): AgentSignal {
  return {
    bias,
    strength: 0.5,
    asOf: '2026-11-20T10:00:00+05:30',
    validUntil: '2026-11-20T10:05:30+05:30',
    stale: false,
    reasons: [{ code: 'macd', message: MACD, effect: 0.5 }],
    inputs: [],
    version: '1',
    configHash: 'c',
    meta: { bias, symbol: 'NIFTY', ...(components === undefined ? {} : { components }) },
  }
}

const SIGNALS = {
  candle_signal: signal('bullish'),
  indicator_signal: signal('bearish', {
    macd: 1.5,
    macdSignal: 1.2,
    macdHistogram: 0.3,
    vwap: 25_010,
    rsi: 55.5,
    score: 0.4,
  }),
  option_chain_signal: signal('neutral'),
  sideways_detector_signal: signal('neutral'),
  market_block_signal: signal('unblocked'),
  fii_dii_signal: {
    ...signal('bearish'),
    reasons: [
      {
        code: 'fii_net',
        message: FII_SOLD,
        effect: -0.45,
      },
      { code: 'sentiment', message: SENTIMENT, effect: -0.05 },
    ],
    meta: { bias: 'bearish', symbol: 'NIFTY', sentiment: -0.5 },
  } satisfies AgentSignal,
  spike_signal: signal('neutral'),
}

describe('signals', () => {
  it.each<[Plan, string[]]>([
    ['pro', ['candle_signal', 'option_chain_signal', 'fii_dii_signal', 'spike_signal']],
    ['elite', Object.keys(SIGNALS)],
    ['master', Object.keys(SIGNALS)],
  ])('hold the agents of %s, live', async (plan, agents) => {
    publish('signals.NIFTY', SIGNALS)
    const answer = await get('/signals', users[plan])
    expect(Object.keys(answer.json as object).toSorted()).toEqual(agents.toSorted())
    expect(answer.json).toMatchObject({ candle_signal: { bias: 'bullish', meta: { bias: 'bullish' } } })
    expect(answer.text).not.toContain('delayedBy')
  })

  it('show headlines to the plans with the full analysis, and to pro without what they changed', async () => {
    publish('signals.NIFTY', SIGNALS)
    const flowsOf = async (plan: Plan) =>
      ((await get('/signals', users[plan])).json as Record<string, AgentSignal>)['fii_dii_signal']!
    const { reasons, ...elite } = await flowsOf('elite')
    const { reasons: given, ...same } = SIGNALS.fii_dii_signal
    expect(elite).toEqual(same)
    expect(reasons).toMatchObject(given.map(({ code, effect }) => ({ code, effect })))
    const pro = await flowsOf('pro')
    expect(pro).toMatchObject({ bias: 'bearish', strength: 0.45, meta: { bias: 'bearish', symbol: 'NIFTY' } })
    expect(pro.reasons.map(({ code }) => code)).toEqual(['fii_net'])
    expect(pro.meta).not.toHaveProperty('sentiment')
  })

  it('of the other index come by query', async () => {
    publish('signals.BANKNIFTY', { ...SIGNALS, candle_signal: signal('bearish') })
    const answer = await get('/api/signals', users.elite, { symbol: 'BANKNIFTY' })
    expect(answer.json).toMatchObject({ candle_signal: { bias: 'bearish' } })
    expect((await get('/signals', users.elite, { symbol: 'SENSEX' })).status).toBe(400)
  })

  it('reach starter a minute late, whole, marked as such', async () => {
    publish('signals.NIFTY', { ...SIGNALS, candle_signal: signal('bearish') })
    web.clock.advance(70_000)
    publish('signals.NIFTY', { ...SIGNALS, candle_signal: signal('neutral') })
    web.clock.advance(59_999)
    const early = await get('/signals', users.starter)
    expect(Object.keys(early.json as object)).toEqual(['candle_signal', 'option_chain_signal'])
    expect(early.json).toMatchObject({ candle_signal: { bias: 'bearish', meta: { delayedBy: 60 } } })
    web.clock.advance(1)
    expect((await get('/signals', users.starter)).json).toMatchObject({ candle_signal: { bias: 'neutral' } })
  })

  it('give every plan MACD, VWAP and RSI, and no other part of the indicator agent', async () => {
    publish('signals.NIFTY', SIGNALS)
    expect((await get('/api/indicator_values', users.pro)).json).toEqual({
      as_of: '2026-11-20T10:00:00+05:30',
      stale: false,
      delayed_by: 0,
      values: { macd: 1.5, macdSignal: 1.2, macdHistogram: 0.3, vwap: 25_010, rsi: 55.5 },
    })
  })
})

it('no starter ever sees a value younger than a minute, on any polled route', async () => {
  const quote = (price: number) => ({ nifty50: { price, change: 1, change_percent: 0.1 } })
  const bars = (time: number) => ({ '1m': [{ time, open: 1, high: 1, low: 1, close: 1 }] })
  for (let second = 0; second < 200; second += 1) {
    web.clock.advance(1000)
    publish('indices', quote(second))
    publish('candles.NIFTY', bars(second))
    publish('signals.NIFTY', { ...SIGNALS, indicator_signal: signal('bullish', { rsi: second }) })
    if (second % 7 !== 0) continue
    const [indices, candles, values] = await Promise.all([
      get('/live_indices', users.starter),
      get('/api/index_candles', users.starter, { tf: '1m' }),
      get('/api/indicator_values', users.starter),
    ])
    const seen = [
      (indices.json as { nifty50?: { price: number } }).nifty50?.price,
      (candles.json as { time: number }[])[0]?.time,
      (values.json as { values: { rsi?: number } }).values.rsi,
    ]
    for (const value of seen) if (value !== undefined && value < 200) expect(value).toBeLessThanOrEqual(second - 60)
    if (second >= 61) expect(seen).toEqual([second - 60, second - 60, second - 60])
  }
  expect((await get('/live_indices', users.pro)).json).toEqual(quote(199))
})

describe('a polled answer', () => {
  const rows = Array.from({ length: 21 }, (_, at) => ({
    strike: 25_000 + at * 50,
    ce_oi: 1_000_000 + at,
    ce_ltp: 101.05,
    ce_above_ema: true,
    pe_oi: 900_000,
    pe_ltp: 99.5,
    pe_above_ema: null,
  }))

  it('carries a tag, and answers 304 while nothing changed', async () => {
    publish('chain.NIFTY', rows)
    const first = await get('/option_chain_table', users.pro)
    expect(first.json).toEqual(rows)
    const etag = first.headers.get('etag')!
    const again = await get('/option_chain_table', users.pro, {}, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    publish('chain.NIFTY', rows)
    expect((await get('/option_chain_table', users.pro, {}, { 'if-none-match': etag })).status).toBe(304)
    publish('chain.NIFTY', rows.slice(1))
    const changed = await get('/option_chain_table', users.pro, {}, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('has closed bars from the one snapshot and the minute under way from the other', async () => {
    const bar = (time: number) => ({ time, open: 1, high: 2, low: 1, close: 2 })
    publish('candles.BANKNIFTY', { '1m': [bar(60_000)], '3m': [bar(0)] })
    publish('forming.BANKNIFTY', { ...bar(120_000), forming: true })
    const chart = (tf: string) => get('/api/index_candles', users.pro, { symbol: 'BANKNIFTY', tf })
    const first = await chart('1m')
    expect(first.json).toEqual([bar(60_000), { ...bar(120_000), forming: true }])
    expect((await chart('3m')).json).toEqual([bar(0)])
    publish('forming.BANKNIFTY', { ...bar(120_000), close: 3, forming: true })
    const etag = first.headers.get('etag')!
    const query = { symbol: 'BANKNIFTY', tf: '1m' }
    const second = await get('/api/index_candles', users.pro, query, { 'if-none-match': etag })
    expect(second.json).toEqual([bar(60_000), { ...bar(120_000), close: 3, forming: true }])
  })

  it('has the bars of the session before by a call of their own', async () => {
    const bar = { time: 60_000, open: 1, high: 2, low: 1, close: 2 }
    const before = () => get('/api/index_candles_before', users.pro, { symbol: 'BANKNIFTY' })
    expect((await before()).json).toEqual([])
    publish('before.BANKNIFTY', [bar])
    expect((await before()).json).toEqual([bar])
  })

  it('has the extra columns of the chain by a call of their own, for the plans that see the chain', async () => {
    const leg = {
      iv: 12.34,
      delta: 0.5,
      gamma: 0.0009,
      vega: 13.8,
      theta: -11.8,
      prev_close: 151.2,
      volume: 650,
      oi_change: -130,
      build_up: null,
    }
    const details = [{ strike: 25_000, ce: leg, pe: { ...leg, delta: -0.5 } }]
    publish('chain_details.NIFTY', details)
    expect((await get('/api/option_chain_details', users.pro)).json).toEqual(details)
    expect((await get('/api/option_chain_details', users.starter)).status).toBe(403)
  })

  it('is packed for who unpacks', async () => {
    publish('chain.NIFTY', rows)
    const { hostname, port } = new URL(web.url)
    const { request } = await import('node:http')
    const headers = { cookie: users.pro.cookie, 'accept-encoding': 'gzip' }
    const body = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve) => {
      request({ hostname, port, path: '/option_chain_table', headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        )
      }).end()
    })
    expect(body.encoding).toBe('gzip')
    expect(JSON.parse(gunzipSync(body.bytes).toString())).toEqual(rows)
  })

  it('is empty in shape before anything was published', async () => {
    expect((await get('/option_chain_table', users.pro, { symbol: 'BANKNIFTY' })).json).toEqual([])
    expect((await get('/api/index_candles', users.pro, { symbol: 'BANKNIFTY', tf: '15m' })).json).toEqual([])
    expect((await get('/news', users.starter)).json).toEqual({ headlines: [] })
  })

  it('survives odd messages on the bus', async () => {
    publish('news', { headlines: ['Nifty opens flat'] })
    web.bus.publish('snapshot.news', { version: 2, json: '{"headlines":5}' })
    web.bus.publish('snapshot.signals.NIFTY', { version: 2, json: 'not json' })
    web.bus.publish('snapshot.candles.NIFTY', 5)
    expect((await get('/news', users.starter)).json).toEqual({ headlines: ['Nifty opens flat'] })
  })
})

it('shows decisions in rupees, newest first, and one of them by its id', async () => {
  const decision = (minute: number): Decision => ({
    id: `d${minute}`,
    symbol: 'NIFTY',
    barEnd: istInstant(TODAY, 9, minute),
    action: 'none',
    direction: 'up',
    score: 0.3,
    coverage: 1,
    threshold: 0.4,
    spike: 0,
    contributions: [
      {
        agent: 'candle_signal',
        bias: 'bullish',
        weight: 0.2,
        signed: 0.5,
        stale: false,
        asOf: '2026-11-20T09:30:00+05:30',
      },
    ],
    noTrade: [{ code: 'score_low', message: { code: 'no_trade.score_low', score: 0.3, threshold: 0.4 } }],
    entry: null,
    spot: 2_500_055 as Paise,
    atr5: 2010 as Paise,
    flips: [{ code: 'flip.more_than_one' }],
    version: '1',
    configHash: 'c',
  })
  for (const minute of [31, 32])
    await web.store.db
      .insertInto('decisions')
      .values({
        seq: minute,
        id: `d${minute}`,
        symbol: 'NIFTY',
        bar_end: decision(minute).barEnd,
        action: 'none',
        record: JSON.stringify(decision(minute)),
        hash: `h${minute}`,
        prev_hash: '',
      })
      .execute()
  const list = await get('/api/decisions', users.elite, { date: TODAY, symbol: 'NIFTY', limit: '10' })
  expect((list.json as { id: string }[]).map((row) => row.id)).toEqual(['d32', 'd31'])
  expect((await get('/api/decisions/d31', users.elite)).json).toMatchObject({
    seq: 31,
    bar_end: '2026-11-20T09:31:00+05:30',
    spot: 25_000.55,
    atr5: 20.1,
    no_trade: [{ code: 'score_low', text: 'Score +0.30, needs +0.40 or −0.40.' }],
    contributions: [{ agent: 'candle_signal', as_of: '2026-11-20T09:30:00+05:30' }],
    hash: 'h31',
  })
  expect((await get('/api/decisions', users.elite, { date: '2026-11-19' })).json).toEqual([])
  expect((await get('/api/decisions/none', users.elite)).status).toBe(404)
  expect((await get('/api/decisions', users.elite, { date: TODAY, limit: '100000' })).status).toBe(400)
})

it('groups minutes without an entry by their most serious reason, and leaves those with one out', async () => {
  const reasons = {
    scoreLow: (score: number) => ({
      code: 'score_low',
      message: { code: 'no_trade.score_low', score, threshold: 0.4 },
    }),
    // As version 1 recorded it.
    range: { code: 'regime_range', text: 'The market is in a range.' },
  }
  const minutes: [number, unknown, Decision['action']?][] = [
    [1, reasons.scoreLow(0.1)],
    [2, reasons.scoreLow(0.2)],
    [3, undefined, 'buy_call'],
    [4, reasons.scoreLow(0.3)],
    // Nothing was decided at 10:05.
    [6, reasons.scoreLow(0.35)],
    [7, reasons.range],
  ]
  for (const [minute, reason, action = 'none'] of minutes)
    await web.store.db
      .insertInto('decisions')
      .values({
        seq: 100 + minute,
        id: `run${minute}`,
        symbol: 'BANKNIFTY',
        bar_end: istInstant(TODAY, 10, minute),
        action,
        record: JSON.stringify({ noTrade: reason === undefined ? [] : [reason, reasons.range] }) as never,
        hash: `run${minute}`,
        prev_hash: '',
      })
      .execute()
  const { json } = await get('/api/no_trade_minutes', users.elite, { date: TODAY, symbol: 'BANKNIFTY' })
  const run = (first: number, last: number, count: number) => ({
    first: `2026-11-20T10:0${first}:00+05:30`,
    last: `2026-11-20T10:0${last}:00+05:30`,
    minutes: count,
  })
  expect(json).toMatchObject([
    { ...run(1, 2, 2), code: 'score_low', text: 'Score +0.20, needs +0.40 or −0.40.' },
    { ...run(4, 4, 1), code: 'score_low' },
    { ...run(6, 6, 1), code: 'score_low' },
    { ...run(7, 7, 1), code: 'regime_range', text: 'The market is in a range.' },
  ])
  expect(json).toHaveLength(4)
  expect((await get('/api/no_trade_minutes', users.pro, { date: TODAY })).status).toBe(403)
})

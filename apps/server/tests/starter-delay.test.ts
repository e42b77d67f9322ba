import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { istInstant, istIso, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  FRIDAY_TEN,
  newUser,
  NoRateLimits,
  startTestWeb,
  type CallOptions,
  type TestUser,
  type TestWeb,
} from './harness.ts'
import { bullishSignal } from './bullish-signal.ts'
import { listenToStream } from './stream-listener.ts'
import { writeTrade } from './trade-rows.ts'

/*
 * The starter plan sees the market a minute late, in every reply. Each market number that is published here names the
 * second it was published in, so any reply can be searched for one that is too young. Which replies: all whose schema has
 * room for a number or for free text, from the table of routes.
 */

const TODAY = '2026-11-20' as IstDate
const DELAY_S = 60
/** A market number of second `s`: index points or rupees. Nothing else has seven digits that begin with 7. */
const BASE = 7_000_000
/** Of the contract whose price is quoted each second. */
const STRIKE = 25_000
const TOKEN = 2
const markOf = (second: number) => BASE + second

let web: TestWeb
let user: TestUser
let second = 0
let tradeId = ''
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits() })
  user = await newUser(web)
  await web.store.db
    .insertInto('broker_links')
    .values({ user_id: user.id, mode: 'paper', broker_user_id: 'paper-1' })
    .execute()
  web.bus.publish(`account.${user.id}`, null)
})
afterAll(() => web.stop())

const own = () => ({ uid: user.id, date: TODAY })
const INPUTS: Partial<Record<RouteName, () => CallOptions>> = {
  userTradeLogs: () => ({ query: own() }),
  userActiveTrades: () => ({ query: own() }),
  answerApproval: () => ({ body: { answer: 'skip' } }),
  ticketQuote: () => ({ query: { symbol: 'NIFTY', strike: String(STRIKE), side: 'CE' } }),
  sendTicket: () => ({
    body: {
      symbol: 'NIFTY',
      strike: STRIKE,
      side: 'CE',
      expiry: '2026-11-24',
      lots: 1,
      limit_price: 150,
      stop_price: 120,
    },
  }),
  contractChart: () => ({ query: { symbol: 'NIFTY', strike: String(STRIKE), side: 'CE', expiry: '2026-11-24' } }),
  contractHistory: () => ({ query: { symbol: 'NIFTY', strike: String(STRIKE), side: 'CE', expiry: '2026-11-24' } }),
  contractHistoryMinutes: () => ({
    query: { symbol: 'NIFTY', strike: String(STRIKE), side: 'CE', expiry: '2026-11-24', date: TODAY },
  }),
  tradeChart: () => ({ query: { uid: user.id, trade_id: tradeId } }),
  livePnl: () => ({ query: own() }),
  tradeTracker: () => ({ query: own() }),
  entryRefusals: () => ({ query: own() }),
  decisions: () => ({ query: { date: TODAY } }),
  noTradeMinutes: () => ({ query: { date: TODAY } }),
  indexDay: () => ({ query: { date: TODAY } }),
  report: () => ({ query: { mode: 'paper', from: TODAY, to: TODAY } }),
  reportCsv: () => ({ query: { mode: 'paper', from: TODAY, to: TODAY } }),
  why: () => ({ query: { symbol: 'NIFTY', minute: '2026-11-20T09:31' } }),
  purchaseQuote: () => ({ query: { plan: 'pro', billing: 'monthly' } }),
  saveTradeSettings: () => ({
    body: {
      strategies: [{ symbol: 'NIFTY', lots: 1, auto_execute: false, tsl_enabled: false, sl_buffer: 10 }],
      consentGiven: false,
    },
  }),
  withdrawPendingSetting: () => ({ body: { setting: 'capital' } }),
  raiseStop: () => ({ body: { to: 'entry' } }),
  lowerTarget: () => ({ body: { target_price: 200 } }),
  exitTrade: () => ({ body: {} }),
  reduceTrade: () => ({ body: { keep_lots: 1 } }),
  saveRiskSettings: () => ({
    body: {
      capital: null,
      daily_loss_cap_pct: 1,
      max_entries_per_symbol: 3,
      max_positions_per_symbol: 1,
      cover_manual_shorts: false,
    },
  }),
}

/**
 * Changes that answer with the caller's own things alone, reads of rows a new user does not have, and the packed file of
 * what `report` shows.
 */
const NO_MARKET: ReadonlySet<RouteName> = new Set([
  'signup',
  'confirmSignup',
  'reportPdf',
  'agreeToTerms',
  'setStop',
  'exitAll',
  'pay',
  'paymentEvent',
  'checkout',
  'receipt',
  'recordDay',
  'recordTimeStamps',
  'exportMyData',
  'askSupport',
  'saveLanguage',
  'saveListing',
  'sayToSupport',
  'sendGrievance',
  'saveNominee',
  'setErasure',
  'withdrawConsent',
  'saveTelegram',
  'telegramLink',
  'telegramTest',
  'pushDevices',
  'addPushDevice',
  'removePushDevice',
  'testPush',
  'readNotices',
  'saveAlertSwitch',
  'saveQuietHours',
  'addCustomAlert',
  'changeCustomAlert',
  'pauseCustomAlert',
  'removeCustomAlert',
  'programKeys',
  'createProgramKey',
  'revokeProgramKey',
  'endSession',
  'endOtherSessions',
  'saveBrokerKeys',
  'acceptBrokerDisclosure',
  'brokerLoginLink',
  'brokerCallback',
  'connectPaper',
  'brokerDisconnect',
])

const asked = (Object.entries(ROUTES) as [RouteName, Route][]).filter(
  ([name, route]) => route.auth !== 'operator' && !NO_MARKET.has(name) && holdsText(route),
)

/** Whether a reply has room for a number, or for a text that may name one. */
function holdsText({ reply }: Route): boolean {
  return /"type":"(?:number|integer|string)"/.test(JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' })))
}

function publish(name: string, value: unknown): void {
  web.bus.publish(`snapshot.${name}`, { version: second, json: JSON.stringify(value) })
}

const signal = (mark: number, components?: Record<string, number>) =>
  bullishSignal({ at: web.clock.now(), strength: 0.5, mark, ...(components === undefined ? {} : { components }) })

/** Everything the market role publishes, and what the trader role writes, of one second. */
async function tick(): Promise<void> {
  second += 1
  web.clock.set((FRIDAY_TEN + second * 1000) as EpochMs)
  const now = web.clock.now()
  const mark = markOf(second)
  const bar = { time: now - (now % MINUTE_MS), open: mark, high: mark, low: mark, close: mark }
  const quote = { price: mark, change: mark, change_percent: mark }
  publish('indices', { nifty50: quote, banknifty: quote, as_of: istIso(now) })
  publish('candles.NIFTY', { '1m': [bar], '3m': [bar], '5m': [bar], '15m': [bar] })
  publish('forming.NIFTY', bar)
  const values = { macd: mark, macdSignal: mark, macdHistogram: mark, vwap: mark, rsi: mark }
  publish('signals.NIFTY', {
    candle_signal: signal(mark),
    option_chain_signal: signal(mark),
    indicator_signal: signal(mark, values),
  })
  publish('chain.NIFTY', [
    { strike: STRIKE, ce_oi: 1, ce_ltp: mark, ce_above_ema: null, pe_oi: 1, pe_ltp: mark, pe_above_ema: null },
    { strike: mark, ce_oi: 1, ce_ltp: mark, ce_above_ema: null, pe_oi: 1, pe_ltp: mark, pe_above_ema: null },
  ])
  publish('listed.NIFTY', {
    options: [
      {
        token: TOKEN,
        tradingsymbol: 'NIFTY26NOV25000CE',
        symbol: 'NIFTY',
        expiry: '2026-11-24',
        strike: STRIKE,
        side: 'CE',
        tickSize: 5,
        lotSize: 75,
      },
    ],
  })
  publish('range.NIFTY', { atr5: mark * 100 })
  const paise = mark * 100
  for (const token of [TOKEN, INDEX_TOKENS.NIFTY])
    web.bus.publish('quotes', Float64Array.of(token, paise, paise + 10, paise, now, 0, 0, 750))
  publish('estimate.NIFTY', { contract_lot: 75, present_premium: mark, one_lot_risk: mark })
  publish('option.1', {
    tradingsymbol: 'NIFTY26NOV25000CE',
    from: bar.time,
    prices: [mark, mark, mark, mark].map((price) => price * 100),
    pricing: { at: now, spot: mark, forward: mark, volatility: 0.1, years: 0.01, rate: 0.06 },
  })
}

/** A trade decided on in this second, and the refusal of a decision to buy at the strike of this second. */
async function trade(): Promise<void> {
  const { db, pool } = web.store
  const now = web.clock.now()
  tradeId = `t-${second}`
  await writeTrade(db, user.id, TODAY, tradeId, 'open')
  const decide = (id: string, seq: number, symbol: string, record: object) =>
    pool.query(`insert into decisions values ($1, $2, $3, $4, 'buy_call', $5, 'h', '')`, [
      seq,
      id,
      symbol,
      now,
      JSON.stringify(record),
    ])
  await decide(`decision-t-${second}`, 2 * second, 'NIFTY', { spot: markOf(second) * 100, barEnd: now, entry: null })
  await decide(`refused-${second}`, 2 * second + 1, 'BANKNIFTY', {
    entry: { contract: { strike: markOf(second), side: 'CE' } },
  })
  await pool.query(`insert into entry_refusals values ($1, 'BANKNIFTY', $2, $3, $4, 'symbol_not_in_plan', 'words')`, [
    user.id,
    `refused-${second}`,
    TODAY,
    now,
  ])
  web.bus.publish(`trades.${user.id}`, null)
}

describe('a starter', () => {
  const oldest = new Map<string, number>()

  it.each(Array.from({ length: 6 }, (_, i) => i))('sees no market number younger than a minute, look %i', async () => {
    for (let step = 0; step < 37; step += 1) await tick()
    await trade()
    for (const ahead of [0, 59, 1]) {
      for (let step = 0; step < ahead; step += 1) await tick()
      for (const [name, route] of asked) {
        const { query, body } = INPUTS[name]?.() ?? {}
        const answer = await call(web, route.method, `/api${route.path.replace(/:\w+/g, 'none')}`, {
          cookie: user.cookie,
          ...(query === undefined ? {} : { query }),
          ...(body === undefined ? {} : { body }),
        })
        expect([name, answer.status, answer.text.slice(0, 200)]).toEqual([
          name,
          route.path.includes(':') ? expect.toBeOneOf([403, 404]) : expect.toBeOneOf([200, 403, 404]),
          expect.anything(),
        ])
        if (answer.status === 404)
          expect(name).toBeOneOf([
            'why',
            'decision',
            'whyDecision',
            'raiseStop',
            'lowerTarget',
            'reduceTrade',
            'exitTrade',
            'entryTicket',
            'answerApproval',
            'withdrawPendingSetting',
          ])
        for (const [found] of answer.text.matchAll(/(?<!\d)7\d{6}(?!\d)/g)) {
          const age = second - (Number(found) - BASE)
          expect([name, age >= DELAY_S]).toEqual([name, true])
          oldest.set(name, Math.max(oldest.get(name) ?? 0, age))
        }
      }
    }
  })

  it('did see the market, where its plan shows it', () => {
    expect([...oldest.keys()].toSorted()).toEqual(
      [
        'entryRefusals',
        'indexCandles',
        'indicatorValues',
        'liveIndices',
        'saveRiskSettings',
        'saveTradeSettings',
        'signals',
        'ticketQuote',
        'tradeChart',
        'tradeSettings',
      ].toSorted(),
    )
  })
})

/** Topics of the stream that show the market, all that a page may follow of NIFTY. */
const TOPICS = [
  'liveIndices',
  'news',
  'signals.NIFTY',
  'indicatorValues.NIFTY',
  'optionChainTable.NIFTY',
  'optionChainDetails.NIFTY',
  'optionChainWalls.NIFTY',
  'indexCandles.NIFTY',
  `decisions.NIFTY.${TODAY}`,
  `userActiveTrades.${TODAY}`,
  `livePnl.${TODAY}`,
]

/** Follows everything over the stream while the market moves. The youngest number that came, in seconds, by its topic. */
async function youngestOverStream(cookie: string): Promise<ReadonlyMap<string, number>> {
  const youngest = new Map<string, number>()
  const listener = listenToStream(web, { cookie })
  await listener.opened
  listener.follow(...TOPICS)
  for (const steps of [1, 37, 59, 1, 1, 62]) {
    for (let step = 0; step < steps; step += 1) await tick()
    const before = listener.entries.length
    // Two rounds of the stream, in which the clock stands.
    await new Promise((resolve) => void setTimeout(resolve, 600))
    for (const entry of listener.entries.slice(before)) {
      const topic = entry.type === 'keyframe' ? entry.topic : entry.type === 'delta' ? 'a delta' : 'another entry'
      for (const [found] of JSON.stringify(entry).matchAll(/(?<!\d)7\d{6}(?!\d)/g)) {
        const age = second - (Number(found) - BASE)
        youngest.set(topic, Math.min(youngest.get(topic) ?? Number.POSITIVE_INFINITY, age))
      }
    }
  }
  listener.socket.terminate()
  return youngest
}

it('a starter sees no market number younger than a minute over the stream', async () => {
  const youngest = await youngestOverStream(user.cookie)
  for (const [topic, age] of youngest) expect([topic, age >= DELAY_S]).toEqual([topic, true])
  expect([...youngest.keys()].toSorted()).toEqual(
    ['a delta', 'indexCandles.NIFTY', 'indicatorValues.NIFTY', 'liveIndices', 'signals.NIFTY'].toSorted(),
  )
})

it('a paying plan sees the same at once over the stream', async () => {
  const youngest = await youngestOverStream((await newUser(web, 'elite')).cookie)
  expect(youngest.get('a delta')).toBe(0)
  expect([...youngest.keys()]).toContain('optionChainTable.NIFTY')
})

it('a paying plan sees the same at once', async () => {
  const pro = await newUser(web, 'elite')
  await tick()
  const answer = await call(web, 'GET', '/api/trade-settings', { cookie: pro.cookie })
  expect(answer.text).toContain(String(markOf(second)))
  expect(istInstant(TODAY, 10)).toBe(FRIDAY_TEN)
})

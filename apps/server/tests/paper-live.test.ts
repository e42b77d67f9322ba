// @invariant paper-apart-from-live
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { EDGE_SENTENCE } from '@strikewise/domain/trading/edge-acknowledgement.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokerCredentials } from '../src/accounts/broker-credentials.ts'
import { paperAccountId } from '../src/accounts/paper-exchange.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { readConfig, type Config } from '../src/config.ts'
import { startTrader } from '../src/roles/trader.ts'
import { startWeb } from '../src/roles/web.ts'
import { MasterKey } from '../src/secrets/master-key.ts'
import { Vault } from '../src/secrets/vault.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { openClock } from '../src/time/open-clock.ts'
import { call, newUser, stateIn, type Answer, type WebUnderTest, type TestUser } from './harness.ts'
import { startRelay, type RecordingRelay } from './recording-relay.ts'
import { decide, entryPlan, feedQuotes, LOGIC_ID, logIn, SandboxStack, until } from './trading-stack.ts'

// One exchange stands behind two addresses: one configured as the real broker, one as the paper exchange. Both record
// every byte. So both kinds of link trade the same market at the same time, and each address shows its callers.

const SPEED = 5
const CONTROL_KEY = 'canary-control-key'
const ALGO_ID = 'CANARYALGO1'
const LIVE_CLIENT = 'SW1001'
/** Of this machine, and the one address the broker takes orders of the live client from. */
const EGRESS = '127.0.0.5'

let stack: SandboxStack
let live: RecordingRelay
let paper: RecordingRelay
let postgres: TestPostgres
let config: Config
let clock: Awaited<ReturnType<typeof openClock>>
let bus: ThreadBus
let vault: Vault
let webRole: Awaited<ReturnType<typeof startWeb>>
let web: WebUnderTest
let trader: { close(): Promise<void> }
let ticker: Ticker
let seq = 0
const users = new Map<LinkMode, TestUser>()
const dataDir = mkdtempSync(join(tmpdir(), 'strikewise-paper-'))

beforeAll(async () => {
  stack = await SandboxStack.start(['--speed', String(SPEED), '--start', '2026-09-16T10:00+05:30', '--seed', 'trader'])
  const port = Number(new URL(stack.url).port)
  live = await startRelay(port)
  paper = await startRelay(port)
  postgres = await startTestPostgres()
  const real = `127.0.0.1:${live.port}`
  const parsed = readConfig({
    PORT: '0',
    STRIKEWISE_DATA: dataDir,
    KITE_API_URL: `http://${real}/kite`,
    KITE_TICKER_URL: `ws://${real}/ticker`,
    KITE_LOGIN_URL: `http://${real}/connect/login`,
    PAPER_EXCHANGE_URL: `http://127.0.0.1:${paper.port}`,
    PAPER_EXCHANGE_KEY: CONTROL_KEY,
    PAYMENTS: 'mock',
    LIVE_TRADING: 'on',
    LIVE_ALGO_ID: ALGO_ID,
    OIDC_DISCOVERY_URL: 'off',
    TELEGRAM_API_URL: 'off',
    SMTP_URL: 'smtp://mail.example.org:587',
    NEWS_FEEDS: ',',
    TRUSTED_PROXY_HEADER: 'x-test-address',
  })
  expect(parsed).toMatchObject({ sandbox: false, liveTrading: true })
  // The market's hours are the sandbox's, whatever day it is here: the one thing a real broker does not offer.
  config = { ...parsed, clockUrl: `${stack.url}/clock` }
  clock = await openClock(config)
  bus = openThreadBus(`test-${dataDir}`, 'test')
  vault = new Vault(postgres.store.db, MasterKey.open(config))
  const parts = { config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) }
  webRole = await startWeb(parts)
  web = { url: webRole.url, store: postgres.store, bus, clock }
  trader = startTrader(parts)
})

afterAll(async () => {
  await trader?.close()
  await ticker?.close()
  await webRole?.close()
  clock?.close()
  bus?.close()
  await postgres?.stop()
  await live?.close()
  await paper?.close()
  await stack?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const placed = (relay: RecordingRelay) => relay.seen().split('POST /kite/orders/regular').length - 1
const post = (who: TestUser, path: string, body: object = {}) => call(web, 'POST', path, { cookie: who.cookie, body })
const me = async (who: TestUser) => (await call(web, 'GET', '/api/me', { cookie: who.cookie })).json

async function arm(who: TestUser): Promise<void> {
  const strategies = [{ symbol: 'NIFTY', lots: 1, auto_execute: true, tsl_enabled: true, sl_buffer: 10 }]
  const saved = await call(web, 'PUT', '/api/trade-settings', {
    cookie: who.cookie,
    body: { strategies, consentGiven: true, edge_acknowledgement: EDGE_SENTENCE },
  })
  expect(saved).toMatchObject({ status: 200, json: { strategies: [{ symbol: 'NIFTY', auto_execute: true }] } })
}

/** Keys, login and redirect of the user's own broker account, as specification §5 has it. */
async function connectLive(who: TestUser): Promise<Answer> {
  const { api_key, api_secret } = await stack.get<{ api_key: string; api_secret: string }>(`/accounts/${LIVE_CLIENT}`)
  await post(who, '/api/legal/zerodha-disclosure', { accepted: true })
  const saved = await call(web, 'PUT', '/api/broker/keys', { cookie: who.cookie, body: { api_key, api_secret } })
  if (saved.status !== 200) return saved
  const state = stateIn(await post(who, '/api/broker/login-link'))
  const { request_token, redirect_url } = await stack.post<{ request_token: string; redirect_url: string }>(
    `/accounts/${LIVE_CLIENT}/login`,
    { redirect_params: `state=${state}` },
  )
  return post(who, '/zerodha-callback', { uid: who.id, request_token, full_url: redirect_url })
}

const userOf = (mode: LinkMode) => users.get(mode)!

async function tradeOf(who: TestUser): Promise<Trade | undefined> {
  const row = await postgres.store.db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', who.id)
    .executeTakeFirst()
  return row?.body
}

/** Has the broker take the live client's orders from one address alone, as a registered static IP is. */
async function allowOrdersFrom(address: string): Promise<void> {
  const response = await fetch(`${stack.url}/sandbox/accounts/${LIVE_CLIENT}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ allowed_ips: [address] }),
  })
  expect(response.status).toBe(200)
}

/** What the broker answers to an order of the user's own login that leaves from this machine's usual address. */
async function orderFromElsewhere(who: TestUser): Promise<{ status: number; error_type?: string }> {
  const { apiKey, accessToken } = (await brokerCredentials(postgres.store.db, vault, who.id))!
  const { contract } = await entryPlan(stack, clock)
  const response = await fetch(`${stack.url}/kite/orders/regular`, {
    method: 'POST',
    headers: { authorization: `token ${apiKey.reveal()}:${accessToken.reveal()}`, 'x-kite-version': '3' },
    body: new URLSearchParams({
      exchange: 'NFO',
      tradingsymbol: contract.tradingsymbol,
      transaction_type: 'BUY',
      order_type: 'LIMIT',
      product: 'MIS',
      quantity: String(contract.lotSize),
      price: '1',
      validity: 'DAY',
    }),
  })
  const { error_type } = (await response.json()) as { error_type?: string }
  return { status: response.status, ...(error_type === undefined ? {} : { error_type }) }
}

/** What `ask` answers within some seconds; undefined when it does not come to that. */
const soon = (ask: () => Promise<true | undefined>) => until('', 3_000, ask).catch(() => undefined)

describe('a paper account', () => {
  it('comes with every plan and lets trade settings in, which a plan alone does not', async () => {
    for (const plan of ['starter', 'pro'] as const satisfies readonly Plan[]) {
      const user = await newUser(web, plan)
      const settings = () => call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })
      expect(await settings()).toMatchObject({ status: 403, json: { code: 'upgrade_required' } })
      expect(await post(user, '/api/broker/paper')).toMatchObject({
        status: 200,
        json: {
          connected: true,
          mode: 'paper',
          broker_user_id: paperAccountId(user.id),
          opened_for_user: true,
          token_stale: false,
        },
      })
      expect(await settings()).toMatchObject({ status: 200, json: { strategies: [{ symbol: 'NIFTY' }] } })
      expect(await me(user)).toMatchObject({
        entitlements: { auto_symbols: ['NIFTY'], max_active_trades: 1, broker_connect: false, trade_settings: true },
      })
      // The real account stays with the plans that are sold it.
      expect((await call(web, 'PUT', '/api/broker/keys', { cookie: user.cookie, body: {} })).status).toBe(403)
      users.set('paper', user)
    }
    await arm(userOf('paper'))
  })

  it('ends with a plan that ended, until it is renewed', async () => {
    const user = await newUser(web, 'elite')
    await postgres.store.pool.query('update profiles set plan_expiry = $1 where user_id = $2', [
      new Date(clock.now()),
      user.id,
    ])
    bus.publish(`account.${user.id}`, null)
    expect(await post(user, '/api/broker/paper')).toMatchObject({ status: 403, json: { code: 'plan_expired' } })
  })
})

describe('the tripwire', () => {
  it('has a user trade in either account at the same time', async () => {
    const user = await newUser(web, 'elite')
    users.set('live', user)
    expect(await connectLive(user)).toMatchObject({ status: 200, json: { connected: true, mode: 'live' } })
    await allowOrdersFrom(EGRESS)
    await postgres.store.pool.query('update broker_links set egress_address = $1 where user_id = $2', [EGRESS, user.id])
    await arm(user)
    const quoted = await entryPlan(stack, clock)
    ticker = feedQuotes(stack, await logIn(stack, 'SWFEED'), clock, bus, quoted.contract.token)
    const everybody = [userOf('live'), userOf('paper')]
    // The actors must have read funds and books; until then a decision is refused, and the next one is a new minute's.
    const all = (states: readonly Trade['state'][]) => async () => {
      const trades = await Promise.all(everybody.map(tradeOf))
      return trades.every((trade) => trade !== undefined && states.includes(trade.state)) ? true : undefined
    }
    // The actors must have read funds and books first; until then a decision is refused, and the next is another one.
    await until('an entry in both accounts', 90_000, async () => {
      const entry = await entryPlan(stack, clock, quoted.contract.token)
      await decide(postgres.store.db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry })
      return soon(all(['open', 'exiting', 'closed']))
    })
    expect((await tradeOf(userOf('live')))!.mode).toBe('live')
    expect((await tradeOf(userOf('paper')))!.mode).toBe('paper')
    // The same key and token from any other address: no order.
    expect(await orderFromElsewhere(user)).toMatchObject({ status: 403, error_type: 'PermissionException' })

    // No user changes accounts with a trade open, nor later on a day that was traded.
    expect(await post(userOf('live'), '/api/broker/paper')).toMatchObject({
      status: 409,
      json: { code: 'link_in_use' },
    })
    // Decisions against an open trade, one after the other, are the engine's own way out.
    await until('both trades closed', 60_000, async () => {
      await decide(postgres.store.db, bus, (seq += 1), {
        barEnd: clock.now(),
        action: 'none',
        score: -0.5,
        entry: null,
      })
      return soon(all(['closed']))
    })
  }, 180_000)

  it.each([
    { kind: 'paper', own: () => paper, other: () => live, client: () => paperAccountId(userOf('paper').id) },
    { kind: 'live', own: () => live, other: () => paper, client: () => LIVE_CLIENT },
  ] as const)('sees nothing of the $kind link on the other side', async ({ kind, own, other, client }) => {
    const user = userOf(kind)
    const { apiKey, accessToken } = (await brokerCredentials(postgres.store.db, vault, user.id))!
    const orders = await stack.get<{ order_id: string; tag: string | null }[]>(`/orders?account=${client()}`)
    expect(orders.length).toBeGreaterThanOrEqual(2)
    const marks = [
      apiKey.reveal(),
      accessToken.reveal(),
      client(),
      ...orders.flatMap(({ order_id, tag }) => [order_id, tag!]),
      kind === 'paper' ? CONTROL_KEY : LOGIC_ID,
    ]
    const [here, there] = [own().seen(), other().seen()]
    for (const mark of marks) {
      expect(here, `${mark} on its own side`).toContain(mark)
      expect(there.includes(mark), `${mark} on the other side`).toBe(false)
    }
  })

  it('names in each live order, exits too, the logic that decided, and none on paper', () => {
    const named = (relay: RecordingRelay) => relay.seen().split(`algo_id=${LOGIC_ID}`).length - 1
    expect(named(live)).toBe(placed(live))
    expect(placed(live)).toBeGreaterThanOrEqual(2)
    expect(named(paper)).toBe(0)
  })

  it('counts every order once, on one side', async () => {
    for (const [relay, client] of [
      [paper, paperAccountId(userOf('paper').id)],
      [live, LIVE_CLIENT],
    ] as const)
      expect(placed(relay)).toBe((await stack.get<unknown[]>(`/orders?account=${client}`)).length)
  })
})

describe('a link', () => {
  it('keeps its kind for life', async () => {
    await expect(
      postgres.store.pool.query(`update broker_links set mode = 'live' where user_id = $1`, [userOf('paper').id]),
    ).rejects.toThrow('the kind of a broker link never changes')
  })

  it('makes room for one of the other kind only disconnected, flat and on another day', async () => {
    const user = userOf('live')
    const change = async () => (await post(user, '/api/broker/paper')).json
    expect(await change()).toMatchObject({ code: 'link_in_use', detail: 'Disconnect the live account first.' })
    await post(user, '/zerodha/disconnect', { user_id: user.id })
    expect(await change()).toMatchObject({
      detail: 'The live account has traded today. You can change from the next trading day.',
    })
    const fresh = await newUser(web, 'master')
    expect(await post(fresh, '/api/broker/paper')).toMatchObject({ status: 200 })
    expect(await connectLive(fresh)).toMatchObject({
      status: 409,
      json: { detail: 'Disconnect the paper account first.' },
    })
    await post(fresh, '/zerodha/disconnect', { user_id: fresh.id })
    const keys = { api_key: `canary${randomBytes(4).toString('hex')}`, api_secret: 'canarysecret' }
    expect(await call(web, 'PUT', '/api/broker/keys', { cookie: fresh.cookie, body: keys })).toMatchObject({
      status: 200,
      json: { mode: 'live', connected: false, broker_user_id: null },
    })
    expect(await post(fresh, '/api/broker/paper')).toMatchObject({ status: 200, json: { mode: 'paper' } })
  })

  it('of the live kind is not lost when the paper exchange does not answer', async () => {
    const fresh = await newUser(web, 'elite')
    await post(fresh, '/api/legal/zerodha-disclosure', { accepted: true })
    const keys = { api_key: 'canarykept0001', api_secret: 'canarysecret' }
    await call(web, 'PUT', '/api/broker/keys', { cookie: fresh.cookie, body: keys })
    await paper.close()
    expect(await post(fresh, '/api/broker/paper')).toMatchObject({ status: 503, json: { code: 'broker_unavailable' } })
    expect(await me(fresh)).toMatchObject({ zerodha: { mode: 'live', api_key_last4: '0001' } })
  })
})

// @invariant caller-only
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import type { Route, RouteFeature } from '@strikewise/wire/route.ts'
import { errorBody } from '@strikewise/wire/api-error.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type Answer, type TestUser, type TestWeb } from './harness.ts'

const WHO = ['signed_out', 'starter', 'pro', 'elite', 'master', 'expired_elite', 'operator'] as const
type Who = (typeof WHO)[number]

/** Who owns which feature (specification §6, decisions): the test's own copy of the policy. */
const OWNERS: Record<RouteFeature, readonly Who[]> = {
  option_chain: ['pro', 'elite', 'master'],
  core_signals: ['elite', 'master'],
  trade_log: ['elite', 'master'],
  trade_tracker: ['master'],
  live_pnl: ['pro', 'elite', 'master'],
  entry_refusals: ['elite', 'master'],
  broker_connect: ['elite', 'master'],
  // No user here has a paper account: what comes with one is in paper-link.test.ts.
  trade_settings: ['elite', 'master'],
  alerts: ['pro', 'elite', 'master'],
  support_chat: ['master'],
  manual_trades: ['pro', 'elite', 'master'],
  paper_trading: ['starter', 'pro', 'elite', 'master', 'operator'],
}

let web: TestWeb
const users = new Map<Who, TestUser>()
beforeAll(async () => {
  web = await startTestWeb()
  for (const plan of ['starter', 'pro', 'elite', 'master'] as const) users.set(plan, await newUser(web, plan))
  users.set('expired_elite', await newUser(web, 'elite'))
  users.set('operator', await newUser(web, 'starter', 'operator@example.com'))
  await web.store.db
    .updateTable('profiles')
    .set({ plan_expiry: new Date(web.clock.now()) })
    .where('user_id', '=', users.get('expired_elite')!.id)
    .execute()
  web.bus.publish('account.all', null)
})
afterAll(() => web.stop())

/** An input the route takes, so that a refusal is about who asks. */
function goodInput(name: RouteName, user: TestUser | undefined): { query?: Record<string, string>; body?: unknown } {
  const uid = user?.id ?? 'no-such-user'
  const inputs: Partial<Record<RouteName, { query?: Record<string, string>; body?: unknown }>> = {
    userTradeLogs: { query: { uid, date: '2026-11-20', closed_only: 'true' } },
    userActiveTrades: { query: { uid, date: '2026-11-20' } },
    ticketQuote: { query: { symbol: 'NIFTY', strike: '24500', side: 'CE' } },
    sendTicket: {
      body: {
        symbol: 'NIFTY',
        strike: 24_500,
        side: 'CE',
        expiry: '2026-11-24',
        lots: 1,
        limit_price: 150,
        stop_price: 120,
      },
    },
    contractChart: { query: { symbol: 'NIFTY', strike: '24500', side: 'CE', expiry: '2026-11-24' } },
    contractHistory: { query: { symbol: 'NIFTY', strike: '24500', side: 'CE', expiry: '2026-11-24' } },
    contractHistoryMinutes: {
      query: { symbol: 'NIFTY', strike: '24500', side: 'CE', expiry: '2026-11-24', date: '2026-11-19' },
    },
    tradeChart: { query: { uid, trade_id: 'never-was' } },
    livePnl: { query: { uid, date: '2026-11-20' } },
    tradeTracker: { query: { uid, date: '2026-11-20' } },
    entryRefusals: { query: { uid, date: '2026-11-20' } },
    decisions: { query: { date: '2026-11-20' } },
    indexDay: { query: { date: '2026-11-20' } },
    noTradeMinutes: { query: { date: '2026-11-20' } },
    report: { query: { mode: 'paper', from: '2026-11-01', to: '2026-11-20' } },
    why: { query: { symbol: 'NIFTY', minute: '2026-11-20T09:31' } },
    signup: {
      body: { name: 'A', email: 'someone@example.com', password: 'a long pass phrase', adult: true, terms: true },
    },
    saveTradeSettings: {
      body: {
        strategies: [{ symbol: 'NIFTY', lots: 1, auto_execute: false, tsl_enabled: false, sl_buffer: 10 }],
        consentGiven: false,
      },
    },
    saveRiskSettings: {
      body: {
        capital: 100_000,
        daily_loss_cap_pct: 3,
        max_entries_per_symbol: 3,
        max_positions_per_symbol: 1,
        cover_manual_shorts: false,
      },
    },
    withdrawPendingSetting: { body: { setting: 'capital' } },
    saveTelegram: { body: { telegramChatId: '123' } },
    readNotices: { body: { id: 1, and_older: true } },
    saveAlertSwitch: { body: { kind: 'signal', channel: 'telegram', on: true } },
    telegramLink: { body: {} },
    telegramTest: { body: {} },
    addPushDevice: { body: { endpoint: 'https://push.example/x', p256dh: 'x', auth: 'x' } },
    removePushDevice: { body: { id: 1 } },
    testPush: { body: {} },
    agreeToTerms: { body: { adult: true, terms: true } },
    setStop: { body: { on: true } },
    raiseStop: { body: { to: 'entry' } },
    lowerTarget: { body: { target_price: 120 } },
    reduceTrade: { body: { keep_lots: 1 } },
    exitTrade: { body: {} },
    exitAll: { body: { pause: false } },
    pay: { body: { plan: 'nonsense', billing: 'monthly', terms: true } },
    saveBrokerKeys: { body: { api_key: 'abc', api_secret: 'def' } },
    acceptBrokerDisclosure: { body: { accepted: false } },
    brokerLoginLink: { body: {} },
    brokerCallback: { body: { uid, request_token: 'abc', full_url: 'x' } },
    connectPaper: { body: {} },
    brokerDisconnect: { body: { user_id: uid } },
    saveFeedKeys: { body: { api_key: 'abc', api_secret: 'def' } },
    startFeedSession: { body: { request_token: 'abc' } },
    operatorLoginLink: { body: {} },
    operatorStop: { body: { on: false } },
    promoteWeights: { body: { version: '2026-11-19', reason: 'It is good enough.' } },
    registerLogic: {
      body: {
        config_hash: 'ab'.repeat(32),
        identifier: 'ALGO-1',
        disclosure: 'Weighted vote of agents on index bars.',
        from: '2026-11-19',
        to: null,
      },
    },
    fileTrial: { body: {} },
    withdrawWeights: { body: { reason: 'It is not good enough.' } },
  }
  return inputs[name] ?? {}
}

/** What the table promises: the refusal's status, or undefined when the caller may go on. */
function refusal(route: Route, who: Who): { status: number; code: string } | undefined {
  if (route.auth === 'public') return undefined
  if (who === 'signed_out') return { status: 401, code: 'not_signed_in' }
  if (route.auth === 'operator') return who === 'operator' ? undefined : { status: 403, code: 'forbidden' }
  if (route.feature === undefined || OWNERS[route.feature].includes(who)) return undefined
  const hadIt = who === 'expired_elite' && OWNERS[route.feature].includes('elite')
  return { status: 403, code: hadIt ? 'plan_expired' : 'upgrade_required' }
}

const REFUSALS = new Set(['not_signed_in', 'forbidden', 'upgrade_required', 'plan_expired', 'wrong_origin'])

const cells = (Object.entries(ROUTES) as [RouteName, Route][]).flatMap(([name, route]) =>
  (route.root === true ? [route.path, `/api${route.path}`] : [`/api${route.path}`]).flatMap((path) =>
    WHO.map((who) => ({ name, route, path: path.replace(':id', 'd1'), who })),
  ),
)

describe('who may call what, route by route', () => {
  it.each(cells)('$route.method $path as $who', async ({ name, route, path, who }) => {
    const user = users.get(who)
    const answer = await call(web, route.method, path, {
      ...goodInput(name, user),
      ...(user === undefined ? {} : { cookie: user.cookie }),
    })
    const expected = refusal(route, who)
    if (expected !== undefined) expect(answer).toMatchObject({ status: expected.status, json: { code: expected.code } })
    else expect(REFUSALS).not.toContain((answer.json as { code?: string }).code)
    // No bot and no paper exchange run here: what they were to do is answered as their failure.
    const isOfAnother = (answer.json as { code?: string }).code?.endsWith('_unavailable') === true
    if (!isOfAnother) expect(answer.status).toBeLessThan(500)
    expectShape(route, answer)
  })
})

describe('wrong input', () => {
  const wrong: [
    what: string,
    change: (
      route: Route,
    ) => { query?: Record<string, string>; body?: unknown; raw?: string; type?: string } | undefined,
  ][] = [
    ['an unknown query parameter', () => ({ query: { surprise: '1' } })],
    ['a query parameter of odd letters', () => ({ query: { ['\u0000%']: '\uffff' } })],
    ['nothing where something is needed', (route) => (needsInput(route) ? {} : undefined)],
    ['an unknown body key', (route) => (route.body === undefined ? undefined : { body: { surprise: 1 } })],
    ['a body that is no object', (route) => (route.body === undefined ? undefined : { body: [1, 2] })],
    ['a body that is no JSON', (route) => (route.body === undefined ? undefined : { raw: '{"a":' })],
    [
      'a body of 65 KiB',
      (route) => (route.body === undefined ? undefined : { raw: JSON.stringify({ a: 'x'.repeat(65 * 1024) }) }),
    ],
    [
      'a body 40 levels deep',
      (route) => (route.body === undefined ? undefined : { raw: `${'['.repeat(40)}${']'.repeat(40)}` }),
    ],
    [
      '__proto__ in the body',
      (route) => (route.body === undefined ? undefined : { raw: '{"__proto__":{"on":true},"constructor":1}' }),
    ],
    [
      'a form',
      (route) => (route.body === undefined ? undefined : { raw: 'a=1', type: 'application/x-www-form-urlencoded' }),
    ],
  ]
  const rows = (Object.entries(ROUTES) as [RouteName, Route][]).flatMap(([name, route]) =>
    wrong.flatMap(([what, change]) => {
      const options = change(route)
      return options === undefined ? [] : [{ name, route, what, options }]
    }),
  )

  it.each(rows)('$name refuses $what', async ({ route, options }) => {
    const user = users.get(route.auth === 'operator' ? 'operator' : 'master')!
    const { type, ...rest } = options
    const answer = await call(web, route.method, `/api${route.path.replace(':id', 'd1')}`, {
      ...rest,
      cookie: user.cookie,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(errorBody.safeParse(answer.json).success).toBe(true)
  })

  it.each([
    ['/user_trade_logs', { date: '2026-11-20' }],
    ['/user_active_trades', { date: '2026-11-20' }],
    ['/api/entry_refusals', { date: '2026-11-20' }],
  ])('%s refuses the uid of another user', async (path, query) => {
    const answer = await call(web, 'GET', path, {
      query: { ...query, uid: users.get('elite')!.id },
      cookie: users.get('master')!.cookie,
    })
    expect(answer).toMatchObject({ status: 403, json: { code: 'uid_mismatch' } })
  })

  it.each(['2026-02-30', '2026-13-01', '20-11-2026', '', '2026-11-20T00:00', '9'.repeat(1000)])(
    'refuses the date %j',
    async (date) => {
      const user = users.get('master')!
      const answer = await call(web, 'GET', '/user_active_trades', {
        query: { uid: user.id, date },
        cookie: user.cookie,
      })
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    },
  )
})

function needsInput(route: Route): boolean {
  const needs = (schema: Route['body']) => schema !== undefined && !schema.safeParse({}).success
  return needs(route.query) || needs(route.body)
}

/** Success fits the reply's schema, failure the error's. */
function expectShape(route: Route, answer: Answer): void {
  const schema = answer.status < 300 ? route.reply : errorBody
  const parsed = schema.safeParse(answer.json)
  expect(parsed.error?.issues ?? []).toEqual([])
}

it('distinguishes an unknown call from a wrong method', async () => {
  expect(await call(web, 'GET', '/api/nothing')).toMatchObject({ status: 404, json: { code: 'not_found' } })
  expect(await call(web, 'POST', '/api/me', { body: {} })).toMatchObject({
    status: 405,
    headers: expect.toSatisfy((headers: Headers) => headers.get('allow') === 'GET, HEAD'),
    json: { code: 'method_not_allowed' },
  })
  expect(await call(web, 'DELETE', '/api/payments')).toMatchObject({ status: 405 })
})

it('serves its OpenAPI document, health and readiness to every caller, metrics to the machine itself only', async () => {
  const document = (await call(web, 'GET', '/api/openapi.json')).json as { openapi: string; paths: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/user_trade_logs')
  expect((await call(web, 'GET', '/healthz')).json).toEqual({ ok: true })
  expect((await call(web, 'GET', '/readyz')).json).toEqual({
    ready: true,
    checks: { store: 'up', feed: 'unknown', identity_provider: 'off' },
  })
  expect((await call(web, 'GET', '/metrics')).status).toBe(404)
  for (const [executor, value] of Object.entries({ a: 1, b: 2 }))
    web.bus.publish(`metrics.trader.${executor}`, [
      { name: 'broker_calls', labels: { kind: 'enter', call: 'place' }, value },
    ])
  const metrics = await (await fetch(`${web.url}/metrics`)).text()
  expect(metrics).toContain('strikewise_http_seconds')
  expect(metrics).toContain('strikewise_trader_broker_calls{kind="enter",call="place"} 3')
})

it('slows down who calls too often', async () => {
  const user = await newUser(web)
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await call(web, 'GET', '/api/me', { cookie: user.cookie })).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

// @invariant one-position-per-index
// @invariant one-connection
// @invariant consent-before-purchase
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { hashOfText } from '@strikewise/legal/legal-text.ts'
import { PRIVACY_POLICY } from '@strikewise/legal/privacy.ts'
import { TERMS_OF_USE } from '@strikewise/legal/terms.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const me = async (user: TestUser) => (await call(web, 'GET', '/api/me', { cookie: user.cookie })).json

describe('the language', () => {
  const save = (user: TestUser, language: string) =>
    call(web, 'PUT', '/api/account/language', { cookie: user.cookie, body: { language } })
  const session = async (user: TestUser) =>
    (await call(web, 'GET', '/api/auth/get-session', { cookie: user.cookie })).json as { user: { language: unknown } }

  it('is not chosen at first; saved, it is in the next answer about the account and its session', async () => {
    const user = await newUser(web)
    expect([(await session(user)).user.language, await me(user)]).toEqual([
      null,
      expect.objectContaining({ language: null }),
    ])
    expect(await save(user, 'hi')).toMatchObject({ status: 200, json: { language: 'hi' } })
    expect([(await session(user)).user.language, await me(user)]).toEqual([
      'hi',
      expect.objectContaining({ language: 'hi' }),
    ])
  })

  it('is what a refused call is explained in, before the browser’s', async () => {
    const user = await newUser(web)
    const refused = (headers: Record<string, string>) =>
      call(web, 'GET', '/api/trade-settings', { cookie: user.cookie, headers })
    const answers = [await refused({}), await refused({ 'accept-language': 'hi-IN,hi;q=0.9' })]
    await save(user, 'hi')
    answers.push(await refused({ 'accept-language': 'en' }))
    expect(answers.map(({ status, headers }) => [status, headers.get('content-language')])).toEqual([
      [403, 'en-IN'],
      [403, 'hi-IN'],
      [403, 'hi-IN'],
    ])
    expect(answers.map(({ json }) => (json as { code: string }).code)).toEqual(Array(3).fill('upgrade_required'))
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(
      Array(3).fill('application/problem+json; charset=utf-8'),
    )
  })

  it('is the caller’s alone, and one of those offered', async () => {
    const [one, other] = [await newUser(web), await newUser(web)]
    await save(one, 'hi')
    expect(await me(other)).toMatchObject({ language: null })
    expect(await save(one, 'mr')).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await me(one)).toMatchObject({ language: 'hi' })
  })
})

describe('paying', () => {
  const pay = (user: TestUser, body: object, key: string | undefined = 'order-1') =>
    call(web, 'POST', '/api/payments', {
      cookie: user.cookie,
      body: { terms: true, ...body },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })

  it.each([
    ['pro', 'monthly', 2000, '2026-12-20T10:00:00+05:30'],
    ['elite', 'quarterly', 11_500, '2027-02-18T10:00:00+05:30'],
    ['master', 'yearly', 78_000, '2027-11-20T10:00:00+05:30'],
  ])('sets %s for a %s term', async (plan, billing, amount, expiry) => {
    const user = await newUser(web)
    const answer = await pay(user, { plan, billing })
    expect(answer).toMatchObject({
      status: 200,
      json: { status: 'confirmed', plan, billing, amount, plan_expiry: expiry },
    })
    expect(await me(user)).toMatchObject({
      plan,
      plan_expiry: expiry,
      planExpiry: expiry,
      expiry,
      entitlements: { plan },
    })
  })

  it('keeps what was agreed to with the purchase, and sells nothing without', async () => {
    const user = await newUser(web)
    expect(await pay(user, { plan: 'pro', billing: 'monthly', terms: false })).toMatchObject({ status: 400 })
    const agreed = async () =>
      web.store.db
        .selectFrom('consents')
        .select(['kind', 'version', 'text_hash', 'at'])
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute()
    expect(await agreed()).toHaveLength(3)
    web.clock.advance(60_000)
    await pay(user, { plan: 'pro', billing: 'monthly' })
    const at = new Date(web.clock.now())
    expect((await agreed()).slice(3)).toEqual([
      { kind: 'terms', version: TERMS_OF_USE.version, text_hash: hashOfText(TERMS_OF_USE), at },
      { kind: 'privacy', version: PRIVACY_POLICY.version, text_hash: hashOfText(PRIVACY_POLICY), at },
    ])
  })

  it('charges once for a key, however often and however fast it is asked', async () => {
    const user = await newUser(web)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => pay(user, { plan: 'elite', billing: 'monthly' }, 'one-order')),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    const payments = await web.store.db.selectFrom('payments').select('id').where('user_id', '=', user.id).execute()
    expect(payments).toHaveLength(1)
    expect(await pay(user, { plan: 'master', billing: 'monthly' }, 'one-order')).toMatchObject({
      status: 422,
      json: { code: 'idempotency_mismatch' },
    })
    expect(await me(user)).toMatchObject({ plan: 'elite' })
  })

  it.each([
    ['no key', { plan: 'pro', billing: 'monthly' }, '', 'idempotency_key_required', /Idempotency-Key/],
    [
      'an unknown billing',
      { plan: 'pro', billing: 'weekly' },
      'k',
      'invalid_input',
      /Invalid plan or billing type selected\.$/,
    ],
    [
      'an unknown plan',
      { plan: 'gold', billing: 'monthly' },
      'k',
      'invalid_input',
      /Invalid plan or billing type selected\.$/,
    ],
    [
      'the free plan',
      { plan: 'starter', billing: 'monthly' },
      'k',
      'invalid_input',
      /Invalid plan or billing type selected\.$/,
    ],
    ['a price of one’s own', { plan: 'pro', billing: 'monthly', amount: 1 }, 'k', 'invalid_input', /amount/],
  ])('refuses %s', async (_what, body, key, code, message) => {
    const answer = await pay(await newUser(web), body, key)
    expect(answer).toMatchObject({ status: 400, json: { code } })
    expect((answer.json as { message: string }).message).toMatch(message)
  })

  it('falls back to starter at the instant of expiry, and shows which plan ended', async () => {
    const user = await newUser(web)
    await pay(user, { plan: 'elite', billing: 'monthly' })
    web.clock.advance(30 * 86_400_000 - 1)
    expect(await me(user)).toMatchObject({ entitlements: { plan: 'elite', expired_plan: null } })
    web.clock.advance(1)
    expect(await me(user)).toMatchObject({
      plan: 'elite',
      entitlements: { plan: 'starter', expired_plan: 'elite', delay_seconds: 60, broker_connect: false },
    })
    expect(await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })).toMatchObject({
      status: 403,
      json: { code: 'plan_expired', message: 'Your Elite plan has expired. Renew it to continue.' },
    })
  })
})

describe('trade settings', () => {
  const row = { symbol: 'NIFTY', lots: 2, auto_execute: false, tsl_enabled: true, sl_buffer: 10 }
  const save = (user: TestUser, strategies: object[], consentGiven = false) =>
    call(web, 'PUT', '/api/trade-settings', { cookie: user.cookie, body: { strategies, consentGiven } })

  it('begin at their defaults, one row for elite and two for master', async () => {
    const [elite, master] = [await newUser(web, 'elite'), await newUser(web, 'master')]
    const untouched = { lots: 0, auto_execute: false, tsl_enabled: false, sl_buffer: 10 }
    expect((await call(web, 'GET', '/api/trade-settings', { cookie: elite.cookie })).json).toEqual({
      strategies: [{ symbol: 'NIFTY', ...untouched }],
      consentGiven: false,
      updatedAt: null,
      parallel_trades: false,
      live_edge: 'not_live',
      risk: {
        capital: null,
        daily_loss_cap_pct: 3,
        max_entries_per_symbol: 3,
        max_positions_per_symbol: 1,
        cover_manual_shorts: false,
      },
    })
    const both = await call(web, 'GET', '/api/trade-settings', { cookie: master.cookie })
    expect((both.json as { strategies: { symbol: string }[] }).strategies.map((s) => s.symbol)).toEqual([
      'NIFTY',
      'BANKNIFTY',
    ])
  })

  it('show the real lot and what it risks once the market role knows', async () => {
    const user = await newUser(web, 'elite')
    const known = { contract_lot: 65, present_premium: 182.35, one_lot_risk: 2271.45 }
    web.bus.publish('snapshot.estimate.NIFTY', { version: 1, json: JSON.stringify(known) })
    const answer = await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })
    expect((answer.json as { strategies: object[] }).strategies[0]).toMatchObject(known)
  })

  it('arm only with consent, which is recorded when given and when withdrawn', async () => {
    const user = await newUser(web, 'elite')
    const armed = { ...row, auto_execute: true }
    expect(await save(user, [armed])).toMatchObject({ status: 409, json: { code: 'consent_required' } })
    expect(await save(user, [armed], true)).toMatchObject({
      status: 200,
      json: { strategies: [armed], consentGiven: true, updatedAt: '2026-11-20T10:00:00+05:30' },
    })
    expect((await save(user, [row], false)).status).toBe(200)
    const consents = await web.store.db
      .selectFrom('consents')
      .select(['given', 'version'])
      .where('user_id', '=', user.id)
      .where('kind', '=', 'auto_execute')
      .orderBy('id')
      .execute()
    expect(consents.map((consent) => consent.given)).toEqual([true, false])
    expect(await me(user)).toMatchObject({ trade_settings: { consentGiven: false, strategies: [row] } })
  })

  it.each([
    ['no lots', { ...row, lots: 0 }, 'strategies.0.lots: Must be at least 1'],
    ['half a lot', { ...row, lots: 1.5 }, 'strategies.0.lots: Must be a whole number'],
    ['lots that are no number', { ...row, lots: 'many' }, 'strategies.0.lots: Required'],
    ['a negative buffer', { ...row, sl_buffer: -1 }, 'strategies.0.sl_buffer: Cannot be negative'],
    ['a buffer with paise', { ...row, sl_buffer: 0.5 }, 'strategies.0.sl_buffer: Must be a whole number'],
    ['an unknown index', { ...row, symbol: 'SENSEX' }, undefined],
    ['a field of one’s own', { ...row, capital: 1 }, undefined],
  ])('refuse %s', async (_what, strategy, message) => {
    const user = await newUser(web, 'elite')
    const answer = await save(user, [strategy])
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    if (message !== undefined) expect(answer.json).toMatchObject({ message })
  })

  it('refuse an index the plan does not trade, and the same one twice', async () => {
    const user = await newUser(web, 'elite')
    expect(await save(user, [row, { ...row, symbol: 'BANKNIFTY' }])).toMatchObject({
      status: 403,
      json: { code: 'symbol_not_in_plan' },
    })
    expect(await save(user, [row, row])).toMatchObject({ status: 400 })
    expect(await me(user)).toMatchObject({ trade_settings: { updatedAt: null } })
  })
})

describe('risk settings', () => {
  const save = (user: TestUser, change: object) =>
    call(web, 'PUT', '/api/risk-settings', {
      cookie: user.cookie,
      body: {
        capital: 200_000,
        daily_loss_cap_pct: 3,
        max_entries_per_symbol: 3,
        max_positions_per_symbol: 1,
        cover_manual_shorts: false,
        ...change,
      },
    })

  it('buy a short position of the user’s own sale back only once that was chosen', async () => {
    const user = await newUser(web, 'elite')
    const before = await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })
    expect(before.json).toMatchObject({ risk: { cover_manual_shorts: false } })
    expect(await save(user, { cover_manual_shorts: true })).toMatchObject({
      status: 200,
      json: { risk: { cover_manual_shorts: true } },
    })
    expect(await save(user, { cover_manual_shorts: 'yes' })).toMatchObject({ status: 400 })
  })

  it('are kept to the paisa and the hundredth of a per cent', async () => {
    const user = await newUser(web, 'elite')
    const answer = await save(user, { capital: 150_000.55, daily_loss_cap_pct: 2.25, max_entries_per_symbol: 5 })
    expect(answer).toMatchObject({
      status: 200,
      json: { risk: { capital: 150_000.55, daily_loss_cap_pct: 2.25, max_entries_per_symbol: 5 } },
    })
  })

  it('may only get tighter on a day with a trade, until the close', async () => {
    const user = await newUser(web, 'elite')
    await save(user, {})
    await writeTrade(web.store.db, user.id, '2026-11-20' as IstDate, `t-${user.id}`, 'closed')
    const locked = { status: 409, json: { code: 'only_tighter_today' } }
    expect(await save(user, { cover_manual_shorts: true })).toMatchObject(locked)
    expect(await save(user, { daily_loss_cap_pct: 4 })).toMatchObject(locked)
    expect(await save(user, { capital: 300_000 })).toMatchObject(locked)
    expect(await save(user, { capital: null })).toMatchObject(locked)
    expect(await save(user, { max_entries_per_symbol: 4 })).toMatchObject(locked)
    expect((await save(user, { daily_loss_cap_pct: 2, max_entries_per_symbol: 1 })).status).toBe(200)
    web.clock.advance(6 * 3_600_000)
    expect((await save(user, { daily_loss_cap_pct: 4 })).status).toBe(200)
  })

  it('let only a plan with parallel trades have more than one position a symbol', async () => {
    const elite = await newUser(web, 'elite')
    expect(await save(elite, { max_positions_per_symbol: 2 })).toMatchObject({
      status: 403,
      json: { code: 'upgrade_required' },
    })
    const master = await newUser(web, 'master')
    expect(await save(master, { max_positions_per_symbol: 2 })).toMatchObject({
      status: 200,
      json: { parallel_trades: true, risk: { max_positions_per_symbol: 2 } },
    })
    expect((await accountFacts(web.store.pool, [master.id])).get(master.id)).toMatchObject({
      risk: { maxPositionsPerSymbol: 2 },
    })
    await writeTrade(web.store.db, master.id, '2026-11-20' as IstDate, `t-${master.id}`, 'closed')
    expect(await save(master, { max_positions_per_symbol: 3 })).toMatchObject({
      status: 409,
      json: { code: 'only_tighter_today' },
    })
    await web.store.db.updateTable('profiles').set({ plan: 'elite' }).where('user_id', '=', master.id).execute()
    web.bus.publish(`account.${master.id}`, null)
    expect((await call(web, 'GET', '/api/trade-settings', { cookie: master.cookie })).json).toMatchObject({
      risk: { max_positions_per_symbol: 1 },
    })
  })

  it.each([
    { capital: 10 },
    { daily_loss_cap_pct: 0 },
    { daily_loss_cap_pct: 50 },
    { max_entries_per_symbol: 0 },
    { max_positions_per_symbol: 0 },
    { max_positions_per_symbol: 11 },
    { max_positions_per_symbol: 1.5 },
    { capital: 1000.001 },
  ])('refuse %j', async (change) => {
    expect(await save(await newUser(web, 'elite'), change)).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    })
  })
})

it('saves, clears and checks the chat id', async () => {
  const user = await newUser(web)
  const save = (telegramChatId: string) =>
    call(web, 'PUT', '/api/telegram', { cookie: user.cookie, body: { telegramChatId } })
  expect((await save(' -100123 ')).json).toEqual({ telegramChatId: '-100123' })
  expect(await me(user)).toMatchObject({ telegramChatId: '-100123' })
  expect((await save('@someone')).status).toBe(400)
  expect((await save('')).json).toEqual({ telegramChatId: null })
})

it('the kill switches of a user and of all accounts are committed and announced at once', async () => {
  const [user, operator] = [await newUser(web), await newUser(web, 'starter', 'operator@example.com')]
  const notified: string[] = []
  web.bus.subscribe('account.*', (subject) => notified.push(subject))
  web.bus.subscribe('stop', (subject) => notified.push(subject))
  expect((await call(web, 'POST', '/api/stop', { cookie: user.cookie, body: { on: true } })).json).toEqual({
    user: true,
    global: false,
  })
  await call(web, 'POST', '/api/operator/stop', { cookie: operator.cookie, body: { on: true, reason: 'drill' } })
  expect(await me(user)).toMatchObject({ stop: { user: true, global: true } })
  expect(notified).toEqual([`account.${user.id}`, 'stop'])
  await call(web, 'POST', '/api/stop', { cookie: user.cookie, body: { on: false } })
  await call(web, 'POST', '/api/operator/stop', { cookie: operator.cookie, body: { on: false } })
  expect(await me(user)).toMatchObject({ stop: { user: false, global: false } })
})

it('shows why entries are locked for the day: for the account that trades, and for today alone', async () => {
  const user = await newUser(web)
  const shown = async () => (await me(user)) as { day_lock: unknown; zerodha: { mode: LinkMode } }
  await web.store.db.insertInto('execution_accounts').values({ account_id: user.id, journal_hash: '' }).execute()
  const { mode } = (await shown()).zerodha
  const other = mode === 'live' ? 'paper' : 'live'
  const locked = async (kind: LinkMode, on_day: string, reason: 'loss_cap' | 'losing_streak') => {
    const lock = { account_id: user.id, mode: kind, on_day: on_day as IstDate, reason, at: FRIDAY_TEN }
    await web.store.db.insertInto('day_locks').values(lock).execute()
    return (await shown()).day_lock
  }
  expect(await locked(mode, '2026-11-19', 'loss_cap')).toBeNull()
  expect(await locked(other, '2026-11-20', 'losing_streak')).toBeNull()
  expect(await locked(mode, '2026-11-20', 'loss_cap')).toEqual({ reason: 'loss_cap', at: '2026-11-20T10:00:00+05:30' })
})

it('gives the app what it needs before sign-in', async () => {
  expect((await call(web, 'GET', '/api/config')).json).toMatchObject({
    brand: 'Strikewise',
    payment: { provider: 'mock', mock: true },
    providers: [],
    sandbox: true,
    live_trading: false,
    broker_redirect_url: `${web.url}/connect-zerodha`,
  })
})

it('shows the time and the speed the clock was set to, and none while it is paused', async () => {
  expect((await call(web, 'GET', '/api/clock')).json).toEqual({ now: FRIDAY_TEN, speed: 10 })
  web.clock.isRunning = false
  onTestFinished(() => void (web.clock.isRunning = true))
  expect((await call(web, 'GET', '/api/clock')).json).toEqual({ now: FRIDAY_TEN, speed: 0 })
})

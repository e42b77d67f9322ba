// @invariant one-connection
// @invariant consent-before-purchase
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { hashOfText } from '@strikewise/legal/legal-text.ts'
import { PRIVACY_POLICY } from '@strikewise/legal/privacy.ts'
import { TERMS_OF_USE } from '@strikewise/legal/terms.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

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
    expect(await me(user)).toMatchObject({ entitlements: { plan: 'elite', plan_active: true, expired_plan: null } })
    web.clock.advance(1)
    expect(await me(user)).toMatchObject({
      plan: 'elite',
      entitlements: {
        plan: 'starter',
        plan_active: false,
        expired_plan: 'elite',
        delay_seconds: 60,
        broker_connect: false,
      },
    })
    expect(await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })).toMatchObject({
      status: 403,
      json: { code: 'plan_expired', message: 'Your Elite plan has expired. Renew it to continue.' },
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
  await web.store.db
    .updateTable('day_locks')
    .set({ reason: 'losing_streak', figures: { losses: 2 } })
    .where('account_id', '=', user.id)
    .where('mode', '=', mode)
    .execute()
  expect((await shown()).day_lock).toMatchObject({ reason: 'losing_streak', losses: 2 })
  await web.store.db
    .updateTable('day_locks')
    .set({ reason: 'profit_lock', figures: { peak: 420_050 as Paise, floor: 210_025 as Paise } })
    .where('account_id', '=', user.id)
    .where('mode', '=', mode)
    .execute()
  expect((await shown()).day_lock).toMatchObject({ reason: 'profit_lock', peak: 4_200.5, floor: 2_100.25 })
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

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, connectBroker, newUser, OPERATOR, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/* What a session may do an hour after its sign-in: tighten anything, loosen nothing. */

const ROW = { symbol: 'NIFTY', lots: 2, auto_execute: true, tsl_enabled: true, sl_buffer: 10 }
const LIMITS = {
  capital: 200_000,
  daily_loss_cap_pct: 3,
  max_entries_per_symbol: 5,
  max_positions_per_symbol: 2,
  cover_manual_shorts: false,
  entry_hours: { days: ['mon', 'tue'], from: '10:00', to: '14:00' },
  max_trades_per_day: 4,
  pause_after_loss_minutes: 30,
  max_losses_in_row: 2,
  profit_lock: { from: 2_000, keep_pct: 50 },
  weekly_loss_limit: 5_000,
  drawdown_limit: 8_000,
}
const NOMINEE = { name: 'Asha', email: 'asha@example.com', relation: 'sister' }

let web: TestWeb
let user: TestUser
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', OPERATOR)
})
afterAll(() => web.stop())
beforeEach(async () => {
  user = await newUser(web, 'master')
  await connectBroker(web, user)
  await put('/trade-settings', { strategies: [ROW], consentGiven: true })
  await put('/risk-settings', LIMITS)
  await put('/my-data/nominee', { nominee: NOMINEE })
  await put('/telegram', { telegramChatId: '1234' })
  await age(user)
})

async function age(who: TestUser): Promise<void> {
  const hour = sql`update identity_sessions set "createdAt" = now() - interval '1 hour' where "userId" = ${who.id}`
  await hour.execute(web.store.db)
  web.bus.publish(`account.${who.id}`, null)
}

const send = async (method: string, path: string, body: object) => {
  const answer = await call(web, method, `/api${path}`, { cookie: user.cookie, body })
  return answer.status === 200 ? 'done' : (answer.json as { code: string }).code
}
const put = (path: string, body: object) => send('PUT', path, body)
const strategy = (change: object) => put('/trade-settings', { strategies: [{ ...ROW, ...change }], consentGiven: true })
const limits = (change: object) => put('/risk-settings', { ...LIMITS, ...change })

describe('a session of an hour', () => {
  it.each<[what: string, act: () => Promise<string>]>([
    ['more lots of an armed symbol', () => strategy({ lots: 1000 })],
    ['a wider stop', () => strategy({ sl_buffer: 11 })],
    ['no trailing stop', () => strategy({ tsl_enabled: false })],
    [
      'another symbol armed',
      () => put('/trade-settings', { strategies: [ROW, { ...ROW, symbol: 'BANKNIFTY' }], consentGiven: true }),
    ],
    ['a higher loss limit', () => limits({ daily_loss_cap_pct: 20 })],
    ['a higher loss limit beside fewer entries', () => limits({ daily_loss_cap_pct: 20, max_entries_per_symbol: 1 })],
    ['a bigger capital', () => limits({ capital: 1_000_000_000 })],
    ['no declared capital', () => limits({ capital: null })],
    ['more entries', () => limits({ max_entries_per_symbol: 50 })],
    ['more positions', () => limits({ max_positions_per_symbol: 10 })],
    ['entries at every hour', () => limits({ entry_hours: null })],
    ['more trades a day', () => limits({ max_trades_per_day: 5 })],
    ['no limit of trades a day', () => limits({ max_trades_per_day: null })],
    ['a shorter pause after a loss', () => limits({ pause_after_loss_minutes: 29 })],
    ['no pause after a loss', () => limits({ pause_after_loss_minutes: null })],
    ['more losses in a row', () => limits({ max_losses_in_row: 3 })],
    ['a smaller share of the profit kept', () => limits({ profit_lock: { from: 2_000, keep_pct: 40 } })],
    ['a larger loss of a week', () => limits({ weekly_loss_limit: 5_001 })],
    ['no weekly loss limit', () => limits({ weekly_loss_limit: null })],
    ['a deeper drawdown', () => limits({ drawdown_limit: 8_001 })],
    ['no drawdown limit', () => limits({ drawdown_limit: null })],
    ['no profit lock', () => limits({ profit_lock: null })],
    ['buying back of shorts', () => limits({ cover_manual_shorts: true })],
    ['another chat', () => put('/telegram', { telegramChatId: '99' })],
    ['a start link', () => send('POST', '/telegram/link', {})],
    ['another nominee', () => put('/my-data/nominee', { nominee: { ...NOMINEE, name: 'Thief' } })],
    ['an erasure', () => send('POST', '/my-data/erasure', { wanted: true })],
    ['an erasure withdrawn', () => send('POST', '/my-data/erasure', { wanted: false })],
    ['other broker keys', () => put('/broker/keys', { api_key: 'k', api_secret: 's' })],
    ['the stop released', () => send('POST', '/stop', { on: false })],
  ])('is asked who is there for %s', async (_, act) => {
    expect(await act()).toBe('sign_in_again')
  })

  it.each<[what: string, act: () => Promise<string>]>([
    ['fewer lots', () => strategy({ lots: 1 })],
    ['a nearer stop', () => strategy({ sl_buffer: 9 })],
    ['the symbol disarmed, with more lots', () => strategy({ auto_execute: false, lots: 10 })],
    ['the same again', () => strategy({})],
    [
      'tighter limits',
      () =>
        put('/risk-settings', {
          capital: 100_000,
          daily_loss_cap_pct: 1,
          max_entries_per_symbol: 1,
          max_positions_per_symbol: 1,
          cover_manual_shorts: false,
          entry_hours: { days: ['mon'], from: '10:00', to: '13:00' },
          max_trades_per_day: 3,
          pause_after_loss_minutes: 60,
          max_losses_in_row: 1,
          profit_lock: { from: 1_000, keep_pct: 60 },
          weekly_loss_limit: 4_000,
          drawdown_limit: 7_000,
        }),
    ],
    ['the chat taken away', () => put('/telegram', { telegramChatId: '' })],
    ['no nominee', () => put('/my-data/nominee', { nominee: null })],
    ['the stop', () => send('POST', '/stop', { on: true })],
    ['the link ended', () => send('POST', '/zerodha/disconnect', { user_id: user.id })],
  ])('is not asked for %s', async (_, act) => {
    expect(await act()).toBe('done')
  })
})

it.each([
  ['the feed’s session', '/operator/feed-session', { request_token: 'abc' }],
  [
    'evidence of weights',
    '/operator/weights/evidence',
    {
      version: '2026-11-19',
      configHash: 'a'.repeat(64),
      period: { from: '2026-01-01', to: '2026-11-19' },
      trades: 1,
      daily: { count: 1, mean: 0, deviation: 0, skewness: 0, kurtosis: 0 },
      tried: { trials: 1, deviation: 0, inRun: 1 },
      overfitting: null,
      baselines: [],
    },
  ],
  ['a refund', '/operator/refunds', { payment_id: 'p', basis: 'full', reason: 'a reason' }],
  ['an egress address', '/operator/egress-address', { user_id: 'u', address: '203.0.113.7' }],
])('an operator is asked who is there for %s', async (_, path, body) => {
  user = operator
  await age(operator)
  expect(await send('POST', path, body)).toBe('sign_in_again')
})

it('saves settings and takes consent back at once without one waiting for the other', async () => {
  user = await newUser(web, 'master')
  const changes = Array.from({ length: 24 }, (_, n) =>
    n % 2 === 0
      ? put('/trade-settings', {
          strategies: n % 4 === 0 ? [ROW, { ...ROW, symbol: 'BANKNIFTY' }] : [ROW],
          consentGiven: true,
        })
      : send('POST', '/my-data/withdraw-consent', { kind: 'auto_execute' }),
  )
  expect(new Set(await Promise.all(changes))).toEqual(new Set(['done']))
})

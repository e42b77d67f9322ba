// @invariant one-position-per-index
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, connectBroker, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const me = async (user: TestUser) => (await call(web, 'GET', '/api/me', { cookie: user.cookie })).json

describe('trade settings', () => {
  const row = { symbol: 'NIFTY', lots: 2, auto_execute: false, tsl_enabled: true, sl_buffer: 10 }
  const save = (user: TestUser, strategies: object[], consentGiven = false) =>
    call(web, 'PUT', '/api/trade-settings', { cookie: user.cookie, body: { strategies, consentGiven } })

  it('begin at their defaults, one row for elite and two for master', async () => {
    const [elite, master] = [await newUser(web, 'elite'), await newUser(web, 'master')]
    const untouched = { lots: 0, auto_execute: false, approval_seconds: null, tsl_enabled: false, sl_buffer: 10 }
    expect((await call(web, 'GET', '/api/trade-settings', { cookie: elite.cookie })).json).toEqual({
      strategies: [{ symbol: 'NIFTY', ...untouched }],
      consentGiven: false,
      updatedAt: null,
      parallel_trades: false,
      time_filter: true,
      live_edge: 'not_live',
      own_trades: null,
      risk: {
        capital: null,
        daily_loss_cap_pct: 3,
        max_entries_per_symbol: 3,
        max_positions_per_symbol: 1,
        cover_manual_shorts: false,
        entry_hours: null,
        max_trades_per_day: null,
        pause_after_loss_minutes: null,
        max_losses_in_row: null,
        profit_lock: null,
        weekly_loss_limit: null,
        drawdown_limit: null,
      },
      pending: [],
    })
    const both = await call(web, 'GET', '/api/trade-settings', { cookie: master.cookie })
    expect((both.json as { strategies: { symbol: string }[] }).strategies.map((s) => s.symbol)).toEqual([
      'NIFTY',
      'BANKNIFTY',
    ])
  })

  it('show what the user traded today in the broker’s own app, and nothing of another day', async () => {
    const user = await newUser(web, 'elite')
    await writeTrade(web.store.db, user.id, '2026-11-20' as IstDate, 'own', 'closed')
    const day = (on_day: string, net: number) => ({
      account_id: user.id,
      on_day: on_day as IstDate,
      begun: 2,
      closed: JSON.stringify([{ closedAt: FRIDAY_TEN, net }]),
      open_at_last_paise: -10_050,
      exit_charges_paise: 4_000,
      net_paise: net - 14_050,
      at: FRIDAY_TEN,
    })
    await web.store.db
      .insertInto('foreign_trade_days')
      .values([day('2026-11-19', -1), day('2026-11-20', -110_000)])
      .execute()
    const shown = await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })
    expect(shown.json).toMatchObject({ own_trades: { trades: 2, net: -1_240.5 } })
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

const LOCK = { from: 2_000, keep_pct: 50 }
/** Every limit over all indices as requested, as the executor reads it, lifted, looser, tighter and wrong. */
const SET = {
  max_trades_per_day: 4,
  pause_after_loss_minutes: 30,
  max_losses_in_row: 2,
  profit_lock: LOCK,
  weekly_loss_limit: 5_000,
  drawdown_limit: 8_000,
}
const AS_READ = {
  tradesPerDay: 4,
  lossPauseMinutes: 30,
  lossesInRow: 2,
  profitLock: { from: 200_000, keepPct: 50 },
  weeklyLoss: 500_000,
  drawdown: { limit: 800_000, since: '2026-11-20' },
}
const LIFTED = {
  max_trades_per_day: null,
  pause_after_loss_minutes: null,
  max_losses_in_row: null,
  profit_lock: null,
  weekly_loss_limit: null,
  drawdown_limit: null,
}
const LOOSER = {
  max_trades_per_day: [5],
  pause_after_loss_minutes: [29],
  max_losses_in_row: [3],
  profit_lock: [
    { ...LOCK, from: 2_001 },
    { ...LOCK, keep_pct: 49 },
  ],
  weekly_loss_limit: [5_001],
  drawdown_limit: [8_001],
}
const TIGHTER = {
  max_trades_per_day: 3,
  pause_after_loss_minutes: 31,
  max_losses_in_row: 1,
  profit_lock: { from: 1_999, keep_pct: 51 },
  weekly_loss_limit: 4_999,
  drawdown_limit: 7_999,
}
const WRONG = [
  { max_trades_per_day: 0 },
  { max_trades_per_day: 1.5 },
  { max_trades_per_day: 101 },
  { pause_after_loss_minutes: 0 },
  { pause_after_loss_minutes: 376 },
  { max_losses_in_row: 0 },
  { max_losses_in_row: 4 },
  { profit_lock: { ...LOCK, from: 99 } },
  { profit_lock: { ...LOCK, from: 100.5 } },
  { profit_lock: { ...LOCK, keep_pct: 96 } },
  { profit_lock: { from: 2_000 } },
  { weekly_loss_limit: 499 },
  { drawdown_limit: 500.5 },
]

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
    expect((await accountFacts(web.store.pool, [master.id], web.clock.now())).get(master.id)).toMatchObject({
      risk: { maxPositionsPerSymbol: 2 },
    })
    await writeTrade(web.store.db, master.id, '2026-11-20' as IstDate, `t-${master.id}`, 'closed')
    expect(await save(master, { max_positions_per_symbol: 3 })).toMatchObject({
      status: 200,
      json: { risk: { max_positions_per_symbol: 2 }, pending: [{ setting: 'max_positions_per_symbol', value: 3 }] },
    })
    await web.store.db.updateTable('profiles').set({ plan: 'elite' }).where('user_id', '=', master.id).execute()
    web.bus.publish(`account.${master.id}`, null)
    expect((await call(web, 'GET', '/api/trade-settings', { cookie: master.cookie })).json).toMatchObject({
      risk: { max_positions_per_symbol: 1 },
      pending: [],
    })
  })

  describe('over all indices', () => {
    it('are stored and read by the executor, kept when left out, and lifted with null', async () => {
      const user = await newUser(web, 'elite')
      const limitsOf = async () =>
        (await accountFacts(web.store.pool, [user.id], web.clock.now())).get(user.id)!.risk.account
      expect(await limitsOf()).toEqual(NO_ACCOUNT_LIMITS)
      expect(await save(user, SET)).toMatchObject({ status: 200, json: { risk: SET } })
      expect(await limitsOf()).toEqual(AS_READ)
      expect(await save(user, { max_entries_per_symbol: 2 })).toMatchObject({ json: { risk: SET } })
      expect(await save(user, LIFTED)).toMatchObject({ status: 200, json: { risk: LIFTED } })
      expect(await limitsOf()).toEqual(NO_ACCOUNT_LIMITS)
    })

    it.each(Object.entries(LOOSER))('are looser after the close of a day with a trade: %s', async (field, values) => {
      const user = await newUser(web, 'elite')
      await save(user, SET)
      await writeTrade(web.store.db, user.id, '2026-11-20' as IstDate, `t-${user.id}`, 'closed')
      for (const value of [...values, null])
        expect(await save(user, { [field]: value })).toMatchObject({
          status: 200,
          json: { risk: SET, pending: [{ setting: field, value }] },
        })
      const tighter = TIGHTER[field as keyof typeof TIGHTER]
      expect(await save(user, { [field]: tighter })).toMatchObject({
        status: 200,
        json: { risk: { ...SET, [field]: tighter }, pending: [] },
      })
    })

    it('count a drawdown from the day it is set or raised, and go on counting when it is tightened', async () => {
      const user = await newUser(web, 'elite')
      const sinceOf = async () =>
        (await accountFacts(web.store.pool, [user.id], web.clock.now())).get(user.id)!.risk.account.drawdown?.since
      await save(user, { drawdown_limit: 8_000 })
      web.clock.advance(3 * 86_400_000)
      await save(user, { drawdown_limit: 7_000, max_trades_per_day: 3 })
      expect(await sinceOf()).toBe('2026-11-20')
      await save(user, { drawdown_limit: 7_500 })
      expect(await sinceOf()).toBe('2026-11-23')
      web.clock.advance(86_400_000)
      await save(user, { max_trades_per_day: 2 })
      expect(await sinceOf()).toBe('2026-11-23')
    })

    it.each(WRONG)('are refused as %j', async (change) => {
      expect(await save(await newUser(web, 'elite'), change)).toMatchObject({
        status: 400,
        json: { code: 'invalid_input' },
      })
    })
  })

  describe('with entry hours', () => {
    const hours = { days: ['mon', 'wed'], from: '10:00', to: '12:30' }
    const factsOf = async ({ id }: TestUser) => (await accountFacts(web.store.pool, [id], web.clock.now())).get(id)!

    it('are stored, shown and read by the executor, each day once', async () => {
      const user = await newUser(web, 'elite')
      expect((await factsOf(user)).entryHours).toBeNull()
      expect(await save(user, { entry_hours: { ...hours, days: ['wed', 'mon', 'wed'] } })).toMatchObject({
        status: 200,
        json: { time_filter: true, risk: { entry_hours: hours } },
      })
      expect((await factsOf(user)).entryHours).toEqual({ days: ['mon', 'wed'], fromMinute: 600, toMinute: 750 })
    })

    it('keep them when they are left out, and lift them with null', async () => {
      const user = await newUser(web, 'elite')
      await save(user, { entry_hours: hours })
      expect(await save(user, { max_entries_per_symbol: 2 })).toMatchObject({ json: { risk: { entry_hours: hours } } })
      expect(await save(user, { entry_hours: null })).toMatchObject({ json: { risk: { entry_hours: null } } })
    })

    it('that move keep, on a day with a trade, what both allow until the close', async () => {
      const user = await newUser(web, 'elite')
      await save(user, { entry_hours: hours })
      await writeTrade(web.store.db, user.id, '2026-11-20' as IstDate, `t-${user.id}`, 'closed')
      const moved = { days: ['tue', 'wed'], from: '11:00', to: '14:00' }
      expect(await save(user, { entry_hours: moved })).toMatchObject({
        status: 200,
        json: {
          risk: { entry_hours: { days: ['wed'], from: '11:00', to: '12:30' } },
          pending: [{ setting: 'entry_hours', value: moved }],
        },
      })
      web.clock.advance(6 * 3_600_000)
      expect((await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })).json).toMatchObject({
        risk: { entry_hours: moved },
        pending: [],
      })
    })

    it('are refused to a plan without the time filter, which keeps what was stored for the plan that has it', async () => {
      const user = await newUser(web, 'elite')
      await connectBroker(web, user)
      await save(user, { entry_hours: hours })
      const hasPlan = async (plan: 'pro' | 'elite') => {
        await web.store.db.updateTable('profiles').set({ plan }).where('user_id', '=', user.id).execute()
        web.bus.publish(`account.${user.id}`, null)
      }
      await hasPlan('pro')
      expect(await save(user, { entry_hours: hours })).toMatchObject({
        status: 403,
        json: { code: 'upgrade_required', message: 'Entry hours and days need a plan with the time filter engine.' },
      })
      expect(await save(user, { entry_hours: null })).toMatchObject({
        status: 200,
        json: { time_filter: false, risk: { entry_hours: null } },
      })
      await hasPlan('elite')
      expect((await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })).json).toMatchObject({
        risk: { entry_hours: hours },
      })
    })

    it.each([
      [{ ...hours, days: [] }, 'entry_hours.days: Choose at least one day'],
      [{ ...hours, days: ['monday'] }, 'entry_hours.days.0: '],
      [{ ...hours, from: '9:30' }, 'entry_hours.from: Must be a time from 09:30 to 14:44 (IST), as HH:MM'],
      [{ ...hours, from: '09:29' }, 'entry_hours.from: Must be a time from 09:30 to 14:44 (IST), as HH:MM'],
      [{ ...hours, to: '14:46' }, 'entry_hours.to: Must be a time from 09:31 to 14:45 (IST), as HH:MM'],
      [{ ...hours, to: '10:00' }, 'entry_hours.to: Must be later than the start'],
    ])('are refused as %j, by field', async (entry_hours, message) => {
      const answer = await save(await newUser(web, 'elite'), { entry_hours })
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
      expect((answer.json as { message: string }).message).toContain(message)
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

// @invariant flags-enforced
// @invariant flags-never-hold-exits
// @invariant flags-audited
// @invariant operator-log
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { istInstant, SECOND_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { FEATURE_FLAGS, FLAGS_HOLD_WITHIN_S, type FeatureFlag } from '@strikewise/wire/feature-flags.ts'
import type { FlagChange, FlagRow } from '@strikewise/wire/operator-flags.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { watchLevels } from '../src/alerts/custom/watch-levels.ts'
import { openFeatureFlags } from '../src/feature-flags/feature-flags.ts'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { noticesOf, readSource } from './alert-users.ts'
import { addAlert, listAlerts, priceAlert, publishNifty } from './custom-alert-calls.ts'
import { call, newUser, NoRateLimits, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/** Longer than a change takes to hold, with what a slow machine adds. */
const HOLDS = { timeout: 3 * FLAGS_HOLD_WITHIN_S * SECOND_MS, interval: 100 }

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits() })
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web.stop())

const CHANGE: FlagChange = { flag: 'custom_alerts', plans: ['master', 'elite'], percentage: 100, reason: 'Roll-out.' }
const change = (part: object, as = operator) =>
  call(web, 'PUT', '/api/operator/flags', { cookie: as.cookie, body: { ...CHANGE, ...part } })
const listed = async () => {
  const { json } = await call(web, 'GET', '/api/operator/flags', { cookie: operator.cookie })
  return (json as { flags: FlagRow[] }).flags
}
const featuresOf = async ({ cookie }: Pick<TestUser, 'cookie'>) =>
  ((await call(web, 'GET', '/api/me', { cookie })).json as { features: FeatureFlag[] }).features
const actions = () =>
  web.store.db
    .selectFrom('operator_actions')
    .select(['operator', 'details'])
    .where('action', '=', 'flag_changed')
    .orderBy('id')
    .execute()

describe('flags without a row', () => {
  it('are on for every user, and listed as never changed', async () => {
    expect(await featuresOf(await newUser(web))).toEqual(FEATURE_FLAGS)
    expect(await listed()).toEqual(
      FEATURE_FLAGS.map((flag) => ({
        flag,
        plans: [...PLANS],
        percentage: 100,
        updated_by: null,
        updated_at: null,
      })),
    )
  })
})

describe('an operator', () => {
  it('changes a flag, in the log of operators with the reason', async () => {
    const answer = await change({ plans: ['master', 'elite', 'master'], percentage: 25 })
    expect(answer.status).toBe(200)
    expect((answer.json as { flags: FlagRow[] }).flags[0]).toEqual({
      flag: 'custom_alerts',
      plans: ['elite', 'master'],
      percentage: 25,
      updated_by: operator.email,
      updated_at: '2026-11-20T10:00:00+05:30',
    })
    expect((await change({ percentage: 100, plans: PLANS, reason: ' All is well. ' })).status).toBe(200)
    expect(await actions()).toEqual([
      {
        operator: operator.id,
        details: { flag: 'custom_alerts', plans: 'elite, master', percentage: 25, reason: 'Roll-out.' },
      },
      {
        operator: operator.id,
        details: {
          flag: 'custom_alerts',
          plans: 'starter, pro, elite, master',
          percentage: 100,
          reason: 'All is well.',
        },
      },
    ])
    expect(await firstBrokenAction(web.store.db)).toBeUndefined()
  })

  it.each<[problem: string, part: object, message: RegExp]>([
    ['an unknown feature', { flag: 'exits' }, /^flag: Must be one of/],
    ['no plan', { plans: [] }, /^plans: Must have at least 1 entry/],
    ['an unknown plan', { plans: ['gold'] }, /^plans\.0: Must be one of/],
    ['less than nothing', { percentage: -1 }, /^percentage: Cannot be negative/],
    ['more than all', { percentage: 101 }, /^percentage: Must be at most 100/],
    ['half a percent', { percentage: 0.5 }, /^percentage: Must be a whole number/],
    ['no reason', { reason: ' ' }, /^reason: Required/],
  ])('is refused %s, and nothing changes', async (_problem, part, message) => {
    const before = [await listed(), await actions()]
    const answer = await change(part)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((answer.json as { message: string }).message).toMatch(message)
    expect([await listed(), await actions()]).toEqual(before)
  })

  it('alone lists and changes flags', async () => {
    const user = await newUser(web, 'master')
    expect((await change({}, user)).status).toBe(403)
    expect((await call(web, 'GET', '/api/operator/flags', { cookie: user.cookie })).status).toBe(403)
  })
})

describe('a feature that is switched off for a plan', () => {
  const ON = ['starter', 'elite', 'master'] as const
  let off: TestUser
  let on: TestUser
  let key: string
  const post = (user: TestUser, path: string, body: object, headers: Record<string, string> = {}) =>
    call(web, 'POST', path, { cookie: user.cookie, body, headers })
  const keyBody = { name: 'Script', scopes: ['read', 'pause', 'exit'], expires_in_days: 30, addresses: [] }
  beforeAll(async () => {
    ;[off, on] = [await newUser(web, 'pro'), await newUser(web, 'master')]
    for (const alert of [priceAlert(), priceAlert({ level: 25_100 })]) await addAlert(web, off, alert)
    key = ((await post(off, '/api/program-keys', keyBody)).json as { key: string }).key
    for (const flag of FEATURE_FLAGS) expect((await change({ flag, plans: ON })).status).toBe(200)
    await vi.waitFor(async () => expect(await featuresOf(off)).toEqual([]), HOLDS)
  })

  it('is off for its users alone', async () => {
    expect(await featuresOf(on)).toEqual(FEATURE_FLAGS)
  })

  const contract = { symbol: 'NIFTY', strike: '24500', side: 'CE', expiry: '2026-11-24' }
  const ticket = { ...contract, strike: 24_500, lots: 1, limit_price: 150, stop_price: 120 }
  const device = { endpoint: 'https://push.example/a', p256dh: 'a', auth: 'b' }
  const CALLS: [name: string, as: (user: TestUser) => ReturnType<typeof call>][] = [
    ['addCustomAlert', (user) => addAlert(web, user, priceAlert())],
    [
      'changeCustomAlert',
      (user) => call(web, 'PUT', '/api/custom-alerts', { cookie: user.cookie, body: { id: 1, alert: priceAlert() } }),
    ],
    ['addPushDevice', (user) => post(user, '/api/push-devices', device)],
    ['testPush', (user) => post(user, '/api/push-devices/test', {})],
    ['createProgramKey', (user) => post(user, '/api/program-keys', keyBody)],
    ['ticketQuote', (user) => call(web, 'GET', '/api/entry_tickets/quote', { cookie: user.cookie, query: contract })],
    ['sendTicket', (user) => post(user, '/api/entry_tickets', ticket, { 'idempotency-key': 'flagged-ticket' })],
    ['contractHistory', (user) => call(web, 'GET', '/api/contract_history', { cookie: user.cookie, query: contract })],
    [
      'contractHistoryMinutes',
      (user) =>
        call(web, 'GET', '/api/contract_history_minutes', {
          cookie: user.cookie,
          query: { ...contract, date: '2026-11-19' },
        }),
    ],
  ]
  it.each(CALLS)('refuses %s with what the user can do, and lets other users call it', async (_name, as) => {
    expect(await as(off)).toMatchObject({
      status: 403,
      json: {
        code: 'feature_off',
        title: 'Feature switched off',
        detail:
          'This feature is switched off for your account at the moment. You can still see and remove what you have. Try again later, or contact support.',
      },
    })
    expect((await as(on)).json).not.toMatchObject({ code: 'feature_off' })
  })

  it('refuses in Hindi to who chose it', async () => {
    const hindi = await newUser(web, 'pro')
    await call(web, 'PUT', '/api/account/language', { cookie: hindi.cookie, body: { language: 'hi' } })
    expect((await post(hindi, '/api/program-keys', keyBody)).json).toMatchObject({
      code: 'feature_off',
      title: 'सुविधा बंद है',
    })
  })

  it('leaves what a user has to be seen and removed', async () => {
    const { alerts } = await listAlerts(web, off)
    expect(alerts.map(({ state }) => state)).toEqual(['switched_off', 'switched_off'])
    const removed = await post(off, '/api/custom-alerts/remove', { id: alerts[0]!.id })
    expect(removed).toMatchObject({ status: 200, json: { alerts: [{ id: alerts[1]!.id }] } })
    expect((await call(web, 'GET', '/api/push-devices', { cookie: off.cookie })).status).toBe(200)
    const keys = await call(web, 'GET', '/api/program-keys', { cookie: off.cookie })
    expect(keys).toMatchObject({ status: 200, json: { keys: [{ state: 'active' }] } })
  })

  it('lets a program key pause and exit, and no more read', async () => {
    const withKey = (method: 'GET' | 'POST', path: string, body?: object) =>
      call(web, method, path, { bearer: key, ...(body === undefined ? {} : { body }) })
    expect(await withKey('GET', '/api/me')).toMatchObject({ status: 403, json: { code: 'feature_off' } })
    expect((await withKey('POST', '/api/stop', { on: true })).status).toBe(200)
    expect((await withKey('POST', '/api/trades/exit_all', { pause: true })).status).toBe(202)
    const other = ((await post(on, '/api/program-keys', keyBody)).json as { key: string }).key
    expect((await call(web, 'GET', '/api/me', { bearer: other })).status).toBe(200)
  })

  it('notifies of no level crossed meanwhile, and of the next crossing once it is on', async () => {
    let now: EpochMs = istInstant('2026-11-20' as IstDate, 10)
    const clock = { now: () => now, sleep: async () => {}, at: () => () => {} }
    const levels = watchLevels(web.bus, clock, pino({ level: 'silent' }))
    const pass = async (...prices: number[]) => {
      for (const price of prices) {
        publishNifty(web.bus, price)
        now = (now + SECOND_MS) as EpochMs
        await readSource(web.store.db, levels.source, now)
      }
    }
    const customOf = async ({ id }: TestUser) =>
      (await noticesOf(web.store.db, id)).filter(({ kind }) => kind === 'custom').map(({ text }) => text)
    const other = await newUser(web, 'elite')
    await addAlert(web, other, priceAlert())
    await readSource(web.store.db, levels.source, now)
    await pass(24_000, 25_010)
    expect(await customOf(off)).toEqual([])
    expect(await customOf(other)).toEqual(['NIFTY is above 25,000.00: now 25,010.00.'])
    expect((await change({ plans: PLANS })).status).toBe(200)
    await pass(25_020)
    expect(await customOf(off)).toEqual([])
    await pass(24_000, 25_030)
    expect(await customOf(off)).toEqual(['NIFTY is above 25,000.00: now 25,030.00.'])
    levels.close()
  })
})

describe('the flags of a process', () => {
  it('are read once in the time within which a change holds, however many ask', async () => {
    let realNow = 0
    const flags = openFeatureFlags(web.store.db, () => realNow)
    const user = { userId: 'another-user', plan: 'master' } as const
    const isOn = async () => (await flags.current()).isOn('contract_history', user)
    expect(await isOn()).toBe(true)
    expect((await change({ flag: 'contract_history', percentage: 0 })).status).toBe(200)
    realNow = FLAGS_HOLD_WITHIN_S * SECOND_MS - 1
    const [one, other] = await Promise.all([flags.current(), flags.current()])
    expect(one).toBe(other)
    expect(await isOn()).toBe(true)
    realNow = FLAGS_HOLD_WITHIN_S * SECOND_MS
    expect(await isOn()).toBe(false)
  })

  it('hold nothing of a feature that this version does not have', async () => {
    await web.store.db
      .insertInto('feature_flags')
      .values({ flag: 'gone' as FeatureFlag, plans: ['pro'], percentage: 0, updated_by: 'x', updated_at: 0 })
      .execute()
    const current = await openFeatureFlags(web.store.db).current()
    expect(current.featuresOf({ userId: 'u', plan: 'master' })).not.toContain('gone')
    expect((await listed()).map(({ flag }) => flag)).toEqual(FEATURE_FLAGS)
  })
})

// @invariant loosening-waits
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { batchOf, tradeOf } from '@strikewise/execution/testing/store-rows.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountsToRun } from '../src/execution/armed-accounts.ts'
import { readinessAccounts } from '../src/readiness/account-rows.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { LIMITS, LOOSER_LIMITS } from './looser-limits.ts'
import { writeTrade } from './trade-rows.ts'

const FRIDAY = '2026-11-20' as IstDate
const MONDAY = '2026-11-23' as IstDate
const CLOSE = istInstant(FRIDAY, 15, 40)
const CLOSES_AT = '2026-11-20T15:40:00+05:30'
const ROW = { symbol: 'NIFTY', lots: 2, auto_execute: true, tsl_enabled: true, sl_buffer: 10 }
let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const put = (user: TestUser, path: string, body: object) =>
  call(web, 'PUT', `/api${path}`, { cookie: user.cookie, body })
const strategy = (user: TestUser, change: object) =>
  put(user, '/trade-settings', { strategies: [{ ...ROW, ...change }], consentGiven: true })
const limits = (user: TestUser, change: object) => put(user, '/risk-settings', { ...LIMITS, ...change })
const withdraw = (user: TestUser, body: object) =>
  call(web, 'POST', '/api/trade-settings/withdraw', { cookie: user.cookie, body })
const shown = async (user: TestUser) =>
  (await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })).json as TradeSettingsReply
/** What a claim of an entry reads at this instant. */
const factsAt = async (user: TestUser, at: EpochMs): Promise<AccountFacts> =>
  (await accountFacts(web.store.pool, [user.id], at)).get(user.id)!
const before = (at: EpochMs) => (at - 1) as EpochMs

/** A user of the largest plan with limits, whose link is of this kind; armed, except for a live one. Nothing traded yet. */
async function armed(mode?: LinkMode): Promise<TestUser> {
  const user = await newUser(web, 'master')
  if (mode !== undefined)
    await web.store.pool.query(`insert into broker_links (user_id, mode) values ($1, $2)`, [user.id, mode])
  if (mode !== 'live') expect((await strategy(user, {})).status).toBe(200)
  expect((await limits(user, {})).status).toBe(200)
  return user
}

/** Writes a trade of the user as of `state`, of this kind of link. */
async function trade(user: TestUser, state: Trade['state'], mode: LinkMode = 'paper', on = FRIDAY): Promise<void> {
  const id = `${state}-${mode}-${user.id}`
  await writeTrade(web.store.db, user.id, on, id, state === 'closed' ? 'closed' : 'open')
  await sql`update trades set state = ${state}, body = body || jsonb_build_object('state', ${state}::text, 'mode', ${mode}::text)
    where id = ${id}`.execute(web.store.db)
}

async function lock(user: TestUser, mode: LinkMode, reason = 'loss_cap'): Promise<void> {
  const account = `insert into execution_accounts (account_id, journal_hash) values ($1, '') on conflict do nothing`
  await web.store.pool.query(account, [user.id])
  await web.store.db
    .insertInto('day_locks')
    .values({ account_id: user.id, on_day: FRIDAY, reason: reason as 'loss_cap', at: FRIDAY_TEN, mode })
    .execute()
}

const LOOSER = { lots: 5, auto_execute: true, tsl_enabled: false, sl_buffer: 20 }

describe('on a day without a trade', () => {
  it('a first arming and everything looser works at once', async () => {
    const user = await newUser(web, 'master')
    expect((await strategy(user, {})).json).toMatchObject({ strategies: [ROW, {}], pending: [] })
    expect((await strategy(user, LOOSER)).json).toMatchObject({ strategies: [{ ...ROW, ...LOOSER }, {}], pending: [] })
    expect((await limits(user, LOOSER_LIMITS)).json).toMatchObject({ risk: LOOSER_LIMITS, pending: [] })
    expect((await factsAt(user, FRIDAY_TEN)).strategies).toMatchObject([
      { symbol: 'NIFTY', lots: 5, autoExecute: true },
    ])
  })
})

describe('on a day with a trade', () => {
  it('every looser limit waits for the close, and is in force from then on without anyone doing anything', async () => {
    const user = await armed()
    await trade(user, 'closed')
    const saved = await limits(user, LOOSER_LIMITS)
    expect(saved).toMatchObject({ status: 200, json: { risk: LIMITS } })
    const { pending } = saved.json as TradeSettingsReply
    expect(pending.map(({ setting }) => setting).toSorted()).toEqual(Object.keys(LOOSER_LIMITS).toSorted())
    expect(pending).toContainEqual({
      setting: 'capital',
      symbol: null,
      value: 300_000,
      effective_at: CLOSES_AT,
      asked_at: '2026-11-20T10:00:00+05:30',
    })
    expect(pending).toContainEqual(expect.objectContaining({ setting: 'entry_hours', value: null }))
    expect(await factsAt(user, before(CLOSE))).toMatchObject({
      risk: { capital: 20_000_000, dailyLossCapPct: 3, maxEntriesPerSymbol: 3, maxPositionsPerSymbol: 2 },
      coverManualShorts: false,
      entryHours: { days: ['mon', 'fri'] },
    })
    expect(await factsAt(user, CLOSE)).toMatchObject({
      risk: { capital: 30_000_000, dailyLossCapPct: 4, maxEntriesPerSymbol: 4, maxPositionsPerSymbol: 3 },
      coverManualShorts: true,
      entryHours: null,
    })
    web.clock.set(CLOSE)
    expect(await shown(user)).toMatchObject({ risk: LOOSER_LIMITS, pending: [] })
    const [ready] = await readinessAccounts(web.store.db, [user.id], CLOSE)
    expect(ready).toMatchObject({ risk: { capital: 30_000_000, maxEntriesPerSymbol: 4 }, armed: ['NIFTY'] })
  })

  it('every looser setting of an index waits, that of the other index too', async () => {
    const user = await armed()
    await trade(user, 'closed')
    const bank = { ...ROW, symbol: 'BANKNIFTY', lots: 1 }
    const strategies = [{ ...ROW, ...LOOSER }, bank]
    const saved = await put(user, '/trade-settings', { strategies, consentGiven: true })
    expect(saved.json).toMatchObject({ strategies: [ROW, { symbol: 'BANKNIFTY', auto_execute: false }] })
    const waiting = (saved.json as TradeSettingsReply).pending.map(({ setting, symbol, value }) => [
      symbol,
      setting,
      value,
    ])
    expect(new Set(waiting)).toEqual(
      new Set([
        ['BANKNIFTY', 'auto_execute', true],
        ['BANKNIFTY', 'lots', 1],
        ['NIFTY', 'lots', 5],
        ['NIFTY', 'sl_buffer', 20],
        ['NIFTY', 'tsl_enabled', false],
      ]),
    )
    const [nifty, other] = (await factsAt(user, before(CLOSE))).strategies
    expect([nifty, other]).toMatchObject([{ lots: 2, trailing: true, slBuffer: 1000 }, { autoExecute: false }])
    expect((await factsAt(user, CLOSE)).strategies).toMatchObject([
      { symbol: 'NIFTY', lots: 5, trailing: false, slBuffer: 2000 },
      { symbol: 'BANKNIFTY', lots: 1, autoExecute: true },
    ])
  })

  it('what is tighter in a save holds at once beside what waits', async () => {
    const user = await armed()
    await trade(user, 'open')
    const saved = await limits(user, { capital: 300_000, daily_loss_cap_pct: 2, max_entries_per_symbol: 1 })
    expect(saved.json).toMatchObject({
      risk: { capital: 200_000, daily_loss_cap_pct: 2, max_entries_per_symbol: 1 },
      pending: [{ setting: 'capital', value: 300_000 }],
    })
    expect((await factsAt(user, FRIDAY_TEN)).risk).toMatchObject({ dailyLossCapPct: 2, maxEntriesPerSymbol: 1 })
  })

  it('of a profit lock that is looser in one part, the tighter part of each holds at once', async () => {
    const user = await armed()
    await trade(user, 'closed')
    const profit_lock = { from: 1_000, keep_pct: 40 }
    expect((await limits(user, { profit_lock })).json).toMatchObject({
      risk: { profit_lock: { from: 1_000, keep_pct: 50 } },
      pending: [{ setting: 'profit_lock', value: profit_lock }],
    })
    expect((await factsAt(user, before(CLOSE))).risk.account.profitLock).toEqual({ from: 100_000, keepPct: 50 })
    expect((await factsAt(user, CLOSE)).risk.account.profitLock).toEqual({ from: 100_000, keepPct: 40 })
  })

  it('the newest request of a setting is the only one, and an unchanged field leaves it', async () => {
    const user = await armed()
    await trade(user, 'closed')
    await limits(user, { capital: 400_000 })
    await limits(user, { capital: 300_000 })
    expect((await shown(user)).pending).toMatchObject([{ setting: 'capital', value: 300_000 }])
    await limits(user, { max_entries_per_symbol: 1 })
    expect(await shown(user)).toMatchObject({
      risk: { capital: 200_000, max_entries_per_symbol: 1 },
      pending: [{ setting: 'capital', value: 300_000 }],
    })
  })

  it('a tighter value withdraws the looser one that waits', async () => {
    const user = await armed()
    await trade(user, 'closed')
    await limits(user, { capital: 300_000 })
    await strategy(user, { lots: 5, sl_buffer: 20 })
    await limits(user, { capital: 150_000 })
    await strategy(user, { lots: 1 })
    expect((await shown(user)).pending).toMatchObject([{ setting: 'sl_buffer', symbol: 'NIFTY', value: 20 }])
    const { risk, strategies } = await factsAt(user, CLOSE)
    expect([risk.capital, strategies[0]?.lots]).toEqual([15_000_000, 1])
  })

  it('a change that waits is withdrawn on request, once', async () => {
    const user = await armed()
    await trade(user, 'closed')
    await limits(user, { capital: 300_000, daily_loss_cap_pct: 4 })
    await strategy(user, { lots: 5 })
    expect(await withdraw(user, { setting: 'capital' })).toMatchObject({ status: 200, json: { risk: LIMITS } })
    const saved = await withdraw(user, { setting: 'lots', symbol: 'NIFTY' })
    expect(saved.json).toMatchObject({ pending: [{ setting: 'daily_loss_cap_pct', value: 4 }] })
    expect(await withdraw(user, { setting: 'lots', symbol: 'NIFTY' })).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
    expect(await withdraw(user, { setting: 'nothing' })).toMatchObject({ status: 400 })
    const { risk, strategies } = await factsAt(user, CLOSE)
    expect([risk.capital, risk.dailyLossCapPct, strategies[0]?.lots]).toEqual([20_000_000, 4, 2])
  })

  it('a change that has taken effect cannot be withdrawn any more, and is stored with the next save', async () => {
    const user = await armed()
    await trade(user, 'closed')
    await limits(user, { capital: 300_000 })
    await strategy(user, { lots: 5 })
    web.clock.set(CLOSE)
    expect(await withdraw(user, { setting: 'capital' })).toMatchObject({ status: 404 })
    await limits(user, { capital: 300_000, max_entries_per_symbol: 1 })
    await strategy(user, { lots: 5, sl_buffer: 5 })
    const rows = await web.store.db.selectFrom('pending_settings').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toEqual([])
    const { risk, strategies } = await factsAt(user, CLOSE)
    expect([risk.capital, risk.maxEntriesPerSymbol, strategies[0]]).toMatchObject([
      30_000_000,
      1,
      { lots: 5, slBuffer: 500 },
    ])
  })

  it('arming waits, and neither disarming nor a withdrawn consent leaves it waiting', async () => {
    const user = await newUser(web, 'master')
    const off = { ...ROW, auto_execute: false }
    await put(user, '/trade-settings', { strategies: [off], consentGiven: false })
    await trade(user, 'closed')
    const arming = async () => {
      expect((await strategy(user, {})).json).toMatchObject({
        strategies: [{ auto_execute: false }, {}],
        consentGiven: true,
        pending: [{ setting: 'auto_execute', symbol: 'NIFTY', value: true }],
      })
    }
    await arming()
    await put(user, '/trade-settings', { strategies: [off], consentGiven: false })
    expect((await shown(user)).pending).toEqual([])
    await arming()
    await call(web, 'POST', '/api/my-data/withdraw-consent', { cookie: user.cookie, body: { kind: 'auto_execute' } })
    expect(await shown(user)).toMatchObject({ consentGiven: false, pending: [] })
    await arming()
    await put(user, '/trade-settings', { strategies: [{ ...off, symbol: 'BANKNIFTY' }], consentGiven: true })
    expect((await shown(user)).pending).toEqual([])
  })

  it('more lots of an index that will be armed at the close wait as those of an armed one', async () => {
    const user = await newUser(web, 'master')
    await strategy(user, { auto_execute: false })
    await trade(user, 'closed')
    await strategy(user, {})
    expect((await strategy(user, { auto_execute: false, lots: 9 })).json).toMatchObject({
      strategies: [{ lots: 2 }, {}],
      pending: [{ setting: 'auto_execute' }, { setting: 'lots', value: 9 }],
    })
  })

  it('the trader looks at an account again when what waits takes effect', async () => {
    const user = await armed('paper')
    await trade(user, 'open')
    await limits(user, { capital: 300_000 })
    const settingsAt = async (at: EpochMs) =>
      (await accountsToRun(web.store.db, at)).find(({ account }) => account === user.id)!.settings
    expect(await settingsAt(before(CLOSE))).toBe(await settingsAt(FRIDAY_TEN))
    expect(await settingsAt(CLOSE)).not.toBe(await settingsAt(before(CLOSE)))
  })
})

describe('whether a looser setting waits', () => {
  const waits = async (user: TestUser) =>
    ((await limits(user, { capital: 300_000 })).json as TradeSettingsReply).pending.length > 0

  it.each(['entering', 'open', 'exiting', 'closed'] as const)('it does after a trade that is %s', async (state) => {
    const user = await armed('paper')
    await trade(user, state)
    expect(await waits(user)).toBe(true)
  })

  it('it does not after an entry that bought nothing, nor after a trade of another day', async () => {
    const user = await armed('paper')
    await trade(user, 'abandoned')
    await trade(user, 'closed', 'paper', '2026-11-19' as IstDate)
    expect(await waits(user)).toBe(false)
  })

  it.each<[link: LinkMode | undefined, of: LinkMode, waits: boolean]>([
    ['live', 'live', true],
    ['live', 'paper', false],
    ['paper', 'paper', true],
    ['paper', 'live', false],
    [undefined, 'paper', true],
    [undefined, 'live', true],
  ])('a %s link: a trade and a lock of %s count: %s', async (link, of, expected) => {
    const [trading, locked] = [await armed(link), await armed(link)]
    await trade(trading, 'closed', of)
    await lock(locked, of)
    expect([await waits(trading), await waits(locked)]).toEqual([expected, expected])
  })

  it('it does for either kind of link when an invariant was broken', async () => {
    const user = await armed('live')
    await lock(user, 'paper', 'invariant_broken')
    expect(await waits(user)).toBe(true)
  })

  it('it does not after the close, nor on the next day', async () => {
    const [evening, monday] = [await armed('paper'), await armed('paper')]
    for (const user of [evening, monday]) await trade(user, 'closed')
    web.clock.set(CLOSE)
    expect(await waits(evening)).toBe(false)
    web.clock.set(istInstant(MONDAY, 10))
    expect(await waits(monday)).toBe(false)
  })

  it('a locked day stays locked, whatever is changed and withdrawn', async () => {
    const user = await armed('paper')
    await lock(user, 'paper')
    await limits(user, LOOSER_LIMITS)
    await withdraw(user, { setting: 'capital' })
    await limits(user, { daily_loss_cap_pct: 1 })
    const me = await call(web, 'GET', '/api/me', { cookie: user.cookie })
    expect(me.json).toMatchObject({ day_lock: { reason: 'loss_cap' } })
  })
})

describe('an entry that is claimed at the same time', () => {
  const lockWaits = async () =>
    (
      await web.store.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount

  /** What a claim does: lock, read the facts, commit the trade. `pause` runs between the reading and the commit. */
  const claim = (user: TestUser, pause: () => Promise<unknown>) =>
    postgresStore(web.store.pool).transaction(async (t) => {
      await t.lock(user.id, 1)
      const { facts } = (await t.entryRows([user.id], FRIDAY_TEN)).get(user.id)!
      await pause()
      const id = `claimed-${user.id}`
      const entering: Trade = { ...tradeOf(user.id, id), on: FRIDAY, mode: 'paper' }
      await t.write(user.id, batchOf(`batch-${id}`, [{ type: 'trade', trade: entering }]))
      return facts!
    })

  it.each([
    ['of an account that has never traded', async () => {}],
    [
      'of an account that has traded before',
      (user: TestUser) => trade(user, 'closed', 'paper', '2026-11-19' as IstDate),
    ],
  ])('%s counts when it came first: the looser setting waits', async (_, prepare) => {
    const user = await armed('paper')
    await web.store.db.deleteFrom('execution_accounts').where('account_id', '=', user.id).execute()
    await prepare(user)
    let saving: ReturnType<typeof limits> | undefined
    const facts = await claim(user, async () => {
      saving = limits(user, { capital: 300_000 })
      await expect.poll(lockWaits, { timeout: 20_000 }).toBe(1)
    })
    expect(facts.risk.capital).toBe(20_000_000)
    expect((await saving)?.json).toMatchObject({ risk: { capital: 200_000 }, pending: [{ setting: 'capital' }] })
  })

  it('of an account that has never traded waits for a save that came first, and reads what it saved', async () => {
    const user = await armed('paper')
    await web.store.db.deleteFrom('execution_accounts').where('account_id', '=', user.id).execute()
    const client = await web.store.pool.connect()
    try {
      // Holds the save up after it has judged the day, before it commits.
      await client.query('begin')
      await client.query('select from risk_settings where user_id = $1 for update', [user.id])
      const saving = limits(user, { capital: 300_000 })
      await expect.poll(lockWaits, { timeout: 20_000 }).toBe(1)
      const claiming = claim(user, async () => {})
      await expect.poll(lockWaits, { timeout: 20_000 }).toBe(2)
      await client.query('commit')
      expect((await saving).json).toMatchObject({ risk: { capital: 300_000 }, pending: [] })
      expect((await claiming).risk.capital).toBe(30_000_000)
    } finally {
      client.release()
    }
  })
})

// @invariant entry-checks-in-claim
// @invariant kill-switch
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { TradeNotice } from '@strikewise/execution/trade/trade-notice.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import { STORE_CONTRACT } from '@strikewise/execution/testing/store-contract.ts'
import { notificationOf } from '@strikewise/execution/testing/store-rows.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import { sql } from 'kysely'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { postgresOutbox, postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import { addContractUsers, contractHarness, emptyContractTables } from './store-contract-harness.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

const NOW = Date.parse('2026-11-20T04:30:00Z') as EpochMs

let postgres: TestPostgres
beforeAll(async () => {
  // Transactions are held open here beside those of the store.
  postgres = await startTestPostgres(8)
  await addContractUsers(postgres.store)
})
afterAll(() => postgres.stop())

describe('the store on PostgreSQL', () => {
  beforeEach(() => emptyContractTables(postgres.store))

  for (const { name, run } of STORE_CONTRACT) it(name, () => run(contractHarness(postgres.store)))
})

describe('a notification of the core', () => {
  it('is read back as it was put', async () => {
    const notice: TradeNotice = {
      code: 'notice.trade_opened',
      mode: 'paper',
      contract: { symbol: 'NIFTY', strike: 24_500, side: 'CE' },
      quantity: 65,
      price: 29_615 as Paise,
      stop: 25_165 as Paise,
    }
    const alarm: Notification['message'] = {
      code: 'alarm.in_the_way',
      contract: notice.contract,
      units: 65,
      orders: ['77', '78'],
    }
    const messages = [notice, alarm, legacyText('65 units have no stop.')]
    await postgresStore(postgres.store.pool).transaction(async (t) => {
      for (const [i, message] of messages.entries())
        postgresOutbox.put(t, { ...notificationOf('u1', `read back ${i}`), message })
    })
    const rows = await postgres.store.db
      .selectFrom('trade_notifications')
      .select(['text', 'message'])
      .where('key', 'like', 'read back%')
      .orderBy('key')
      .execute()
    expect(rows.map(messageOf)).toEqual(messages)
  })

  it('is not put again under a key of the day that an older version wrote a sentence for', async () => {
    const key = 'alarm/u1/2026-11-20/budget_used_up/t1'
    const older = legacyText("Today's order calls are used up while a position is open.")
    await sql`
      insert into trade_notifications (user_id, kind, key, at, text) values ('u1', 'alarm', ${key}, 1, ${older.text})`.execute(
      postgres.store.db,
    )
    await postgresStore(postgres.store.pool).transaction(async (t) =>
      postgresOutbox.put(t, { ...notificationOf('u1', key), message: { code: 'alarm.budget_used_up' } }),
    )
    const rows = await postgres.store.db
      .selectFrom('trade_notifications')
      .select(['text', 'message'])
      .where('key', '=', key)
      .execute()
    expect(rows.map(messageOf)).toEqual([older])
  })
})

describe('connections of the store', () => {
  it.each([
    ['entries', undefined],
    [undefined, 'entries'],
  ] as const)('are kept free of transactions for %s by those for %s', async (busy, free) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const store = postgresStore(postgres.store.pool)
    // More than there are connections.
    const waiting = Array.from({ length: 12 }, () => store.transaction(() => held, busy))
    await expect(store.transaction(async () => 'done', free)).resolves.toBe('done')
    letGo()
    await Promise.all(waiting)
  })
})

describe('what the pre-trade checks read of an account', () => {
  it('is missing for an unknown user and cautious where nothing was saved', async () => {
    const facts = await accountFacts(postgres.store.pool, ['no-such-account', 'u1'], NOW)
    expect([...facts.keys()]).toEqual(['u1'])
    expect(facts.get('u1')).toEqual({
      userId: 'u1',
      plan: 'elite',
      planExpiresAt: Date.parse('2027-01-01T00:00:00Z'),
      consentGiven: false,
      strategies: [],
      risk: {
        capital: null,
        dailyLossCapPct: 3,
        maxEntriesPerSymbol: 3,
        maxPositionsPerSymbol: 1,
        account: NO_ACCOUNT_LIMITS,
      },
      coverManualShorts: false,
      entryHours: null,
      link: { mode: 'paper', connected: false, loginAt: null, egressAddress: null },
      registeredLogic: [],
      killSwitch: { user: false, global: false },
    })
  })

  it('has each limit as the user saved it', async () => {
    const { db, pool } = postgres.store
    const limits = { capital_paise: 20_000_000, daily_loss_cap_bp: 150, max_entries_per_symbol: 2 }
    await db
      .insertInto('risk_settings')
      .values({
        user_id: 'u1',
        ...limits,
        max_positions_per_symbol: 4,
        cover_manual_shorts: true,
        max_trades_per_day: 5,
        pause_after_loss_minutes: 45,
        max_losses_in_row: 2,
        profit_lock_from_paise: 300_000,
        profit_lock_keep_pct: 60,
        weekly_loss_paise: 500_000,
        drawdown_paise: 800_000,
        drawdown_since: '2026-11-02' as IstDate,
      })
      .execute()
    const { risk, coverManualShorts } = (await accountFacts(pool, ['u1'], NOW)).get('u1')!
    expect({ ...risk, coverManualShorts }).toEqual({
      capital: 20_000_000,
      dailyLossCapPct: 1.5,
      maxEntriesPerSymbol: 2,
      maxPositionsPerSymbol: 4,
      account: {
        tradesPerDay: 5,
        lossPauseMinutes: 45,
        lossesInRow: 2,
        profitLock: { from: 300_000, keepPct: 60 },
        weeklyLoss: 500_000,
        drawdown: { limit: 800_000, since: '2026-11-02' },
      },
      coverManualShorts: true,
    })
    await db.deleteFrom('risk_settings').where('user_id', '=', 'u1').execute()
  })

  it('has a value that waits from its instant on, and not a millisecond before', async () => {
    const { db, pool } = postgres.store
    const at = (ms: number) => (NOW + ms) as EpochMs
    await db
      .insertInto('trade_settings')
      .values({ user_id: 'u1', consent_given: true, updated_at: new Date(NOW) })
      .execute()
    const armed = { lots: 1, auto_execute: true, tsl_enabled: true, sl_buffer_rupees: 5 }
    await db
      .insertInto('strategies')
      .values([
        { user_id: 'u1', symbol: 'NIFTY', ...armed },
        { user_id: 'u1', symbol: 'BANKNIFTY', ...armed },
      ])
      .execute()
    const hours = { days: ['mon'], fromMinute: 600, toMinute: 700 }
    const later = [
      { setting: 'capital', symbol: null, value: 30_000_000 },
      { setting: 'dailyLossCapPct', symbol: null, value: 4.5 },
      { setting: 'entryHours', symbol: null, value: hours },
      { setting: 'lots', symbol: 'NIFTY', value: 7 },
      { setting: 'slBuffer', symbol: 'NIFTY', value: 20 },
      { setting: 'trailing', symbol: 'NIFTY', value: false },
    ] as const
    await db
      .insertInto('pending_settings')
      .values(
        later.map(({ value, ...of }) => ({
          user_id: 'u1',
          ...of,
          value: JSON.stringify(value),
          effective_at: at(1000),
          asked_at: NOW,
        })),
      )
      .execute()
    const read = async (now: EpochMs) => (await accountFacts(pool, ['u1'], now)).get('u1')!
    const [before, after] = [await read(at(999)), await read(at(1000))]
    const bank = {
      symbol: 'BANKNIFTY',
      lots: 1,
      autoExecute: true,
      approvalSeconds: null,
      trailing: true,
      slBuffer: 500,
    }
    expect(before).toMatchObject({ risk: { capital: null, dailyLossCapPct: 3 }, entryHours: null })
    expect(before.strategies).toEqual([{ ...bank, symbol: 'NIFTY' }, bank])
    expect(after).toMatchObject({ risk: { capital: 30_000_000, dailyLossCapPct: 4.5 }, entryHours: hours })
    expect(after.strategies).toEqual([{ ...bank, symbol: 'NIFTY', lots: 7, slBuffer: 2000, trailing: false }, bank])
    for (const table of ['pending_settings', 'strategies', 'trade_settings'] as const)
      await db.deleteFrom(table).where('user_id', '=', 'u1').execute()
  })

  it('sees a kill switch the moment it is committed', async () => {
    const { db, pool } = postgres.store
    const stopOf = async (user: string) => (await accountFacts(pool, [user], NOW)).get(user)!.killSwitch
    const row = { engaged: true, changed_at: new Date(), changed_by: 'test', reason: null }
    await db
      .insertInto('kill_switches')
      .values({ scope: 'u1', ...row })
      .execute()
    expect(await stopOf('u1')).toEqual({ user: true, global: false })
    expect(await stopOf('u2')).toEqual({ user: false, global: false })
    await db
      .insertInto('kill_switches')
      .values({ scope: 'global', ...row })
      .execute()
    expect(await stopOf('u1')).toEqual({ user: true, global: true })
    expect(await stopOf('u2')).toEqual({ user: false, global: true })
  })
})

it.each(['account_journal', 'fills', 'entry_refusals'])('%s can neither be changed nor emptied', async (table) => {
  const { pool } = postgres.store
  const triggers = await pool.query<{ tgname: string }>(
    'select tgname from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
    [table],
  )
  expect(triggers.rows.map((row) => row.tgname).toSorted()).toEqual([`${table}_insert_only`, `${table}_no_truncate`])
  await expect(pool.query(`truncate ${table} cascade`)).rejects.toThrow('insert only')
})

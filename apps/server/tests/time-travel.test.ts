import { istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import { CHAIN_START, journalRow } from '@strikewise/execution/store/journal.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { MyDataReply } from '@strikewise/wire/data-rights.ts'
import type { PastState } from '@strikewise/wire/time-travel.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setKillSwitch } from '../src/kill-switch/kill-switch.ts'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { fillsOf } from '../src/trades/fills-of.ts'
import {
  call,
  FRIDAY_TEN,
  newUser,
  NoRateLimits,
  OPERATOR,
  startTestWeb,
  type TestUser,
  type TestWeb,
} from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const TODAY = '2026-11-20' as IstDate
const REASON = 'Ticket SW-ABCD2345'
/** An instant of the day in India. */
const at = (time: string) => Date.parse(`${TODAY}T${time}+05:30`) as EpochMs

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits() })
  operator = await newUser(web, 'master', OPERATOR)
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const ask = (user: string, query: Readonly<Record<string, string>>, as = operator) =>
  call(web, 'GET', `/api/operator/users/${user}/past`, { cookie: as.cookie, query })

async function pastOf(user: TestUser, time: string): Promise<PastState> {
  const answer = await ask(user.id, { at: istIso(at(time)), reason: REASON })
  expect(answer.status).toBe(200)
  return answer.json as PastState
}

/** Appends changes to an account's journal, each at its time. */
async function journal(account: string, changes: readonly (readonly [time: string, change: Change])[]): Promise<void> {
  let end = { seq: 0, hash: CHAIN_START }
  for (const [time, change] of changes) {
    const row = journalRow(account, end, at(time), `batch-${account}-${end.seq}`, change)
    end = row
    await web.store.db
      .insertInto('account_journal')
      .values({
        account_id: account,
        seq: row.seq,
        at: row.at,
        batch_id: row.batchId,
        kind: change.type,
        change: JSON.stringify(change),
        hash: row.hash,
        prev_hash: row.prevHash,
      })
      .execute()
  }
}

/** A user with an open trade since 09:30:02, whose stop was raised at 09:40 and who is out at 09:45; the rows show 09:30:02. */
async function trader(): Promise<TestUser> {
  const user = await newUser(web, 'elite')
  const { db } = web.store
  const id = `past-${user.id}`
  await writeTrade(db, user.id, TODAY, id, 'open')
  const { body: trade } = await db.selectFrom('trades').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  const { body: stop } = await db
    .selectFrom('broker_orders')
    .select('body')
    .where('trade_id', '=', id)
    .executeTakeFirstOrThrow()
  const fills = (await fillsOf(db, [id])).get(id)!
  const closed = {
    ...trade,
    state: 'closed',
    exitReason: 'manual',
    closedAt: at('09:45:00'),
    traded: 75,
    result: null,
  } as Trade
  await journal(user.id, [
    ['09:30:02', { type: 'trade', trade }],
    ...fills.map((fill) => ['09:30:02', { type: 'fill', fill, on: TODAY }] as const),
    ['09:30:02', { type: 'order', order: stop, on: TODAY }],
    ['09:40:00', { type: 'order', order: { ...stop, trigger: 8500 as typeof stop.trigger }, on: TODAY }],
    [
      '09:41:00',
      { type: 'alarm', code: 'second_order', tradeId: id, message: { code: 'alarm.second_order', order: 'o1' } },
    ],
    ['09:45:00', { type: 'trade', trade: closed }],
  ])
  return user
}

it('rebuilds the screens of a second: nothing before the entry, the open trade, its raised stop, and its end', async () => {
  const user = await trader()
  const query = { uid: user.id, date: TODAY }
  const [active, log] = await Promise.all([
    call(web, 'GET', '/user_active_trades', { cookie: user.cookie, query }),
    call(web, 'GET', '/user_trade_logs', { cookie: user.cookie, query }),
  ])
  const before = await pastOf(user, '09:30:01')
  expect([before.active_trades, before.trade_log, before.orders]).toEqual([[], [], []])
  const entered = await pastOf(user, '09:30:02')
  expect(entered.active_trades).toEqual(active.json)
  expect(entered.trade_log).toEqual(log.json)
  expect(entered).toMatchObject({ at: `${TODAY}T09:30:02+05:30`, alarms: [], orders: [{ trigger_price: 80.65 }] })
  expect((await pastOf(user, '09:39:59')).active_trades).toEqual(active.json)
  expect(await pastOf(user, '09:40:00')).toMatchObject({ active_trades: [{ stop_price: 85 }] })
  const over = await pastOf(user, '09:45:00')
  expect(over).toMatchObject({ active_trades: [], standings: [], trade_log: [{ status: 'Closed' }] })
  expect(over.alarms).toMatchObject([{ at: `${TODAY}T09:41:00+05:30`, code: 'second_order' }])
  expect(over.not_recorded).toContain('settings')
})

it('reads journal rows that were written with older names of fields', async () => {
  const user = await newUser(web, 'elite')
  const { db } = web.store
  const id = `older-${user.id}`
  await writeTrade(db, user.id, TODAY, id, 'open')
  const { body } = await db.selectFrom('trades').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  const { manualExitQuantity, entrySettings, ...rest } = body
  const trade = {
    ...rest,
    ...Object.fromEntries([
      ['soldByHand', manualExitQuantity],
      ['frozen', entrySettings],
    ]),
  }
  const fills = (await fillsOf(db, [id]))
    .get(id)!
    .map(({ isManual, ...fill }) => ({ ...fill, ...Object.fromEntries([['byHand', isManual]]) }))
  await journal(user.id, [
    ['09:30:02', { type: 'trade', trade } as unknown as Change],
    ...fills.map((fill) => ['09:30:02', { type: 'fill', fill, on: TODAY } as unknown as Change] as const),
  ])
  const { trade_log } = await pastOf(user, '09:31:00')
  const query = { uid: user.id, date: TODAY }
  expect(trade_log).toEqual((await call(web, 'GET', '/user_trade_logs', { cookie: user.cookie, query })).json)
})

it('prices open trades at the last recorded minute with its time, and shows none where none is recorded', async () => {
  const user = await trader()
  expect((await pastOf(user, '09:32:30')).standings).toMatchObject([{ last_price: null, as_of: null, net: null }])
  const minute = (close: number) => [10_000, 12_000, 9000, close]
  const prices = [...minute(10_100), ...minute(10_200), ...minute(10_300)]
  const series = { tradingsymbol: 'NIFTY26NOV25000CE', from: at('09:30:00'), prices, pricing: null }
  web.bus.publish('snapshot.option.1', { version: 1, json: JSON.stringify(series) })
  await expect
    .poll(async () => (await pastOf(user, '09:32:30')).standings)
    .toMatchObject([{ last_price: 102, as_of: `${TODAY}T09:32:00+05:30`, bid: null, gross: 100 }])
  expect((await pastOf(user, '09:30:59')).standings).toMatchObject([{ last_price: null }])
  // The minute before the entry at 09:30:02.
  web.bus.publish('snapshot.option.1', { version: 1, json: JSON.stringify({ ...series, from: at('09:29:00') }) })
  await expect.poll(async () => (await pastOf(user, '09:31:00')).standings).toMatchObject([{ last_price: 102 }])
  expect((await pastOf(user, '09:30:59')).standings).toMatchObject([{ last_price: null }])
})

it('shows which kill switches were engaged then', async () => {
  const user = await newUser(web, 'elite')
  const by = { by: user.id, channel: 'web' } as const
  await setKillSwitch(web.store.db, user.id, { engaged: true, ...by }, at('09:20:00'))
  await setKillSwitch(web.store.db, user.id, { engaged: false, ...by }, at('09:25:00'))
  expect((await pastOf(user, '09:19:59')).kill_switches).toEqual([])
  expect((await pastOf(user, '09:24:59')).kill_switches).toEqual([
    { scope: 'user', since: `${TODAY}T09:20:00+05:30`, resume_at: null },
  ])
  expect((await pastOf(user, '09:25:00')).kill_switches).toEqual([])
})

it('logs each look with second and reason in the operators’ chain, and shows it to the user', async () => {
  const user = await newUser(web, 'starter')
  await pastOf(user, '09:51:07')
  const { db } = web.store
  const rows = await db.selectFrom('operator_actions').selectAll().where('user_id', '=', user.id).execute()
  const moment = `${TODAY}T09:51:07+05:30`
  expect(rows).toMatchObject([
    { operator: operator.id, action: 'past_state_read', details: { at: moment, reason: REASON } },
  ])
  expect(await firstBrokenAction(db)).toBeUndefined()
  const mine = (await call(web, 'GET', '/api/my-data', { cookie: user.cookie })).json as MyDataReply
  expect(mine.reads).toMatchObject([{ what: 'past_state_read', reason: REASON, moment }])
  const other = await newUser(web, 'starter')
  const theirs = (await call(web, 'GET', '/api/my-data', { cookie: other.cookie })).json as MyDataReply
  expect(theirs.reads).toEqual([])
})

it('refuses a look without a reason, at no user, and by a user, and logs none of them', async () => {
  const user = await newUser(web, 'master')
  const count = async () => (await web.store.db.selectFrom('operator_actions').select('id').execute()).length
  const before = await count()
  const moment = istIso(at('09:51:07'))
  expect(await ask(user.id, { at: moment, reason: ' x ' })).toMatchObject({
    status: 400,
    json: { params: { field: 'reason' } },
  })
  expect((await ask(user.id, { at: moment })).status).toBe(400)
  expect((await ask('no-such-user', { at: moment, reason: REASON })).status).toBe(404)
  expect((await ask(user.id, { at: moment, reason: REASON }, user)).status).toBeGreaterThanOrEqual(403)
  expect(await count()).toBe(before)
})

it('answers a second that has not come yet as of the call', async () => {
  const user = await newUser(web, 'starter')
  expect(await pastOf(user, '23:59:59')).toMatchObject({ at: istIso(FRIDAY_TEN) })
})

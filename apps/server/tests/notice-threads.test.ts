import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { NotificationsReply } from '@strikewise/wire/alerts.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refusals } from '../src/alerts/sources/refusals.ts'
import { signals } from '../src/alerts/sources/signals.ts'
import type { AlertSource } from '../src/alerts/sources/source.ts'
import { tradeNotifications } from '../src/alerts/sources/trade-notifications.ts'
import { trailedStops } from '../src/alerts/sources/trailed-stops.ts'
import { readSource } from './alert-users.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'
import { OFFERED_CALL } from './offered-call.ts'

const DAY = '2026-11-20' as IstDate

let web: TestWeb
let user: TestUser
let now: EpochMs
let seq = 0
beforeAll(async () => {
  web = await startTestWeb()
  now = istInstant(DAY, 10)
  await read(signals)
})
afterAll(() => web.stop())
beforeEach(async () => {
  user = await newUser(web, 'elite')
})

async function read(source: AlertSource): Promise<void> {
  await readSource(web.store.db, source, now)
}

/** A decision to buy, made `minutes` after the one before. */
const decide = async (minutes: number, strike = 25_000) => {
  now = (now + minutes * MINUTE_MS) as EpochMs
  seq += 1
  const contract = { ...OFFERED_CALL, strike, tradingsymbol: `NIFTY26N24${strike}CE` }
  const prices = { bid: 18_225, ask: 18_245, mid: 18_235, limit: 18_250, delta: 0.52 }
  const entry = { contract, ...prices, stopDistance: 3600 }
  const record = {
    id: `t${seq}`,
    symbol: 'NIFTY',
    barEnd: now,
    spot: 2_450_000,
    entry,
    score: 0.62,
    threshold: 0.4,
    contributions: [],
  }
  await web.store.pool.query(`insert into decisions values ($1, $2, 'NIFTY', $3, 'buy_call', $4, $5, '')`, [
    seq,
    record.id,
    now,
    JSON.stringify(record),
    `t-h${seq}`,
  ])
  await read(signals)
  return record.id
}
/** A trade of the user that was entered for a decision, and what the trading core notifies of it. */
const trade = async (decisionId: string, id: string) => {
  await writeTrade(web.store.db, user.id, DAY, id, 'open')
  await web.store.db.updateTable('trades').set({ decision_id: decisionId }).where('id', '=', id).execute()
}
const note = async (kind: 'trade_opened' | 'trade_closed' | 'alarm', key: string) => {
  await web.store.db
    .insertInto('trade_notifications')
    .values({ user_id: user.id, kind, key, at: now, symbol: 'NIFTY', notified_at: null, text: `words of ${key}` })
    .execute()
  await read(tradeNotifications)
}
const list = async (query: Record<string, string> = {}) =>
  (await call(web, 'GET', '/api/notices', { cookie: user.cookie, query })).json as NotificationsReply
const shown = async () =>
  (await list()).notices.map(({ kind, earlier }) => [kind, ...earlier.map((one) => one.kind)].join(' < '))

it('shows signal, refusal, entry, stop and exit of one contract and episode as one, the newest in front', async () => {
  await decide(0)
  const later = await decide(5)
  const id = `thread-${user.id}`
  await trade(later, id)
  await web.store.db
    .insertInto('entry_refusals')
    .values({
      account_id: user.id,
      symbol: 'NIFTY',
      decision_id: later,
      on_day: DAY,
      at: now,
      code: 'spread_too_wide',
      text: 'The spread is too wide.',
    })
    .execute()
  await read(refusals)
  await note('trade_opened', `opened/${id}`)
  await read(trailedStops)
  now = (now + 2 * MINUTE_MS) as EpochMs
  await web.store.pool.query(`update trades set body = jsonb_set(body, '{trigger}', '9000') where id = $1`, [id])
  await read(trailedStops)
  await note('trade_closed', `closed/${id}`)
  await note('alarm', `alarm/${id}`)
  expect(await shown()).toEqual(['attention', 'exit < stop_moved < entry < refused < signal'])
})

it('keeps another episode of the same contract, and another contract, apart', async () => {
  await decide(11, 25_100)
  await decide(11, 25_100)
  await decide(1, 25_200)
  expect(await shown()).toEqual(['signal', 'signal', 'signal'])
})

it('gives a trade whose decision is not in the log a thread of its own', async () => {
  for (const part of ['a', 'b']) {
    const id = `manual-${part}-${user.id}`
    await trade(`ticket-${id}`, id)
    await note('trade_opened', `opened/${id}`)
    await note('trade_closed', `closed/${id}`)
  }
  expect(await shown()).toEqual(['exit < entry', 'exit < entry'])
})

it('counts and reads a thread as one, and pages by threads', async () => {
  const id = `read-${user.id}`
  const decision = await decide(11, 25_300)
  await trade(decision, id)
  await note('trade_opened', `opened/${id}`)
  await decide(11, 25_400)
  await note('trade_closed', `closed/${id}`)
  const all = await list()
  expect(all).toMatchObject({ unread: 2, needs_you: 0 })
  const [first, second] = [await list({ limit: '1' }), await list({ limit: '1', before: String(all.notices[0]!.id) })]
  expect([first, second].map(({ notices, next }) => [notices.map(({ kind }) => kind), next === null])).toEqual([
    [['exit'], false],
    [['signal'], true],
  ])
  const body = { id: all.notices[0]!.id, and_older: false }
  expect((await call(web, 'POST', '/api/notices/read', { cookie: user.cookie, body })).json).toEqual({ unread: 1 })
  expect((await list()).notices.map(({ read: isRead }) => isRead)).toEqual([true, false])
  await note('trade_closed', `recounted/${id}/1`)
  expect((await list()).notices.map(({ read: isRead }) => isRead)).toEqual([false, false])
})

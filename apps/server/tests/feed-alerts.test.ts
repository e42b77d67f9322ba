// @invariant alert-once
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { feedOutage } from '../src/alerts/sources/feed-outage.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { chatsOf, noticeText, readSource, writeUser } from './alert-users.ts'

/** A Friday with a session. */
const DAY = '2026-11-20' as IstDate

let postgres: TestPostgres
let bus: ThreadBus
beforeAll(async () => {
  postgres = await startTestPostgres()
  bus = openThreadBus('feed-alerts-test', 'feed-alerts-test')
})
afterAll(async () => {
  bus.close()
  await postgres.stop()
})

it('users of the plans with alerts are notified that prices stopped and that they are back, once each though a reading fails', async () => {
  const { db } = postgres.store
  let now = istInstant(DAY, 10)
  const [pro, starter] = [
    await writeUser(db, now, { plan: 'pro', chat: '110' }),
    await writeUser(db, now, { plan: 'starter' }),
  ]
  let real = 0
  const feed = feedOutage(bus, nseCalendar, () => real)
  const pass = (seconds: number) => {
    now = (now + seconds * 1000) as EpochMs
    real += seconds * 1000
  }
  const poll = async (seconds: number, lastTickAt?: EpochMs) => {
    pass(seconds)
    if (lastTickAt !== undefined) bus.publish('snapshot.feed', { json: JSON.stringify({ lastTickAt }) })
    await readSource(db, feed.source, now)
  }
  try {
    await poll(0, now)
    await poll(59)
    expect(await chatsOf(db, pro)).toEqual([])
    pass(5)
    const undone = readSource(db, feed.source, now, () => {
      throw new Error('the store goes away')
    })
    await expect(undone).rejects.toThrow('the store goes away')
    await poll(5)
    await poll(10)
    await poll(5, istInstant(DAY, 10, 1))
    await poll(5)
  } finally {
    feed.close()
  }
  const rows = await db
    .selectFrom('notices')
    .select(['user_id', 'text', 'message'])
    .where('kind', '=', 'feed_trouble')
    .orderBy('id')
    .execute()
  expect(rows.filter((row) => row.user_id === starter)).toEqual([])
  expect(rows.flatMap((row) => (row.user_id === pro ? [noticeText(row)] : []))).toEqual([
    'Prices stopped at 10:00:00. No new entries. Stops are at the exchange and still work.',
    'Prices are back. They had stopped at 10:00:00. New entries are possible again unless you paused them.',
  ])
  expect(await chatsOf(db, pro)).toHaveLength(2)
})

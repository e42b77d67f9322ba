// @invariant no-public-results
import { takeFromBucket } from '../src/rate-limits/rate-buckets.ts'
import { istDate, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ShowcaseLogReply, StatusReply, TopTradersReply } from '@strikewise/wire/public.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { topTraders } from '../src/public/top-traders.ts'
import { storeChecks, statusOf } from '../src/status/uptime-days.ts'
import { feedCheck, startStatusWorker } from '../src/status/status-worker.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const SHOWCASE = 'showcase@example.com'
let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({ SHOWCASE_ACCOUNT: SHOWCASE, SUPPORT_EMAIL: 'desk@example.com' })
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

describe('support', () => {
  const message = {
    name: 'Asha Rao',
    email: 'asha@example.com',
    topic: 'broker',
    text: 'The login page does not come back to you.',
  }
  const ask = (address: string, body: object = message) =>
    call(web, 'POST', '/api/support', { body, headers: { 'x-test-address': address } })

  it('stores a message and mails it to the operator', async () => {
    const answer = await ask('10.9.0.1')
    expect(answer.status).toBe(200)
    const { ticket } = answer.json as { ticket: string }
    expect(ticket).toMatch(/^SW-[A-Z2-9]{8}$/)
    const stored = await web.store.db.selectFrom('support_tickets').selectAll().where('id', '=', ticket).execute()
    expect(stored).toMatchObject([{ topic: 'broker', email: 'asha@example.com', user_id: null }])
    const mail = await web.store.db
      .selectFrom('outbox')
      .selectAll()
      .where('subject', '=', `[${ticket}] broker`)
      .executeTakeFirstOrThrow()
    expect(mail.recipient).toBe('desk@example.com')
    expect(mail.body).toMatch(/^From: Asha Rao <asha@example\.com>\n/)
    expect(mail.body).toContain(message.text)
  })

  it('lets a grievance through when all other messages of the hour have been taken', async () => {
    // Another caller has filled the shared bucket.
    for (let n = 0; n < 200; n += 1) await takeFromBucket(web.store.db, 'support', 200, 3_600_000)
    expect(await ask('10.9.1.1')).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect((await ask('10.9.1.2', { ...message, topic: 'grievance' })).status).toBe(200)
    const user = await newUser(web)
    const own = await call(web, 'POST', '/api/my-data/grievance', { cookie: user.cookie, body: { text: message.text } })
    expect(own.status).toBe(200)
    await web.store.db.deleteFrom('rate_buckets').where('key', '=', 'support').execute()
  })

  it('refuses the sixth of an hour from one address', async () => {
    for (let sent = 0; sent < 5; sent++) expect((await ask('10.9.0.2')).status).toBe(200)
    expect(await ask('10.9.0.2')).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect((await ask('10.9.0.3')).status).toBe(200)
  })

  it.each([
    ['a name of two lines', { ...message, name: 'Asha\nBcc: all@example.com' }, /name/],
    ['a word', { ...message, text: 'help' }, /at least 20 characters/],
    ['no address', { ...message, email: 'asha' }, /email address/],
    ['a topic that is not offered', { ...message, topic: 'love' }, /^topic: Choose a topic$/],
  ])('refuses %s', async (_what, body, words) => {
    const answer = await ask('10.9.0.4', body)
    expect(answer.status).toBe(400)
    expect((answer.json as { message: string }).message).toMatch(words)
  })
})

describe('status', () => {
  const all = (state: 'up' | 'down') =>
    ({ store: 'up', feed: state, broker: state, notifier: state, public_log: state }) as const

  it('counts checks and failures by day, and drops the current state when checks stop', async () => {
    const { db } = web.store
    const noon = istInstant(istDate('2026-11-18'), 12)
    await storeChecks(db, all('down'), (noon - 86_400_000) as EpochMs)
    for (const [minute, state] of (['up', 'down', 'up'] as const).entries())
      await storeChecks(db, all(state), (noon + minute * 60_000) as EpochMs)
    const soon = await statusOf(db, (noon + 240_000) as EpochMs)
    expect(soon.checked_at).toBe('2026-11-18T12:02:00+05:30')
    expect(soon.parts.find((one) => one.part === 'broker')).toEqual({
      part: 'broker',
      now: 'up',
      days: [
        { day: '2026-11-17', checks: 1, failures: 1 },
        { day: '2026-11-18', checks: 3, failures: 1 },
      ],
    })
    const late = await statusOf(db, (noon + 400_000) as EpochMs)
    expect(late.parts.map(({ part, now }) => [part, now])).toEqual([
      ['store', 'up'],
      ['feed', 'unknown'],
      ['broker', 'unknown'],
      ['notifier', 'unknown'],
      ['public_log', 'unknown'],
    ])
  })

  it('checks periodically, and publishes no more than states and counts', async () => {
    const { store, config, bus, clock } = web
    const worker = startStatusWorker({
      config,
      db: store.db,
      bus,
      clock,
      firstMs: 0,
      logger: pino({ level: 'silent' }),
    })
    await expect
      .poll(async () => (await statusOf(store.db)).parts.map((one) => one.now))
      .toEqual([
        'up',
        'down', // Ten o'clock on a Friday, and there is no feed here.
        'up',
        'up',
        'up',
      ])
    await worker.close()
    const answer = await call(web, 'GET', '/api/status')
    expect(answer.status).toBe(200)
    expect((answer.json as StatusReply).parts).toHaveLength(5)
    expect(answer.text).not.toMatch(/http|127\.0\.0\.1|error/i)
  })

  it.each<[what: string, at: string, feed: Parameters<typeof feedCheck>[0], expected: string]>([
    ['before the open', '2026-11-20T09:00:00+05:30', undefined, 'idle'],
    ['on a Sunday', '2026-11-22T11:00:00+05:30', undefined, 'idle'],
    ['in session without a word', '2026-11-20T11:00:00+05:30', undefined, 'down'],
    ['in session, cut off', '2026-11-20T11:00:00+05:30', { connected: false, lastTickAt: 1 }, 'down'],
    [
      'in session, ticking',
      '2026-11-20T11:00:00+05:30',
      { connected: true, lastTickAt: Date.parse('2026-11-20T10:59:55+05:30') },
      'up',
    ],
    [
      'in session, silent',
      '2026-11-20T11:00:00+05:30',
      { connected: true, lastTickAt: Date.parse('2026-11-20T10:59:30+05:30') },
      'down',
    ],
  ])('takes the feed %s for what it is', (_what, at, feed, expected) => {
    expect(feedCheck(feed, Date.parse(at) as EpochMs)).toBe(expected)
  })
})

describe('the showcase account’s log', () => {
  const log = async (date?: string) =>
    (await call(web, 'GET', '/api/showcase-log', date === undefined ? {} : { query: { date } }))
      .json as ShowcaseLogReply

  it('is not there before the account is', async () => {
    expect(await log()).toEqual({ offered: false, mode: null, day: null, days: [], trades: [] })
  })

  it('shows closed days only, without results, to every caller', async () => {
    const showcase = await newUser(web, 'elite', SHOWCASE)
    expect(await log()).toMatchObject({ offered: true, days: [], trades: [] })
    await writeTrade(web.store.db, showcase.id, istDate('2026-11-19'), 'showcase-1', 'closed')
    await writeTrade(web.store.db, showcase.id, istDate('2026-11-20'), 'showcase-2', 'closed')
    const running = await log()
    expect(running).toMatchObject({ day: '2026-11-19', days: ['2026-11-19'], mode: 'paper' })
    expect(running.trades).toHaveLength(1)
    expect(Object.keys(running.trades[0]!).toSorted()).toEqual([
      'entry_price',
      'entry_time',
      'exit_price',
      'exit_reason',
      'exit_time',
      'quantity',
      'side',
      'strike',
      'symbol',
    ])
    expect(await log('2026-11-20')).toMatchObject({ day: null, trades: [] })
    web.clock.set(istInstant(istDate('2026-11-20'), 16))
    expect(await log()).toMatchObject({ day: '2026-11-20', days: ['2026-11-20', '2026-11-19'] })
  })

  it('never shows another user’s day', async () => {
    const other = await newUser(web, 'elite')
    await writeTrade(web.store.db, other.id, istDate('2026-11-18'), 'other-1', 'closed')
    expect((await log()).days).not.toContain('2026-11-18')
  })
})

describe('top traders', () => {
  const days = ['09', '11', '12', '13', '16'].map((day) => istDate(`2026-11-${day}`))
  const trade = async (user: TestUser, on: readonly IstDate[] = days) => {
    for (const day of on)
      for (const part of [1, 2]) await writeTrade(web.store.db, user.id, day, `${user.id}-${day}-${part}`, 'closed')
  }
  const join = (user: TestUser, name: string, listed = true) =>
    call(web, 'PUT', '/api/top-traders/listing', { cookie: user.cookie, body: { listed, name } })
  const namesNow = async () => (await topTraders(web.store.db)).traders.map((trader) => trader.name)

  it('lists who joined and traded enough, by discipline and with nothing of results', async () => {
    const [steady, hasty, fresh, silent] = [
      await newUser(web),
      await newUser(web),
      await newUser(web),
      await newUser(web),
    ]
    for (const user of [steady, hasty, silent]) await trade(user)
    await trade(fresh, days.slice(0, 4))
    await web.store.db
      .insertInto('day_locks')
      .values({ account_id: hasty.id, on_day: days[0]!, mode: 'paper', reason: 'loss_cap', at: FRIDAY_TEN })
      .execute()
    await join(steady, 'Steady One')
    await join(hasty, 'Hasty.Two')
    await join(fresh, 'Fresh-Three')
    expect(await namesNow()).toEqual(['Steady One', 'Hasty.Two'])
    const reply = (await call(web, 'GET', '/api/top-traders')).json as TopTradersReply
    expect(reply.traders[1]).toMatchObject({ days: 5, limits_kept: 0.8, plan_followed: 1, stops_kept: 1 })
    expect(JSON.stringify(reply)).not.toMatch(/pnl|net|return|charges/)
    expect(await join(fresh, 'steady one')).toMatchObject({
      status: 400,
      json: { detail: 'This name is already taken.' },
    })
    await join(steady, 'Steady One', false)
    expect(await namesNow()).toEqual(['Hasty.Two'])
  })

  it('leaves out users who traded with real money', async () => {
    const live = await newUser(web)
    await trade(live)
    await web.store.pool.query(`update trades set body = jsonb_set(body, '{mode}', '"live"') where account_id = $1`, [
      live.id,
    ])
    await join(live, 'Live Trader')
    expect(await namesNow()).not.toContain('Live Trader')
  })

  it.each(['ab', '<b>bold</b>', 'a'.repeat(25), ' - ', 'http://x'])('refuses %s as a name', async (name) => {
    expect((await join(await newUser(web), name)).status).toBe(400)
  })
})

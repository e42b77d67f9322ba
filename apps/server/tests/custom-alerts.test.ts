// @invariant custom-alert-once
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { HOUR_MS, istInstant, MINUTE_MS, SECOND_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { NewCustomAlert } from '@strikewise/wire/custom-alerts.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentFlips } from '../src/alerts/custom/agent-flips.ts'
import { lossWarnings } from '../src/alerts/custom/loss-warnings.ts'
import { watchLevels } from '../src/alerts/custom/watch-levels.ts'
import type { AlertSource } from '../src/alerts/sources/source.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { noticesOf, readSource } from './alert-users.ts'
import { addAlert, listAlerts, priceAlert, publishNifty } from './custom-alert-calls.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const DAY = '2026-11-20' as IstDate
const logger = pino({ level: 'silent' })

let web: TestWeb
let bus: ThreadBus
let now: EpochMs
const clock = { now: () => now, sleep: async () => {}, at: () => () => {} }
beforeAll(async () => {
  web = await startTestWeb()
  bus = openThreadBus('custom-alerts-test', 'custom-alerts-test')
})
afterAll(async () => {
  bus.close()
  await web.stop()
})
beforeEach(async () => {
  now = istInstant(DAY, 10)
  await web.store.db.deleteFrom('custom_alerts').execute()
})

const userWith = async (plan: Plan, ...alerts: NewCustomAlert[]) => {
  const user = await newUser(web, plan)
  for (const alert of alerts) expect(await addAlert(web, user, alert)).toMatchObject({ status: 200 })
  return user
}
/** Reads a source as the notifier does; `fails`: the transaction is undone. */
const read = async (source: AlertSource, fails = false) => {
  if (!fails) return readSource(web.store.db, source, now)
  const undone = readSource(web.store.db, source, now, () => {
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
}
const texts = async (who: TestUser) =>
  (await noticesOf(web.store.db, who.id)).filter(({ kind }) => kind !== 'account_changed').map(({ text }) => text)

describe('levels of the market', () => {
  const open = () => watchLevels(bus, clock, logger)
  /** Prices one after the other, each stored before the next. */
  const pass = async (levels: ReturnType<typeof open>, ...prices: number[]) => {
    for (const one of prices) {
      publishNifty(bus, one)
      now = (now + SECOND_MS) as EpochMs
      await read(levels.source)
    }
  }

  it('notify once a crossing, with the level and the value, over restarts and undone transactions', async () => {
    const user = await userWith('pro', priceAlert())
    let levels = open()
    await read(levels.source)
    await pass(levels, 24_990)
    publishNifty(bus, 25_003.5)
    await read(levels.source, true)
    await read(levels.source)
    await read(levels.source)
    expect(await texts(user)).toEqual(['NIFTY is above 25,000.00: now 25,003.50.'])
    levels.close()
    levels = open()
    await read(levels.source)
    await pass(levels, 25_010, 24_990, 25_020)
    expect(await texts(user)).toHaveLength(1)
    await pass(levels, 24_970)
    levels.close()
    levels = open()
    await read(levels.source)
    await pass(levels, 25_000)
    expect(await texts(user)).toEqual([
      'NIFTY is above 25,000.00: now 25,003.50.',
      'NIFTY is above 25,000.00: now 25,000.00.',
    ])
    levels.close()
  })

  it('notify of a crossing that happened while nothing watched', async () => {
    const user = await userWith('pro', priceAlert())
    let levels = open()
    await read(levels.source)
    await pass(levels, 24_000)
    levels.close()
    levels = open()
    await read(levels.source)
    await pass(levels, 25_400)
    expect(await texts(user)).toHaveLength(1)
    levels.close()
  })

  it('notify once a day where the user chose so, and again the next day', async () => {
    const user = await userWith('pro', priceAlert({ repeat: 'daily' }))
    const levels = open()
    await read(levels.source)
    await pass(levels, 24_000, 25_000, 24_000, 25_000)
    expect(await texts(user)).toHaveLength(1)
    now = (now + 24 * HOUR_MS) as EpochMs
    await pass(levels, 24_000, 25_000)
    expect(await texts(user)).toHaveLength(2)
    levels.close()
  })

  it('of an alert that is paused or deleted notify nothing, and of one that is resumed at its next crossing', async () => {
    const user = await userWith('pro', priceAlert(), priceAlert({ level: 25_100 }))
    const levels = open()
    await read(levels.source)
    await pass(levels, 24_000)
    const [second, first] = (await listAlerts(web, user)).alerts
    const body = { id: first!.id, paused: true }
    await call(web, 'POST', '/api/custom-alerts/pause', { cookie: user.cookie, body })
    await call(web, 'POST', '/api/custom-alerts/remove', { cookie: user.cookie, body: { id: second!.id } })
    await pass(levels, 25_500)
    expect(await texts(user)).toEqual([])
    await call(web, 'POST', '/api/custom-alerts/pause', { cookie: user.cookie, body: { ...body, paused: false } })
    await pass(levels, 25_500, 25_500)
    expect(await texts(user)).toEqual([])
    await pass(levels, 24_000, 25_000)
    expect(await texts(user)).toHaveLength(1)
    levels.close()
  })

  it('notify a starter as late as the plan sees the market, in the app alone', async () => {
    const user = await userWith('starter', priceAlert())
    const levels = open()
    await read(levels.source)
    publishNifty(bus, 24_000)
    now = (now + 30 * SECOND_MS) as EpochMs
    publishNifty(bus, 25_010)
    now = (now + 59 * SECOND_MS) as EpochMs
    await read(levels.source)
    expect(await texts(user)).toEqual([])
    now = (now + 2 * SECOND_MS) as EpochMs
    await read(levels.source)
    expect(await texts(user)).toEqual(['NIFTY is above 25,000.00: now 25,010.00.'])
    levels.close()
  })

  it('notify of no live price once the plan has become one that sees it late', async () => {
    const user = await userWith('pro', priceAlert())
    const levels = open()
    await read(levels.source)
    await pass(levels, 24_000)
    await web.store.db
      .updateTable('profiles')
      .set({ plan: 'starter', plan_expiry: null })
      .where('user_id', '=', user.id)
      .execute()
    await pass(levels, 25_500)
    expect(await texts(user)).toEqual([])
    now = (now + 61 * SECOND_MS) as EpochMs
    // The first reading moves the alert to the late prices.
    await read(levels.source)
    await read(levels.source)
    expect(await texts(user)).toHaveLength(1)
    levels.close()
  })

  it('watch the IV percentile', async () => {
    const user = await userWith('pro', priceAlert({ type: 'iv_percentile', side: 'below', level: 20 }))
    const levels = open()
    await read(levels.source)
    for (const percentile of [0.31, 0.2, 0.21, 0.19]) {
      bus.publish('snapshot.iv.NIFTY', { version: 1, json: JSON.stringify({ percentile }) })
      await read(levels.source)
    }
    expect(await texts(user)).toEqual(['IV percentile of NIFTY is below 20%: now 20%.'])
    levels.close()
  })
})

describe('agents that flip', () => {
  let seq = 1_000
  const decide = async (bias: string, { stale = false, at = now }: { stale?: boolean; at?: EpochMs } = {}) => {
    seq += 1
    const contributions = [{ agent: 'option_chain_signal', bias, weight: 1, signed: 0, stale, asOf: '' }]
    await web.store.pool.query(`insert into decisions values ($1, $2, 'NIFTY', $3, 'none', $4, $5, '')`, [
      seq,
      `flip${seq}`,
      at,
      JSON.stringify({ id: `flip${seq}`, symbol: 'NIFTY', barEnd: at, entry: null, contributions }),
      `flip-h${seq}`,
    ])
  }
  const flip = (to: NewCustomAlert['flip_to']) =>
    priceAlert({ type: 'agent_flip', side: null, level: null, agent: 'option_chain_signal', flip_to: to })

  it('are notified once, a neutral or stale minute between is no flip, and only in the direction that is watched', async () => {
    const both = await userWith('pro', flip(null))
    const bearish = await userWith('pro', flip('bearish'))
    await read(agentFlips)
    for (const bias of ['bullish', 'neutral', 'bullish']) await decide(bias)
    await read(agentFlips)
    expect(await texts(both)).toEqual([])
    await decide('bearish', { stale: true })
    await read(agentFlips)
    expect(await texts(both)).toEqual([])
    await decide('bearish')
    await read(agentFlips)
    await read(agentFlips)
    await decide('bullish')
    await read(agentFlips)
    const [toBearish, toBullish] = ['bearish', 'bullish'].map((to) => `Option chain of NIFTY turned ${to} at 10:00.`)
    expect(await texts(both)).toEqual([toBearish, toBullish])
    expect(await texts(bearish)).toEqual([toBearish])
  })

  it('are notified to a starter a minute after the decision', async () => {
    const user = await userWith('starter', flip(null))
    now = (now + 10 * MINUTE_MS) as EpochMs
    // What was decided before is history.
    await read(agentFlips)
    const history = (await texts(user)).length
    const [first, second] = [now, (now + MINUTE_MS) as EpochMs]
    await decide('bullish', { at: first })
    await decide('bearish', { at: second })
    await decide('bullish', { at: second })
    now = (second + 59 * SECOND_MS) as EpochMs
    await read(agentFlips)
    const before = await texts(user)
    now = (second + 66 * SECOND_MS) as EpochMs
    await read(agentFlips)
    const after = await texts(user)
    expect([before.length - history, after.length - before.length]).toEqual([0, 2])
  })
})

describe('the loss of the day', () => {
  const losing = (percent: number) => priceAlert({ type: 'loss_share', symbol: null, side: 'above', level: percent })
  let bid = 10_000
  let real = 0
  const open = () => {
    const quotes = { quote: () => ({ bid, ask: bid, last: bid, askQuantity: 1, receivedAt: now }) as never }
    const readings = { account: () => undefined }
    return lossWarnings({ quotes, readings, realNow: () => (real += 10_000) })
  }

  /** Two per cent of ₹1,00,000. */
  const limitAt2000 = ({ id }: { readonly id: string }) =>
    sql`
      insert into risk_settings (user_id, capital_paise, daily_loss_cap_bp, max_entries_per_symbol, max_positions_per_symbol)
      values (${id}, 10000000, 200, 3, 1)
      on conflict (user_id) do update set capital_paise = 10000000, daily_loss_cap_bp = 200`.execute(web.store.db)

  it('counts what the user lost in the broker’s own app, of a live account alone', async () => {
    const user = await userWith('elite', losing(50))
    await limitAt2000(user)
    await sql`
      insert into execution_accounts (account_id, journal_hash) values (${user.id}, '')
      on conflict do nothing`.execute(web.store.db)
    await web.store.db
      .insertInto('foreign_trade_days')
      .values({
        account_id: user.id,
        on_day: DAY,
        begun: 1,
        closed: '[]',
        open_at_last_paise: 0,
        exit_charges_paise: 0,
        net_paise: -120_000,
        at: now,
      })
      .execute()
    await read(open())
    expect(await texts(user)).toEqual([expect.stringMatching(/^The day’s loss is ₹1,200\.00.*past 50%/s)])
  })

  it('is notified when it comes to the share, once while it stays there, over restarts', async () => {
    const user = await userWith('elite', losing(50), losing(80))
    await limitAt2000(user)
    await writeTrade(web.store.db, user.id, DAY, `losing-${user.id}`, 'open')
    // 75 units bought at 100.67 on average: the limit of ₹2,000 is lost some ₹26 lower.
    for (const next of [10_000, 8_900, 8_700, 8_700, 8_750]) {
      bid = next
      await read(open())
    }
    const [warning, ...more] = await texts(user)
    expect(warning).toMatch(/^PAPER: The day’s loss is ₹1,0\d\d\.\d\d/)
    expect(warning).toContain('past 50% of your daily loss limit of ₹2,000')
    expect(more).toEqual([])
    bid = 7_900
    await read(open())
    expect((await texts(user)).slice(1)).toEqual([expect.stringContaining('past 80%')])
    bid = 10_000
    await read(open())
    now = (now + MINUTE_MS) as EpochMs
    bid = 8_700
    await read(open())
    expect(await texts(user)).toHaveLength(3)
  })
})

describe('the list', () => {
  it('shows what the plan allows, and refuses one more', async () => {
    const starter = await userWith(
      'starter',
      priceAlert(),
      priceAlert({ symbol: 'BANKNIFTY', side: 'below', level: 50_000.5 }),
    )
    expect(await listAlerts(web, starter)).toMatchObject({
      max: 2,
      types: ['price', 'agent_flip', 'loss_share'],
      leaves_app: false,
    })
    expect((await listAlerts(web, starter)).alerts.map(({ text, state }) => [text, state])).toEqual([
      ['BANKNIFTY at or below 50,000.50', 'watching'],
      ['NIFTY at or above 25,000.00', 'watching'],
    ])
    expect(await addAlert(web, starter, priceAlert())).toMatchObject({
      status: 409,
      json: { code: 'custom_alerts_full' },
    })
  })

  it('shows alerts beyond a smaller plan as not watched', async () => {
    const user = await userWith(
      'pro',
      priceAlert(),
      priceAlert(),
      priceAlert(),
      priceAlert({ type: 'iv_percentile', level: 80 }),
    )
    await web.store.db
      .updateTable('profiles')
      .set({ plan: 'starter', plan_expiry: null })
      .where('user_id', '=', user.id)
      .execute()
    web.bus.publish(`account.${user.id}`, null)
    expect((await listAlerts(web, user)).alerts.map(({ state }) => state)).toEqual([
      'not_in_plan',
      'not_in_plan',
      'watching',
      'watching',
    ])
  })

  it('shows and changes no alert of another user', async () => {
    const [user, other] = [await userWith('pro', priceAlert()), await userWith('pro')]
    const { id } = (await listAlerts(web, user)).alerts[0]!
    expect((await listAlerts(web, other)).alerts).toEqual([])
    for (const [path, body] of [
      ['pause', { id, paused: true }],
      ['remove', { id }],
    ] as const)
      expect(await call(web, 'POST', `/api/custom-alerts/${path}`, { cookie: other.cookie, body })).toMatchObject({
        status: 404,
      })
    expect((await listAlerts(web, user)).alerts).toMatchObject([{ id, state: 'watching', level: 25_000 }])
  })

  it.each([
    ['a level that is missing', priceAlert({ level: null }), 'level'],
    ['a price of three decimals', priceAlert({ level: 25_000.123 }), 'level'],
    ['a percentile of 100', priceAlert({ type: 'iv_percentile', level: 100 }), 'level'],
    ['half a percent', priceAlert({ type: 'iv_percentile', level: 10.5 }), 'level'],
    ['a loss below its share', priceAlert({ type: 'loss_share', symbol: null, side: 'below', level: 50 }), 'side'],
    ['a loss of an index', priceAlert({ type: 'loss_share', level: 50 }), 'symbol'],
    ['an agent without a name', priceAlert({ type: 'agent_flip', side: null, level: null }), 'agent'],
    ['a price with a direction', priceAlert({ flip_to: 'bullish' }), 'flip_to'],
  ])('refuses %s', async (_what, alert, field) => {
    const user = await userWith('pro')
    const answer = await addAlert(web, user, alert)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(field)
  })

  it('refuses what the plan does not show', async () => {
    const user = await userWith('starter')
    expect((await addAlert(web, user, priceAlert({ type: 'iv_percentile', level: 50 }))).status).toBe(400)
    const flip = priceAlert({ type: 'agent_flip', side: null, level: null, agent: 'indicator_signal' })
    expect((await addAlert(web, user, flip)).status).toBe(400)
  })
})

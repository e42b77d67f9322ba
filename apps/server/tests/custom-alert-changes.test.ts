import { SECOND_MS, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { NewCustomAlert } from '@strikewise/wire/custom-alerts.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { watchLevels } from '../src/alerts/custom/watch-levels.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { noticesOf, readSource } from './alert-users.ts'
import { addAlert, listAlerts, priceAlert, publishNifty } from './custom-alert-calls.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let bus: ThreadBus
let now: EpochMs
const clock = { now: () => now, sleep: async () => {}, at: () => () => {} }
beforeAll(async () => {
  web = await startTestWeb()
  bus = openThreadBus('custom-alert-changes', 'custom-alert-changes')
})
afterAll(async () => {
  bus.close()
  await web.stop()
})
beforeEach(() => {
  now = istInstant('2026-11-20' as IstDate, 10)
})

const userWith = async (plan: 'pro' | 'starter', alert: NewCustomAlert) => {
  const user = await newUser(web, plan)
  expect(await addAlert(web, user, alert)).toMatchObject({ status: 200 })
  return user
}
const texts = async (who: TestUser) => (await noticesOf(web.store.db, who.id)).map(({ text }) => text)

const open = () => watchLevels(bus, clock, pino({ level: 'silent' }))
const read = ({ source }: ReturnType<typeof open>) => readSource(web.store.db, source, now)
/** Prices one after the other, each stored before the next. */
const pass = async (levels: ReturnType<typeof open>, ...prices: number[]) => {
  for (const one of prices) {
    publishNifty(bus, one)
    now = (now + SECOND_MS) as EpochMs
    await read(levels)
  }
}

it('notifies of a changed alert at the next crossing of its new level, and counts from zero', async () => {
  const user = await userWith('pro', priceAlert())
  const levels = open()
  await read(levels)
  await pass(levels, 24_000, 25_100)
  const [alert] = (await listAlerts(web, user)).alerts
  expect(alert).toMatchObject({ level: 25_000, side: 'above', symbol: 'NIFTY', fired: 1 })
  const change = (next: NewCustomAlert) =>
    call(web, 'PUT', '/api/custom-alerts', { cookie: user.cookie, body: { id: alert!.id, alert: next } })
  const changed = await change(priceAlert({ level: 25_500, repeat: 'daily' }))
  expect(changed).toMatchObject({
    status: 200,
    json: { alerts: [{ level: 25_500, repeat: 'daily', fired: 0, last_fired_at: null }] },
  })
  // The old level is crossed again, the new one is not.
  await pass(levels, 24_000, 25_200)
  expect(await texts(user)).toHaveLength(1)
  await pass(levels, 25_600)
  expect((await texts(user)).toSorted()).toEqual([
    'NIFTY is above 25,000.00: now 25,100.00.',
    'NIFTY is above 25,500.00: now 25,600.00.',
  ])
  const [now25500] = (await listAlerts(web, user)).alerts
  const refused = (next: NewCustomAlert) =>
    call(web, 'PUT', '/api/custom-alerts', { cookie: user.cookie, body: { id: now25500!.id, alert: next } })
  expect((await refused(priceAlert({ type: 'iv_percentile', level: 50 }))).status).toBe(400)
  expect((await refused(priceAlert({ level: null }))).status).toBe(400)
  expect((await listAlerts(web, user)).alerts).toMatchObject([{ id: now25500!.id, type: 'price', level: 25_500 }])
  levels.close()
})

it('refuses the alert of another user, and what the plan does not show', async () => {
  const user = await userWith(
    'starter',
    priceAlert({ type: 'agent_flip', side: null, level: null, agent: 'candle_signal' }),
  )
  const { id } = (await listAlerts(web, user)).alerts[0]!
  const change = (who: TestUser, agent: string) =>
    call(web, 'PUT', '/api/custom-alerts', {
      cookie: who.cookie,
      body: { id, alert: priceAlert({ type: 'agent_flip', side: null, level: null, agent }) },
    })
  expect((await change(await newUser(web, 'pro'), 'candle_signal')).status).toBe(404)
  expect((await change(user, 'indicator_signal')).status).toBe(400)
  expect((await listAlerts(web, user)).alerts).toMatchObject([{ id, agent: 'candle_signal', state: 'watching' }])
})

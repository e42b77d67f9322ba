import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ReadinessCheck, ReadinessReply } from '@strikewise/wire/readiness.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { call, connectBroker, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

const DAY = '2026-11-20' as IstDate

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(istInstant(DAY, 8, 50)))

async function readiness(user: TestUser, headers: Record<string, string> = {}): Promise<ReadinessReply> {
  const answer = await call(web, 'GET', '/api/readiness', { cookie: user.cookie, headers })
  expect(answer.status).toBe(200)
  return answer.json as ReadinessReply
}

const lineOf = ({ checks }: ReadinessReply, name: ReadinessCheck) => {
  const { state, text, remedy } = checks.find(({ check }) => check === name)!
  return { state, text, remedy }
}

it('shows a new user what is missing and where it is mended, without a call to a broker', async () => {
  const user = await newUser(web, 'elite')
  const reply = await readiness(user)
  expect([reply.day, reply.opens_at, reply.state]).toEqual([DAY, '2026-11-20T09:15:00+05:30', 'fail'])
  expect(lineOf(reply, 'login')).toMatchObject({ state: 'fail', remedy: 'connect_account' })
  expect(lineOf(reply, 'funds')).toMatchObject({ state: 'wait', remedy: null })
  expect(lineOf(reply, 'limits')).toMatchObject({ state: 'warn', remedy: 'trade_settings' })
})

it('shows what the executor and the market role read last, with its age, of this account alone', async () => {
  const [user, other] = [await newUser(web, 'elite'), await newUser(web, 'elite')]
  await connectBroker(web, user)
  await connectBroker(web, other)
  web.bus.publish(`reading.${user.id}`, {
    usable: 4_200_000,
    opening: 5_000_000,
    readAt: istInstant(DAY, 8, 49),
    clockSkewMs: 40,
  })
  const snapshot = (value: unknown) => ({ version: 1, json: JSON.stringify(value) })
  web.bus.publish('snapshot.feed', snapshot({ connected: true, lastTickAt: null, session: 'closed' }))
  web.bus.publish('snapshot.contracts', snapshot({ day: DAY, expiries: { NIFTY: DAY, BANKNIFTY: '2026-11-24' } }))
  await expect.poll(async () => lineOf(await readiness(user), 'contracts').state).toBe('pass')

  const reply = await readiness(user)
  expect(lineOf(reply, 'login')).toMatchObject({ state: 'pass', remedy: null })
  expect(lineOf(reply, 'funds').text).toBe('₹42,000.00 available to buy options, read at 08:49.')
  expect(lineOf(reply, 'feed')).toEqual({ state: 'pass', text: 'Connected.', remedy: null })
  expect(lineOf(reply, 'clock').text).toBe('Agrees with the broker’s clock (limit 2 s), read at 08:49.')
  expect(lineOf(reply, 'events').text).toContain('Nifty options expire today')
  expect(lineOf(await readiness(other), 'funds')).toMatchObject({ state: 'wait' })

  web.clock.set(istInstant(DAY, 9, 0))
  expect(lineOf(await readiness(user), 'funds')).toMatchObject({ state: 'warn' })
})

it('keeps the last good reading when a message cannot be read', async () => {
  const user = await newUser(web, 'elite')
  await connectBroker(web, user)
  const reading = { usable: 4_200_000, opening: 5_000_000, readAt: istInstant(DAY, 8, 49), clockSkewMs: null }
  web.bus.publish(`reading.${user.id}`, reading)
  web.bus.publish(`reading.${user.id}`, { ...reading, usable: 'much' })
  await expect.poll(() => web.logs.some((line) => line.includes('a reading could not be understood'))).toBe(true)
  expect(lineOf(await readiness(user), 'funds')).toMatchObject({ state: 'pass' })
})

it('answers in the language of the account', async () => {
  const user = await newUser(web, 'elite')
  await call(web, 'PUT', '/api/account/language', { cookie: user.cookie, body: { language: 'hi' } })
  expect(lineOf(await readiness(user), 'login').text).toContain('ट्रेडिंग खाता')
})

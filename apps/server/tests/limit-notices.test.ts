import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accountChanges } from '../src/alerts/sources/account-changes.ts'
import { noticeText, readSource } from './alert-users.ts'
import { call, connectBroker, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/* Whose account may suddenly lose more, or trade by another key, is notified: a thief of a session changes nothing quietly. */

const KEY = 'Your Zerodha API key was replaced.'
const LIMITS =
  'Your account may trade or lose more, now or after the close: auto execution was turned on or a limit was raised.'
const ROW = { symbol: 'NIFTY', lots: 2, auto_execute: true, tsl_enabled: true, sl_buffer: 10 }
const RISK = {
  capital: 200_000,
  daily_loss_cap_pct: 3,
  max_entries_per_symbol: 3,
  max_positions_per_symbol: 1,
  cover_manual_shorts: false,
}

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(async () => {
  user = await newUser(web, 'master')
  await connectBroker(web, user)
  await put('/trade-settings', { strategies: [ROW], consentGiven: true })
  await put('/risk-settings', RISK)
  await check()
  // What the set-up notified of.
  await web.store.db.deleteFrom('notices').where('key', 'like', 'limits_raised/%').execute()
  await web.store.db.deleteFrom('outbox').execute()
})

async function put(path: string, body: object): Promise<void> {
  const answer = await call(web, 'PUT', `/api${path}`, { cookie: user.cookie, body })
  expect([path, answer.status]).toEqual([path, 200])
}

/** What the notifier does every two seconds. */
const check = () => readSource(web.store.db, accountChanges, web.clock.now())

const isProductOrder = (sentence: string) => sentence === KEY || sentence === LIMITS
const firstSentence = (text: string) => text.slice(0, text.indexOf('.') + 1)

/** The first sentence of each notification in the app, and of each mail. */
async function notified(): Promise<{ app: string[]; mails: string[] }> {
  await check()
  // A second look finds nothing more.
  await check()
  const notices = await web.store.db.selectFrom('notices').selectAll().where('user_id', '=', user.id).execute()
  const mails = await web.store.db.selectFrom('outbox').select('body').where('recipient', '=', user.email).execute()
  return {
    app: notices.map((row) => firstSentence(noticeText(row))).filter(isProductOrder),
    mails: mails.map(({ body }) => firstSentence(body.split('\n\n')[1]!)).filter(isProductOrder),
  }
}

it.each<[string, expected: string[], change: () => Promise<void>]>([
  ['another API key', [KEY], () => put('/broker/keys', { api_key: 'another-key-1', api_secret: 'another-secret' })],
  ['the same API key with its secret', [], () => put('/broker/keys', { api_key: 'canaryapikey0001', api_secret: 's' })],
  ['a higher loss limit', [LIMITS], () => put('/risk-settings', { ...RISK, daily_loss_cap_pct: 4 })],
  ['more capital', [LIMITS], () => put('/risk-settings', { ...RISK, capital: 1_000_000 })],
  ['buying back of shorts', [LIMITS], () => put('/risk-settings', { ...RISK, cover_manual_shorts: true })],
  ['tighter limits', [], () => put('/risk-settings', { ...RISK, daily_loss_cap_pct: 2, max_entries_per_symbol: 1 })],
  [
    'more lots of an armed symbol',
    [LIMITS],
    () => put('/trade-settings', { strategies: [{ ...ROW, lots: 3 }], consentGiven: true }),
  ],
  [
    'another symbol armed',
    [LIMITS],
    () => put('/trade-settings', { strategies: [ROW, { ...ROW, symbol: 'BANKNIFTY' }], consentGiven: true }),
  ],
  ['the same settings again', [], () => put('/trade-settings', { strategies: [ROW], consentGiven: true })],
])('%s', async (_, expected, change) => {
  await change()
  expect(await notified()).toEqual({ app: expected, mails: expected })
})

it('a change that is refused notifies no user', async () => {
  const answer = await call(web, 'PUT', '/api/risk-settings', {
    cookie: user.cookie,
    body: { ...RISK, max_positions_per_symbol: 1000 },
  })
  expect(answer.status).toBe(400)
  expect(await notified()).toEqual({ app: [], mails: [] })
})

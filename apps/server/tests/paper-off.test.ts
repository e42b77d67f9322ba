import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/** A real broker beside which no paper is traded. */
const REAL = {
  KITE_API_URL: 'https://api.kite.trade',
  KITE_TICKER_URL: 'wss://ws.kite.trade',
  KITE_LOGIN_URL: 'https://kite.zerodha.com/connect/login',
  SMTP_URL: 'smtp://127.0.0.1:587',
  NEWS_FEEDS: ',',
  TELEGRAM_API_URL: 'off',
  CLOCK_URL: 'system',
  PAYMENTS: 'mock',
  PAPER_EXCHANGE_URL: 'http://127.0.0.1:1',
  PAPER_EXCHANGE_KEY: 'never asked',
}

let live: TestWeb
let off: TestWeb
beforeAll(async () => {
  ;[live, off] = await Promise.all([
    startTestWeb({ ...REAL, PAPER_DATA: 'live' }),
    startTestWeb({ ...REAL, PAPER_DATA: 'off' }),
  ])
})
afterAll(() => Promise.all([live.stop(), off.stop()]))

async function paperUser(web: TestWeb): Promise<TestUser> {
  const user = await newUser(web, 'elite')
  await web.store.pool.query(`insert into broker_links (user_id, mode) values ($1, 'paper')`, [user.id])
  return user
}

const save = (web: TestWeb, user: TestUser, auto: boolean) =>
  call(web, 'PUT', '/api/trade-settings', {
    cookie: user.cookie,
    body: {
      strategies: [{ symbol: 'NIFTY', lots: 1, auto_execute: auto, tsl_enabled: false, sl_buffer: 10 }],
      consentGiven: true,
    },
  })

it('shows what paper is priced with to every visitor', async () => {
  expect((await call(live, 'GET', '/api/config')).json).toMatchObject({ paper_data: 'live', paper_trading: true })
  expect((await call(off, 'GET', '/api/config')).json).toMatchObject({ paper_data: 'off', paper_trading: false })
})

it('opens no paper account while it is off, and says why', async () => {
  const user = await newUser(off, 'elite')
  const { status, json } = await call(off, 'POST', '/api/broker/paper', { cookie: user.cookie, body: {} })
  expect(status).toBe(409)
  expect(json).toMatchObject({
    code: 'paper_not_offered',
    message: 'Paper trading is off: this service has no prices for it.',
  })
})

it('arms no paper account while it is off, and takes every other setting', async () => {
  const user = await paperUser(off)
  expect(await save(off, user, true)).toMatchObject({
    status: 409,
    json: {
      code: 'paper_not_offered',
      message: expect.stringContaining('auto execute cannot be switched on') as string,
    },
  })
  expect(await save(off, user, false)).toMatchObject({ status: 200 })
  expect(await save(live, await paperUser(live), true)).toMatchObject({ status: 200 })
})

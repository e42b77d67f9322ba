import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { signUp, type BrokerAccount, type ExchangeOrder, type ExchangeTrade } from '../people.ts'
import { startWorld, type World } from '../world.ts'

/**
 * The whole product as a newcomer meets it: on a recorded day with a falling market where the recordings are, else on
 * the synthetic market of the demo, pushed upwards. Time runs fast: an hour of the recorded day takes two minutes.
 */
const RECORDED = join(import.meta.dirname, '../../../shared/data/bars/NIFTY_1m_2024.csv.gz')
const isRecorded = existsSync(RECORDED)
const MARKET = isRecorded
  ? ['--replay', RECORDED, '--replay-from', '2024-05-03', '--start', '2024-05-03T09:50', '--speed', '25']
  : ['--speed', '10']
const BROKER = 'SW1003'
const NEWCOMER = { name: 'First Visitor', email: 'first@visitor.example', password: 'a long and calm password' }

test.describe.configure({ mode: 'serial' })
test.setTimeout(480_000)

let world: World
let page: Page
const account = () => world.sandbox<BrokerAccount>(`/accounts/${BROKER}`)
const orders = () => world.sandbox<ExchangeOrder[]>(`/orders?account=${BROKER}`)
const trades = () => world.sandbox<ExchangeTrade[]>(`/trades?account=${BROKER}`)
const isLive = (order: ExchangeOrder) => !['COMPLETE', 'CANCELLED', 'REJECTED'].includes(order.status)

test.beforeAll(async ({ browser }) => {
  world = await startWorld({ sandboxArgs: MARKET, demo: true })
  if (!isRecorded)
    await world.sandbox('/scenario', { kind: 'trend', direction: 'up', durationMs: 2 * 3_600_000, sigmasPer15Min: 3 })
  page = await browser.newPage()
})
test.afterAll(async () => {
  await page.close()
  await world.close()
})

test('a newcomer signs up, verifies the address and buys the elite plan', async () => {
  await signUp(page, world, NEWCOMER)
  await expect(page).toHaveURL(/\/(dashboard|plans)/)
  await page.goto(`${world.url}/plans`)
  await page.goto(`${world.url}/subscribe/elite?billing=quarterly`)
  const subscribe = page.getByRole('button', { name: 'Activate Elite Plan' })
  await expect(subscribe).toBeDisabled()
  await page.getByRole('checkbox').check()
  await subscribe.click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Elite Plan' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await expect(page).toHaveURL(/\/dashboard\?success=true/)
  await expect(page.getByRole('banner').getByText(/90 days remaining/)).toBeVisible()
})

test('connects the broker: keys, login page, pasted address', async () => {
  await world.sandbox(`/accounts/${BROKER}`, { redirect_url: `${world.sandboxUrl}/somewhere-else` }, 'PUT')
  const { user_id, password, api_key, api_secret } = await account()
  await page.goto(`${world.url}/connect-zerodha`)

  await page.getByRole('textbox', { name: 'API Key' }).fill(api_key)
  await page.getByLabel('API Secret').fill(api_secret)
  await page.getByRole('button', { name: /keys/i }).click()
  await expect(page.getByText('You must accept the disclosure before continuing.')).toBeVisible()
  await page.getByRole('checkbox', { name: /risk disclosure/ }).check()
  await page.getByRole('button', { name: /keys/i }).click()
  await expect(page.getByText('API Key and Secret saved.')).toBeVisible()

  await page.getByLabel('Redirected URL').fill('https://example.com/?status=success')
  await expect(page.getByText('request_token not detected in this URL.')).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText(/request_token not found in the pasted URL\./)).toBeVisible()

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open Zerodha login' }).click()
  const login = await opened
  await login.getByLabel(/user id/i).fill(user_id)
  await login.getByLabel(/password/i).fill(password)
  await login.getByLabel(/totp/i).fill((await account()).totp)
  await login
    .getByRole('button', { name: /log in|login|continue/i })
    .first()
    .click()
  await login.waitForURL(/somewhere-else/)
  const redirected = login.url()
  await login.close()

  await page.getByLabel('Redirected URL').fill(redirected)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Access Token saved successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${world.url}/zerodha-connect`)
  await expect(page.getByText('Connected — token is valid for today (IST).')).toBeVisible()
  expect(await page.content()).not.toContain(api_secret)
})

test('arms one lot with consent', async () => {
  await page.goto(`${world.url}/trade-settings`)
  const lots = page.getByLabel('Lots')
  await lots.fill('')
  await expect(page.getByText('Required').first()).toBeVisible()
  await expect(page.getByText('Please fix the required fields marked with * before saving.')).toBeVisible()
  await lots.fill('1')
  await page.getByRole('switch', { name: 'Auto execute' }).click()
  await page.getByRole('switch', { name: 'Trailing stop-loss' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'I Agree' }).click()
  await expect(page.getByRole('dialog', { name: 'Consent to automatic trading' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Auto execute' })).toBeChecked()
})

test('signals change and give their reasons', async () => {
  await page.goto(`${world.url}/dashboard`)
  const section = page.getByRole('region', { name: 'Core Agent Signals' })
  for (const agent of ['Candles', 'Indicators', 'Option chain', 'Sideways detector', 'Market block'])
    await expect(section.getByRole('button', { name: new RegExp(`^${agent}`) })).toBeVisible()
  const indicators = page.getByRole('button', { name: /^Indicators/ })
  const first = await indicators.textContent()
  await indicators.click()
  await expect(page.getByText(/ATR|EMA|MACD|VWAP|RSI/).first()).toBeVisible()
  await indicators.click()
  // A bar closes every five market minutes, which is twelve seconds here.
  await expect.poll(() => indicators.textContent(), { timeout: 120_000 }).not.toBe(first)
})

test('a trade opens and its stop rests at the exchange', async () => {
  const open = page.getByRole('region', { name: 'Open trades' })
  await expect(open.getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible({ timeout: 300_000 })
  await expect(open.getByText(/stop ₹/)).toBeVisible()
  const book = await orders()
  const [entry] = book.filter((order) => order.transaction_type === 'BUY' && order.filled_quantity > 0)
  const stops = book.filter((order) => order.transaction_type === 'SELL' && isLive(order))
  expect(stops).toHaveLength(1)
  expect(stops[0]).toMatchObject({ order_type: 'SL', status: 'TRIGGER PENDING', quantity: entry!.filled_quantity })
})

test('kill -9 of the server leaves the stop where it is, and the trade is taken up again', async () => {
  const before = (await orders()).filter((order) => order.transaction_type === 'SELL' && isLive(order))
  await world.crashServer()
  const after = (await orders()).filter((order) => order.transaction_type === 'SELL' && isLive(order))
  expect(after.map((order) => order.order_id)).toEqual(before.map((order) => order.order_id))
  await page.goto(`${world.url}/dashboard`)
  await expect(page.getByRole('region', { name: 'Open trades' }).getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible()
  // Settling after the restart sends nothing twice.
  expect(
    (await orders()).filter((order) => order.transaction_type === 'BUY' && order.filled_quantity > 0),
  ).toHaveLength(1)
})

test('the stop trails, the trade closes; the books equal the exchange’s to the paisa', async () => {
  const trigger = async () =>
    (await orders()).find((order) => order.transaction_type === 'SELL' && isLive(order))?.trigger_price
  const first = await trigger()
  // No second trade may join the books that are compared; the stop button never holds an exit back.
  await page.getByRole('button', { name: 'Stop trading' }).click()
  await page
    .getByRole('dialog', { name: 'Stop all new entries?' })
    .getByRole('button', { name: 'Stop trading' })
    .click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Resume entries' })).toBeVisible()
  // Exits are not bound to the age of a quote, so the rest of the day may pass faster still.
  await world.sandbox('/clock/speed', { speed: 60 })
  // A made-up market rises and turns when it is told to; the recorded one does so by itself.
  const push = async (pct: number) => isRecorded || world.sandbox('/scenario', { kind: 'spike', pct, overMs: 60_000 })
  await push(1)
  await expect.poll(trigger, { timeout: 180_000 }).toBeGreaterThan(first!)
  await push(-1.5)

  const closed = page.getByRole('region', { name: 'Closed trades' })
  await expect(closed.getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible({ timeout: 180_000 })
  expect((await orders()).filter(isLive)).toHaveLength(0)

  const value = (side: string, rows: readonly ExchangeTrade[]) =>
    rows
      .filter((row) => row.transaction_type === side)
      .reduce((sum, row) => sum + row.quantity * Math.round(row.average_price * 100), 0)
  const book = await trades()
  const gross = value('SELL', book) - value('BUY', book)
  const shown = (await page.getByRole('definition').filter({ hasText: '₹' }).allTextContents()).map(paise)
  const [grossShown, charges, net] = shown.slice(-3)
  expect(grossShown).toBe(gross)
  expect(net).toBe(gross - charges!)
})

/** '+₹1,234.50', '−₹9.05' → paise. */
function paise(text: string): number {
  const digits = Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
  return /[-−]/.test(text) ? -digits : digits
}

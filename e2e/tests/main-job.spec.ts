// @invariant books-equal
import { expect, type Page } from '@playwright/test'
import { newTab } from '../browser-tabs.ts'
import { signUp, type BrokerAccount, type ExchangeOrder, type ExchangeTrade } from '../users.ts'
import { DECISION_WAIT_MS, decisionSession, skipToDecision } from '../market-open.ts'
import { test } from '../test.ts'
import type { DevStack } from '../dev-stack.ts'

/** The whole product as a newcomer meets it, from the sign-up to the result of the first trade. */
const BROKER = 'SW1003'
const NEWCOMER = { name: 'First Visitor', email: 'first@visitor.example', password: 'a long and calm password' }

test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
// It prepares for long: an account is made, bought for, linked and armed.
test.use({ market: decisionSession() })

let stack: DevStack
let page: Page
const account = () => stack.sandbox<BrokerAccount>(`/accounts/${BROKER}`)
const orders = () => stack.sandbox<ExchangeOrder[]>(`/orders?account=${BROKER}`)
const trades = () => stack.sandbox<ExchangeTrade[]>(`/trades?account=${BROKER}`)
const isLive = (order: ExchangeOrder) => !['COMPLETE', 'CANCELLED', 'REJECTED'].includes(order.status)
const liveSells = async () => (await orders()).filter((order) => order.transaction_type === 'SELL' && isLive(order))
const filledBuys = async () =>
  (await orders()).filter((order) => order.transaction_type === 'BUY' && order.filled_quantity > 0)

/** The chart shows the option that was bought, where it was bought, and the stop that rests at the exchange. */
async function expectDrawn(): Promise<void> {
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(chart.getByRole('img', { name: /^NIFTY \d+ (CE|PE), price of one unit/ })).toBeVisible()
  const wordsOf = (name: string) => chart.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')
  await expect(wordsOf('Entry')).toHaveText(/^₹\d+\.\d\d at \d\d:\d\d:\d\d/)
  await expect
    .poll(async () => {
      const [[stop], shownText] = await Promise.all([liveSells(), wordsOf('Stop').textContent()])
      return shownText?.startsWith(`₹${stop!.trigger_price.toFixed(2)}`)
    })
    .toBe(true)
}

test.beforeAll(async ({ browser, stack: started }) => {
  stack = started
  page = await newTab(browser)
})
test.afterAll(async () => page.context().close())

test('a newcomer signs up, verifies the address and buys the elite plan', async () => {
  await signUp(page, stack, NEWCOMER)
  await page.goto(`${stack.url}/plans`)
  await page.goto(`${stack.url}/subscribe/elite?billing=quarterly`)
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
  await stack.sandbox(`/accounts/${BROKER}`, { redirect_url: `${stack.sandboxUrl}/somewhere-else` }, 'PUT')
  const { user_id, password, api_key, api_secret } = await account()
  await page.goto(`${stack.url}/connect-zerodha`)

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
  await page.goto(`${stack.url}/zerodha-connect`)
  await expect(page.getByText('Connected — token is valid for today (IST).')).toBeVisible()
  expect(await page.content()).not.toContain(api_secret)
})

test('arms one lot with consent', async () => {
  await page.goto(`${stack.url}/trade-settings`)
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
  await page.goto(`${stack.url}/dashboard`)
  const section = page.getByRole('region', { name: 'Core Agent Signals' })
  for (const agent of ['Candles', 'Indicators', 'Option chain', 'Range filter', 'Entry filter'])
    await expect(section.getByRole('button', { name: new RegExp(`^${agent}`) })).toBeVisible()
  const indicators = section.getByRole('button', { name: /^Indicators/ })
  await indicators.click()
  await expect(page.getByText(/ATR|EMA|MACD|VWAP|RSI/).first()).toBeVisible()
  await indicators.click()
  const texts = () => section.getByRole('button').allTextContents()
  const first = await texts()
  await skipToDecision(stack)
  await expect.poll(texts, { timeout: DECISION_WAIT_MS }).not.toEqual(first)
})

test('a trade opens and its stop rests at the exchange', async () => {
  const open = page.getByRole('region', { name: 'Open trades' })
  await expect(open.getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible({ timeout: DECISION_WAIT_MS })
  await expect(open.getByText(/stop ₹/)).toBeVisible()
  await expect
    .poll(liveSells)
    .toEqual([expect.objectContaining({ order_type: 'SL', status: 'TRIGGER PENDING', quantity: expect.any(Number) })])
  const [[entry], [stop]] = [await filledBuys(), await liveSells()]
  expect(stop!.quantity).toBe(entry!.filled_quantity)
  await expectDrawn()
})

test('kill -9 of the server leaves the stop where it is, and the trade is taken up again', async () => {
  const before = await liveSells()
  await stack.crashServer()
  const after = await liveSells()
  expect(after.map((order) => order.order_id)).toEqual(before.map((order) => order.order_id))
  await page.goto(`${stack.url}/dashboard`)
  await expect(page.getByRole('region', { name: 'Open trades' }).getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible()
  // Settling after the restart sends nothing twice.
  expect(await filledBuys()).toHaveLength(1)
})

test('the stop trails, the trade closes; the books equal the exchange’s to the paisa', async () => {
  const [stop] = await liveSells()
  // No second trade may join the books that are compared; the stop button never holds an exit back.
  await page.getByRole('button', { name: 'Pause entries' }).click()
  await page
    .getByRole('dialog', { name: 'Pause new entries?' })
    .getByRole('button', { name: 'Pause new entries' })
    .click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Entries paused · Resume' })).toBeVisible()
  await stack.sandbox('/clock/speed', { speed: 4 })
  // The market is pushed the way of the trade, in steps of less than its risk, until the stop has followed; then the other way.
  const favour = stop!.tradingsymbol.endsWith('PE') ? -1 : 1
  const push = (pct: number) => stack.sandbox('/scenario', { kind: 'spike', pct, overMs: 20_000 })
  const hasTrailed = async () => {
    const [first, ...later] = await stack.sandbox<ExchangeOrder[]>(`/orders/${stop!.order_id}`)
    return later.some((step) => step.trigger_price > first!.trigger_price)
  }
  await expect(async () => {
    if (!(await hasTrailed())) await push(0.2 * favour)
    await expect.poll(hasTrailed, { timeout: 10_000 }).toBe(true)
  }).toPass({ timeout: 120_000 })
  await push(-2 * favour)

  const closed = page.getByRole('region', { name: 'Closed trades' })
  await expect(closed.getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible({ timeout: 120_000 })
  await expect.poll(async () => (await orders()).filter(isLive)).toEqual([])

  const value = (side: string, rows: readonly ExchangeTrade[]) =>
    rows
      .filter((row) => row.transaction_type === side)
      .reduce((sum, row) => sum + row.quantity * Math.round(row.average_price * 100), 0)
  const book = await trades()
  const gross = value('SELL', book) - value('BUY', book)
  await expect
    .poll(async () => {
      const total = page.getByRole('region', { name: 'Paper total' }).getByRole('definition').filter({ hasText: '₹' })
      // Gross, charges, what the contract note rounds (where it does), net.
      const [shown, ...parts] = (await total.allTextContents()).map(paise)
      return { gross: shown, beforeCharges: parts.reduce((sum, part) => sum + part, 0) }
    })
    .toEqual({ gross, beforeCharges: gross })
})

/** '+₹1,234.50', '−₹9.05' → paise. */
function paise(text: string): number {
  const digits = Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
  return /[-−]/.test(text) ? -digits : digits
}

// @invariant approval-fresh-claim
import { expect, type Page } from '@playwright/test'
import { tabAs } from '../browser-tabs.ts'
import type { DevStack } from '../dev-stack.ts'
import { DECISION_WAIT_MS, decisionSession, skipToDecision } from '../market-open.ts'
import { test } from '../test.ts'
import type { ExchangeOrder } from '../users.ts'

/** A morning of the demo's elite user, who approves entries: the engine decides, asks, and buys what is taken. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(450_000)
// At its own pace from the decision on: what is taken may trade for 15 s of the market's time.
test.use({ market: decisionSession() })

/** The broker account of the demo's elite user. */
const BROKER = 'SW1001'

let stack: DevStack
let page: Page

const orders = async () => stack.sandbox<ExchangeOrder[]>(`/orders?account=${BROKER}`)

test.beforeAll(async ({ browser, stack: started }) => {
  stack = started
  page = await tabAs(browser, stack, 'elite')
})
test.afterAll(async () => page.context().close())

test('an index is set to ask first', async () => {
  await page.goto(`${stack.url}/trade-settings`)
  const nifty = page.getByRole('region', { name: 'Nifty 50' })
  await nifty.getByRole('switch', { name: 'Ask me before each entry' }).click()
  await nifty.getByLabel('Seconds to answer').fill('60')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/saved/i)).toBeVisible()
  await page.reload()
  await expect(nifty.getByLabel('Seconds to answer')).toHaveValue('60')
})

test('an entry asks before anything is bought, and is bought once it is taken', async () => {
  await page.goto(`${stack.url}/dashboard`)
  await skipToDecision(stack)
  const offer = page.getByRole('alert').filter({ hasText: /^Buy NIFTY \d+ CE\?/ })
  await expect(offer).toBeVisible({ timeout: DECISION_WAIT_MS })
  expect((await orders()).filter((order) => order.transaction_type === 'BUY')).toEqual([])
  // An offer lapses and the next minute makes another: a busy machine may need one more.
  await expect(async () => {
    const take = offer.getByRole('button', { name: /^Take/ })
    await expect(take).toBeVisible({ timeout: 70_000 })
    // Nothing is bought above the limit shown, and the market that made the signal goes on rising. A jump would widen the spread.
    await stack.sandbox('/scenario', { kind: 'trend', direction: 'down', sigmasPer15Min: 20, durationMs: 30_000 })
    // Long enough for the trend to outweigh what the index moves by chance.
    await page.waitForTimeout(20_000)
    await take.click()
    await expect(page.getByText(/^Bought \d+ units at ₹/)).toBeVisible({ timeout: 20_000 })
  }).toPass({ timeout: 150_000 })
  const open = page.getByRole('region', { name: 'Open trades' })
  await expect(open.getByText(/NIFTY \d+ CE/)).toBeVisible()
  await expect(open.getByText(/stop ₹/)).toBeVisible()
  expect(
    (await orders()).filter((order) => order.transaction_type === 'BUY' && order.filled_quantity > 0),
  ).toHaveLength(1)
})

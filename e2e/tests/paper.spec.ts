import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { DECISION_WAIT_MS, decidingMorning, skipToDecision } from '../market-morning.ts'
import { tabAs, toastOf } from '../tabs.ts'
import { test } from '../test.ts'
import type { World } from '../world.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
test.use({ market: decidingMorning() })

let world: World
let page: Page

test.beforeAll(async ({ browser, world: started }) => {
  world = started
  page = await tabAs(browser, world, 'starter')
})
test.afterAll(async () => page.context().close())

/** Looks at the page once `ready` stands there. A page takes its theme when it loads. */
const noViolations = async (scheme: 'light' | 'dark', ready: Locator) => {
  await page.emulateMedia({ colorScheme: scheme })
  await page.reload()
  await expect(ready).toBeVisible()
  await expect(page.locator('html')).toHaveClass(scheme === 'dark' ? /dark/ : /^(?!.*dark)/)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([])
}

test('starter opens a paper account with one press', async () => {
  await page.goto(`${world.url}/connect-zerodha`)
  await expect(page.getByText('Upgrade Required')).toBeVisible()
  await page.getByRole('radio', { name: 'Paper account' }).click()
  await expect(page.getByText('No order reaches a broker.')).toBeVisible()
  await page.getByRole('button', { name: 'Start paper trading' }).click()
  await expect(toastOf(page, 'Paper account connected.')).toBeVisible()
  const connected = page.getByText('Your paper account is connected for today.')
  await expect(connected).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) await noViolations(scheme, connected)
})

test('an entry that is refused is told with its reason and the way to its remedy', async () => {
  await page.goto(`${world.url}/dashboard`)
  await expect(page.getByText('Paper trading: no real money')).toBeVisible()
  const why = page.getByRole('region', { name: 'Why no trade' })
  await skipToDecision(world)
  const row = why.getByRole('row').filter({ hasText: 'NIFTY' }).first()
  // Nothing is armed yet: the first entry the engine decides for is refused to this account.
  await expect(row).toContainText('Consent to auto execution is missing.', { timeout: DECISION_WAIT_MS })
  await expect(row).toContainText(/NIFTY \d+ (CE|PE)/)
  for (const scheme of ['light', 'dark'] as const) await noViolations(scheme, row)
  await row.getByRole('link', { name: 'Trade settings' }).click()
  await expect(page.getByRole('region', { name: 'Nifty 50', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Bank Nifty', exact: true })).toHaveCount(0)
})

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { tabAs, toastOf } from '../tabs.ts'
import { startWorld, type World } from '../world.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(240_000)

let world: World
let page: Page

test.beforeAll(async ({ browser }) => {
  // The default morning decides for a NIFTY option ten minutes after its start.
  world = await startWorld({ sandboxArgs: ['--speed', '10'], demo: true })
  page = await tabAs(browser, world, 'starter', { reducedMotion: 'reduce' })
})
test.afterAll(async () => {
  await page.context().close()
  await world.close()
})

const noViolations = async (scheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme: scheme })
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
  await expect(page.getByText('Your paper account is connected for today.')).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) await noViolations(scheme)
})

test('an entry that is refused is told with its reason and the way to its remedy', async () => {
  await page.goto(`${world.url}/dashboard`)
  await expect(page.getByText('Paper trading: no real money')).toBeVisible()
  const why = page.getByRole('region', { name: 'Why no trade' })
  const row = why.getByRole('row').filter({ hasText: 'NIFTY' }).first()
  // Nothing is armed yet: the first entry the engine decides for is refused to this account.
  await expect(row).toContainText('Consent to auto execution is missing.', { timeout: 180_000 })
  await expect(row).toContainText(/NIFTY \d+ (CE|PE)/)
  for (const scheme of ['light', 'dark'] as const) await noViolations(scheme)
  await row.getByRole('link', { name: 'Trade settings' }).click()
  await expect(page.getByRole('region', { name: 'Nifty 50', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Bank Nifty', exact: true })).toHaveCount(0)
})

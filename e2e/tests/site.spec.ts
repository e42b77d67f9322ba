import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { newTab, tabAs } from '../tabs.ts'
import { test } from '../test.ts'

/** Every page the footer leads to, as a visitor finds it. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(600_000)

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await newTab(browser)
})
test.afterAll(async () => page.context().close())

async function footerPaths(of: Page, url: string): Promise<string[]> {
  await of.goto(url)
  const footer = of.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Documentation' })).toBeVisible()
  const hrefs = await footer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(hrefs.filter((href) => href.startsWith('/')))]
}

test('leads nowhere that is not there, and every page holds on a phone and in both themes', async ({ world }) => {
  const paths = await footerPaths(page, world.url)
  expect(paths.length).toBeGreaterThanOrEqual(20)
  const complaints: string[] = []
  page.on('console', (message) => {
    // A call that is on its way when the page is left fails, and says so.
    const left = message.text().includes('could not be read')
    if (['error', 'warning'].includes(message.type()) && !left) complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  for (const path of ['/', '/demo', ...paths])
    await test.step(path, async () => {
      await page.setViewportSize({ width: 360, height: 780 })
      await page.goto(world.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('This page does not exist')).toBeHidden()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))).toEqual(
          [],
        )
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1440)
    })
  // Every page was sent ready-made: one that comes to life as another one says so here.
  expect(complaints).toEqual([])
})

test('an unknown address is said to be one', async ({ world }) => {
  await page.goto(`${world.url}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
})

test('a page says what it is about where no script runs', async ({ browser, world }) => {
  const still = await newTab(browser, { javaScriptEnabled: false })
  await still.goto(world.url)
  await expect(still.getByRole('heading', { name: 'Welcome to Strikewise' })).toBeVisible()
  await still.getByRole('link', { name: 'Get Started' }).click()
  await expect(still.getByRole('heading', { name: 'Plans and pricing' })).toBeVisible()
  await expect(still).toHaveTitle('Plans and pricing – Strikewise')
  await still.context().close()
})

test('the demo is made again by the visitor’s own browser', async ({ world }) => {
  await page.goto(world.url)
  await page.getByRole('link', { name: 'Watch Demo' }).click()
  await page.getByRole('button', { name: 'Recompute' }).click()
  await expect(page.getByText('Equal: the same inputs give the same decision')).toBeVisible()
})

test('a message to support is stored and reaches the operator', async ({ world }) => {
  await page.goto(`${world.url}/support`)
  await page.getByLabel('Name').fill('First Visitor')
  await page.getByLabel('E-mail').fill('visitor@support.example')
  await page.getByLabel('About').selectOption('broker')
  await page.getByLabel('Message').fill('too short')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Say a little more: at least 20 characters')).toBeVisible()
  await page.getByLabel('Message').fill('The broker page says that it waits, and then nothing comes.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^Received as SW-/)).toBeVisible()
  await expect
    .poll(async () => world.sandbox<{ text: string }[]>('/mails?to=support%40strikewise.example'))
    .toEqual(expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('then nothing comes') })]))
})

test('the API’s reference asks the server, and what changes something asks first', async ({ world }) => {
  await page.goto(`${world.url}/api`)
  await page.getByLabel('Find a call').fill('clock')
  await page.getByText('/api/clock').click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^200 in \d+ ms$/)).toBeVisible()
  await page.getByLabel('Find a call').fill('setStop')
  await page.getByText('/api/stop').click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
})

test('status tells what was found', async ({ world }) => {
  await page.goto(`${world.url}/status`)
  // The first look is taken a little after the start, and the page asks every half minute.
  await expect(page.getByText('Everything that is needed now works')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('img', { name: /^Last 90 days: 100% of/ }).first()).toBeVisible()
})

test('without a network it says so, and shows nothing old', async ({ world }) => {
  await page.goto(world.url)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await page.goto(`${world.url}/dashboard`, { waitUntil: 'commit' }).catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.context().setOffline(false)
  expect(await page.evaluate('caches.keys()')).toEqual([])
})

test('a user takes the data along, and the account goes when asked', async ({ browser, world }) => {
  const mine = await tabAs(browser, world, 'starter')
  // Who is signed in is in the app, where links need no reload.
  await mine.goto(`${world.url}/docs`)
  await mine.evaluate('window.stayed = true')
  await mine.getByRole('contentinfo').getByRole('link', { name: 'Your data (DPDP)' }).click()
  await expect(mine.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  expect(await mine.evaluate('window.stayed')).toBe(true)
  const downloaded = mine.waitForEvent('download')
  await mine.getByRole('button', { name: 'Download' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^strikewise-data-.*\.json$/)
  await mine.getByLabel('Nominee’s name').fill('Ravi Rao')
  await mine.getByLabel('Nominee’s e-mail').fill('ravi@example.com')
  await mine.getByLabel('Relation to you').fill('Brother')
  await mine.getByRole('button', { name: 'Save nominee' }).click()
  await expect(mine.getByRole('button', { name: 'Remove' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page: mine }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([])
  await mine.getByRole('checkbox', { name: /Erase my account/ }).check()
  await mine.getByRole('button', { name: 'Erase my account' }).click()
  await expect(mine.getByText('Erasure is under way')).toBeVisible()
  await mine.getByRole('button', { name: 'Keep my account' }).click()
  await expect(mine.getByRole('button', { name: 'Erase my account' })).toBeDisabled()
  await mine.context().close()
})

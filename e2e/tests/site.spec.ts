import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { SCREENS } from '../screens.ts'
import { newTab, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/** Every page the footer leads to, as a visitor finds it. */
test.describe.configure({ mode: 'serial' })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await newTab(browser)
})
test.afterAll(async () => page.context().close())

test('the footer leads nowhere that is not there', async ({ stack }) => {
  const start = await (await fetch(stack.url, { headers: { accept: 'text/html' } })).text()
  const footer = /<footer.*<\/footer>/s.exec(start)![0]
  const links = [...new Set([...footer.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href!))]
  expect(links.length).toBeGreaterThanOrEqual(16)
  // Each is opened and checked in accessibility.spec.ts.
  const seen = SCREENS.map(({ path }) => path)
  expect(links.filter((href) => !seen.includes(href.split('#', 1)[0]!))).toEqual([])
})

test('an unknown address is shown to be one', async ({ stack }) => {
  await page.goto(`${stack.url}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
})

test('a page shows what it is about where no script runs', async ({ browser, stack }) => {
  const still = await newTab(browser, { javaScriptEnabled: false })
  await still.goto(stack.url)
  await expect(still.getByRole('heading', { name: 'Welcome to Strikewise' })).toBeVisible()
  await still.getByRole('link', { name: 'Get Started' }).click()
  await expect(still.getByRole('heading', { name: 'Plans and pricing' })).toBeVisible()
  await expect(still).toHaveTitle('Plans and pricing – Strikewise')
  await still.context().close()
})

test('the demo is made again by the visitor’s own browser', async ({ stack }) => {
  await page.goto(stack.url)
  await page.getByRole('link', { name: 'Watch Demo' }).click()
  // The page may stand there before its code: what is pressed is done when that has come.
  await page.getByRole('button', { name: 'Recompute' }).click()
  await expect(page.getByText('Equal: the same inputs give the same decision')).toBeVisible()
})

test('a message to support is stored and reaches the operator', async ({ stack }) => {
  await page.goto(`${stack.url}/support`)
  await page.getByLabel('Name').fill('First Visitor')
  await page.getByLabel('Email').fill('visitor@support.example')
  await page.getByLabel('About').selectOption('broker')
  await page.getByLabel('Message').fill('too short')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Write a little more: at least 20 characters')).toBeVisible()
  await page.getByLabel('Message').fill('The broker page says that it waits, and then nothing comes.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^Received as SW-/)).toBeVisible()
  await expect
    .poll(async () => stack.sandbox<{ text: string }[]>('/mails?to=support%40strikewise.example'))
    .toEqual(expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('then nothing comes') })]))
})

test('the API’s reference asks the server, and what changes something asks first', async ({ stack }) => {
  await page.goto(`${stack.url}/api`)
  await page.getByLabel('Find a call').fill('clock')
  await page.getByText('/api/clock').click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^200 in \d+ ms$/)).toBeVisible()
  await page.getByLabel('Find a call').fill('setStop')
  await page.getByText('/api/stop').click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
})

test('status shows what was found', async ({ stack }) => {
  await page.goto(`${stack.url}/status`)
  // The first look is taken a little after the start, and the page asks every half minute.
  await expect(page.getByText('All systems operational')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('img', { name: /^Last 90 days: 100% uptime/ }).first()).toBeVisible()
})

test('without a network it reports it, and shows nothing old', async ({ stack }) => {
  await page.goto(stack.url)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await page.goto(`${stack.url}/dashboard`, { waitUntil: 'commit' }).catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.context().setOffline(false)
  expect(await page.evaluate('caches.keys()')).toEqual([])
})

test('a user takes the data along, and the account goes when asked', async ({ browser, stack }) => {
  const mine = await tabAs(browser, stack, 'starter')
  // Who is signed in is in the app, where links need no reload.
  await mine.goto(`${stack.url}/docs`)
  await mine.evaluate('window.stayed = true')
  await mine.getByRole('contentinfo').getByRole('link', { name: 'Your data (DPDP)' }).click()
  await expect(mine.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  expect(await mine.evaluate('window.stayed')).toBe(true)
  const downloaded = mine.waitForEvent('download')
  await mine.getByRole('button', { name: 'Download' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^strikewise-data-.*\.json$/)
  await mine.getByLabel('Nominee’s name').fill('Ravi Rao')
  await mine.getByLabel('Nominee’s email').fill('ravi@example.com')
  await mine.getByLabel('Relation to you').fill('Brother')
  await mine.getByRole('button', { name: 'Save nominee' }).click()
  await expect(mine.getByRole('button', { name: 'Remove' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page: mine }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([])
  await mine.getByRole('checkbox', { name: /Erase my account/ }).check()
  await mine.getByRole('button', { name: 'Erase my account' }).click()
  await expect(mine.getByText('Your account will be erased')).toBeVisible()
  await mine.getByRole('button', { name: 'Keep my account' }).click()
  await expect(mine.getByRole('button', { name: 'Erase my account' })).toBeDisabled()
  await mine.context().close()
})

import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { newTab, tabAs } from '../tabs.ts'
import { test } from '../test.ts'

/** What an agent said, what was decided from it and by which sum, and the proof that neither was changed since. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
// A world of its own: at the end its clock goes on to the next day.
test.use({ market: { sandboxArgs: ['--speed', '10', '--start', '2026-09-16T10:30'], demo: true } })

let page: Page
test.beforeAll(async ({ browser, world }) => {
  page = await tabAs(browser, world, 'elite')
})
test.afterAll(async () => page.context().close())

async function hasNoViolations(of: Page): Promise<void> {
  for (const other of ['dark', 'light']) {
    const { violations } = await new AxeBuilder({ page: of }).analyze()
    expect(violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))).toEqual([])
    await of.getByRole('button', { name: `Switch to ${other} theme` }).click()
  }
}

test('a card opens to its reasons, and the decision to its minute', async () => {
  const card = page.getByRole('button', { name: /^Indicators/ })
  await card.click()
  await expect(page.getByRole('heading', { name: 'Why Indicators says so' })).toBeVisible()
  await card.click()
  await page.getByRole('button', { name: 'Why', exact: true }).click({ timeout: 120_000 })
  await page.getByRole('link', { name: 'The whole minute, and recompute it' }).click()
  await expect(page).toHaveURL(/\/why\/NIFTY\/2026-09-16T/)
  await expect(page.getByRole('region', { name: 'What each agent added' })).toContainText('Option chain')
  await expect(page.getByText('What would change it')).toBeVisible()
})

test('the decision is made again in the browser, and is equal', async () => {
  await page.getByRole('button', { name: 'Recompute' }).click()
  await expect(page.getByText('Equal: the same inputs give the same decision')).toBeVisible()
  await hasNoViolations(page)
})

test('leads from minute to minute by the keyboard', async () => {
  const first = page.url()
  const next = page.getByRole('link', { name: /^Next minute, \d\d:\d\d$/ })
  await expect(next).toBeVisible()
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(first)
  await page.getByRole('link', { name: /^Previous minute/ }).click()
  await expect(page).toHaveURL(first)
  await expect(page.getByRole('button', { name: 'Recompute' })).toBeEnabled()
})

test('a minute without a decision says so', async ({ world }) => {
  await page.goto(`${world.url}/why/NIFTY/2026-09-16T03:00`)
  await expect(page.getByText('No decision was made then')).toBeVisible()
})

test('a day that is over is verified on the page by anybody, and a changed file is refused with its line', async ({
  browser,
  world,
}) => {
  const visitor = await newTab(browser)
  await visitor.goto(`${world.url}/record`)
  await expect(visitor.getByText('No day is over yet')).toBeVisible()
  await world.sandbox('/clock/jump', { to: '2026-09-17T09:00:00' })
  const download = visitor.getByRole('link', { name: 'Download 2026-09-16' })
  await expect(async () => {
    await visitor.reload()
    await expect(download).toBeVisible({ timeout: 2000 })
  }).toPass()
  await visitor.getByRole('button', { name: 'Verify' }).click()
  await expect(visitor.getByText(/The record holds: [\d,]+ entries of 2026-09-16/)).toBeVisible()
  await expect(visitor.getByText(/^Signed with/)).toBeVisible()
  await hasNoViolations(visitor)

  const downloaded = visitor.waitForEvent('download')
  await download.click()
  const lines = readFileSync(await (await downloaded).path(), 'utf8').split('\n')
  const changed = lines.with(5, lines[5]!.replace(/"strength":/, '"strengtH":').replace(/"score":/, '"scorE":'))
  expect(changed[5]).not.toBe(lines[5])
  await visitor
    .getByLabel('or a file you have:')
    .setInputFiles({ name: 'changed.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(changed.join('\n')) })
  await expect(visitor.getByText('Not what was written: flipped, line 6, entry 5, 2026-09-16')).toBeVisible()
  await visitor.context().close()
})

import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { DECISION_WAIT_MS, decidingMorning, skipToDecision } from '../market-morning.ts'
import type { ExchangeOrder, ExchangeTrade } from '../people.ts'
import { tabAs } from '../tabs.ts'
import { test } from '../test.ts'
import type { World } from '../world.ts'

/** A day of one account, from its trade to the page, the files and the mail that tell of it. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
test.use({ market: decidingMorning() })

const DAY = '2026-09-17'
/** The broker account of the demo's elite user. */
const BROKER = 'SW1001'

let world: World
let page: Page
let grossPaise: number
test.beforeAll(async ({ browser, world: started }) => {
  world = started
  page = await tabAs(browser, world, 'elite')
})
test.afterAll(async () => page.context().close())

/** Looks at the page once `ready` stands there. A page takes its theme when it loads. */
async function hasNoViolations(ready: Locator): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.reload()
    await expect(ready).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([])
  }
}

test('a trade opens and is closed', async () => {
  await skipToDecision(world)
  const open = page.getByRole('region', { name: 'Open trades' })
  await expect(open.getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible({ timeout: DECISION_WAIT_MS })
  await page.getByRole('button', { name: 'Stop trading' }).click()
  await page
    .getByRole('dialog', { name: 'Stop all new entries?' })
    .getByRole('button', { name: 'Stop trading' })
    .click()
  const orders = await world.sandbox<ExchangeOrder[]>(`/orders?account=${BROKER}`)
  const bought = orders.find((order) => order.transaction_type === 'BUY' && order.filled_quantity > 0)!
  const against = bought.tradingsymbol.endsWith('PE') ? 1 : -1
  await world.sandbox('/scenario', { kind: 'spike', pct: 2 * against, overMs: 20_000 })
  await expect(page.getByRole('region', { name: 'Closed trades' }).getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible({
    timeout: 120_000,
  })
})

test('the report shows it to the paisa, and the calendar leads to its day', async () => {
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  await expect(page).toHaveURL(/\/reports/)
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await expect(result.getByText('1 of 1').or(result.getByText('0 of 1'))).toBeVisible()
  await page.getByRole('button', { name: /^Thursday 17 September 2026: net .*, 1 trade$/ }).click()
  await expect(page).toHaveURL(new RegExp(`from=${DAY}&to=${DAY}`))

  const book = await world.sandbox<ExchangeTrade[]>(`/trades?account=${BROKER}`)
  grossPaise = book.reduce(
    (sum, { transaction_type: side, quantity, average_price: price }) =>
      sum + (side === 'SELL' ? 1 : -1) * quantity * Math.round(price * 100),
    0,
  )
  const shown = result.getByRole('definition').nth(1)
  await expect.poll(async () => paise((await shown.textContent())!)).toBe(grossPaise)
  await hasNoViolations(result)
})

test('it is had as CSV and PDF', async () => {
  const fileOf = async (name: string): Promise<Download> => {
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    return started
  }
  const csv = await fileOf('CSV')
  expect(csv.suggestedFilename()).toBe(`strikewise-paper-${DAY}-to-${DAY}.csv`)
  const [names, trade] = readFileSync(await csv.path(), 'utf8')
    .split('\r\n')
    .map((line) => line.split(','))
  const gross = trade![names!.indexOf('Gross (INR)')]!
  expect(Math.round(Number(gross) * 100)).toBe(grossPaise)
  const pdf = await fileOf('PDF')
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('the calendar is walked by the keyboard', async () => {
  await page.getByRole('button', { name: /^Thursday 17 September 2026/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2026-09-16&to=2026-09-16/)
  await expect(page.getByText('No closed trades in this period')).toBeVisible()
})

test('after the close the day is mailed, once', async () => {
  await world.sandbox('/clock/jump', { to: `${DAY}T15:52:00` })
  const email = world.demo!.accounts.find(({ plan }) => plan === 'elite')!.email
  const mails = async () =>
    (
      await world.sandbox<{ subject: string; text: string; html?: string }[]>(`/mails?to=${encodeURIComponent(email)}`)
    ).filter(({ subject }) => subject === 'Strikewise: Daily report')
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(1)
  const [mail] = await mails()
  expect(mail!.text).toContain('Your day, 17 Sep 2026')
  expect(mail!.text).toContain(`/reports?mode=paper&from=${DAY}&to=${DAY}`)
})

/** '+₹1,234.50', '-₹9.05' → paise. */
function paise(text: string): number {
  const digits = Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
  return text.startsWith('-') ? -digits : digits
}

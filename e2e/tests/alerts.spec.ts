import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { DECISION_WAIT_MS, decidingMorning, skipToDecision } from '../market-morning.ts'
import { tabAs } from '../tabs.ts'
import { test } from '../test.ts'
import type { World } from '../world.ts'

/** A trade as its owner hears of it: a chat is paired, entry and exit arrive there, and a stop is asked for in it. */
const CHAT = 1001

test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
test.use({ market: decidingMorning() })

let world: World
let page: Page
let chat: Page

interface Message {
  readonly text: string
  readonly from: { readonly is_bot: boolean }
}

const heard = async () =>
  (await world.sandbox<Message[]>(`/bot/messages?chat_id=${CHAT}`))
    .filter((one) => one.from.is_bot)
    .map((one) => one.text)
const hears = (text: RegExp, timeout: number) =>
  expect.poll(async () => (await heard()).find((one) => text.test(one)), { timeout }).toBeTruthy()

test.beforeAll(async ({ browser, world: started }) => {
  world = started
  page = await tabAs(browser, world, 'elite')
})
test.afterAll(async () => page.context().close())

/** Looks at the page once `ready` stands there. A page takes its theme when it loads. */
async function noViolations(ready: () => Promise<Locator>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    await expect(await ready()).toBeVisible()
    // The guards hand the focus on as soon as they get it.
    const { violations } = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze()
    expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([])
  }
}

test('a chat is paired by the start link', async () => {
  await page.goto(`${world.url}/telegram-setup`)
  await page.getByRole('button', { name: 'Pair by link' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the bot and press Start' }).click()
  chat = await opened
  await chat.getByLabel('Chat ID').fill(String(CHAT))
  await chat.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText(`Alerts go to chat ${CHAT}`)).toBeVisible()
  await hears(/^Paired with e•••@/, 30_000)
  await noViolations(async () => page.getByText(`Alerts go to chat ${CHAT}`))
})

test('a test message arrives', async () => {
  await page.getByRole('button', { name: 'Send test message' }).click()
  await hears(/^Test message\n/, 30_000)
  await expect(page.getByText(/^Last message: Test message .* was delivered\.$/)).toBeVisible()
})

test('entry and exit of a trade arrive in the chat and under the bell', async () => {
  await page.goto(`${world.url}/dashboard`)
  await skipToDecision(world)
  await hears(/^Entry\nPaper: Bought \d+ NIFTY \d+ (CE|PE) at ₹/, DECISION_WAIT_MS)
  await hears(/^Signal\nBuy (call|put): NIFTY/, 30_000)
  const entry = (await heard()).find((text) => text.startsWith('Entry'))!
  const favour = entry.includes(' PE ') ? -1 : 1
  await world.sandbox('/scenario', { kind: 'spike', pct: -2 * favour, overMs: 20_000 })
  await hears(/^Exit\nPaper: Sold \d+ NIFTY/, 120_000)
  await noViolations(async () => {
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
    return page
      .getByRole('dialog', { name: 'Notifications' })
      .getByText(/^Paper: Sold/)
      .first()
  })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('/stop in the chat stops entries once it is confirmed there', async () => {
  await page.goto(`${world.url}/dashboard`)
  await chat.getByLabel('Message').fill('/stop')
  await chat.getByRole('button', { name: 'Send' }).click()
  await hears(/^Stop all new entries\?/, 30_000)
  await expect(page.getByRole('button', { name: 'Stop trading' })).toBeVisible()
  await chat.reload()
  await chat.getByRole('button', { name: 'Stop entries' }).click()
  await hears(/^Stopped: no new entries/, 30_000)
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Resume entries' })).toBeVisible()
})

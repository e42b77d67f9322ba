// @invariant public-log
// @invariant report-sums
// @invariant refusals-notified
import { readFileSync } from 'node:fs'
import { expect, type Download, type Page } from '@playwright/test'
import { noViolations, noViolationsAsItStands, overflowOn, smallTargetsOn, violationsOn } from '../accessibility.ts'
import { layOutWhole } from '../full-page-layout.ts'
import { DECISION_WAIT_MS, decisionSession, skipToDecision } from '../market-open.ts'
import { weighPosition } from '../page-weight.ts'
import type { ExchangeTrade } from '../users.ts'
import { newTab, tabAs, toastOf } from '../browser-tabs.ts'
import { test } from '../test.ts'
import type { DevStack } from '../dev-stack.ts'

/**
 * A trading day of the demo accounts: elite is notified of its trade in a chat, stops from there, and finds it in its reports, and
 * why it was made; starter is refused the same entry on paper. When the day is over any visitor verifies its record.
 */
test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
// A chat is paired and an account opened before it.
test.use({ market: decisionSession() })

const DAY = '2026-09-17'
/** The broker account of the demo's elite user, and the chat it is paired with. */
const BROKER = 'SW1001'
const CHAT = 1001

let stack: DevStack
let page: Page
let starter: Page
let visitor: Page
let chat: Page
let grossPaise: number

interface Message {
  readonly text: string
  readonly from: { readonly is_bot: boolean }
}

const botTexts = async () =>
  (await stack.sandbox<Message[]>(`/bot/messages?chat_id=${CHAT}`))
    .filter((one) => one.from.is_bot)
    .map((one) => one.text)
const messageLike = async (text: RegExp) => {
  const texts = await botTexts()
  return texts.find((one) => text.test(one)) ?? texts.join('\n\n')
}
const waitForMessage = (text: RegExp, timeout: number) =>
  expect.poll(async () => messageLike(text), { timeout }).toMatch(text)

test.beforeAll(async ({ browser, stack: started }) => {
  stack = started
  page = await tabAs(browser, stack, 'elite')
  starter = await tabAs(browser, stack, 'starter')
})
test.afterAll(async () => {
  for (const tab of [page, starter, chat]) await tab.context().close()
})

test('a chat is paired by the start link', async ({ browser }) => {
  await page.goto(`${stack.url}/telegram-setup`)
  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the bot and press Start' }).click()
  const popup = await opened
  // In front of the app's page it would keep that from being drawn, and a click there could wait for a frame.
  chat = await newTab(browser)
  await chat.goto(popup.url())
  await popup.close()
  await chat.getByLabel('Chat ID').fill(String(CHAT))
  await chat.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText(`Alerts go to chat ${CHAT}`)).toBeVisible()
  await waitForMessage(/^Paired with e•••@/, 30_000)
  await noViolations(page, async () => page.getByText(`Alerts go to chat ${CHAT}`))
})

test('a test message arrives', async () => {
  await page.getByRole('button', { name: 'Send test message' }).click()
  await waitForMessage(/^Test message · \d\d:\d\d\n/, 30_000)
  await expect(page.getByText(/^Last message: Test message .* was delivered\.$/)).toBeVisible()
})

test('starter opens a paper account with one press', async () => {
  await starter.goto(`${stack.url}/connect-zerodha`)
  await expect(starter.getByText('Upgrade Required')).toBeVisible()
  await starter.getByRole('radio', { name: 'Paper account' }).click()
  await expect(starter.getByText('No order reaches a broker.')).toBeVisible()
  await starter.getByRole('button', { name: 'Start paper trading' }).click()
  await expect(toastOf(starter, 'Paper account connected.')).toBeVisible()
  const connected = starter.getByText('Your paper account is connected for today.')
  await expect(connected).toBeVisible()
  await noViolations(starter, async () => connected)
  await starter.goto(`${stack.url}/dashboard`)
  await expect(starter.getByText('no real money')).toBeVisible()
  // A dashboard goes on drawing.
  await starter.goto('about:blank')
})

test('the entry arrives in the chat', async () => {
  await page.goto(`${stack.url}/dashboard`)
  await skipToDecision(stack)
  await waitForMessage(/^Entry · \d\d:\d\d\nPAPER entry · NIFTY \d+ (CE|PE) · \d+ @ ₹/, DECISION_WAIT_MS)
  await waitForMessage(/^Signal · \d\d:\d\d\nBUY NIFTY \d+ (CE|PE) near ₹/, 30_000)
  await expect(page.getByRole('region', { name: 'Open trades' }).getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible()
})

/** Sizes of windows of a phone, a tablet and a desktop. */
const WINDOWS = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

test('P&L, stop and Exit stand in the first 400 px of every window, and stay when it is scrolled', async () => {
  const position = page.getByRole('article', { name: /^NIFTY \d+ (CE|PE)$/ })
  const strip = page.getByRole('complementary', { name: 'Open position' })
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    const exit = position.getByRole('button', { name: 'Exit now' })
    for (const part of [position.getByText(/^[▲▼]?[+−]?₹[\d,]+\.\d\d$/).first(), position.getByText(/^Stop/), exit]) {
      await expect(part).toBeVisible()
      const { y, height } = (await part.boundingBox())!
      expect(y + height, `${size.width} px`).toBeLessThanOrEqual(400)
    }
    expect(await overflowOn(page)).toEqual([])
    await exit.click()
    await expect(page.getByRole('dialog', { name: /^Exit NIFTY/ })).toBeVisible()
    // The dialog is the same in each.
    if (size === WINDOWS[0]) expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
    await expect(strip.getByText(/^Stop ₹/)).toBeInViewport()
    await expect(strip.getByRole('button', { name: 'Exit now' })).toBeInViewport()
    await page.evaluate('window.scrollTo(0, 0)')
    await expect(strip).toBeHidden()
  }
})

test('an open trade can be left before 200 kB and 20 files of code; the rest comes after', async ({ browser }) => {
  const tab = await newTab(browser, { storageState: await page.context().storageState() })
  const calls: string[] = []
  tab.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const { scriptBytes, scripts } = await weighPosition(tab, `${stack.url}/dashboard`)
  console.log(`until Exit answers: ${scriptBytes} bytes of JavaScript in ${scripts.length} files`)
  expect(scriptBytes > 50_000 && scriptBytes <= 200_000).toBe(true)
  expect(scripts.length).toBeLessThanOrEqual(20)
  await tab.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.getByRole('region', { name: 'Chart', exact: true }).getByRole('img')).toBeVisible()
  expect(calls.filter((path) => path === '/api/config')).toHaveLength(1)
  await tab.context().close()
})

test('the day’s list ends within one screen of a desktop and two of a phone, the whole page within two and three', async () => {
  for (const { size, list, whole } of [
    { size: WINDOWS[0]!, list: 1280, whole: 1920 },
    { size: WINDOWS[2]!, list: 900, whole: 1700 },
  ]) {
    await page.setViewportSize(size)
    // Which panels are open at first depends on the window.
    await page.evaluate('localStorage.clear()')
    await page.reload()
    const open = page.getByRole('region', { name: 'Live Active Trades' })
    await expect(open.getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible()
    await layOutWhole(page)
    const { y, height } = (await open.boundingBox())!
    expect(y + height, `list at ${size.width} px`).toBeLessThanOrEqual(list)
    const wholeHeight = await page.evaluate<number>('document.documentElement.scrollHeight')
    expect(wholeHeight, `page at ${size.width} px`).toBeLessThanOrEqual(whole)
    expect(await overflowOn(page)).toEqual([])
    expect(await smallTargetsOn(page), `${size.width} px`).toEqual([])
    expect(await violationsOn(page)).toEqual([])
  }
})

test('the dialogs of the other acts on a position have no violations', async () => {
  const dialog = page.getByRole('dialog')
  const menu = page.getByRole('button', { name: 'More actions' })
  const asks: (readonly [string, () => Promise<void>])[] = [
    ['pause', async () => page.keyboard.press('p')],
    ['exit-all', async () => page.keyboard.press('Shift+X')],
    ...['Raise stop…', 'Lower target…'].map(
      (item) =>
        [
          item,
          async () => {
            await menu.click()
            await page.getByRole('menuitem', { name: item }).click()
          },
        ] as const,
    ),
  ]
  for (const [name, ask] of asks) {
    await ask()
    await expect(dialog).toBeVisible()
    expect(await violationsOn(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await stack.sandbox('/clock/speed', { speed: 10 })
})

test('/stop in the chat stops entries once it is confirmed there', async () => {
  await chat.getByLabel('Message').fill('/stop')
  await chat.getByRole('button', { name: 'Send' }).click()
  await waitForMessage(/^Pause new entries\?/, 30_000)
  await expect(page.getByRole('button', { name: 'Pause entries' })).toBeVisible()
  await chat.reload()
  await chat.getByRole('button', { name: 'Pause entries' }).click()
  await waitForMessage(/^Entries paused\. Resume in the app\./, 30_000)
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Entries paused · Resume' })).toBeVisible()
})

test('Exit now sells the position: the page shows what the broker answers until it is flat, and the log why', async () => {
  const position = page.getByRole('article', { name: /^NIFTY \d+ (CE|PE)$/ })
  const flat = page.getByRole('status').filter({ hasText: /NIFTY \d+ (CE|PE): flat/ })
  await position.getByRole('button', { name: 'Exit now' }).click()
  await page
    .getByRole('dialog', { name: /^Exit NIFTY/ })
    .getByRole('button', { name: 'Exit now' })
    .click()
  await expect(toastOf(page, 'Exit received. The position is being sold.')).toBeVisible()
  // An answer may be shown for less time than it takes to look.
  const progress = position.getByRole('status').filter({ hasText: /^Exit |units sold|broker/ })
  await expect(progress.or(flat).first()).toBeVisible()
  await expect(flat).toContainText('You exited')
  await expect(position).toHaveCount(0)
})

test('the exit arrives in the chat and under the bell', async () => {
  await waitForMessage(/^Exit · \d\d:\d\d\nPAPER exit · NIFTY/, 120_000)
  const closed = page.getByRole('region', { name: 'Closed trades' })
  await expect(closed.getByText(/NIFTY \d+ (CE|PE)/)).toBeVisible()
  await expect(closed.getByText('You exited')).toBeVisible()
  await noViolations(page, async () => {
    await page.getByRole('button', { name: /^Notifications, \d+ needs? you$/ }).click()
    return page
      .getByRole('dialog', { name: 'Notifications' })
      .getByText(/^PAPER exit/)
      .first()
  })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('an entry that is refused is shown with its reason and the way to its remedy', async () => {
  await starter.goto(`${stack.url}/dashboard`)
  const missed = starter.getByRole('region', { name: /^Missed entries/ })
  const row = missed.getByRole('list', { name: 'Refused entries' }).getByRole('listitem').first()
  await missed.getByRole('button', { name: /^Missed entries/ }).click()
  // Nothing is armed yet: the first entry the engine decides for is refused to this account.
  await expect(row).toContainText('You have not agreed to auto execution.', { timeout: DECISION_WAIT_MS })
  await expect(row).toContainText(/NIFTY \d+ (CE|PE)/)
  await noViolations(starter, async () => row)
  await row.getByRole('link', { name: 'Trade settings' }).click()
  await expect(starter.getByRole('region', { name: 'Nifty 50', exact: true })).toBeVisible()
  await expect(starter.getByRole('region', { name: 'Bank Nifty', exact: true })).toHaveCount(0)
})

test('the report shows it to the paisa, and the calendar leads to its day', async () => {
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  await expect(page).toHaveURL(/\/reports/)
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await expect(result.getByText('1 of 1').or(result.getByText('0 of 1'))).toBeVisible()
  await page.getByRole('button', { name: /^Thursday 17 September 2026: net .*, 1 trade$/ }).click()
  await expect(page).toHaveURL(new RegExp(`from=${DAY}&to=${DAY}`))

  const book = await stack.sandbox<ExchangeTrade[]>(`/trades?account=${BROKER}`)
  grossPaise = book.reduce(
    (sum, { transaction_type: side, quantity, average_price: price }) =>
      sum + (side === 'SELL' ? 1 : -1) * quantity * Math.round(price * 100),
    0,
  )
  const shown = result.getByRole('definition').nth(1)
  await expect.poll(async () => paise((await shown.textContent())!)).toBe(grossPaise)
  await noViolations(page, async () => result)
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

test('a card opens to its reasons, and the decision to its minute', async () => {
  await page.goto(`${stack.url}/dashboard`)
  const card = page.getByRole('region', { name: 'Core Agent Signals' }).getByRole('button', { name: /^Indicators/ })
  await card.click()
  await expect(page.getByRole('heading', { name: 'Why Indicators says so' })).toBeVisible()
  await card.click()
  await page.getByRole('button', { name: 'Why', exact: true }).click({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Open this minute' }).click()
  await expect(page).toHaveURL(/\/why\/NIFTY\/2026-09-17T/)
  await expect(page.getByRole('region', { name: 'Contribution of each agent' })).toContainText('Option chain')
  await expect(page.getByText('What would change it')).toBeVisible()
})

test('the decision is made again in the browser, and is equal', async () => {
  await page.getByRole('button', { name: 'Recompute' }).click()
  await expect(page.getByText('Equal: the same inputs give the same decision')).toBeVisible()
  await noViolationsAsItStands(page)
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

test('a minute without a decision reports it', async () => {
  await page.goto(`${stack.url}/why/NIFTY/${DAY}T03:00`)
  await expect(page.getByText('No decision was made then')).toBeVisible()
})

test('while the day goes on there is nothing to verify', async ({ browser }) => {
  visitor = await newTab(browser)
  await visitor.goto(`${stack.url}/record`)
  await expect(visitor.getByText('No signed day yet')).toBeVisible()
})

test('after the close the day is reported by mail and in the chat, once', async () => {
  await stack.sandbox('/clock/jump', { to: `${DAY}T15:52:00` })
  const email = stack.demo!.accounts.find(({ plan }) => plan === 'elite')!.email
  const mails = async () =>
    (
      await stack.sandbox<{ subject: string; text: string; html?: string }[]>(`/mails?to=${encodeURIComponent(email)}`)
    ).filter(({ subject }) => subject === 'Strikewise: Daily report')
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(1)
  const [mail] = await mails()
  expect(mail!.text).toContain('17 Sep 2026: ')
  expect(mail!.text).toContain(`/reports?mode=paper&from=${DAY}&to=${DAY}`)
  const inChat = async () => (await botTexts()).filter((text) => /^Daily report · \d\d:\d\d\n/.test(text))
  await expect.poll(async () => (await inChat()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [message, ...more] = await inChat()
  expect(more).toEqual([])
  const gross = /Gross ([+−])₹([\d,.]+), charges ₹[\d,.]+.*, net [+−]₹[\d,.]+/.exec(message!)
  expect(Number(`${gross![1] === '−' ? '-' : ''}${gross![2]!.replaceAll(/[,.]/g, '')}`)).toBe(grossPaise)
})

test('a day that is over is verified on the page by any visitor, and a changed file is refused with its line', async () => {
  await stack.sandbox('/clock/jump', { to: '2026-09-18T09:00:00' })
  const download = visitor.getByRole('link', { name: 'Download 2026-09-17' })
  await expect(async () => {
    await visitor.reload()
    await expect(download).toBeVisible({ timeout: 2000 })
  }).toPass()
  await visitor.getByRole('button', { name: 'Verify' }).click()
  await expect(visitor.getByText(/The record is intact: [\d,]+ entries of 2026-09-17/)).toBeVisible()
  await expect(visitor.getByText(/^Signed with/)).toBeVisible()
  await noViolationsAsItStands(visitor)

  const downloaded = visitor.waitForEvent('download')
  await download.click()
  const lines = readFileSync(await (await downloaded).path(), 'utf8').split('\n')
  const changed = lines.with(5, lines[5]!.replace(/"strength":/, '"strengtH":').replace(/"score":/, '"scorE":'))
  expect(changed[5]).not.toBe(lines[5])
  await visitor
    .getByLabel('or a file you have:')
    .setInputFiles({ name: 'changed.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(changed.join('\n')) })
  await expect(visitor.getByText('Not what was written: changed, line 6, entry 5, 2026-09-17')).toBeVisible()
  await visitor.context().close()
})

/** '+₹1,234.50', '−₹9.05' → paise. */
function paise(text: string): number {
  const digits = Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
  return text.startsWith('−') ? -digits : digits
}

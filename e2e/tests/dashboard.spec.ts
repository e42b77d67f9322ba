import { expect, type Page } from '@playwright/test'
import { overflowOn, smallTargetsOn, violationsOn } from '../accessibility.ts'
import { logInAs } from '../users.ts'
import { answerOf, newTab } from '../browser-tabs.ts'
import { test } from '../test.ts'
import type { DevStack } from '../dev-stack.ts'

const FEED_STOPPED = 'Grey figures are not current'
/** By hue, the third figure: the shade differs from theme to theme. */
const GREEN = /^oklch\(\S+ \S+ 1[45]\d/
/** By chroma: grey has next to none. */
const COLOURED = /^oklch\(\S+ 0\.[1-9]/
const RED = /^oklch\(\S+ \S+ 2\d/

let stack: DevStack
let page: Page

test.describe.configure({ mode: 'serial' })
test.use({ market: { sandboxArgs: ['--speed', '10', '--start', '2026-09-16T10:30'], demo: true } })
test.beforeAll(async ({ browser, stack: started }) => {
  stack = started
  page = await newTab(browser)
  await logInAs(page, stack, 'elite')
})
test.afterAll(async () => page.context().close())

const panel = (name: string) => page.getByRole('region', { name, exact: true })
const badge = () => panel('Live Active Trades').getByRole('status', { name: /^Connection/ })
/** The figures of an index card: price, then change with its per cent. */
const figures = (index: string) => panel(index).getByRole('definition')

test('the header shows who, until when and with which broker', async () => {
  const banner = page.getByRole('banner')
  await expect(banner.getByText(/Active Until 16 Sep 2027 \(365 days remaining\)/)).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Connect Zerodha' })).toHaveAttribute('href', '/connect-zerodha')
  await expect(panel('Market and account')).toContainText('Simulated ×10')
  await expect(panel('Market and account')).toContainText('Market open')
  await expect(panel('Market and account')).toContainText('Paperno real money')
  await page.getByRole('button', { name: 'User menu' }).click()
  const menu = page.getByRole('menu')
  for (const [name, to] of [
    ['Profile', '/profile'],
    ['Trade Settings', '/trade-settings'],
    ['Telegram Integration', '/telegram-setup'],
  ] as const)
    await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('href', to)
  await expect(menu.getByText('Elite plan')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', '/plans')
  await page.keyboard.press('Escape')
})

test('prices move, and the change is green from zero up and red below', async () => {
  for (const index of ['Nifty 50', 'Bank Nifty']) {
    const price = figures(index).first()
    await expect(price).toHaveText(/^\d{2},\d{3}\.\d\d$/)
    const first = await price.textContent()
    await expect(price).not.toHaveText(first!)
    await expect(figures(index).nth(1)).toHaveText(/^[+−]\d+(,\d+)?\.\d\d\([+−]\d+\.\d\d%\)$/)
  }
  await stack.sandbox('/scenario', { kind: 'gap', pct: -4 })
  for (const index of ['Nifty 50', 'Bank Nifty']) {
    await expect(figures(index).nth(1)).toHaveText(/^−/)
    await expect(figures(index).nth(1)).toHaveCSS('color', RED)
  }
  await stack.sandbox('/scenario', { kind: 'gap', pct: 9 })
  for (const index of ['Nifty 50', 'Bank Nifty']) {
    await expect(figures(index).nth(1)).toHaveText(/^\+/)
    await expect(figures(index).nth(1)).toHaveCSS('color', GREEN)
  }
})

test('the option chain: 250 points around the first row’s strike, ascending, open interest in lakhs', async () => {
  const rows = page
    .getByRole('region', { name: 'Strikes around the money' })
    .getByRole('rowgroup')
    .nth(1)
    .getByRole('row')
  await expect(rows).toHaveCount(11)
  const shown = async () => {
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent)),
    )
    return { cells, strikes: cells.map((row) => Number.parseInt(row[3], 10)) }
  }
  // The centre may move between the two looks.
  await expect
    .poll(async () => {
      const { body } = await answerOf<{ strike: number }[]>(page, '/api/option_chain_table')
      const marked = await rows.and(page.locator('[aria-current="true"]')).getByRole('rowheader').allTextContents()
      return marked.length === 1 && Number.parseInt(marked[0]!, 10) === body[0]!.strike
    })
    .toBe(true)
  // Strikes that have just come into view may have no price yet.
  await expect(async () => {
    const { cells, strikes } = await shown()
    expect(strikes).toEqual(Array.from({ length: 11 }, (_, i) => strikes[0]! + 50 * i))
    for (const [callOi, callPrice, , , , putPrice, putOi] of cells) {
      for (const openInterest of [callOi, putOi]) expect(openInterest).toMatch(/^\d+\.\d\dL( \((call|put) wall\))?$/)
      for (const price of [callPrice, putPrice]) expect(price).toMatch(/^[\d,]+\.\d\d$/)
    }
  }).toPass({ timeout: 30_000 })
})

test('headlines run by; without any there is no ticker', async () => {
  await expect(panel('Market news').getByRole('listitem').first()).toHaveText(/\w+/)
  await page.route('**/api/news', (route) => route.fulfill({ json: { headlines: [] } }))
  await page.reload()
  await expect(badge()).toHaveText('Live')
  await expect(panel('Market news')).toBeHidden()
  await page.unroute('**/api/news')
})

test('the day’s total stands under the closed trades without scrolling, and nothing jumps', async () => {
  const trade = (n: number) => ({
    trade_id: `t${n}`,
    entry_time: `2026-09-16T09:3${n}:00+05:30`,
    exit_time: `2026-09-16T09:4${n}:00+05:30`,
    strike: 24450,
    entry_price: 150,
    exit_price: 180,
    quantity: 65,
    pnl: 1950,
    gross_pnl: 1950,
    net_pnl: 1875.94,
    symbol: 'NIFTY',
    side: 'CE',
    tradingsymbol: 'NIFTY2692224450CE',
    status: 'closed',
    mode: 'paper',
    exit_reason: 'target',
    charges: 74.06,
    stt: 18,
    stamp: 0,
    decision_id: 'd1',
  })
  await page.route('**/user_trade_logs*', (route) => route.fulfill({ json: [1, 2, 3].map(trade) }))
  await page.reload()
  const total = panel('Today Trade Log').getByRole('region', { name: 'Paper total' })
  await expect(total).toContainText('+₹5,627.82')
  const heightOf = () => total.evaluate((element) => element.getBoundingClientRect().height)
  const before = await heightOf()
  expect(before).toBeLessThan(120)
  // As a picture of the whole page has it: laid out without having been near.
  expect(await total.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))).toBe(true)
  await page.evaluate(`
    window.moved = []
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries())
        for (const { node } of sources ?? [])
          if (node?.nodeType === 1 && node.closest('[aria-labelledby="trade-log"]')) window.moved.push(node.outerHTML.slice(0, 200))
    }).observe({ type: 'layout-shift' })`)
  for (let by = 0; by < 12; by++) {
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(50)
  }
  expect(await page.evaluate('window.moved')).toEqual([])
  expect(await heightOf()).toBe(before)
  await page.unroute('**/user_trade_logs*')
  await page.evaluate('window.scrollTo(0, 0)')
})

test('silence of the ticker is shown, and forgotten when it speaks again', async () => {
  const notice = page.getByRole('status').filter({ hasText: FEED_STOPPED })
  await expect(notice).toBeHidden()
  await stack.sandbox('/faults', { kind: 'silent_ticker' })
  await expect(notice).toContainText(/Prices stopped at (09|1\d):\d\d:\d\d/)
  // Nothing claims to be live: no badge, no pulse, no colour of direction.
  await expect(badge()).toHaveText('No current prices')
  await expect(page.locator('main .animate-pulse-dot')).toHaveCount(0)
  for (const index of ['Nifty 50', 'Bank Nifty']) {
    await expect(panel(index).getByText(/^as of \d\d:\d\d:\d\d$/)).toBeVisible()
    await expect(figures(index).nth(1)).not.toHaveCSS('color', COLOURED)
  }
  await stack.sandbox('/faults', undefined, 'DELETE')
  await expect(notice).toBeHidden()
})

test('the pause button pauses new entries and lets them go on', async () => {
  const dialog = page.getByRole('dialog')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Pause entries' }).click()
  await expect(dialog).toContainText('Pause new entries?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(header.getByRole('button', { name: 'Pause entries' })).toBeVisible()

  await header.getByRole('button', { name: 'Pause entries' }).click()
  await dialog.getByRole('button', { name: 'Pause entries' }).click()
  const stopped = page.getByRole('status').filter({ hasText: 'Entries paused' })
  await expect(stopped).toBeVisible()
  await page.reload()
  await expect(stopped).toBeVisible()

  await stopped.getByRole('button').click()
  await dialog.getByRole('button', { name: 'Resume entries' }).click()
  await expect(stopped).toBeHidden()
  await expect(header.getByRole('button', { name: 'Pause entries' })).toBeVisible()
})

test('a phone shows the state of the system in one row, and all of it in a sheet', async () => {
  const banner = page.getByRole('banner')
  const sheet = page.getByRole('dialog', { name: 'State of the system' })
  await page.setViewportSize({ width: 360, height: 640 })
  await expect.poll(async () => (await banner.boundingBox())!.height).toBeLessThanOrEqual(49)
  await banner.getByRole('button', { name: /^State of the system/ }).click()
  for (const text of ['no real money', 'Active Until', 'Simulated']) await expect(sheet).toContainText(text)
  await expect(sheet.getByRole('link', { name: /^Connect Zerodha/ })).toHaveAttribute('href', '/connect-zerodha')
  // The sheet grows to its size as it opens.
  await expect.poll(async () => smallTargetsOn(page)).toEqual([])
  expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('no text of the header is cut or covered, whatever the width', async () => {
  const state = page.getByRole('region', { name: 'Market and account' })
  const pixelsOver = () => state.evaluate((element) => element.scrollWidth - element.clientWidth)
  for (const width of [768, 1024, 1152, 1280, 1366, 1440, 1536, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(pixelsOver, `at ${width} px`).toBeLessThanOrEqual(0)
  }
  await expect(state.getByText(/^· closes \d\d:\d\d/)).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the theme is stored and restored', async () => {
  const html = page.locator('html')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(html).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(html).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(html).not.toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

test('the badge follows the connection through a crash of the server', async () => {
  await expect(badge()).toHaveText('Live')
  const restarted = stack.crashServer()
  await expect(badge()).toHaveText('Reconnecting...')
  await restarted
  await expect(badge()).toHaveText('Live', { timeout: 60_000 })
  // The session outlived the crash.
  await expect(page).toHaveURL(/\/dashboard/)
})

test('the back button asks: Cancel stays, OK signs out', async () => {
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to logout?' })
  await page.goto(stack.url)
  await expect(page).toHaveURL(/\/dashboard$/)
  // The address changes before the screen is there, and only the screen asks: a step back before it leaves the document.
  await expect(badge()).toHaveText('Live')
  // Cancel sends the browser forward again, to the entry that carries the mark; a step back before it is there is another one.
  const standsOnTop = () => expect.poll(() => page.evaluate('history.state?.guard')).toBe(true)
  for (const attempt of [1, 2]) {
    await standsOnTop()
    await page.evaluate('history.back()')
    await expect(dialog, `attempt ${attempt}`).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(badge()).toHaveText('Live')
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await standsOnTop()
  await page.evaluate('history.back()')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(`${stack.url}/dashboard`)
  await expect(page).toHaveURL(/\/login$/)
})

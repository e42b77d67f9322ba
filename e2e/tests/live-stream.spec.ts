import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { newTab, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

const badge = (page: Page) =>
  page.getByRole('region', { name: 'Live Active Trades', exact: true }).getByRole('status', { name: /^Connection/ })
const price = (page: Page) =>
  page.getByRole('region', { name: 'Nifty 50', exact: true }).getByRole('definition').first()

/** Counts the calls of a page whose path ends with one of `names`. */
function countCalls(page: Page, ...names: string[]): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (names.some((name) => new URL(request.url()).pathname.endsWith(name))) calls += 1
  })
  return () => calls
}

const STREAMED = ['/live_indices', '/signals', '/option_chain_table', '/decisions', '/index_candles']

test('two tabs share one connection, and poll only while it is lost', async ({ browser, stack }) => {
  const signedIn = await tabAs(browser, stack, 'elite')
  const context = await browser.newContext({ storageState: await signedIn.context().storageState() })
  await signedIn.context().close()
  const open = new Set<WebSocketRoute>()
  let opened = 0
  let isCut = false
  await context.routeWebSocket('**/api/stream', (route) => {
    if (isCut) {
      void route.close()
      return
    }
    opened += 1
    open.add(route)
    const server = route.connectToServer()
    server.onClose(() => open.delete(route))
    route.onClose(() => {
      open.delete(route)
      void server.close()
    })
  })
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [first, second]) {
    await tab.goto(`${stack.url}/dashboard`)
    await expect(badge(tab)).toHaveText('Live')
    await expect(price(tab)).toHaveText(/^\d{2},\d{3}\.\d\d$/)
  }
  expect([opened, open.size]).toEqual([1, 1])

  await test.step('no polls while the stream is open', async () => {
    for (const tab of [first, second]) {
      await tab.bringToFront()
      const before = await price(tab).textContent()
      await expect(price(tab)).not.toHaveText(before!)
      // Every panel has its value by now.
      await tab.waitForTimeout(3000)
      const calls = countCalls(tab, ...STREAMED)
      await tab.waitForTimeout(5000)
      expect(calls()).toBe(0)
    }
  })

  await test.step('the connection passes on when its tab is closed', async () => {
    await first.close()
    await expect.poll(() => [opened, open.size]).toEqual([2, 1])
    await expect(badge(second)).toHaveText('Live')
    const before = await price(second).textContent()
    await expect(price(second)).not.toHaveText(before!)
  })

  await test.step('the polls come back with its loss, and end with its return', async () => {
    isCut = true
    const [market, trades] = [countCalls(second, ...STREAMED), countCalls(second, '/user_active_trades')]
    for (const route of open) await route.close()
    await expect(badge(second)).toHaveText(/^(Reconnecting\.\.\.|Connecting|Error)$/)
    await expect.poll(market).toBeGreaterThan(4)
    await expect.poll(trades).toBeGreaterThan(1)
    const before = await price(second).textContent()
    await expect(price(second)).not.toHaveText(before!)
    isCut = false
    await expect(badge(second)).toHaveText('Live', { timeout: 60_000 })
    await second.waitForTimeout(3000)
    const known = market()
    await second.waitForTimeout(5000)
    expect(market()).toBe(known)
  })
  await context.close()
})

test('without a stream a chain that cannot be read empties the table', async ({ browser, stack }) => {
  const signedIn = await tabAs(browser, stack, 'elite')
  const page = await newTab(browser, { storageState: await signedIn.context().storageState() })
  await signedIn.context().close()
  await page.routeWebSocket('**/api/stream', (route) => void route.close())
  await page.goto(`${stack.url}/dashboard`)
  const chain = page.getByRole('region', { name: 'Nifty Option Chain', exact: true })
  await expect(chain.getByRole('table')).toBeVisible()
  await page.route('**/option_chain_table', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'x' } }),
  )
  await expect(chain.getByText('Option chain data unavailable')).toBeVisible()
  await page.unroute('**/option_chain_table')
  await expect(chain.getByRole('table')).toBeVisible()
  await page.context().close()
})

import { expect, type Page } from '@playwright/test'
import { answerOf, newTab, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/** What each plan is sold (specification §6), as the screens show it. */
const PLANS = [
  { plan: 'starter', core: false, log: false, chain: false, planCards: 2, symbols: [] },
  { plan: 'pro', core: false, log: false, chain: true, planCards: 4, symbols: [] },
  { plan: 'elite', core: true, log: true, chain: true, planCards: 0, symbols: ['Nifty 50'] },
  { plan: 'master', core: true, log: true, chain: true, planCards: 0, symbols: ['Nifty 50', 'Bank Nifty'] },
] as const

const CORE_CARDS = [/^Candles/, /^Indicators/, /^Option chain/, /^Range filter/, /^Entry filter/]
const STARTER_DELAY_MS = 60_000

const pages = new Map<string, Page>()
const pageOf = (plan: string) => pages.get(plan)!

test.beforeAll(async ({ browser, stack }) => {
  for (const { plan } of PLANS) {
    const page = await tabAs(browser, stack, plan)
    pages.set(plan, page)
    // Four dashboards at once would only slow one another down.
    await page.goto(`${stack.url}/terms`)
  }
})
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close()
})

for (const { plan, core, log, chain, planCards, symbols } of PLANS) {
  test(`${plan}: the dashboard shows what the plan has and prompts for the rest`, async ({ stack }) => {
    const page = pageOf(plan)
    await page.goto(`${stack.url}/dashboard`)
    const panel = (name: string) => page.getByRole('region', { name, exact: true })

    for (const index of ['Nifty 50', 'Bank Nifty'])
      await expect(
        panel(index)
          .getByText(/^\d[\d,]*\.\d\d$/)
          .first(),
      ).toBeVisible()
    await expect(panel('Live Active Trades').getByRole('status', { name: /^Connection/ })).toBeVisible()

    const upgrade = { name: 'Upgrade Plan' }
    const signals = panel('Core Agent Signals')
    for (const card of CORE_CARDS) await expect(signals.getByRole('button', { name: card })).toHaveCount(core ? 1 : 0)
    await expect(signals.getByRole('link', upgrade)).toHaveCount(core ? 0 : 1)
    if (!core) await expect(signals.getByRole('link', upgrade)).toHaveAttribute('href', '/plans')
    const sold = panel('Signals in your plan')
    await expect(sold.getByRole('button', { expanded: false })).toHaveCount(planCards)

    const trades = panel('Today Trade Log')
    await expect(trades.getByRole('link', upgrade)).toHaveCount(log ? 0 : 1)
    await expect(trades.getByText(/No Closed Trades Yet Today|Net Realized P&L/)).toHaveCount(log ? 1 : 0)

    const options = panel('Nifty Option Chain')
    await expect(options.getByText('Option Chain Access Restricted')).toHaveCount(chain ? 0 : 1)
    if (chain) await expect(options.getByRole('row').nth(3)).toBeVisible()
    else await expect(options.getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute('href', '/pricing')

    await expect(page.getByRole('button', { name: 'Pause entries' })).toHaveCount(core ? 1 : 0)
  })

  test(`${plan}: broker connect and trade settings`, async ({ stack }) => {
    const page = pageOf(plan)
    for (const path of ['/connect-zerodha', '/zerodha-connect', '/trade-settings']) {
      await page.goto(stack.url + path)
      if (symbols.length > 0) continue
      await expect(page.getByText('Upgrade Required')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing')
      await expect(page.getByRole('textbox')).toHaveCount(0)
    }
    if (symbols.length === 0) return
    await expect(page.getByRole('switch', { name: 'Auto execute' })).toHaveCount(symbols.length)
    for (const symbol of symbols) await expect(page.getByRole('region', { name: symbol, exact: true })).toBeVisible()
  })
}

test('starter: signals a minute old, with the basic values', async ({ stack }) => {
  const page = pageOf('starter')
  await page.goto(`${stack.url}/dashboard`)
  const sold = page.getByRole('region', { name: 'Signals in your plan' })
  await expect(sold).toContainText('delayed by 1 minute')
  await expect(sold.getByRole('button', { name: /^Candles/ })).toBeVisible()
  await expect(sold.getByRole('button', { name: /^Option chain/ })).toBeVisible()
  await expect(sold.getByRole('heading', { name: 'Basic signals' })).toBeVisible()

  // The delay is the server's: whatever it sends is that old.
  const age = async (plan: string) => {
    const clock = await answerOf<{ now: number }>(pageOf(plan), '/api/clock')
    const indices = await answerOf<{ as_of: string }>(pageOf(plan), '/api/live_indices')
    return clock.body.now - Date.parse(indices.body.as_of)
  }
  await expect.poll(() => age('starter')).toBeGreaterThanOrEqual(STARTER_DELAY_MS)
  await expect.poll(() => age('elite')).toBeLessThan(STARTER_DELAY_MS)
})

test('the server refuses what the screens hide', async ({ browser, stack }) => {
  const refusal = (plan: string, path: string) => answerOf<{ code: string }>(pageOf(plan), `/api${path}`)
  const day = '2026-09-16'
  const uid = (await answerOf<{ uid: string }>(pageOf('elite'), '/api/me')).body.uid

  expect(await refusal('starter', '/option_chain_table')).toMatchObject({
    status: 403,
    body: { code: 'upgrade_required' },
  })
  expect((await refusal('pro', '/trade-settings')).status).toBe(403)
  await expect.poll(async () => (await refusal('pro', '/option_chain_table')).status).toBe(200)
  expect(await refusal('master', `/user_active_trades?uid=${uid}&date=${day}`)).toMatchObject({
    status: 403,
    body: { code: 'uid_mismatch' },
  })
  expect((await refusal('elite', `/user_active_trades?uid=${uid}&date=${day}`)).status).toBe(200)
  const agents = async (plan: string) => Object.keys((await refusal(plan, '/signals')).body).toSorted()
  await expect.poll(() => agents('starter')).toEqual(['candle_signal', 'option_chain_signal'])
  await expect.poll(() => agents('pro')).toEqual(expect.arrayContaining(['candle_signal', 'option_chain_signal']))
  expect(await agents('pro')).not.toContain('indicator_signal')
  await expect.poll(() => agents('elite')).toContain('indicator_signal')

  const stranger = await newTab(browser)
  await stranger.goto(stack.url)
  expect((await answerOf(stranger, `/api/user_active_trades?uid=${uid}&date=${day}`)).status).toBe(401)
  expect((await answerOf(stranger, '/api/signals')).status).toBe(401)
  await stranger.context().close()
})

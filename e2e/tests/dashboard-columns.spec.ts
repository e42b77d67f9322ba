import { expect, type Page } from '@playwright/test'
import { tabAs } from '../browser-tabs.ts'
import type { DevStack } from '../dev-stack.ts'
import { layOutWhole } from '../full-page-layout.ts'
import { DECISION_WAIT_MS, decisionSession, skipToDecision } from '../market-open.ts'
import { test } from '../test.ts'

/** The two columns of a desktop's dashboard, from before the first decision to an open trade: panels follow one another. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(450_000)
test.use({ market: decisionSession() })

/** Most that a column may end above its neighbour, in px. */
const MAX_EMPTY_PX = 120
/** Most between two panels of a column, in px. */
const MAX_GAP_PX = 16

let stack: DevStack
let page: Page

test.beforeAll(async ({ browser, stack: started }) => {
  stack = started
  page = await tabAs(browser, stack, 'elite', { viewport: { width: 1440, height: 900 } })
})
test.afterAll(async () => page.context().close())

async function edgesOf(name: string, on = page): Promise<{ top: number; bottom: number }> {
  const { y, height } = (await on.getByRole('region', { name, exact: true }).boundingBox())!
  return { top: y, bottom: y + height }
}

/** Waits until no panel is far below the one above it, and both columns end at about the same height. */
async function expectFilledColumns(): Promise<void> {
  await layOutWhole(page)
  await expect(async () => {
    const today = (await page.getByRole('heading', { name: 'Today', exact: true }).boundingBox())!
    expect(today.y - (await edgesOf('Chart')).bottom, 'below the chart').toBeLessThanOrEqual(MAX_GAP_PX)
    const chain = await edgesOf('Nifty Option Chain')
    const agents = await edgesOf('What each agent adds')
    expect(chain.top - agents.bottom, 'below the agents').toBeLessThanOrEqual(MAX_GAP_PX)
    const signals = await edgesOf('Core Agent Signals')
    expect(Math.abs(signals.bottom - chain.bottom), 'below a column').toBeLessThanOrEqual(MAX_EMPTY_PX)
  }).toPass({ timeout: 60_000 })
}

test('before the first decision neither column has an empty part', async () => {
  await expect(page.getByText('Shown with the first decision of the day.')).toBeVisible()
  await expectFilledColumns()
})

test('with an open trade neither column has an empty part', async () => {
  await skipToDecision(stack)
  await expect(page.getByRole('article', { name: /^NIFTY \d+ (CE|PE)$/ })).toBeVisible({ timeout: DECISION_WAIT_MS })
  await expectFilledColumns()
})

test('without a chain to show the columns end at the same height', async ({ browser }) => {
  const starter = await tabAs(browser, stack, 'starter', { viewport: { width: 1440, height: 900 } })
  await layOutWhole(starter)
  await expect(async () => {
    const chain = await edgesOf('Nifty Option Chain', starter)
    const log = await edgesOf('Today Trade Log', starter)
    expect(Math.abs(chain.bottom - log.bottom)).toBeLessThanOrEqual(1)
  }).toPass({ timeout: 60_000 })
  await starter.context().close()
})

test('a window without room for two columns has the agents between the chart and the day’s trades', async () => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await layOutWhole(page)
  await expect(async () => {
    const chart = await edgesOf('Chart')
    const agents = await edgesOf('What each agent adds')
    expect((await edgesOf('Verdict')).bottom).toBeLessThanOrEqual(chart.top)
    expect(agents.top).toBeGreaterThanOrEqual(chart.bottom)
    expect((await edgesOf('Live Active Trades')).top).toBeGreaterThanOrEqual(agents.bottom)
  }).toPass({ timeout: 30_000 })
})

import { chromium, type Page } from '@playwright/test'
import { readStreamFrame, readTopic } from '@strikewise/wire/live-stream.ts'
import config from './playwright.config.ts'
import { tabAs } from './browser-tabs.ts'
import type { DevStack } from './dev-stack.ts'
import { expect } from './slow-expect.ts'

/** What a page did to its main thread while it was watched. Times in ms. */
export interface LongTaskResult {
  readonly name: string
  /** Tasks over 50 ms, and the longest of them. */
  readonly longTasks: number
  readonly longestMs: number
  /** Time between two frames. */
  readonly frameP99Ms: number
  /** Main-thread time of a second, all tasks and of them scripts. */
  readonly busyMs: number
  readonly scriptMs: number
  /** Sum of the layout shifts without user input. */
  readonly shift: number
  /** The slowest press, from the event to the next paint; undefined where nothing was pressed. */
  readonly slowestPressMs: number | undefined
  /** Option chains that came and differed from the one before. */
  readonly chains: number
}

interface WatchedPage {
  readonly name: string
  readonly path: string
  /** Text that is waited for and brought to the middle of the screen: what is out of sight costs less. */
  readonly shown: string
  /** The panel that is opened for it. */
  readonly opens?: string
  /** What a user presses there while prices come; each press is measured until its next paint. */
  readonly press?: (page: Page) => Promise<void>
}

const PAGES: readonly WatchedPage[] = [
  { name: 'dashboard, top', path: '/dashboard', shown: 'Nifty 50' },
  { name: 'dashboard, chart', path: '/dashboard', shown: 'What is drawn' },
  { name: 'dashboard, chain', path: '/dashboard', shown: 'Calls (CE)', opens: 'Nifty Option Chain' },
  { name: 'option chain page', path: '/option-chain', shown: 'All strikes', press: pressInChain },
  { name: 'terms, idle', path: '/terms', shown: 'Terms of use' },
]

/** After what must stand there does: charts, and panels that wait for their first answer. */
const SETTLE_MS = 10_000

/** Runs in the page: what is noted from now on, for `took` to read. */
const WATCH = `
  globalThis.noted = { long: [], shift: 0, frames: [], presses: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noted.long.push(entry.duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) noted.shift += entry.value
  }).observe({ type: 'layout-shift' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId > 0) noted.presses.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  let before = performance.now()
  requestAnimationFrame(function next(now) {
    noted.frames.push(now - before)
    before = now
    requestAnimationFrame(next)
  })
`

interface Noted {
  readonly long: readonly number[]
  readonly shift: number
  readonly frames: readonly number[]
  readonly presses: readonly number[]
}

/**
 * Watches places of a master account's dashboard for `seconds` each, and a page of the same app on which nothing happens,
 * one after the other, on a processor slowed down by `slowdown`.
 */
export async function watchPages(
  stack: DevStack,
  seconds: number,
  slowdown: number,
): Promise<readonly LongTaskResult[]> {
  const browser = await chromium.launch({ headless: true, ...config.use?.launchOptions })
  try {
    const page = await tabAs(browser, stack, 'master', { viewport: { width: 412, height: 823 } })
    const watched: LongTaskResult[] = []
    for (const one of PAGES) watched.push(await watch(page, stack, one, seconds, slowdown))
    // A page on which nothing moves shows nothing.
    if (watched.every(({ chains }) => chains === 0))
      throw new Error('No option chain came while the pages were watched.')
    return watched
  } finally {
    await browser.close()
  }
}

async function watch(
  page: Page,
  stack: DevStack,
  { name, path, shown, opens, press }: WatchedPage,
  seconds: number,
  slowdown: number,
): Promise<LongTaskResult> {
  const chains = countedChains(page)
  await page.goto(stack.url + path)
  const place = page.getByText(shown).or(page.getByLabel(shown)).first()
  // On a phone the panels of lower order are closed at first.
  if (opens !== undefined) await page.getByRole('button', { name: opens, expanded: false }).click()
  await expect(place).toBeVisible({ timeout: 60_000 })
  await place.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.waitForTimeout(SETTLE_MS)

  const chainsBefore = chains()
  const metrics = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (metricName: string) => (metrics.find((metric) => metric.name === metricName)?.value ?? 0) * 1000
    return { task: of('TaskDuration'), script: of('ScriptDuration') }
  }
  const before = await metrics()
  await page.evaluate(WATCH)
  await Promise.all([page.waitForTimeout(seconds * 1000), press?.(page)])
  const noted = await page.evaluate<Noted>('noted')
  const after = await metrics()
  await session.detach()
  return {
    name,
    longTasks: noted.long.length,
    longestMs: Math.max(0, ...noted.long),
    frameP99Ms: quantile(noted.frames, 0.99),
    busyMs: (after.task - before.task) / seconds,
    scriptMs: (after.script - before.script) / seconds,
    shift: noted.shift,
    slowestPressMs: noted.presses.length === 0 ? undefined : Math.max(...noted.presses),
    chains: chains() - chainsBefore,
  }
}

/** How many option chains that differed from the one before came so far, over the stream or by polls. */
function countedChains(page: Page): () => number {
  let streamed = 0
  const tags = new Set<string>()
  page.on('websocket', (socket) => {
    // Deltas name their topic by the number of its whole value.
    let topicId: number | undefined
    socket.on('framereceived', ({ payload }) => {
      for (const entry of readStreamFrame(payload.toString()) ?? []) {
        if (entry.type === 'keyframe' && readTopic(entry.topic)?.route === 'optionChainTable') topicId = entry.id
        if ((entry.type === 'keyframe' || entry.type === 'delta') && entry.id === topicId) streamed += 1
      }
    })
  })
  page.on('response', (response) => {
    if (response.url().includes('/option_chain_table')) tags.add(response.headers()['etag'] ?? '')
  })
  return () => streamed + tags.size
}

/** The value below which `share` of them lie; 0 of none. */
function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

/** Goes through the cells of the whole chain, and opens and closes a contract's panel and the other index. */
async function pressInChain(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'All strikes' })
  await grid.locator('tr[aria-current] [data-side=call] button').focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'PageDown', 'PageUp', 'End', 'Home']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  await grid.locator('tr[aria-current] [data-side=call] button').press('Enter')
  await page.waitForTimeout(2000)
  await page.keyboard.press('Escape')
  await page.waitForTimeout(1000)
}

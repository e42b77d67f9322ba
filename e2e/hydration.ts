import { chromium, type Browser } from '@playwright/test'
import config from './playwright.config.ts'
import type { DevStack } from './dev-stack.ts'

/** Public pages with buttons and fields that a visitor can use at once. */
const PAGES = [
  { name: 'landing', path: '/' },
  { name: 'plans', path: '/plans' },
  { name: 'support', path: '/support' },
] as const

/** A phone as Lighthouse assumes one: a processor slowed down four times behind 150 ms and 1.6 Mbit/s. */
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 }
const SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }

/** Times of one load in ms after navigation. */
interface Load {
  /** First content on the screen: from here on a visitor can press and type. */
  readonly painted: number
  /** The page's own code has taken the early acts: from here on it answers by itself. */
  readonly hydrated: number
}

/** The loads of one page, each in a browser profile without a cache. */
export interface HydrationTimes {
  readonly name: string
  readonly loads: readonly Load[]
}

/** Runs before the page's scripts: `hydrated` is when what `early-acts.js` recorded is asked for. */
const WATCH = `
  let acts
  let done
  window.hydrated = new Promise((resolve) => (done = resolve))
  Object.defineProperty(window, 'earlyActs', {
    get: () => acts,
    set: (taken) => {
      acts = () => {
        done(performance.now())
        return taken()
      }
    },
  })
`

/** Loads each page `rounds` times as a new visitor on a phone, the pages in turn. */
export async function hydrationTimes(stack: DevStack, rounds: number): Promise<readonly HydrationTimes[]> {
  const browser = await chromium.launch({ headless: true, ...config.use?.launchOptions })
  try {
    const loads = PAGES.map((): Load[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [index, { path }] of PAGES.entries()) loads[index]!.push(await load(browser, stack.url + path))
    return PAGES.map(({ name }, index) => ({ name, loads: loads[index]! }))
  } finally {
    await browser.close()
  }
}

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.addInitScript(WATCH)
    await page.goto(url, { waitUntil: 'commit' })
    return await page.evaluate<Load>(`hydrated.then((at) => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      hydrated: at,
    }))`)
  } finally {
    await context.close()
  }
}

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import config from './playwright.config.ts'
import { signUp } from './people.ts'
import { buyPlan, newTab, tabAs } from './tabs.ts'
import type { World } from './world.ts'

/** A screen: its address, who looks at it, and what has to stand there before it is complete. */
interface Screen {
  readonly name: string
  readonly path: string
  readonly who: Viewer
  readonly ready: string | RegExp
}

type Viewer = 'nobody' | 'starter' | 'pro' | 'elite' | 'master' | 'newcomer'

const SCREENS: readonly Screen[] = [
  { name: 'landing', path: '/', who: 'nobody', ready: 'How it works' },
  { name: 'login', path: '/login', who: 'nobody', ready: 'Login with Google' },
  { name: 'signup', path: '/signup', who: 'nobody', ready: 'Create account' },
  { name: 'reset-password', path: '/reset-password', who: 'nobody', ready: 'Send Reset Link' },
  { name: 'plans', path: '/plans', who: 'nobody', ready: 'Early bird offer' },
  { name: 'plan-starter', path: '/subscribe/starter', who: 'nobody', ready: 'Start Free Now' },
  { name: 'plan-elite', path: '/subscribe/elite?billing=yearly', who: 'nobody', ready: 'Activate Elite Plan' },
  { name: 'terms', path: '/terms', who: 'nobody', ready: /July 25, 2025/ },
  { name: 'privacy', path: '/privacy', who: 'nobody', ready: /July 17, 2025/ },
  { name: 'disclosure', path: '/disclosure', who: 'nobody', ready: /August 08, 2025/ },
  { name: 'features', path: '/features', who: 'nobody', ready: /./ },
  { name: 'not-found', path: '/no/such/page', who: 'nobody', ready: /./ },
  { name: 'payment', path: '/payment/elite?billing=quarterly', who: 'starter', ready: 'Pay Now' },
  { name: 'dashboard-starter', path: '/dashboard', who: 'starter', ready: 'Basic signals' },
  { name: 'dashboard-pro', path: '/dashboard', who: 'pro', ready: 'Calls (CE)' },
  { name: 'dashboard-elite', path: '/dashboard', who: 'elite', ready: 'Calls (CE)' },
  { name: 'dashboard-master', path: '/dashboard', who: 'master', ready: 'Calls (CE)' },
  { name: 'profile', path: '/profile', who: 'elite', ready: 'elite@demo.example' },
  { name: 'change-password', path: '/change-password', who: 'elite', ready: 'Update Password' },
  { name: 'security', path: '/security', who: 'elite', ready: 'This device' },
  { name: 'telegram-setup', path: '/telegram-setup', who: 'elite', ready: 'Save' },
  { name: 'trade-settings-locked', path: '/trade-settings', who: 'pro', ready: 'Upgrade Required' },
  { name: 'trade-settings-new', path: '/trade-settings', who: 'newcomer', ready: 'Must be at least 1' },
  { name: 'trade-settings-master', path: '/trade-settings', who: 'master', ready: 'Today’s contract lot' },
  { name: 'connect-zerodha-new', path: '/connect-zerodha', who: 'newcomer', ready: 'Not connected' },
  { name: 'connect-zerodha', path: '/connect-zerodha', who: 'elite', ready: /token is valid for today/ },
]

const WIDTHS = [360, 768, 1440] as const
const THEMES = ['light', 'dark'] as const
const NEWCOMER = { name: 'First Visitor', email: 'first@visitor.example', password: 'a long and calm password' }

/**
 * Saves a picture of every screen of `world` at each width and in both themes as `<folder>/<screen>-<width>-<theme>.png`.
 * Waits up to `tradeWaitMs` for an open trade first. Returns how many it took.
 */
export async function takeScreenshots(world: World, folder: string, tradeWaitMs: number): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ headless: true, ...config.use?.launchOptions })
  try {
    const pages = await openViewers(browser, world)
    await waitForTrade(pages.get('elite')!, tradeWaitMs)
    let taken = 0
    for (const theme of THEMES)
      for (const width of WIDTHS)
        for (const screen of SCREENS) {
          const page = pages.get(screen.who)!
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width, height: width < 500 ? 780 : 900 })
          await page.goto(world.url + screen.path)
          await expect(page.getByText(screen.ready).first(), screen.name).toBeVisible({ timeout: 15_000 })
          // Charts and lists that are fetched after the first paint.
          await page.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => undefined)
          await page.screenshot({ path: join(folder, `${screen.name}-${width}-${theme}.png`), fullPage: true })
          taken += 1
        }
    return taken
  } finally {
    await browser.close()
  }
}

async function openViewers(browser: Browser, world: World): Promise<Map<Viewer, Page>> {
  const { locale, timezoneId } = config.use ?? {}
  const options = { ...(locale === undefined ? {} : { locale }), ...(timezoneId === undefined ? {} : { timezoneId }) }
  const pages = new Map<Viewer, Page>([['nobody', await newTab(browser, options)]])
  for (const plan of ['starter', 'pro', 'elite', 'master'] as const)
    pages.set(plan, await tabAs(browser, world, plan, options))
  const newcomer = await newTab(browser, options)
  await signUp(newcomer, world, NEWCOMER)
  await buyPlan(newcomer, world, 'elite')
  return pages.set('newcomer', newcomer)
}

/** An open trade makes the dashboard tell more; none is no failure. */
async function waitForTrade(page: Page, timeout: number): Promise<void> {
  await page
    .getByRole('region', { name: 'Open trades' })
    .waitFor({ timeout })
    .catch(() => console.log('No trade opened in time: the pictures show empty tables.'))
}

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { logInAs } from './users.ts'
import type { DevStack } from './dev-stack.ts'
import { expect } from './slow-expect.ts'

/** A browser profile of its own with one tab, no user signed in. Closing its context closes the tab. */
export async function newTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

/** Sessions of the demo accounts of each world. */
const sessions = new WeakMap<DevStack, Map<string, Cookies>>()
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/**
 * A browser profile of its own, signed in to the demo account of `plan`, on the dashboard. The first one logs in as people
 * do; the next ones share its session, so a test that logs out signs in separately.
 */
export async function tabAs(
  browser: Browser,
  stack: DevStack,
  plan: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const known = sessions.get(stack) ?? new Map<string, Cookies>()
  sessions.set(stack, known)
  const cookies = known.get(plan)
  const page = await newTab(browser, {
    ...options,
    ...(cookies === undefined ? {} : { storageState: { cookies, origins: [] } }),
  })
  if (cookies === undefined) {
    await logInAs(page, stack, plan)
    known.set(plan, await page.context().cookies())
  } else await page.goto(`${stack.url}/dashboard`)
  return page
}

/** Buys a month of `plan` on the mock payment page. Ends on the dashboard. */
export async function buyPlan(page: Page, stack: DevStack, plan: 'pro' | 'elite' | 'master'): Promise<void> {
  await page.goto(`${stack.url}/payment/${plan}?billing=monthly`)
  await page.getByRole('checkbox', { name: /^I agree to the terms/ }).check()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await expect(page).toHaveURL(/\/dashboard\?success=true/)
}

/** What the server answers when the page itself asks, with the cookies of the user signed in there. */
export async function answerOf<Body = unknown>(page: Page, path: string): Promise<{ status: number; body: Body }> {
  return page.evaluate(async (path) => {
    const response = await fetch(path, { headers: { accept: 'application/json' } })
    // The caller names the type of what it asked for.
    return { status: response.status, body: (await response.json()) as Body }
  }, path)
}

/** Addresses of the tab's history, as far as the current document may know them. */
export async function historyOf(page: Page): Promise<(string | null)[]> {
  return page.evaluate('navigation.entries().map((entry) => entry.url)')
}

/** A message in passing. The announcement for screen readers, which repeats the text, is not meant. */
export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text).first()
}

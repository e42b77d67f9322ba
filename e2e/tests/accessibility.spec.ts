import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { newTab, tabAs } from '../tabs.ts'
import { test } from '../test.ts'

/** Screens with who looks at them and what stands there once they are complete. */
const SCREENS = [
  { path: '/', who: 'nobody', ready: 'How it works' },
  { path: '/login', who: 'nobody', ready: 'Login with Google' },
  { path: '/signup', who: 'nobody', ready: 'Create account' },
  { path: '/plans', who: 'nobody', ready: 'Early bird offer' },
  { path: '/dashboard', who: 'starter', ready: 'Basic signals' },
  { path: '/dashboard', who: 'elite', ready: 'Calls (CE)' },
  { path: '/security', who: 'elite', ready: 'This device' },
  { path: '/connect-zerodha', who: 'elite', ready: 'Redirect URL for your app:' },
  { path: '/trade-settings', who: 'elite', ready: 'Today’s contract lot' },
] as const

const pages = new Map<string, Page>()

test.beforeAll(async ({ browser, world }) => {
  pages.set('nobody', await newTab(browser))
  for (const plan of ['starter', 'elite']) pages.set(plan, await tabAs(browser, world, plan))
})
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const { path, who, ready } of SCREENS)
    test(`${path} as ${who}, ${colorScheme}: no violations`, async ({ world }) => {
      const page = pages.get(who)!
      await page.emulateMedia({ colorScheme })
      await page.goto(world.url + path)
      await expect(page.getByText(ready).first()).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))).toEqual([])
      // A dashboard that is left open goes on asking the server several times a second.
      await page.goto('about:blank')
    })

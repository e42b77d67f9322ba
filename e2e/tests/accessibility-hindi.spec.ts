import { expect, type Page } from '@playwright/test'
import { overflowOn, settled, violationsOn } from '../accessibility.ts'
import { chooseLanguage, openViewer } from '../appearances.ts'
import { SCREENS } from '../screens.ts'
import { test } from '../test.ts'

/*
 * Every address of the app once in Hindi, on a phone, for the first who may see it: what the plans differ in is a part of a
 * page, and `npm run axe` opens each for all of them. In the theme in which accessibility.spec.ts does not open it.
 */
const addresses = new Set<string>()
const screensOnce = [...SCREENS.entries()].filter(([, { path }]) => {
  const isFirst = !addresses.has(path)
  addresses.add(path)
  return isFirst
})

for (const [who, screens] of Map.groupBy(screensOnce, ([, screen]) => screen.who))
  test.describe(`as ${who}`, () => {
    // One viewer at a time: a dashboard that stands open goes on working.
    let page: Page

    test.beforeAll(async ({ browser, stack }) => {
      page = await openViewer(browser, stack, who)
      await chooseLanguage(page, stack, 'hi')
    })
    // The demo accounts are shared, and their language with them.
    test.afterAll(async ({ stack }) => {
      await chooseLanguage(page, stack, 'en')
      const saved = who === 'signed out' ? undefined : page.waitForResponse('**/language')
      await page.goto(`${stack.url}/terms`)
      await saved
      await page.context().close()
    })

    for (const [at, { path }] of screens) {
      const colorScheme = at % 2 === 0 ? 'dark' : 'light'
      test(`${path}, ${colorScheme}: no violations, and no wider than a phone`, async ({ stack }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width: 360, height: 780 })
        await page.goto(stack.url + path)
        await settled(page)
        await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
        expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
      })
    }
  })

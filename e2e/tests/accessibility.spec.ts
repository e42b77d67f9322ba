import { expect, type Page } from '@playwright/test'
import { motionOn, overflowOn, settled, violationsOn } from '../accessibility.ts'
import { openViewer } from '../appearances.ts'
import { SCREENS } from '../screens.ts'
import { test } from '../test.ts'

/*
 * Every page of the app once in English, its theme by turns, on a phone and wide; in Hindi: accessibility-hindi.spec.ts. All
 * themes, widths and languages of each: `npm run axe`.
 */
const NOWHERE = '/no/such/page'

for (const [who, screens] of Map.groupBy(SCREENS.entries(), ([, screen]) => screen.who))
  test.describe(`as ${who}`, () => {
    // One viewer at a time: a dashboard that stands open goes on working.
    let page: Page
    /** What the browser's console logged while signed-out pages were hydrated: a mismatch of a prerendered page appears here. */
    const complaints: string[] = []

    test.beforeAll(async ({ browser, stack }) => {
      page = await openViewer(browser, stack, who)
      if (who !== 'signed out') return
      page.on('console', (message) => {
        // A call that is on its way when the page is left fails, and reports it.
        const left = message.text().includes('could not be read')
        if (['error', 'warning'].includes(message.type()) && !left) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
    })
    test.afterAll(() => page.context().close())

    for (const [at, { path }] of screens) {
      const colorScheme = at % 2 === 0 ? 'light' : 'dark'
      test(`${path}, ${colorScheme}: no violations, and no wider than its window`, async ({ stack }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width: 360, height: 780 })
        complaints.length = 0
        await page.goto(stack.url + path)
        await settled(page)
        await expect(page.getByText('This page does not exist')).toHaveCount(path === NOWHERE ? 1 : 0)
        const narrow = [...(await overflowOn(page)), ...(await motionOn(page))]
        await page.setViewportSize({ width: 1440, height: 900 })
        expect([...narrow, ...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
        // The browser reports the status that an unknown address is answered with.
        const asAnswered =
          path === NOWHERE ? complaints.filter((text) => !text.includes('404 (Not Found)')) : complaints
        expect(asAnswered).toEqual([])
      })
    }
  })

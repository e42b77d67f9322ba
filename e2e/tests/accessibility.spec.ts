import { expect, type Page } from '@playwright/test'
import { overflowOn, settled, violationsOn } from '../accessibility.ts'
import { routesWithoutScreen, SCREENS, VIEWERS } from '../screens.ts'
import { newTab, tabAs } from '../tabs.ts'
import { test } from '../test.ts'

/*
 * Every page of the app once, its theme by turns, on a phone and wide. All themes, widths and languages of each:
 * `npm run axe`.
 */
const pages = new Map<string, Page>()

test.beforeAll(async ({ browser, world }) => {
  pages.set('nobody', await newTab(browser))
  for (const who of VIEWERS) pages.set(who, await tabAs(browser, world, who))
})
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close()
})

test('every route is looked at', () => expect(routesWithoutScreen()).toEqual([]))

for (const [at, { path, who }] of SCREENS.entries()) {
  const colorScheme = at % 2 === 0 ? 'light' : 'dark'
  test(`${path} as ${who}, ${colorScheme}: no violations, and no wider than its window`, async ({ world }) => {
    const page = pages.get(who)!
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(world.url + path)
    await settled(page)
    const narrow = await overflowOn(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect([...narrow, ...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
  })
}

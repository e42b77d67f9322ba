import { expect, type Page } from '@playwright/test'
import { motionOn, overflowOn, settled, violationsOn } from '../accessibility.ts'
import { chooseLanguage, LANGUAGES, openViewer } from '../appearances.ts'
import type { Viewer } from '@strikewise/wire/screens.ts'
import { SCREENS } from '../screens.ts'
import { test } from '../test.ts'

/*
 * Every page of the app once for each who sees another of it, on a phone and wide, its theme and language by turns. All themes,
 * widths and languages of each: `npm run axe`.
 */
const NOWHERE = '/no/such/page'
const NOT_FOUND = { en: 'This page does not exist', hi: 'यह पेज मौजूद नहीं है' }

/** Each language in its turn of two pages, so that both have both themes. A world has one newcomer, who is signed up once. */
const languageAt = (at: number, who: Viewer) => (who === 'newcomer' ? 'en' : LANGUAGES[Math.floor(at / 2) % 2]!)

for (const [who, screens] of Map.groupBy(SCREENS.entries(), ([, screen]) => screen.who))
  for (const [language, group] of Map.groupBy(screens, ([at]) => languageAt(at, who)))
    test.describe(`as ${who} in ${language}`, () => {
      // One viewer at a time: a dashboard that stands open goes on working.
      let page: Page
      /** What the browser's console logged while signed-out pages were hydrated: a mismatch of a prerendered page appears here. */
      const complaints: string[] = []

      test.beforeAll(async ({ browser, stack }) => {
        page = await openViewer(browser, stack, who)
        if (language === 'hi') await chooseLanguage(page, stack, language)
        if (who !== 'signed out') return
        page.on('console', (message) => {
          // A call that is on its way when the page is left fails, and reports it.
          const left = message.text().includes('could not be read')
          if (['error', 'warning'].includes(message.type()) && !left) complaints.push(message.text())
        })
        page.on('pageerror', (error) => complaints.push(error.message))
      })
      // The demo accounts are shared, and their language with them.
      test.afterAll(async ({ stack }) => {
        if (language === 'hi') {
          await chooseLanguage(page, stack, 'en')
          const saved = who === 'signed out' ? undefined : page.waitForResponse('**/language')
          await page.goto(`${stack.url}/terms`)
          await saved
        }
        await page.context().close()
      })

      for (const [at, { path }] of group) {
        const colorScheme = at % 2 === 0 ? 'light' : 'dark'
        test(`${path}, ${colorScheme}: no violations, and no wider than its window`, async ({ stack }) => {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width: 360, height: 780 })
          complaints.length = 0
          await page.goto(stack.url + path)
          await settled(page)
          await expect(page.locator('html')).toHaveAttribute('lang', `${language}-IN`)
          await expect(page.getByText(NOT_FOUND[language])).toHaveCount(path === NOWHERE ? 1 : 0)
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

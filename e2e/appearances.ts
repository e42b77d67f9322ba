import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { settled } from './accessibility.ts'
import { signUp } from './users.ts'
import config from './playwright.config.ts'
import type { Viewer } from '@strikewise/wire/screens.ts'
import type { Screen } from './screens.ts'
import { buyPlan, newTab, tabAs } from './browser-tabs.ts'
import type { DevStack } from './dev-stack.ts'

const THEMES = ['light', 'dark'] as const
export const LANGUAGES = ['en', 'hi'] as const
/** Height of the window by its width: a phone, a tablet, a desktop. */
const HEIGHTS = { 360: 780, 768: 1024, 1440: 900 } as const
type Width = keyof typeof HEIGHTS
export type Language = (typeof LANGUAGES)[number]

/** A screen as a user sees it: complete, in a window, a theme and a language. */
export interface Appearance {
  readonly screen: Screen
  readonly language: Language
  readonly theme: (typeof THEMES)[number]
  readonly width: Width
  readonly page: Page
}

export interface AppearanceOptions {
  readonly languages: readonly Language[]
  readonly widths: readonly Width[]
  /** Awaited before the first look, with the pages of all users shown. */
  readonly before?: (pages: ReadonlyMap<Viewer, Page>) => Promise<void>
}

/** Opens every screen of `world` in each language, theme and width, one after the other in a browser of its own. */
export async function* appearancesAt(
  screens: readonly Screen[],
  stack: DevStack,
  options: AppearanceOptions,
): AsyncGenerator<Appearance> {
  const browser = await chromium.launch({ headless: true, ...config.use?.launchOptions })
  const viewers = [...new Set(screens.map(({ who }) => who))]
  const { locale = 'en-IN', timezoneId = 'Asia/Kolkata' } = config.use ?? {}
  try {
    const pages = new Map<Viewer, Page>()
    for (const who of viewers) pages.set(who, await openViewer(browser, stack, who, { locale, timezoneId }))
    await options.before?.(pages)
    for (const page of pages.values()) await leave(page)
    for (const language of options.languages) {
      for (const page of pages.values()) await chooseLanguage(page, stack, language)
      for (const theme of THEMES)
        for (const width of options.widths)
          for (const screen of screens) {
            const page = pages.get(screen.who)!
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
            await page.setViewportSize({ width, height: HEIGHTS[width] })
            await page.goto(stack.url + screen.path)
            await settled(page)
            yield { screen, language, theme, width, page }
            await leave(page)
          }
    }
  } finally {
    await browser.close()
  }
}

/** Nothing is open there any more: a dashboard goes on working for as long as it stands. */
const leave = (page: Page) => page.goto('about:blank')

/**
 * From the next load on a page is in `language`. Signed in, the language of the account wins over the browser's, except of a
 * choice that was not saved to it yet: the next load takes that over and saves it.
 */
export async function chooseLanguage(page: Page, stack: DevStack, language: Language): Promise<void> {
  // A page that asks for nothing else.
  await page.goto(`${stack.url}/terms`)
  await page.evaluate((stored) => {
    localStorage.setItem('language', stored)
    localStorage.setItem('language-unsaved', 'true')
  }, language)
}

const NEWCOMER = { name: 'First Visitor', email: 'first@visitor.example', password: 'a long and calm password' }

/** A tab signed in as its user: none, a demo account, or a new buyer of Elite, of which a stack has one. */
export async function openViewer(
  browser: Browser,
  stack: DevStack,
  who: Viewer,
  options: BrowserContextOptions = {},
): Promise<Page> {
  if (who !== 'signed out' && who !== 'newcomer') return tabAs(browser, stack, who, options)
  const page = await newTab(browser, options)
  if (who === 'newcomer') {
    await signUp(page, stack, NEWCOMER)
    await buyPlan(page, stack, 'elite')
  }
  return page
}

import { chromium, type Browser, type Page } from '@playwright/test'
import { overflowOn, settled, violationsOn, type Finding } from './accessibility.ts'
import config from './playwright.config.ts'
import { VIEWERS, type Screen } from './screens.ts'
import { newTab, tabAs } from './tabs.ts'
import type { World } from './world.ts'

const WINDOWS = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
] as const
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'hi'] as const

/** Looks at pages in each window, theme and language; prints a line a look. Returns how many looks, and how many found something. */
export async function lookAt(screens: readonly Screen[], world: World): Promise<{ looks: number; bad: number }> {
  const browser = await chromium.launch({ headless: true, ...config.use?.launchOptions })
  let looks = 0
  let bad = 0
  try {
    for (const language of LANGUAGES) {
      const pages = await openViewers(browser, world, language)
      for (const { path, who } of screens)
        for (const theme of THEMES)
          for (const window of WINDOWS) {
            const page = pages.get(who)!
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
            await page.setViewportSize(window)
            await page.goto(world.url + path)
            await settled(page)
            const findings = [...(await overflowOn(page)), ...(await violationsOn(page))]
            looks += 1
            if (findings.length > 0) bad += 1
            console.log(lineOf(`${path} as ${who}`, `${window.width} ${theme} ${language}`, findings))
          }
      for (const page of pages.values()) await page.context().close()
    }
  } finally {
    await browser.close()
  }
  return { looks, bad }
}

async function openViewers(browser: Browser, world: World, language: string): Promise<Map<Screen['who'], Page>> {
  const { locale, timezoneId } = config.use ?? {}
  const options = { ...(locale === undefined ? {} : { locale }), ...(timezoneId === undefined ? {} : { timezoneId }) }
  const pages = new Map<Screen['who'], Page>([['nobody', await newTab(browser, options)]])
  for (const who of VIEWERS) pages.set(who, await tabAs(browser, world, who, options))
  for (const page of pages.values())
    await page.addInitScript((stored) => localStorage.setItem('language', stored), language)
  return pages
}

function lineOf(page: string, how: string, findings: readonly Finding[]): string {
  const said = findings.map(
    ({ rule, what, where }) => `\n    ${rule}: ${what}${where.map((html) => `\n      ${html}`).join('')}`,
  )
  return `${page.padEnd(44)} ${how.padEnd(14)} ${findings.length === 0 ? 'ok' : said.join('')}`
}

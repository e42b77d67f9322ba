import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { appearancesAt, type AppearanceOptions, type Language } from './appearances.ts'
import { skipToDecision } from './market-open.ts'
import type { Screen } from './screens.ts'
import type { DevStack } from './dev-stack.ts'
import { expect } from './slow-expect.ts'
import { layOutWhole } from './full-page-layout.ts'

const TRADE_WAIT_MS = 180_000
const LOAD_MS = 10_000

/**
 * Saves a picture of every screen of `world` at each width and in both themes as `<folder>/<screen>-<width>-<theme>.png`.
 * With `trade` it waits for the market's morning to decide on one first, and lets the clock go at its own pace from there.
 * Returns how many it took.
 */
export async function takeScreenshots(
  screens: readonly Screen[],
  stack: DevStack,
  folder: string,
  { language, trade }: { readonly language: Language; readonly trade: boolean },
): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let taken = 0
  const appearances = appearancesAt(screens, stack, {
    languages: [language],
    widths: [360, 768, 1440],
    ...(trade ? { before: withOpenTrade(stack) } : {}),
  })
  for await (const { screen, page, width, theme } of appearances) {
    // A skeleton that stays is a picture worth seeing.
    if (!(await isLoaded(page, LOAD_MS))) console.log(`${nameOf(screen)} ${width} ${theme}: still loading`)
    await layOutWhole(page)
    await page.screenshot({ path: join(folder, `${nameOf(screen)}-${width}-${theme}.png`), fullPage: true })
    taken += 1
  }
  return taken
}

/** Waits, before the first picture, for the market's morning to bring an open trade; the clock goes at its own pace from there. */
export function withOpenTrade(stack: DevStack): NonNullable<AppearanceOptions['before']> {
  return async (pages) => {
    const holder = pages.get('elite')
    if (holder === undefined) return
    await skipToDecision(stack)
    await holder.getByRole('region', { name: 'Open trades' }).waitFor({ timeout: TRADE_WAIT_MS })
  }
}

/** Whether what a page fetches after its first paint is there within `timeoutMs`. */
export async function isLoaded(page: Page, timeoutMs: number): Promise<boolean> {
  // The round one marks what is live, such as an open trade, and stays.
  return expect(page.locator('main .animate-pulse-dot:not(.rounded-full)'))
    .toHaveCount(0, { timeout: timeoutMs })
    .then(
      () => true,
      () => false,
    )
}

function nameOf({ path, who }: Screen): string {
  const place = path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '')
  return `${who}-${place === '' ? 'landing' : place}`
}

import type { Page } from '@playwright/test'

/** Lays out what is far from the window too, which pages leave out until it comes near (`when-near`). Until the next load. */
export async function layOutWhole(page: Page): Promise<void> {
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  }`)
}

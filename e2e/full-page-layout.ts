import type { Page } from '@playwright/test'

/**
 * Lays out what is far from the window too, which pages leave out until it comes near (`when-near`), and fetches its pictures.
 * Until the next load.
 */
export async function layOutWhole(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
    const shown = [...document.images].filter((image) => image.getClientRects().length > 0)
    for (const image of shown) image.loading = 'eager'
    await Promise.allSettled(shown.map((image) => image.decode()))
  })()`)
}

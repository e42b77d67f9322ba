import type { Page } from '@playwright/test'

/** What a page has loaded until an open trade can be left. */
export interface PositionWeight {
  /** JavaScript as it was sent, packed, in bytes. */
  readonly scriptBytes: number
  /** Its files. */
  readonly scripts: readonly string[]
  /** From navigation until the dialog of "Exit now" stood there, in ms. */
  readonly answeredMs: number
}

/**
 * Runs before the page's own scripts: presses "Exit now" as soon as it stands beside a P&L, and records the time at which its
 * dialog has opened.
 */
const WATCH = `
  window.exitAnswered = new Promise((resolve) => {
    let isPressed = false
    const look = () => {
      const position = document.querySelector('article')
      const exit = [...(position?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'Exit now')
      if (exit === undefined || !/₹[\\d,]+\\.\\d\\d.*net of charges/.test(position.textContent)) return
      if (!isPressed) {
        isPressed = true
        exit.click()
      }
      if (document.querySelector('[role=dialog]') === null) return
      observer.disconnect()
      resolve(performance.now())
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  })
`

type Resource = Pick<PerformanceResourceTiming, 'name' | 'startTime' | 'encodedBodySize'>

/**
 * Opens the dashboard at `url` in a page without a cache and presses "Exit now" at once: what JavaScript was asked for until
 * its dialog stood there? The account has an open trade, and its plan shows the P&L.
 */
export async function weighPosition(page: Page, url: string): Promise<PositionWeight> {
  await page.addInitScript(WATCH)
  await page.goto(url)
  const answeredMs: number = await page.evaluate('window.exitAnswered')
  // What was on its way has arrived by then: its size is known.
  await page.waitForLoadState('networkidle')
  const all: Resource[] = await page.evaluate(`performance.getEntriesByType('resource').map((one) => one.toJSON())`)
  const scripts = all.filter(({ name, startTime }) => name.endsWith('.js') && startTime <= answeredMs)
  return {
    scriptBytes: scripts.reduce((sum, one) => sum + one.encodedBodySize, 0),
    scripts: [...new Set(scripts.map(({ name }) => name))],
    answeredMs,
  }
}

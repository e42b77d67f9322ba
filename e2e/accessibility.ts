import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './slow-expect.ts'
import { layOutWhole } from './full-page-layout.ts'

/** What is wrong on a page: a rule of axe, `overflow` where it is wider than its window, or `motion`. */
export interface AccessibilityFinding {
  readonly rule: string
  readonly what: string
  readonly where: readonly string[]
}

/** Waits until a page stands as it will: in any language a heading, and nothing that is waited for. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[role=status][data-waiting]')).toHaveCount(0)
}

/** What axe finds on the page as it stands. */
export async function violationsOn(page: Page): Promise<readonly AccessibilityFinding[]> {
  await layOutWhole(page)
  const { violations } = await new AxeBuilder({ page })
    // Our pages hold no frames, so no second page is opened for them; and what is right is not described.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    // The guards of a dialog hand the focus on as soon as they get it.
    .exclude('[data-base-ui-focus-guard]')
    // The rows of a long table are alike, and each costs as much: some of them, and the one that is marked.
    .exclude('[role=grid] tbody tr:nth-child(n + 9):not([aria-current])')
    .analyze()
  return violations.map(({ id, help, nodes }) => ({ rule: id, what: help, where: nodes.map((node) => node.html) }))
}

/** Whether the page can be moved sideways in its window, or on a phone a table in its frame that is a list of cards there. */
export async function overflowOn(page: Page): Promise<readonly AccessibilityFinding[]> {
  const [wide, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  const frames = await page.evaluate<string[]>(`innerWidth >= 640 ? [] : [...document.querySelectorAll('.table-cards')]
    .map((table) => table.parentElement)
    .filter((frame) => frame.scrollWidth > frame.clientWidth)
    .map((frame) => frame.outerHTML.slice(0, 200))`)
  return [
    ...(wide <= window ? [] : [{ rule: 'overflow', what: `${wide} px wide in a window of ${window}`, where: [] }]),
    ...(frames.length === 0 ? [] : [{ rule: 'overflow', what: 'cards wider than their frame', where: frames }]),
  ]
}

/** Where a finger presses, a target is at least this high, in px (design guide). */
const TARGET_PX = 44

/**
 * Buttons and links of a phone's window that are lower than a finger needs, as they are laid out: a dialog begins a little
 * smaller. Links inside a text are as high as its lines.
 */
export async function smallTargetsOn(page: Page): Promise<readonly AccessibilityFinding[]> {
  const small = await page.evaluate<string[]>(`innerWidth >= 640 ? [] : [...document.querySelectorAll(
      'button, [role=radio], [role=tab], select, summary, a:not(p a, li a, td a)')]
    .filter((target) => target.checkVisibility() && target.offsetHeight < ${TARGET_PX})
    .map((target) => target.outerHTML.slice(0, 200))`)
  return small.length === 0 ? [] : [{ rule: 'target', what: `lower than ${TARGET_PX} px`, where: small }]
}

/** What moves on a page for a user who asked for less motion. axe cannot know it. */
export async function motionOn(page: Page): Promise<readonly AccessibilityFinding[]> {
  const moving = await page.evaluate<string[]>(`document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > 100)
    .map(({ effect }) => effect.target.outerHTML.slice(0, 200))`)
  return moving.length === 0 ? [] : [{ rule: 'motion', what: 'moves where less motion is asked for', where: moving }]
}

/** Expects no violations on `of` in both themes, once `ready` stands there. A page takes its theme when it loads. */
export async function noViolations(of: Page, ready: () => Promise<Locator>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await of.emulateMedia({ colorScheme })
    await of.reload()
    await expect(await ready()).toBeVisible()
    await expect(of.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/)
    expect(await violationsOn(of)).toEqual([])
  }
}

/** The same of a page that must not be loaded again: what it shows was asked for by a press. */
export async function noViolationsAsItStands(of: Page): Promise<void> {
  for (let themes = 0; themes < 2; themes += 1) {
    expect(await violationsOn(of)).toEqual([])
    await of.getByRole('button', { name: /^Switch to (dark|light) theme$/ }).click()
  }
}

/**
 * Shows the open page in a theme, with motion reduced: the media query alone is read at the next load. Expects that nothing
 * fades to its new colour, which where motion is reduced is asked for nowhere and on a large table takes seconds.
 */
export async function applyTheme(page: Page, isDark: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const transitions = await page.evaluate<number>(`(() => {
    document.documentElement.classList.toggle('dark', ${isDark})
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })()`)
  expect(transitions, 'transitions that a change of theme begins').toBe(0)
}

/** Expects no violation and no overflow at either end of the widths, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [360, 1440])
    for (const isDark of [false, true]) {
      await page.setViewportSize({ width, height: 900 })
      await applyTheme(page, isDark)
      expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
    }
}

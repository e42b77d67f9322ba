import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { appearancesAt } from './appearances.ts'
import type { DevStack } from './dev-stack.ts'
import { isLoaded, withOpenTrade } from './screenshots.ts'
import type { Screen } from './screens.ts'

/** What the README shows. */
const PICTURES: readonly (Screen & { readonly name: string })[] = [
  { name: 'dashboard', path: '/dashboard', who: 'elite' },
  { name: 'landing', path: '/', who: 'signed out' },
]
/** A busy machine is waited for: a picture of a page that loads is of no use. */
const LOAD_MS = 60_000
const DEVICES = { 360: 'phone', 1440: 'desktop' } as const

/**
 * Saves what a window shows of the README's screens as `<folder>/<name>-<device>-<theme>.png`, with a trade open, in
 * English, on a phone and a desktop, in both themes. Returns the files' names. Throws when a page does not load.
 */
export async function takePictures(stack: DevStack, folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const taken: string[] = []
  const appearances = appearancesAt(PICTURES, stack, {
    languages: ['en'],
    widths: [360, 1440],
    before: withOpenTrade(stack),
  })
  for await (const { screen, page, width, theme } of appearances) {
    const picture = PICTURES.find(({ path, who }) => path === screen.path && who === screen.who)!
    const name = `${picture.name}-${DEVICES[width as keyof typeof DEVICES]}-${theme}.png`
    if (!(await isLoaded(page, LOAD_MS))) throw new Error(`${name}: the page did not load`)
    await page.screenshot({ path: join(folder, name) })
    taken.push(name)
  }
  return taken
}

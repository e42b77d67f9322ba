import { existsSync } from 'node:fs'
import { ensureBuild } from './debian-package.ts'

/**
 * The browser the end-to-end tests drive: `CHROMIUM_PATH`, else Debian's, installed with apt when it is missing and apt is there.
 * Throws with the remedy when there is none to be had.
 */
export async function ensureChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  const path = given ?? '/usr/bin/chromium'
  const found =
    given === undefined
      ? await ensureBuild(path, ['chromium', 'fonts-noto-core'])
      : existsSync(given)
        ? given
        : undefined
  if (found !== undefined) return found
  throw new Error(`No Chromium at ${path}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`)
}

/**
 * Chromium without windows, for pages that need no notifications: `HEADLESS_SHELL_PATH`, else Debian's, installed like Chromium.
 * Undefined where it cannot be had: Chromium does the same at more cost.
 */
export async function ensureHeadlessShell(): Promise<string | undefined> {
  const given = process.env['HEADLESS_SHELL_PATH']
  return given ?? ensureBuild('/usr/bin/chromium-headless-shell', ['chromium-headless-shell'])
}

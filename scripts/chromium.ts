import { existsSync } from 'node:fs'
import { run } from './command.ts'

/**
 * The browser the end-to-end tests drive: `CHROMIUM_PATH`, else Debian's, installed with apt when it is missing and apt is there.
 * Throws with the remedy when there is none to be had.
 */
export async function ensureChromium(): Promise<string> {
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  if (existsSync(path)) return path
  if (process.env['CHROMIUM_PATH'] === undefined && existsSync('/usr/bin/apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    const apt = async (...args: string[]) => {
      const [program = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args]
      return run(program, rest, { ...process.env, DEBIAN_FRONTEND: 'noninteractive' })
    }
    console.error('Installing Chromium for the browser tests …')
    await apt('update', '-qq')
    await apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core')
    if (existsSync(path)) return path
  }
  throw new Error(`No Chromium at ${path}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`)
}

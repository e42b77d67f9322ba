// Every screen at three widths in both themes, as pictures in ./screenshots: for looking at, and for the docs.
import { join } from 'node:path'
import { takeScreenshots } from '../../e2e/screenshots.ts'
import { startWorld } from '../../e2e/world.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ensureChromium } from '../chromium.ts'
import { ROOT } from '../command.ts'

const TRADE_WAIT_MS = 120_000

process.env['CHROMIUM_PATH'] = await ensureChromium()
await buildAppIfStale()
const world = await startWorld({ demo: true })
const folder = join(ROOT, 'screenshots')
try {
  const taken = await takeScreenshots(world, folder, TRADE_WAIT_MS)
  console.log(`${taken} pictures in ${folder}`)
} finally {
  await world.close()
}

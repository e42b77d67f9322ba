// Every page of the app in both themes, both languages, on a phone and on a desktop: prints what axe finds, and fails on anything.
// With addresses: only those pages.
import { openViewport } from '../../e2e/axe.ts'
import { screensAt } from '../../e2e/screens.ts'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ensureChromium } from '../chromium.ts'

const screens = screensAt(process.argv.slice(2))
process.env['CHROMIUM_PATH'] = await ensureChromium()
await buildAppIfStale()
const stack = await startDevStack({ sandboxArgs: ['--speed', '10', '--start', '2026-09-16T10:30'], demo: true })
try {
  const { opened, bad } = await openViewport(screens, stack)
  console.log(`${opened} checks of ${screens.length} pages: ${bad === 0 ? 'no violations' : `${bad} with violations`}`)
  if (bad > 0) process.exitCode = 1
} finally {
  await stack.close()
}

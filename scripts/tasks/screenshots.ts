// Every screen at three widths in both themes, as pictures in ./screenshots: for looking at, and for the docs.
// With addresses: only those pages. `--language hi` takes them in Hindi, `--no-trade` waits for no open trade.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '../../e2e/appearances.ts'
import { decisionSession } from '../../e2e/market-open.ts'
import { takeScreenshots } from '../../e2e/screenshots.ts'
import { screensAt } from '../../e2e/screens.ts'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ensureChromium } from '../chromium.ts'
import { ROOT } from '../command.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: { language: { type: 'string', default: 'en' }, trade: { type: 'boolean', default: true } },
})
const language = LANGUAGES.find((known) => known === values.language)
if (language === undefined) {
  console.error(`Unknown --language '${values.language}'. One of: ${LANGUAGES.join(', ')}.`)
  process.exit(1)
}
const screens = screensAt(positionals)
process.env['CHROMIUM_PATH'] = await ensureChromium()
await buildAppIfStale()
const stack = await startDevStack(decisionSession())
const folder = join(ROOT, 'screenshots')
try {
  const taken = await takeScreenshots(screens, stack, folder, { language, trade: values.trade })
  console.log(`${taken} pictures in ${folder}`)
} finally {
  await stack.close()
}

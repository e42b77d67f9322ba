// The pictures of the README, made with Chromium from a running product, in docs/pictures.
import { join } from 'node:path'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { decisionSession } from '../../e2e/market-open.ts'
import { takePictures } from '../../e2e/pictures.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ensureChromium } from '../chromium.ts'
import { ROOT } from '../command.ts'

process.env['CHROMIUM_PATH'] = await ensureChromium()
await buildAppIfStale()
const stack = await startDevStack(decisionSession())
try {
  for (const name of await takePictures(stack, join(ROOT, 'docs', 'pictures'))) console.log(`docs/pictures/${name}`)
} finally {
  await stack.close()
}

// How long a public page on a phone shows buttons that its code does not answer yet: what is pressed in that time is lost unless
// it is repeated (apps/web/src/early-acts.ts). `--record` writes the figures to docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { hydrationTimes, type HydrationTimes } from '../../e2e/hydration.ts'
import { figureLine, type Figure } from '../benchmarks/figure-lines.ts'
import { recordFigures } from '../benchmarks/record.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ensureChromium } from '../chromium.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, record: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds takes a whole number above 0.')

process.env['CHROMIUM_PATH'] = await ensureChromium()
await buildAppIfStale()
const stack = await startDevStack({ sandboxArgs: ['--speed', '1', '--start', '2026-09-16T10:30'] })
try {
  const figures = (await hydrationTimes(stack, rounds)).map(figureOf)
  console.log(figures.map(figureLine).join('\n'))
  if (values.record) recordFigures('hydration', ['--rounds', values.rounds], figures, 0)
} finally {
  await stack.close()
}

function figureOf({ name, loads }: HydrationTimes): Figure {
  const waits = loads.map(({ painted, hydrated }) => hydrated - painted).toSorted((a, b) => a - b)
  const [shortest, median, longest] = [waits[0]!, waits[Math.floor(waits.length / 2)]!, waits.at(-1)!]
  const painted = loads.map((load) => load.painted).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)]!
  const ms = (value: number) => value.toFixed(0)
  return {
    name: `${name}: first paint to hydration, median of ${loads.length}`,
    value: `${ms(median)} ms (${ms(shortest)} to ${ms(longest)}), painted at ${ms(painted)} ms`,
  }
}

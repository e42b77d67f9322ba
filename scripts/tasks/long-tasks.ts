// Whether a live dashboard ever holds the page: a master account for a minute on a processor slowed down four times, beside an idle page.
// `--record` writes the figures to docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { watchPages, type LongTaskResult } from '../../e2e/long-tasks.ts'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { figureLine, type Figure } from '../benchmarks/figure-lines.ts'
import { recordFigures } from '../benchmarks/record.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ensureChromium } from '../chromium.ts'

const SLOWDOWN = 4
/** What a browser counts as a long task. */
const LONG_MS = 50
/** Most that a press may wait for its paint (design guide). */
const PRESS_MS = 100

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, record: { type: 'boolean', default: false } },
})
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error('--seconds takes a number above 0.')

process.env['CHROMIUM_PATH'] = await ensureChromium()
await buildAppIfStale()
const stack = await startDevStack({ sandboxArgs: ['--speed', '1', '--start', '2026-09-16T10:30'], demo: true })
try {
  const watched = await watchPages(stack, seconds, SLOWDOWN)
  console.log(`${seconds} s each, processor slowed down ${SLOWDOWN} times`)
  console.log('page              long tasks  longest  frame p99  busy a second  scripts a second  shift  chains  press')
  for (const one of watched) console.log(row(one))
  if (watched.some(({ longTasks }) => longTasks > 0)) {
    console.error(`A task held the page for more than ${LONG_MS} ms.`)
    process.exitCode = 1
  }
  if (watched.some(({ slowestPressMs = 0 }) => slowestPressMs > PRESS_MS)) {
    console.error(`A press waited for more than ${PRESS_MS} ms.`)
    process.exitCode = 1
  }
  const figures = watched.flatMap(figuresOf)
  console.log(figures.map(figureLine).join('\n'))
  if (values.record) recordFigures('long-tasks', ['--seconds', values.seconds], figures, Number(process.exitCode ?? 0))
} finally {
  await stack.close()
}

function figuresOf({ name, longTasks, longestMs, frameP99Ms, shift, slowestPressMs }: LongTaskResult): Figure[] {
  return [
    { name: `${name}: tasks above ${LONG_MS} ms`, value: `${longTasks}, longest ${longestMs.toFixed(0)} ms` },
    { name: `${name}: frame p99, layout shift`, value: `${frameP99Ms.toFixed(0)} ms, ${shift.toFixed(3)}` },
    ...(slowestPressMs === undefined
      ? []
      : [{ name: `${name}: slowest press until its paint`, value: `${slowestPressMs.toFixed(0)} ms` }]),
  ]
}

function row(result: LongTaskResult): string {
  const { name, longTasks, longestMs, frameP99Ms, busyMs, scriptMs, shift, chains, slowestPressMs } = result
  const ms = (value: number, width: number) => `${value.toFixed(0)} ms`.padStart(width)
  return [
    name.padEnd(17),
    String(longTasks).padStart(10),
    ms(longestMs, 8),
    ms(frameP99Ms, 10),
    ms(busyMs, 14),
    ms(scriptMs, 17),
    shift.toFixed(3).padStart(6),
    String(chains).padStart(7),
    slowestPressMs === undefined ? '' : ms(slowestPressMs, 6),
  ].join(' ')
}

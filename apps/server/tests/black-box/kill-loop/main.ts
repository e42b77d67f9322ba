// The kill loop as a program: how many kills, which seed, how fast the market runs.
import { parseArgs } from 'node:util'
import { startTestServer, TEST_SERVER_VARIABLE } from '../../../src/store/testing.ts'
import { CRASH_POINTS } from './crash-points.ts'
import { runKillLoop } from './kill-loop.ts'
import { late, roundLine, summary, wrongFindings } from './kill-loop-report.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '7' },
    speed: { type: 'string', default: '10' },
    /** Names of crash points, with commas between; all of them by default. */
    points: { type: 'string' },
  },
})
const points = values.points?.split(',').map((name) => {
  const point = CRASH_POINTS.find((one) => one === name)
  if (point === undefined)
    throw new RangeError(`--points: no point is called ${name}. One of: ${CRASH_POINTS.join(', ')}`)
  return point
})
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)))

const server = await startTestServer()
process.env[TEST_SERVER_VARIABLE] = server.url
try {
  const report = await runKillLoop({
    kills: Number(values.kills),
    seed: Number(values.seed),
    speed: Number(values.speed),
    ...(points === undefined ? {} : { points }),
    signal: stopping.signal,
    onRound: (round) => console.log(roundLine(round)),
  })
  console.log(summary(report))
  const faults = [report.broken, report.lost, report.missed, late(report), wrongFindings(report)]
  process.exitCode = faults.every((found) => found.length === 0) ? 0 : 1
} finally {
  await server.stop()
}

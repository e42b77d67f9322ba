// The kill loop as a program: how many kills, which seed, how fast the market runs.
import { parseArgs } from 'node:util'
import { startTestServer, TEST_SERVER_VARIABLE } from '../../../src/store/testing.ts'
import { runKillLoop } from './kill-loop.ts'
import { roundLine, summary } from './kill-loop-report.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '7' },
    speed: { type: 'string', default: '10' },
  },
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
    signal: stopping.signal,
    onRound: (round) => console.log(roundLine(round)),
  })
  console.log(summary(report))
  process.exitCode = report.broken.length + report.lost.length === 0 ? 0 : 1
} finally {
  await server.stop()
}

// Fuzzes a server of its own: --requests N (1,000,000), --seed N. Ends with 1 on a 5xx, a hang, an error in the log, or when
// fewer than 60 % of the answers came from a handler.
import { parseArgs } from 'node:util'
import { startTestServer, TEST_SERVER_VARIABLE } from '../../src/store/testing.ts'
import { fuzz } from './fuzz-stack.ts'
import { fuzzReport } from './run-fuzz.ts'

const MIN_REACHED = 0.6
const EVERY = 25_000

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run fuzz -- [--requests N] [--seed N]')
  process.exit(2)
}
const server = await startTestServer()
process.env[TEST_SERVER_VARIABLE] = server.url
try {
  const run = await fuzz(requests, seed, (done) => {
    if (done % EVERY === 0) console.log(`${done} of ${requests}`)
  })
  console.log(fuzzReport(run))
  const { connections, fiveHundreds, hangs } = run.sockets
  console.log(`${connections} socket handshakes: ${fiveHundreds} 5xx, ${hangs} hangs`)
  console.log(`${run.errors.length} errors in the log`)
  for (const line of run.errors.slice(0, 20)) console.log(line.slice(0, 600))
  const held =
    run.fiveHundreds + run.hangs + fiveHundreds + hangs + run.errors.length === 0 && run.reached >= MIN_REACHED
  process.exitCode = held ? 0 : 1
} finally {
  await server.stop()
}

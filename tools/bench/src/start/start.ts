import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import { sandboxEnv, startSandbox, startServer, type SandboxReady } from '../../../../scripts/dev-stack.ts'
import { roundsOf, type Bench } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { whileRunning } from '../while-running.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'

/** Free ports, so that a world that is already up is not in the way. */
const SANDBOX_ARGS = ['--port', '0', '--smtp-port', '0']
/** Settings of the caller's own that would lead the server elsewhere; an empty variable counts as not set. */
const NOT_PRODUCT = [
  'HOST',
  'PUBLIC_URL',
  'ROLES',
  'DATABASE_URL',
  'MASTER_KEY',
  'LIVE_TRADING',
  'CLOCK_URL',
  'KITE_API_URL',
  'KITE_TICKER_URL',
  'KITE_LOGIN_URL',
  'OIDC_DISCOVERY_URL',
  'TELEGRAM_API_URL',
  'NEWS_FEEDS',
]

/** The least a Node program can do before it answers. */
const BASELINE_SERVER = `
const server = require('node:http').createServer((request, response) => response.end('ok'))
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:' + server.address().port })))
`

/** Milliseconds from the start of a program. */
interface Started {
  readonly readyMs: number
  readonly answeredMs: number
}

/** How long it takes from the command to a server that answers. */
export const startBench: Bench = {
  name: 'start',
  title: 'start to ready',
  async run(size) {
    const rounds = roundsOf(size)
    const sandbox: Started[] = []
    const first: Started[] = []
    const second: Started[] = []
    const bare: Started[] = []
    for (let round = 0; round < rounds; round += 1) {
      await inEmptyFolder(async (data) => {
        sandbox.push(
          await starting(
            () => startSandbox({ data, onProblem: console.error }, SANDBOX_ARGS),
            (stack) => stack.http + '/clock',
            async (stack) => {
              first.push(await startedServer(data, stack))
              second.push(await startedServer(data, stack))
            },
          ),
        )
        bare.push(await startedBaseline(data))
      })
    }
    const ready = (of: readonly Started[]) => of.map(({ readyMs }) => readyMs)
    const answered = (of: readonly Started[]) => of.map(({ answeredMs }) => answeredMs)
    return {
      rounds,
      conditions: [
        'each started as a program with this Node; milliseconds from the start to its ready line and to the first 200',
        'first: an empty data folder (own PostgreSQL made, migrations run); second: the same folder again; files in the page cache',
      ],
      figures: [
        { name: 'server, first start: ready', unit: 'ms', value: spreadOf(ready(first)) },
        { name: 'server, first start: /healthz', unit: 'ms', value: spreadOf(answered(first)) },
        { name: 'server, second start: ready', unit: 'ms', value: spreadOf(ready(second)) },
        { name: 'server, second start: /healthz', unit: 'ms', value: spreadOf(answered(second)) },
        { name: 'sandbox: ready', unit: 'ms', value: spreadOf(ready(sandbox)) },
        { name: 'bare HTTP server: ready', unit: 'ms', value: spreadOf(ready(bare)) },
        { name: 'bare HTTP server: first answer', unit: 'ms', value: spreadOf(answered(bare)) },
        {
          name: 'server, second start ÷ bare HTTP server',
          unit: '×',
          value: spreadOf(ratiosOf(answered(second), answered(bare))),
        },
      ],
    }
  },
}

async function startedServer(data: string, sandboxReady: SandboxReady): Promise<Started> {
  const blank = Object.fromEntries(NOT_PRODUCT.map((name) => [name, '']))
  const env = { ...blank, ...sandboxEnv(sandboxReady), PORT: '0' }
  return starting(
    () => startServer({ data }, env),
    ({ url }) => `${url}/healthz`,
  )
}

async function startedBaseline(data: string): Promise<Started> {
  return starting(
    () =>
      startManagedProcess<{ url: string }>({
        name: 'bare server',
        args: ['-e', BASELINE_SERVER],
        logFile: join(data, 'logs', 'bare.log'),
      }),
    ({ ready }) => ready.url,
  )
}

/** Starts a program, waits for its ready line and a 200, does `meanwhile`, and stops it. */
async function starting<BenchStack extends { readonly program: { stop(): Promise<void> } }>(
  start: () => Promise<BenchStack>,
  urlOf: (stack: BenchStack) => string,
  meanwhile?: (stack: BenchStack) => Promise<void>,
): Promise<Started> {
  const startedAt = performance.now()
  return whileRunning(
    start,
    (stack) => stack.program,
    async (stack) => {
      const readyMs = performance.now() - startedAt
      await firstOk(urlOf(stack))
      const answeredMs = performance.now() - startedAt
      await meanwhile?.(stack)
      return { readyMs, answeredMs }
    },
  )
}

const LONGEST_WAIT_MS = 60_000

async function firstOk(url: string): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const response = await fetch(url, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    if (response.status === 200) return
    if (performance.now() > giveUpAt) throw new Error(`${url} still answers ${response.status}`)
    await new Promise((resolve) => void setTimeout(resolve, 10))
  }
}

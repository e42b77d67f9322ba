// The whole product on one machine: the outside world (sandbox), the server, and the demo accounts; then the address to open.
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAppIfStale } from '../build-app.ts'
import { ROOT } from '../command.ts'
import { PORTS } from '../ports.ts'
import { ProgramGroup } from '../program-group.ts'
import { sandboxEnv, startDemo, startSandbox, startServer } from '../dev-stack.ts'

const HELP = `npm start -- [options]

  --port N             where the app listens (${PORTS.server})
  --sandbox-port N     where the sandbox listens (${PORTS.sandbox}); its console is the page at that address
  --speed N            how fast the sandbox's market runs, 1 to 600 (10)
  --start TIME         when its first day starts, e.g. 2026-09-16T09:20 (IST); without it the market goes on
                       where it was left, or with the next day when that day's session was over
  --seed N             which market it makes up
  --replay PATH        replay recorded days: what the server recorded (.data/recordings, or one day's folder in it),
                       or a CSV file of bars, or a folder of them
  --replay-from DAY    the recorded day to begin with, e.g. 2024-05-13
  --data DIR           where everything is kept (.data)
  --fresh              delete what is kept there and begin anew
  --help               this text

With the URLs of the real broker and services in the environment (see .env.example) no sandbox and no demo accounts are started.`

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'sandbox-port': { type: 'string', default: String(PORTS.sandbox) },
    speed: { type: 'string' },
    start: { type: 'string' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    'replay-from': { type: 'string' },
    data: { type: 'string', default: process.env['STRIKEWISE_DATA'] ?? join(ROOT, '.data') },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const startedAt = performance.now()
// A market that starts at a chosen time may lie before the days the store has seen: it gets a new store of its own.
const chosenTime = values.start !== undefined || values.replay !== undefined
const data = chosenTime ? join(resolve(values.data), 'chosen-time') : resolve(values.data)
const logs = join(data, 'logs')
if (values.fresh || chosenTime) rmSync(data, { recursive: true, force: true })
mkdirSync(data, { recursive: true, mode: 0o700 })

const group = new ProgramGroup(logs)
await group.run(main)

async function main(): Promise<void> {
  const place = { data, onProblem: show }
  // An empty value counts as not set, as in .env.example.
  const onSandbox = (process.env['KITE_API_URL'] ?? '') === ''
  const [sandboxReady] = await Promise.all([
    onSandbox ? startSandbox(place, sandboxArgs()) : undefined,
    buildAppIfStale(),
  ])
  if (sandboxReady !== undefined) group.add(sandboxReady.program)

  const server = await startServer(place, {
    // A simulated day at a usual speed is recorded in half a gigabyte, and many pass in an afternoon.
    ...(sandboxReady === undefined
      ? {}
      : { ...sandboxEnv(sandboxReady), RECORD_KEEP_DAYS: process.env['RECORD_KEEP_DAYS'] || '3' }),
    ...(values.port === undefined ? {} : { PORT: values.port }),
  })
  group.add(server.program)
  console.log(`\n  Strikewise is ready: ${server.url}   (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (sandboxReady !== undefined) {
    console.log(`  The sandbox's console: ${sandboxReady.http}`)
    const demo = await startDemo(place, { server: server.url, sandbox: sandboxReady.http })
    group.add(demo.program)
    console.log('\n  Demo accounts (simulated market, simulated money):')
    for (const account of demo.accounts) {
      console.log(
        `    ${account.plan.padEnd(8)} ${account.email.padEnd(28)} password ${demo.password}${account.connected ? '   connected and armed' : ''}`,
      )
    }
    console.log(
      `    operator ${demo.operator.email.padEnd(28)} password ${demo.password}   authenticator key ${demo.operator.key}`,
    )
  }
  console.log(`\n  Logs: ${logs}   Stop: Ctrl-C\n`)
}

function sandboxArgs(): string[] {
  const args = [
    '--port',
    values['sandbox-port'],
    '--clock-file',
    join(data, 'market-day'),
    '--data',
    join(data, 'sandbox'),
  ]
  for (const option of ['speed', 'start', 'seed', 'replay', 'replay-from'] as const) {
    const value = values[option]
    if (value !== undefined) args.push(`--${option}`, value)
  }
  return args
}

function show(line: string): void {
  if (!group.stopping) console.error(`  ${line}`)
}

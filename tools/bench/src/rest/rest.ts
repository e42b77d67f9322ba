import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { sandboxEnv, startDemo, startSandbox, startServer, startStore } from '../../../../scripts/dev-stack.ts'
import { roundsOf, type Bench, type Size } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { BENCH_DAY } from '../market/bench-session.ts'
import { spreadOf } from '../statistics.ts'
import { whileRunning } from '../while-running.ts'
import { cpuMsOf, descendantsOf, residentBytesOf } from './processes.ts'

/** Until the code that a quiet server runs is compiled and its start is collected. */
const SETTLE_MS: Readonly<Record<Size, number>> = { full: 45_000, smallest: 500 }
const STRETCH_MS: Readonly<Record<Size, number>> = { full: 12_000, smallest: 500 }

/** One stretch of a server that is left alone. */
interface Stretch {
  readonly cpuPercent: number
  readonly residentMb: number
  readonly storeCpuPercent: number
  readonly storeTransactions: number
}

/** What a server costs while the market is open and no page is. */
export const restBench: Bench = {
  name: 'rest',
  title: 'a server at rest: every role in one process, the market open at speed 1, no page open',
  async run(size) {
    const stretches = await inEmptyFolder((data) => atRest(data, size))
    const spread = (of: (stretch: Stretch) => number) => spreadOf(stretches.map(of))
    return {
      rounds: stretches.length,
      conditions: [
        `the demo accounts, two of them armed on paper, on the sandbox; stretches of ${STRETCH_MS[size] / 1000} s one after another, ${SETTLE_MS[size] / 1000} s after the start of the last program`,
        'CPU and resident memory of the server from /proc, all its threads; PostgreSQL is a program of its own, with its own settings; transactions by pg_stat_database',
        'bounds: 6 % of a core and 300 MB for the server',
      ],
      figures: [
        { name: 'server, CPU', unit: '% of a core', value: spread((one) => one.cpuPercent) },
        { name: 'server, resident memory', unit: 'MB', value: spread((one) => one.residentMb) },
        { name: 'PostgreSQL, CPU', unit: '% of a core', value: spread((one) => one.storeCpuPercent) },
        { name: 'PostgreSQL, transactions', unit: '/minute', value: spread((one) => one.storeTransactions) },
      ],
    }
  },
}

function atRest(data: string, size: Size): Promise<Stretch[]> {
  const place = { data, onProblem: console.error }
  const sandboxArgs = ['--port', '0', '--smtp-port', '0', '--speed', '1', '--start', `${BENCH_DAY}T10:30`]
  const program = <T>({ program: one }: { program: T }) => one
  return whileRunning(
    () => startSandbox(place, sandboxArgs),
    program,
    (sandbox) =>
      whileRunning(
        () => startStore(place),
        program,
        (store) =>
          whileRunning(
            () => startServer(place, { ...sandboxEnv(sandbox), DATABASE_URL: store.address, PORT: '0' }),
            program,
            (server) =>
              whileRunning(
                () => startDemo(place, { server: server.url, sandbox: sandbox.http }),
                program,
                () => measure(server.program.pid, { pid: store.program.pid, address: store.address }, size),
              ),
          ),
      ),
  )
}

async function measure(server: number, store: { pid: number; address: string }, size: Size): Promise<Stretch[]> {
  await delay(SETTLE_MS[size])
  const client = new Client({ connectionString: store.address })
  await client.connect()
  try {
    const stretches: Stretch[] = []
    for (let round = 0; round < roundsOf(size); round += 1) {
      const transactions = await transactionsOf(client)
      const [serverMs, storeMs, from] = [cpuMsOf(server), cpuMsOfStore(store.pid), performance.now()]
      await delay(STRETCH_MS[size])
      const ms = performance.now() - from
      stretches.push({
        cpuPercent: (100 * (cpuMsOf(server) - serverMs)) / ms,
        residentMb: residentBytesOf(server) / 1e6,
        storeCpuPercent: (100 * (cpuMsOfStore(store.pid) - storeMs)) / ms,
        storeTransactions: (60_000 * ((await transactionsOf(client)) - transactions)) / ms,
      })
    }
    return stretches
  } finally {
    await client.end()
  }
}

/** PostgreSQL with its backends; those that ended meanwhile count with the process that waited for them. */
function cpuMsOfStore(keeper: number): number {
  return descendantsOf(keeper).reduce((total, pid) => total + cpuMsOf(pid), 0)
}

async function transactionsOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.count)
}

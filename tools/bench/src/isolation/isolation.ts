import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import { startSandbox } from '../../../../scripts/dev-stack.ts'
import type { ServedPages } from '../../../../apps/server/tests/push/page-server.ts'
import type { Bench, Size } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { SANDBOX_ARGS, withPostgres } from '../fanout/fixture.ts'
import { polled } from '../polls/polled.ts'
import type { PollLoad } from '../polls/poll-load.ts'
import { recordMarket } from '../push/recorded-market.ts'
import { percentile, ratiosOf, spreadOf } from '../statistics.ts'
import { whileRunning } from '../while-running.ts'
import type { BurstOrder, BurstReport } from './burst-thread.ts'

/** What two cores carry together with sandbox, stores and load, so that entries leave at their price. */
const ACCOUNTS: Readonly<Record<Size, number>> = { full: 300, smallest: 20 }
const USERS: Readonly<Record<Size, number>> = { full: 250, smallest: 10 }
const ROUNDS: Readonly<Record<Size, number>> = { full: 3, smallest: 1 }
/** The load warms up in the first seconds of it. */
const QUIET_MS: Readonly<Record<Size, number>> = { full: 12_000, smallest: 6000 }
const LOAD_SECONDS: Readonly<Record<Size, number>> = { full: 16, smallest: 8 }
/** The accounts are opened first; none of the time is measured. */
const READY_MS = 300_000
const MARKET_MINUTES = 2

interface Round {
  readonly quietMs: readonly number[]
  readonly burstMs: readonly number[]
  readonly spanMs: number
}

/** Whether dashboards notice that the trader of the same process sends orders for every account. */
export const isolationBench: Bench = {
  name: 'isolation',
  title: 'polling dashboards while one decision goes out to every account of the same process',
  async run(size) {
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS[size]; round += 1)
      rounds.push(await inEmptyFolder((data) => measure(data, size)))
    const late = (of: (round: Round) => readonly number[], share: number) =>
      rounds.map((round) => percentile(of(round), share))
    const [quiet, burst] = [late((one) => one.quietMs, 0.99), late((one) => one.burstMs, 0.99)]
    return {
      rounds: rounds.length,
      conditions: [
        `${USERS[size]} dashboards of elite users, 2.5 requests a second each, from a process of their own; the web role on the main thread of one process, an execution core with ${ACCOUNTS[size]} accounts at the sandbox on another of its threads, as the trader is one there; a PostgreSQL for each`,
        'latency from the time a request was due to the end of its answer: those due while nothing was traded, against those due between the decision and the answer to the last entry; stops and the confirmations of the accounts follow in the same seconds',
        'server, sandbox, both stores and the load share two cores',
      ],
      figures: [
        { name: 'nothing traded, p50', unit: 'ms', value: spreadOf(late((one) => one.quietMs, 0.5)) },
        { name: 'nothing traded, p99', unit: 'ms', value: spreadOf(quiet) },
        { name: 'orders going out, p50', unit: 'ms', value: spreadOf(late((one) => one.burstMs, 0.5)) },
        { name: 'orders going out, p99', unit: 'ms', value: spreadOf(burst) },
        { name: '  orders going out ÷ nothing traded, p99', unit: '×', value: spreadOf(ratiosOf(burst, quiet)) },
        { name: 'decision → last entry answered', unit: 'ms', value: spreadOf(rounds.map(({ spanMs }) => spanMs)) },
      ],
    }
  },
}

function measure(data: string, size: Size): Promise<Round> {
  for (const folder of ['pages', 'trader']) mkdirSync(join(data, folder))
  return whileRunning(
    () => startSandbox({ data, onProblem: console.error }, SANDBOX_ARGS),
    ({ program }) => program,
    ({ http }) =>
      withPostgres(join(data, 'pages'), (pagesStore) =>
        withPostgres(join(data, 'trader'), (addressFile) => {
          const order = { http, addressFile, accounts: ACCOUNTS[size], quietMs: QUIET_MS[size] }
          return servedDuringBurst(data, pagesStore, order, size)
        }),
      ),
  )
}

/** Starts pages and burst in one process, and asks for pages from the moment on that the accounts are ready. */
function servedDuringBurst(data: string, pagesStore: string, order: BurstOrder, size: Size): Promise<Round> {
  const market = join(data, 'market.json')
  writeFileSync(market, JSON.stringify(recordMarket(MARKET_MINUTES)))
  const prepared = Promise.withResolvers<Extract<BurstReport, { burst: 'prepared' }>>()
  const over = Promise.withResolvers<Extract<BurstReport, { burst: 'over' }>>()
  const onLine = (line: string) => {
    if (!line.startsWith('{"burst"')) return
    const report = JSON.parse(line) as BurstReport
    if (report.burst === 'prepared') prepared.resolve(report)
    else over.resolve(report)
  }
  const start = () =>
    startManagedProcess<ServedPages>({
      name: 'page server and trader',
      readyWithinMs: READY_MS,
      args: [
        '--import',
        './tools/bench/src/isolation/with-burst.ts',
        'apps/server/tests/push/page-server.ts',
        pagesStore,
        market,
        join(data, 'web'),
        '1',
        `${USERS[size] - 1}`,
      ],
      env: { ...process.env, BENCH_BURST: JSON.stringify(order) },
      logFile: join(data, 'logs', 'page-server.log'),
      onLine,
      onProblem: console.error,
    })
  return whileRunning(
    start,
    ({ program }) => program,
    async ({ program, ready }) => {
      const ended = program.ended.then((how) => {
        throw new Error(`page server and trader ended: ${how}`)
      })
      // Known here in either case.
      ended.catch(() => undefined)
      const { at } = await Promise.race([prepared.promise, ended])
      const cookies = ready.users.map(({ cookie }) => cookie)
      const load = await polled(data, {
        url: ready.url,
        pid: program.pid,
        cookies,
        users: USERS[size],
        chain: 'near',
        isConditional: false,
        warmMs: 3500,
        seconds: LOAD_SECONDS[size],
        isEachReported: true,
      })
      return roundOf(load, at, await Promise.race([over.promise, ended]))
    },
  )
}

function roundOf(load: PollLoad, preparedAt: number, { from, until }: { from: number; until: number }): Round {
  if (load.failures > 0) throw new Error(`${load.failures} requests failed`)
  const within = (start: number, end: number) =>
    load.latencies.flatMap(([due, ms]) => (due >= start && due < end ? [ms] : []))
  const [quietMs, burstMs] = [within(preparedAt, from), within(from, until)]
  if (quietMs.length === 0 || burstMs.length === 0)
    throw new Error(`${quietMs.length} requests fell into the quiet time and ${burstMs.length} into the burst`)
  return { quietMs, burstMs, spanMs: until - from }
}

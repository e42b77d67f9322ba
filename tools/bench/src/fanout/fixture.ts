import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import { startSandbox } from '../../../../scripts/dev-stack.ts'
import type { Size } from '../bench.ts'
import { BENCH_DAY } from '../market/bench-session.ts'
import { whileRunning } from '../while-running.ts'
import { runCompetitor } from '../competitor-process.ts'
import type { CompetitorName } from '../competitor.ts'

/** Market time passes as real time does, so the broker's delays and limits are those of a real day. */
export const SANDBOX_ARGS = ['--port', '0', '--smtp-port', '0', '--speed', '1', '--start', `${BENCH_DAY}T10:00`]

/** Runs a side on a sandbox of its own. `store`: the file with the address of the PostgreSQL to use; memory without. */
export function onFreshSandbox<Measured>(
  data: string,
  side: CompetitorName,
  size: Size,
  store = '',
): Promise<Measured> {
  return freshSandbox(data, (http) => runCompetitor<Measured>(side, http, store, size))
}

/** Hands `use` the address of a sandbox of its own. */
export function freshSandbox<T>(data: string, use: (http: string) => Promise<T>): Promise<T> {
  return whileRunning(
    () => startSandbox({ data, onProblem: console.error }, SANDBOX_ARGS),
    ({ program }) => program,
    ({ http }) => use(http),
  )
}

/** Runs the server's own PostgreSQL, with the server's settings and schema, and hands over the file with its address. */
export function withPostgres<T>(data: string, use: (addressFile: string) => Promise<T>): Promise<T> {
  const addressFile = join(data, 'store-address')
  const start = () =>
    startManagedProcess({
      name: 'store',
      args: ['apps/server/src/store/serve-store.ts', join(data, 'store'), addressFile],
      logFile: join(data, 'logs', 'store.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    () => use(addressFile),
  )
}

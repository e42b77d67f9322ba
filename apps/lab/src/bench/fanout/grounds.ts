import { join } from 'node:path'
import { startProgram } from '../../../../../scripts/program.ts'
import { startSandbox } from '../../../../../scripts/world.ts'
import { BENCH_DAY } from '../market/bench-session.ts'
import { whileRunning } from '../running.ts'
import { runSide } from '../side-process.ts'
import type { SideName } from '../side.ts'

/** Market time passes as real time does, so the broker's delays and limits are those of a real day. */
const SANDBOX_ARGS = ['--port', '0', '--smtp-port', '0', '--speed', '1', '--start', `${BENCH_DAY}T10:00`]

/** Runs a side on a sandbox of its own. `store`: the file with the address of the PostgreSQL to use; memory without. */
export function onFreshSandbox<Measured>(data: string, side: SideName, store = ''): Promise<Measured> {
  return whileRunning(
    () => startSandbox({ data, onTrouble: console.error }, SANDBOX_ARGS),
    ({ program }) => program,
    ({ http }) => runSide<Measured>(side, http, store),
  )
}

/** Runs the server's own PostgreSQL, with the server's settings and schema, and hands over the file with its address. */
export function withPostgres<T>(data: string, use: (addressFile: string) => Promise<T>): Promise<T> {
  const addressFile = join(data, 'store-address')
  const start = () =>
    startProgram({
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

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import type { CrowdLoad } from '../../../../apps/server/tests/push/crowd-load.ts'
import type { ServedPages } from '../../../../apps/server/tests/push/page-server.ts'
import { withPostgres } from '../fanout/fixture.ts'
import { recordMarket } from '../push/recorded-market.ts'
import { whileRunning } from '../while-running.ts'

/** Streaming pages of each user. */
export const A_USER = 5
/** Thousands of users are made, and ten thousand handshakes. */
const READY_MS = 600_000
const MARKET_MINUTES = 2

/** Streaming pages of users with a trade open, all to one web process with a store of its own, for so many seconds. */
export function loadPages(data: string, connections: number, seconds: number): Promise<CrowdLoad> {
  const users = Math.ceil(connections / A_USER)
  const market = writeMarket(data)
  return withPostgres(data, (addressFile) =>
    served(
      data,
      ['apps/server/tests/push/page-server.ts', addressFile, market, join(data, 'web'), '1', `${users - 1}`],
      (file) => measured(data, [file, 'stream', `${connections}`, `${seconds}`]),
    ),
  )
}

/** As many sockets of `ws` alone, which are sent the indices. */
export function loadSockets(data: string, connections: number, seconds: number): Promise<CrowdLoad> {
  return served(data, ['apps/server/tests/push/bare-server.ts', writeMarket(data)], (file) =>
    measured(data, [file, 'bare', `${connections}`, `${seconds}`]),
  )
}

function writeMarket(data: string): string {
  const file = join(data, 'market.json')
  writeFileSync(file, JSON.stringify(recordMarket(MARKET_MINUTES)))
  return file
}

function served<T>(data: string, args: readonly string[], use: (file: string) => Promise<T>): Promise<T> {
  const start = () =>
    startManagedProcess<ServedPages>({
      name: 'server',
      readyWithinMs: READY_MS,
      args: ['--expose-gc', ...args],
      logFile: join(data, 'logs', 'server.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    ({ ready }) => {
      const file = join(data, 'pages.json')
      writeFileSync(file, JSON.stringify(ready))
      return use(file)
    },
  )
}

function measured(data: string, args: readonly string[]): Promise<CrowdLoad> {
  const start = () =>
    startManagedProcess<CrowdLoad>({
      name: 'pages',
      readyWithinMs: READY_MS,
      args: ['apps/server/tests/push/crowd-load.ts', ...args],
      logFile: join(data, 'logs', 'pages.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    async ({ ready }) => ready,
  )
}

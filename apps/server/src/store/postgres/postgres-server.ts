import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Secret } from '../../secret.ts'
import { preparedBinaries } from './binaries.ts'
import { openCluster, SUPERUSER, type Cluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { lockDataFolder, storeHome } from './home.ts'
import { runningPostmaster, stopPostmaster } from './postmaster.ts'
import { serverUser, type ServerUser } from './server-user.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 15
const RESTART_DELAY_MS = 200
const PORT_ATTEMPTS = 3

export interface PostgresServer {
  /** `postgres://…` with the password. The port stays the same for the life of this object. */
  readonly url: Secret
  /** Stops the server in order. A server that another process of ours started is left running. */
  stop(): Promise<void>
  /** Deletes the stopped server's data. */
  remove(): void
}

export interface PostgresOptions {
  readonly dataDir: string
  /** Name of the database, made when missing. */
  readonly database: string
  /** More `name=value` settings of the server. */
  readonly settings?: readonly string[]
  readonly onError?: (what: string) => void
}

/**
 * Starts PostgreSQL as a child process with its data in (or tied to) `dataDir`, or joins the one that another living
 * process of ours runs there. A server left behind by a killed parent is stopped in order first, so there are never
 * two on one folder. When the server dies on its own it is started again on the same port.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const user = serverUser()
  const { binariesHome, home } = await storeHome(options.dataDir, user !== undefined)
  const first = lockDataFolder(options.dataDir)
  if (!first) {
    const joined = await joinServer(home, options)
    if (joined !== undefined) return joined
  }
  const binaries = preparedBinaries(binariesHome)
  const cluster = await openCluster(home, binaries, user)
  const left = runningPostmaster(cluster.dir)
  if (left !== undefined) await stopPostmaster(left)

  const logFile = join(options.dataDir, 'postgres.log')
  const launchOn = (port: number) =>
    spawnServer({ binaries, cluster, port, user, logFile, settings: options.settings ?? [] })
  const { port, started } = await startOnFreePort(cluster, logFile, launchOn)
  let child = started
  let stopping = false
  const watch = (watched: ChildProcess) => {
    watched.once('exit', (code, signal) => {
      if (stopping) return
      options.onError?.(`PostgreSQL ended by itself (${signal ?? `exit ${code}`}), starting it again`)
      setTimeout(() => {
        if (stopping) return
        child = launchOn(port)
        watch(child)
      }, RESTART_DELAY_MS)
    })
  }
  watch(child)
  await createDatabase(cluster, port, options.database)
  return {
    url: urlOf(cluster, port, options.database),
    async stop() {
      stopping = true
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        await stopPostmaster({ pid: child.pid })
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** The server another process of ours is running (or just starting) on this folder; undefined when that one went away. */
async function joinServer(home: string, options: PostgresOptions): Promise<PostgresServer | undefined> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!lockDataFolder(options.dataDir) && performance.now() < deadline) {
    const running = runningPostmaster(join(home, 'cluster'))
    if (running !== undefined) {
      const cluster = { dir: join(home, 'cluster'), password: readFileSync(join(home, 'password'), 'utf8') }
      const url = urlOf(cluster, running.port, options.database)
      if (await canConnect(url)) return { url, stop: async () => {}, remove: () => {} }
    }
    await delay(POLL_MS * 4)
  }
  return undefined
}

interface Launch {
  readonly binaries: string
  readonly cluster: Cluster
  readonly port: number
  readonly user: ServerUser | undefined
  readonly logFile: string
  readonly settings: readonly string[]
}

function spawnServer({ binaries, cluster, port, user, logFile, settings }: Launch): ChildProcess {
  const all = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=60',
    'shared_buffers=64MB',
    'jit=off',
    'log_timezone=UTC',
    'timezone=UTC',
    ...settings,
  ]
  // Opened here, as ourselves: the server's user need not be able to enter our folder.
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', cluster.dir, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])],
    {
      cwd: cluster.dir,
      ...user,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      // Its own process group: Ctrl-C at the terminal must not stop the store before the program has.
      detached: true,
    },
  )
  closeSync(log)
  return child
}

/** Starts the server on a free port; another process may take it in between, so it is tried more than once. */
async function startOnFreePort(
  cluster: Cluster,
  logFile: string,
  launchOn: (port: number) => ChildProcess,
): Promise<{ port: number; started: ChildProcess }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    const started = launchOn(port)
    try {
      await answers(cluster, port, started, logFile)
      return { port, started }
    } catch (error) {
      const taken = /already in use/i.test((error as Error).message)
      if (!taken || attempt === PORT_ATTEMPTS) throw error
    }
  }
}

/** Resolves when the server takes connections; throws with the end of its log when it ends first. */
async function answers(cluster: Cluster, port: number, child: ChildProcess, logFile: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  let failed: Error | undefined
  child.once('error', (error) => (failed = error))
  while (!(await canConnect(urlOf(cluster, port, 'postgres')))) {
    if (failed !== undefined) throw new Error(`PostgreSQL could not be started: ${failed.message}`, { cause: failed })
    if (child.exitCode !== null || performance.now() > deadline) {
      const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n')
      throw new Error(`PostgreSQL did not start; the end of ${logFile}:\n${lines}`)
    }
    await delay(POLL_MS)
  }
}

async function createDatabase(cluster: Cluster, port: number, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(cluster, port, 'postgres').reveal() })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}

async function canConnect(url: Secret): Promise<boolean> {
  const client = new pg.Client({ connectionString: url.reveal(), connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function urlOf(cluster: Cluster, port: number, database: string): Secret {
  return new Secret(`postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`)
}

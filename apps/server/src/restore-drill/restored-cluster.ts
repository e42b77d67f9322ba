import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { Secret } from '../secret.ts'
import { preparedBinaries } from '../store/postgres/binaries.ts'
import { stopPostmaster } from '../store/postgres/postmaster.ts'
import { serverUser, type ServerUser } from '../store/postgres/server-user.ts'
import { copyBackup, DrillRefused, versionOfBackup } from './copy-backup.ts'

const run = promisify(execFile)
const POLL_MS = 100
const LOG_LINES = 12

export interface RestoreOptions {
  /** Folder of a base backup, as pg_basebackup writes it in plain format. Only read. */
  readonly backup: string
  /** How PostgreSQL fetches a file of archived WAL: a folder that holds them, or a shell command with %f and %p. */
  readonly archive: { readonly folder: string } | { readonly command: string }
  readonly at: Date
  /** The folder in which the copy is made; it needs as much room as the backup. */
  readonly workDir?: string
  /** Folder of the programs of PostgreSQL; the packaged ones when left out. */
  readonly bin?: string
  readonly user: string
  readonly database: string
}

/** A store that was restored beside the running one. */
export interface RestoredCluster {
  /** Over a socket in a folder that only its server's user can enter: the copy listens on no port. */
  readonly url: Secret
  /** The last transaction that was restored, as PostgreSQL logged it; undefined where there was none after the backup. */
  readonly lastTransaction: string | undefined
  readonly dir: string
  /** How a person connects to it. */
  readonly connect: string
  /** Stops the server and deletes the copy. */
  remove(): Promise<void>
}

/**
 * Copies a base backup and lets PostgreSQL recover the copy from archived WAL to `at`. The copy archives nothing, follows no
 * other server and is reached over its own socket alone. Throws DrillRefused when PostgreSQL cannot get there, with the end
 * of its log.
 */
export async function restoreCluster(options: RestoreOptions): Promise<RestoredCluster> {
  const version = versionOfBackup(options.backup)
  const user = serverUser()
  const dir = await mkdtemp(join(resolve(options.workDir ?? tmpdir()), 'restore-drill-'))
  let child: ChildProcess | undefined
  const remove = async (): Promise<void> => {
    if (child?.exitCode === null && child.signalCode === null && child.pid !== undefined)
      await stopPostmaster({ pid: child.pid })
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const bin = options.bin ?? join(preparedBinaries(dir), 'bin')
    await expectVersion(bin, version)
    const data = join(dir, 'data')
    await copyBackup(options.backup, data, user)
    const socket = join(dir, 's')
    mkdirSync(socket, { mode: 0o700 })
    writeFileSync(join(dir, 'postgresql.conf'), settingsOf(options, dir, socket))
    writeFileSync(join(dir, 'pg_hba.conf'), 'local all all trust\n')
    writeFileSync(join(dir, 'pg_ident.conf'), '')
    writeFileSync(join(data, 'recovery.signal'), '')
    for (const path of [dir, socket, join(data, 'recovery.signal')]) own(path, user)
    const logFile = join(dir, 'postgres.log')
    child = startServer(bin, data, join(dir, 'postgresql.conf'), logFile, user)
    const url = new Secret(
      `socket://${encodeURIComponent(options.user)}@${socket}?db=${encodeURIComponent(options.database)}`,
    )
    await recovered(url, child, logFile)
    const last = /last completed transaction was at log time (.+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
    const connect = `psql -h ${socket} -U ${options.user} ${options.database}`
    return { url, lastTransaction: last, dir, connect, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function expectVersion(bin: string, version: string): Promise<void> {
  const { stdout } = await run(join(bin, 'postgres'), ['--version'])
  const [, major] = / (\d+)/.exec(stdout) ?? []
  if (major !== version)
    throw new DrillRefused(
      `The backup is of PostgreSQL ${version}, the programs in ${bin} are ${major ?? stdout.trim()}: name those of ${version} with --bin.`,
    )
}

function settingsOf({ archive, at }: RestoreOptions, dir: string, socket: string): string {
  const command =
    'command' in archive ? archive.command : `cp ${shellQuoted(resolve(archive.folder)).replaceAll('%', '%%')}/%f %p`
  const settings = {
    hba_file: join(dir, 'pg_hba.conf'),
    ident_file: join(dir, 'pg_ident.conf'),
    listen_addresses: '',
    unix_socket_directories: socket,
    restore_command: command,
    // PostgreSQL takes no abbreviation of a zone here, and Z is one.
    recovery_target_time: at.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    // Connections are refused until the instant is reached.
    hot_standby: 'off',
    archive_mode: 'off',
    max_wal_senders: '0',
    autovacuum: 'off',
    // It is thrown away after the drill.
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '40',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function startServer(
  bin: string,
  data: string,
  settings: string,
  logFile: string,
  user: ServerUser | undefined,
): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-c', `config_file=${settings}`], {
    cwd: data,
    ...user,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
    // Ctrl-C at the terminal is for the drill, which stops its server in order.
    detached: true,
  })
  closeSync(log)
  // A store that is to run on does not hold the drill back.
  child.unref()
  return child
}

/** Resolves when the server has recovered and takes connections. However long recovery takes, its end is waited for. */
async function recovered(url: Secret, child: ChildProcess, logFile: string): Promise<void> {
  let failed: Error | undefined
  child.once('error', (error) => (failed = error))
  while (!(await canConnect(url))) {
    if (failed !== undefined)
      throw new DrillRefused(
        `PostgreSQL could not be started (its user must be able to enter the folder of --work): ${failed.message}`,
      )
    if (child.exitCode !== null || child.signalCode !== null) {
      const log = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : []
      throw new DrillRefused(
        `PostgreSQL did not reach the instant; the end of its log:\n${log.slice(-LOG_LINES).join('\n')}`,
      )
    }
    await delay(POLL_MS)
  }
}

async function canConnect(url: Secret): Promise<boolean> {
  const client = new pg.Client({ connectionString: url.reveal(), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01, 3D000 and the like would never change.
    const { code } = error as { code?: string }
    if (code?.startsWith('28') === true || code === '3D000')
      throw new DrillRefused(`The restored store refuses the drill: ${(error as Error).message}`)
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function own(path: string, user: ServerUser | undefined): void {
  chmodSync(path, 0o700)
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

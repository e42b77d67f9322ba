import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../src/store/postgres/postgres-server.ts'
import { serverUser } from '../src/store/postgres/server-user.ts'
import { until } from './trading-stack.ts'

const NOT_IN_A_BACKUP = ['postmaster.pid', 'postmaster.opts', 'pg_wal']

/** A PostgreSQL that archives its WAL, with what takes its base backup: the packaged one has no pg_basebackup. */
export interface ArchivedPostgres {
  readonly url: string
  readonly backup: string
  readonly archive: string
  /** Copies the running cluster between pg_backup_start and pg_backup_stop. */
  takeBackup(): Promise<void>
  /** Commits once more and resolves when all WAL up to now is archived: an instant before this call can be restored. */
  archiveWal(): Promise<void>
  stop(): Promise<void>
}

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'strikewise-archived-'))
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  const user = serverUser()
  if (user !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(archive, user.uid, user.gid)
  }
  const server = await startPostgres({
    dataDir: join(folder, 'data'),
    database: 'postgres',
    settings: ['archive_mode=on', `archive_command=cp %p ${archive}/%f`, 'max_connections=100'],
  })
  const url = server.url.reveal()
  const backup = join(folder, 'backup')
  return {
    url,
    backup,
    archive,
    takeBackup: () => takeBackup(url, backup),
    archiveWal: () => archiveWal(url, archive),
    async stop() {
      await server.stop()
      server.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function takeBackup(url: string, backup: string): Promise<void> {
  await connected(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.query("select pg_backup_start('restore drill', true)")
    const source = rows[0]!.data_directory
    mkdirSync(backup)
    for (const name of readdirSync(source).filter((one) => !NOT_IN_A_BACKUP.includes(one)))
      // Files of a running server may end while they are copied, which recovery repairs.
      spawnSync('cp', ['-a', join(source, name), backup])
    mkdirSync(join(backup, 'pg_wal', 'archive_status'), { recursive: true })
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    writeFileSync(join(backup, 'backup_label'), stopped.rows[0]!.labelfile)
  })
}

async function archiveWal(url: string, archive: string): Promise<void> {
  await connected(url, async (client) => {
    await client.query('create table if not exists later_commits (at timestamptz)')
    await client.query('insert into later_commits values (now())')
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
    await until('archived WAL', 30_000, async () => (readdirSync(archive).includes(rows[0]!.file) ? true : undefined))
  })
}

/** Copies a base backup, to be damaged. */
export function copyOfBackup(backup: string, target: string): string {
  cpSync(backup, target, { recursive: true })
  return target
}

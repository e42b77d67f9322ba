import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { rootHomeOf } from '../../../src/store/postgres/home.ts'
import { startPostgres, type PostgresServer } from '../../../src/store/postgres/postgres-server.ts'

/** Enough for the cluster and the drills, and soon full. */
const DISK_MB = 700
/** Every statement needs new log files at once: a full disk stops the server instead of being hidden by old files. */
const SETTINGS = [
  'max_connections=200',
  'wal_recycle=off',
  'wal_init_zero=on',
  'min_wal_size=32MB',
  'max_wal_size=64MB',
]

/** A PostgreSQL as in production (synced commits), on a disk of its own, that can be killed and run out of space. */
export class DrillDatabase {
  readonly url: string
  /** How often the server had to be started again. */
  restarts = 0
  readonly #server: PostgresServer
  readonly #dataDir: string
  readonly #disk: string | undefined

  private constructor(server: PostgresServer, dataDir: string, disk: string | undefined) {
    this.#server = server
    this.#dataDir = dataDir
    this.#disk = disk
    this.url = server.url.reveal()
  }

  static async start(): Promise<DrillDatabase> {
    const dataDir = mkdtempSync(join(tmpdir(), 'strikewise-drill-db-'))
    const disk = process.getuid?.() === 0 ? mountDisk(dataDir) : undefined
    let database: DrillDatabase | undefined
    const onError = () => {
      if (database !== undefined) database.restarts += 1
    }
    const server = await startPostgres({ dataDir, database: 'postgres', settings: SETTINGS, onError })
    database = new DrillDatabase(server, dataDir, disk)
    return database
  }

  /** Why its disk cannot be filled; undefined when it can. */
  get noDisk(): string | undefined {
    return this.#disk === undefined ? 'only root may mount a disk of its own' : undefined
  }

  /** kill -9 of the postmaster. The server is started again by the process that started it. */
  kill(): void {
    process.kill(this.#pid(), 'SIGKILL')
  }

  /** Commits are answered before they are on the disk from now on: a kill loses the newest. */
  async loseNewest(loses: boolean): Promise<void> {
    for (const [name, value] of [
      ['synchronous_commit', 'off'],
      ['wal_writer_delay', '10s'],
    ])
      await this.#query(loses ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`)
    await this.#query('select pg_reload_conf()')
  }

  /** Takes all space, and writes until the server has stopped for lack of it. */
  async fillDisk(): Promise<void> {
    const before = this.restarts
    this.#fill()
    for (let tries = 0; tries < 600 && this.restarts === before; tries += 1) {
      this.#fill()
      await this.#query('select pg_logical_emit_message(true, $$drill$$, repeat($$x$$, 1000000)), pg_switch_wal()')
    }
    if (this.restarts === before) throw new Error('the database did not stop although its disk was full')
  }

  /** Gives the space back. */
  freeDisk(): void {
    rmSync(join(this.#disk!, 'filler'), { force: true })
  }

  /** Resolves when statements are answered again. */
  async answers(): Promise<void> {
    const end = performance.now() + 120_000
    while (!(await this.#query('select 1'))) {
      if (performance.now() > end) throw new Error('the database did not come back')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    if (this.#disk !== undefined) execFileSync('umount', ['-l', this.#disk])
    this.#server.remove()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  #fill(): void {
    // It ends with an error when the disk is full, which is what it is for.
    try {
      execFileSync('sh', ['-c', `cat /dev/zero >> ${join(this.#disk!, 'filler')}`], { stdio: 'ignore' })
    } catch {
      return
    }
  }

  #pid(): number {
    const home = process.getuid?.() === 0 ? rootHomeOf(this.#dataDir) : join(this.#dataDir, 'postgres')
    return Number(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  async #query(text: string): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(text)
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** A disk of limited size where the store of `dataDir` will lie. Both carry the same id, so the store takes it for its own. */
function mountDisk(dataDir: string): string {
  const folder = rootHomeOf(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700`, 'tmpfs', folder])
  for (const place of [dataDir, folder]) writeFileSync(join(place, 'store-id'), 'drill', { mode: 0o600 })
  return folder
}

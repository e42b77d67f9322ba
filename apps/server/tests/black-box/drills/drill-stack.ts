import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ManagedProcess } from '../../../../../scripts/child-process.ts'
import { istDateAt, HOUR_MS } from '@strikewise/domain/time/ist.ts'
import { TEST_SERVER_VARIABLE } from '../../../src/store/testing.ts'
import { SeededRandom } from '../kill-loop/seeded-random.ts'
import { ChaosStack } from '../chaos/chaos-stack.ts'
import { DrillDatabase } from './drill-database.ts'

export interface DrillOptions {
  /** Market seconds a real one. */
  readonly speed: number
  readonly seed: number
  readonly accounts: number
}

/** What goes on in the market when a fault strikes. */
export type Movement = 'holding' | 'entry' | 'exit' | 'stop' | 'target' | 'trail'

/** After 14:00 IST a drill may not find the time for another entry. */
const LAST_HOUR = 14
const IST_OFFSET_MS = 5.5 * HOUR_MS

/** The real server program (roles trader and notifier), a PostgreSQL of its own, and a sandbox that keeps its books. */
export class DrillStack {
  readonly chaosRun: ChaosStack
  readonly database: DrillDatabase
  readonly random: SeededRandom
  readonly speed: number
  server: ManagedProcess
  readonly #booksDir: string
  #rounds = 0
  #disks: string[] = []

  static async start({ speed, seed, accounts }: DrillOptions): Promise<DrillStack> {
    const database = await DrillDatabase.start()
    // The store of the drills, in place of the one that test files share.
    process.env['TEST_DATABASE_URL'] = database.url
    delete process.env[TEST_SERVER_VARIABLE]
    const booksDir = mkdtempSync(join(tmpdir(), 'strikewise-drill-books-'))
    const chaosRun = await ChaosStack.start({
      speed,
      seed: `drill ${seed}`,
      accounts,
      sandboxArgs: ['--data', booksDir],
    })
    return new DrillStack(database, chaosRun, await chaosRun.startServer(), booksDir, new SeededRandom(seed), speed)
  }

  private constructor(
    database: DrillDatabase,
    chaosRun: ChaosStack,
    server: ManagedProcess,
    booksDir: string,
    random: SeededRandom,
    speed: number,
  ) {
    this.database = database
    this.chaosRun = chaosRun
    this.server = server
    this.#booksDir = booksDir
    this.random = random
    this.speed = speed
  }

  get floor(): ChaosStack['floor'] {
    return this.chaosRun.floor
  }

  /** A fresh start of a round: later the same day, or the next day when that is late or the day is used up. */
  async nextRound(): Promise<void> {
    await this.floor.mayEnter(this.chaosRun.accounts)
    const now = this.chaosRun.clock.now()
    const hour = ((now + IST_OFFSET_MS) % (24 * HOUR_MS)) / HOUR_MS
    const locks = await this.chaosRun.db
      .selectFrom('day_locks')
      .select('account_id')
      .where('on_day', '=', istDateAt(now))
      .execute()
    this.#rounds += 1
    // A stop-out makes the next entry ask for more than a drill gives: every other round is a new day.
    if (this.#rounds > 1 && (hour > LAST_HOUR || this.#rounds % 2 === 0 || locks.length > 0))
      await this.chaosRun.nextDay()
    else await this.chaosRun.nextRound()
  }

  /** Starts what is to be under way when the fault strikes; does not wait for it. */
  async move(movement: Movement): Promise<void> {
    if (movement === 'entry') void this.floor.buy().catch(() => undefined)
    if (movement === 'exit') void this.floor.turnAgainst().catch(() => undefined)
    if (movement === 'stop') await this.scenario({ kind: 'spike', pct: -0.6, overMs: 1_500 })
    if (movement === 'target') await this.scenario({ kind: 'gap', pct: 2 })
    if (movement === 'trail') await this.scenario({ kind: 'spike', pct: 0.35, overMs: 2_000 })
    await delay(this.random.whole(0, 1_500))
  }

  async scenario(change: object): Promise<void> {
    await this.chaosRun.sandbox.post('/scenario', change)
  }

  /** kill -9 of the server; `restartServer` brings the next one. */
  async killServer(): Promise<void> {
    await this.server.kill()
  }

  async restartServer(): Promise<void> {
    this.server = await this.chaosRun.startServer()
  }

  /** Kills the broker with its books read to the end, and has the auditor go on after its restart. */
  async restartBroker(awayMs: number): Promise<void> {
    await this.floor.auditor.exchange.catchUp()
    await this.chaosRun.sandbox.signal('SIGKILL')
    await delay(awayMs)
    await this.chaosRun.sandbox.restart()
    await this.floor.auditor.exchange.resume(this.chaosRun.accounts.map(({ brokerUser }) => brokerUser))
  }

  /** Where the server writes exits down while the store is away. */
  get journalDir(): string {
    return join(this.chaosRun.dataDir, 'offline-journal')
  }

  /** A disk of `kilobytes` in place of the folder `dir`; root alone may. */
  mountDisk(dir: string, kilobytes: number): void {
    mkdirSync(dir, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', dir])
    this.#disks.push(dir)
  }

  unmountDisks(): void {
    for (const dir of this.#disks.splice(0)) execFileSync('umount', ['-l', dir])
  }

  /** The alarms (log level error) the server has raised since `from` lines. */
  alarmsSince(from: number): string[] {
    return this.chaosRun.problems.slice(from).filter((line) => line.includes('"level":50'))
  }

  async close(): Promise<void> {
    this.unmountDisks()
    await this.chaosRun.stop()
    await this.database.stop()
    rmSync(this.#booksDir, { recursive: true, force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { bridgeProcesses } from '../src/bus/process-bridge.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { readConfig, type Config } from '../src/config.ts'
import { MasterKey } from '../src/secrets/master-key.ts'
import { Vault } from '../src/secrets/vault.ts'
import type { Database } from '../src/store/database.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { openClock } from '../src/time/open-clock.ts'
import { SandboxStack } from './trading-stack.ts'

/** What has to be started before anything else. */
export interface Surroundings {
  readonly sandbox: SandboxStack
  readonly postgres: TestPostgres
  readonly clock: Awaited<ReturnType<typeof openClock>>
}

/**
 * Starts a sandbox whose market runs `speed` times as fast as time, from `start` (IST) on or where it begins by itself,
 * and a store.
 */
export async function startSurroundings(
  speed: number,
  seed: string,
  start: string | undefined,
  more: readonly string[] = [],
): Promise<Surroundings> {
  const from = start === undefined ? [] : ['--start', `${start}+05:30`]
  const sandbox = await SandboxStack.start(['--speed', String(speed), '--seed', seed, ...from, ...more])
  const clock = await openClock(readConfig({ SANDBOX_URL: sandbox.url }))
  return { sandbox, postgres: await startTestPostgres(), clock }
}

/**
 * Where programs are tried from outside: sandbox, store and a data folder, and the test's own place on the bus and at the
 * secrets. The programs themselves come and go.
 */
export class Fixture {
  readonly sandbox: SandboxStack
  readonly postgres: TestPostgres
  readonly clock: Surroundings['clock']
  readonly bus: ThreadBus
  readonly vault: Vault
  readonly dataDir = mkdtempSync(join(tmpdir(), 'strikewise-stage-'))
  /** What every program needs to find its way here. */
  readonly env: Readonly<Record<'SANDBOX_URL' | 'DATABASE_URL' | 'MASTER_KEY', string>>
  /** Of a role that is to run in the test's own process. */
  readonly config: Config
  /** Of the test's own place on the bus. */
  readonly processId = randomBytes(6).toString('hex')
  readonly #leaveBus: () => void

  constructor({ sandbox, postgres, clock }: Surroundings) {
    this.sandbox = sandbox
    this.postgres = postgres
    this.clock = clock
    this.env = {
      SANDBOX_URL: sandbox.url,
      DATABASE_URL: postgres.url.reveal(),
      MASTER_KEY: randomBytes(32).toString('hex'),
    }
    this.config = readConfig({ ...this.env, STRIKEWISE_DATA: this.dataDir })
    this.vault = new Vault(postgres.store.db, MasterKey.open(this.config))
    this.bus = openThreadBus(`stage-${this.processId}`, this.processId)
    // Joined before any program: then the hub is here, and freezing or killing one disconnects no other.
    this.#leaveBus = bridgeProcesses(this.bus, join(this.dataDir, 'bus.sock'), this.processId)
  }

  /** The store, past everything that stands before it: what an auditor reads. */
  get db(): Kysely<Database> {
    return this.postgres.store.db
  }

  /** To be called when every program is gone. */
  async close(): Promise<void> {
    this.clock.close()
    this.#leaveBus()
    this.bus.close()
    await this.postgres.stop()
    await this.sandbox.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Role } from '../../apps/server/src/environment.ts'
import type { ManagedProcess } from '../child-process.ts'
import { sandboxEnv, startSandbox, startServer, startStore, type DataFolder, type SandboxReady } from '../dev-stack.ts'
import { startNatsServer, type NatsLogin, type NatsServer } from './nats-server.ts'

/** How many processes run each role, and how many NATS servers carry what they say to each other. */
export type ClusterSize = Readonly<Record<Role | 'nats', number>>

/** Each role in more than one process, as two or three machines would run them. */
export const FULL_SIZE: ClusterSize = { web: 2, market: 2, trader: 4, notifier: 2, nats: 2 }

/** As systemd's `Restart=always` does with its usual pause. */
const RESTART_MS = 1_000
/** Of each role of each process: together they stay below what the store's own server takes. */
const CONNECTIONS = 4
/** Two probes of a load balancer that asks each second, and as long again for the sockets. */
const DRAIN_SECONDS = 4
/** How long a member that is replaced may take to end in order. */
const REPLACE_MS = 30_000

export interface ClusterOptions extends DataFolder {
  readonly size: ClusterSize
  readonly sandboxArgs: readonly string[]
  /** Where the first `web` listens; the others on the ports after it. 0: each on any free port. */
  readonly port: number
  /** Settings of every member, on top of what the cluster gives them. */
  readonly env?: Readonly<Record<string, string>>
  /** A member ended, or is there again. */
  readonly onChange?: (text: string) => void
}

export interface ClusterMember {
  /** As `trader-2`. */
  readonly name: string
  readonly role: Role
  /** Of the process that runs now. */
  readonly pid: number
  /** Where a `web` is. */
  readonly url: string | undefined
}

interface Running {
  readonly role: Role
  program: ManagedProcess
  url: string | undefined
}

/**
 * The product as several machines run it, on one: the outside world, PostgreSQL, NATS servers in a cluster, and each role
 * in processes of its own, every one with a data folder of its own. What ends by itself is started again.
 */
export class Cluster {
  readonly sandbox: SandboxReady
  readonly storeUrl: string
  readonly #options: ClusterOptions
  readonly #services: ManagedProcess[]
  readonly #nats: NatsServer[]
  readonly #env: Readonly<Record<string, string>>
  readonly #members = new Map<string, Running>()
  #stopping = false

  /** Starts everything; rejects with the first part that does not start, and leaves nothing running. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    mkdirSync(options.data, { recursive: true, mode: 0o700 })
    const { program: sandbox, ...sandboxReady } = await startSandbox(options, options.sandboxArgs)
    const services = [sandbox]
    const nats: NatsServer[] = []
    let cluster: Cluster | undefined
    try {
      const store = await startStore(options)
      services.push(store.program)
      const login = { user: 'strikewise', password: randomBytes(18).toString('base64url') }
      for (let index = 0; index < options.size.nats; index += 1) {
        const routes = nats.map(({ clusterPort }) => clusterPort!)
        const folder = natsFolder(options, index)
        nats.push(await startNatsServer({ folder, login, cluster: { port: 0, routes } }))
      }
      const env = {
        ...sandboxEnv(sandboxReady),
        DATABASE_URL: store.address,
        DATABASE_POOL: String(CONNECTIONS),
        MASTER_KEY: keyOf(options.data),
        NATS_URL: nats.map((server) => server.url()).join(','),
        DRAIN_SECONDS: String(DRAIN_SECONDS),
        ...options.env,
      }
      cluster = new Cluster(options, sandboxReady, services, nats, env)
      for (const index of nats.keys()) cluster.#watchNats(index, login)
      await cluster.#startMembers()
      return cluster
    } catch (error) {
      await (cluster ?? new Cluster(options, sandboxReady, services, nats, { DATABASE_URL: '' })).stop()
      throw error
    }
  }

  private constructor(
    options: ClusterOptions,
    sandbox: SandboxReady,
    services: ManagedProcess[],
    nats: NatsServer[],
    env: Readonly<Record<string, string>>,
  ) {
    this.#options = options
    this.sandbox = sandbox
    this.#services = services
    this.#nats = nats
    this.#env = env
    this.storeUrl = env['DATABASE_URL']!
  }

  /** By name. */
  get members(): readonly ClusterMember[] {
    return [...this.#members]
      .map(([name, { role, program, url }]) => ({ name, role, pid: program.pid, url }))
      .toSorted((a, b) => a.name.localeCompare(b.name))
  }

  get nats(): readonly Pick<NatsServer, 'pid' | 'port' | 'kill'>[] {
    return this.#nats
  }

  /** What every member is started with. */
  get env(): Readonly<Record<string, string>> {
    return this.#env
  }

  /**
   * Asks a member to end, as a service manager does, and waits until its successor is ready. Returns how it ended: `exit 0`,
   * or `SIGKILL` when it did not end in time.
   */
  async replace(name: string): Promise<string> {
    const { program } = this.#members.get(name)!
    await program.stop(REPLACE_MS)
    while (this.#members.get(name)!.program === program && !this.#stopping) await delay(50)
    return program.ended
  }

  /** Ends all of it, the members first. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all([...this.#members.values()].map(({ program }) => program.stop()))
    await Promise.all(this.#nats.map((server) => server.stop()))
    for (const service of this.#services.toReversed()) await service.stop()
  }

  /** Starts a NATS server again on its ports, beside those that run, whenever it has ended. */
  #watchNats(index: number, login: NatsLogin): void {
    const { port, clusterPort, ended } = this.#nats[index]!
    void ended.then(async (how) => {
      for (; !this.#stopping; await delay(RESTART_MS)) {
        this.#options.onChange?.(`nats-${index + 1} ended (${how}); starting it again`)
        const routes = this.#nats.filter((_, other) => other !== index).map((other) => other.clusterPort!)
        const cluster = { port: clusterPort!, routes }
        try {
          this.#nats[index] = await startNatsServer({ folder: natsFolder(this.#options, index), login, port, cluster })
          this.#watchNats(index, login)
          return
        } catch (error) {
          how = error instanceof Error ? error.message : String(error)
        }
      }
    })
  }

  async #startMembers(): Promise<void> {
    const names = (role: Role) =>
      Array.from({ length: this.#options.size[role] }, (_, index): [string, Role, number] => [
        `${role}-${index + 1}`,
        role,
        index,
      ])
    // The first one makes the tables; then those of each kind start beside each other.
    const [first, ...others] = (['market', 'trader', 'notifier', 'web'] as const).flatMap(names)
    if (first !== undefined) await this.#startMember(...first)
    await Promise.all(others.map((one) => this.#startMember(...one)))
  }

  async #startMember(name: string, role: Role, index: number): Promise<void> {
    const { port } = this.#options
    const data = join(this.#options.data, name)
    const env = { ...this.#env, ROLES: role, PORT: String(port === 0 ? 0 : port + index) }
    const { program, url } = await startServer({ ...this.#options, data }, env, [], name)
    this.#members.set(name, { role, program, url })
    void program.ended.then(async (how) => {
      if (this.#stopping) return
      this.#options.onChange?.(`${name} ended (${how}); starting it again`)
      await delay(RESTART_MS)
      if (!this.#stopping) await this.#restart(name, role, index)
    })
  }

  async #restart(name: string, role: Role, index: number): Promise<void> {
    try {
      await this.#startMember(name, role, index)
      this.#options.onChange?.(`${name} is there again, process ${this.#members.get(name)!.program.pid}`)
      // It was asked to end while it started.
      if (this.#stopping) await this.#members.get(name)!.program.stop()
    } catch (error) {
      if (this.#stopping) return
      this.#options.onChange?.(error instanceof Error ? error.message : String(error))
      await delay(RESTART_MS)
      await this.#restart(name, role, index)
    }
  }
}

function natsFolder({ data }: ClusterOptions, index: number): string {
  return join(data, `nats-${index + 1}`)
}

/** The key that all members share, stored for the next start on the same folder. */
function keyOf(data: string): string {
  const file = join(data, 'master.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

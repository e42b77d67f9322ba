import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ManagedProcess } from '../../../../../scripts/child-process.ts'
import { startNatsServer, type NatsServer } from '../../../../../scripts/cluster/nats-server.ts'
import { bridgeByNats } from '../../../src/bus/nats-bridge.ts'
import type { Role } from '../../../src/environment.ts'
import { Secret } from '../../../src/secret.ts'
import { shardLeaders } from '../../../src/store/shard-leaders.ts'
import { TEST_SERVER_VARIABLE } from '../../../src/store/testing.ts'
import { until } from '../../trading-stack.ts'
import { ChaosStack } from '../chaos/chaos-stack.ts'
import type { HttpFaultProxy } from '../chaos/http-fault-proxy.ts'
import { startTcpFaultProxy, type TcpFaultProxy } from '../chaos/tcp-fault-proxy.ts'
import { DrillDatabase } from '../drills/drill-database.ts'

/** Starting a program on a busy machine takes long; a lease that is not renewed lasts ten seconds. */
const LONG_MS = 180_000
const TRADERS = 4
const NOTIFIERS = 2
const NATS_SERVERS = 2
const LOGIN = { user: 'strikewise', password: randomBytes(18).toString('base64url') }

export interface ChaosClusterOptions {
  /** Market seconds a real one. */
  readonly speed: number
  readonly seed: number
  readonly accounts: number
}

/** A process of one role, with a data folder and ways to the services of its own: a machine, as far as the others can see. */
export interface ChaosMember {
  readonly name: string
  readonly role: Role
  program: ManagedProcess
  readonly broker: HttpFaultProxy
  readonly store: TcpFaultProxy
  readonly nats: readonly TcpFaultProxy[]
  /** By how much its clock is ahead of the market's, in milliseconds. */
  aheadMs: number
}

/**
 * Executors and notifiers in processes of their own between PostgreSQL, a NATS cluster and the sandbox, with fault proxies
 * on every way. The test stands in for the market role, as in `ChaosStack`.
 */
export class ChaosCluster {
  readonly stack: ChaosStack
  readonly database: DrillDatabase
  readonly speed: number
  readonly members: ChaosMember[] = []
  readonly nats: NatsServer[] = []
  #leaveNats: (() => Promise<void>) | undefined

  static async start({ speed, seed, accounts }: ChaosClusterOptions): Promise<ChaosCluster> {
    const database = await DrillDatabase.start()
    // In place of the store that test files share.
    process.env['TEST_DATABASE_URL'] = database.url
    delete process.env[TEST_SERVER_VARIABLE]
    const stack = await ChaosStack.start({ speed, seed: `cluster ${seed}`, accounts })
    const cluster = new ChaosCluster(stack, database, speed)
    try {
      await cluster.#start()
    } catch (error) {
      await cluster.close()
      throw error
    }
    return cluster
  }

  private constructor(stack: ChaosStack, database: DrillDatabase, speed: number) {
    this.stack = stack
    this.database = database
    this.speed = speed
  }

  ofRole(role: Role): readonly ChaosMember[] {
    return this.members.filter((member) => member.role === role)
  }

  /** The shards that `members` do not lead, and some other process does. */
  async ledByOthers(members: readonly ChaosMember[]): Promise<number> {
    const pids = new Set(members.map(({ program }) => program.pid))
    return [...(await shardLeaders(this.stack.db)).values()].filter((pid) => pid !== undefined && !pids.has(pid)).length
  }

  /** Starts the program of a member again. */
  async restart(member: ChaosMember): Promise<void> {
    member.program = await this.#startProgram(member)
  }

  async startNats(index: number): Promise<void> {
    const before = this.nats[index]
    const routes = this.nats.filter((_, other) => other !== index).map(({ clusterPort }) => clusterPort!)
    this.nats[index] = await startNatsServer({
      folder: join(this.stack.dataDir, `nats-${index + 1}`),
      login: LOGIN,
      port: before?.port ?? 0,
      cluster: { port: before?.clusterPort ?? 0, routes },
    })
  }

  /** Ends every fault of the ways between the members and the services, and puts their clocks right. */
  clear(): void {
    this.stack.faultProxies.clear()
    for (const member of this.members) {
      member.aheadMs = 0
      for (const way of [member.store, ...member.nats]) way.faultConditions.clear()
    }
  }

  /** Waits until the executors have all shards between them, each its own. */
  async whole(): Promise<void> {
    const pids = new Set(this.ofRole('trader').map(({ program }) => program.pid))
    await until('the executors to lead every shard', LONG_MS, async () => {
      const leaders = [...(await shardLeaders(this.stack.db)).values()]
      return new Set(leaders).size === pids.size && leaders.every((pid) => pid !== undefined && pids.has(pid))
        ? true
        : undefined
    })
  }

  async close(): Promise<void> {
    this.clear()
    await this.#leaveNats?.()
    await Promise.all(this.members.map(({ program }) => program.stop()))
    await Promise.all(this.members.flatMap(({ store, nats }) => [store, ...nats]).map((way) => way.close()))
    await this.stack.stop()
    await Promise.all(this.nats.map((server) => server.stop()))
    await this.database.stop()
  }

  async #start(): Promise<void> {
    for (let index = 0; index < NATS_SERVERS; index += 1) await this.startNats(index)
    const addresses = this.nats.map((server) => new Secret(server.url()))
    const { bus, processId } = this.stack
    this.#leaveNats = await bridgeByNats(bus, addresses, processId, { info: () => {}, warn: () => {} })
    const names = (role: Role, count: number) =>
      Array.from({ length: count }, (_, index): [Role, string] => [role, `${role}-${index + 1}`])
    for (const [role, name] of [...names('trader', TRADERS), ...names('notifier', NOTIFIERS)])
      this.members.push(await this.#startMember(role, name))
    await this.whole()
  }

  async #startMember(role: Role, name: string): Promise<ChaosMember> {
    const store = new URL(this.stack.env.DATABASE_URL)
    const at = { aheadMs: 0 }
    const ways = {
      broker: await this.stack.faultProxies.newBroker(() => at.aheadMs),
      store: await startTcpFaultProxy({ host: store.hostname, port: Number(store.port) }),
      nats: await Promise.all(this.nats.map(({ port }) => startTcpFaultProxy({ host: '127.0.0.1', port }))),
    }
    const member = Object.assign(at, { name, role, ...ways })
    return Object.assign(member, { program: await this.#startProgram(member) })
  }

  #startProgram({ name, role, broker, store, nats }: Omit<ChaosMember, 'program'>): Promise<ManagedProcess> {
    const data = join(this.stack.dataDir, name)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const database = new URL(this.stack.env.DATABASE_URL)
    database.port = String(store.port)
    return this.stack.startServer({
      broker,
      env: {
        ROLES: role,
        STRIKEWISE_DATA: data,
        DATABASE_URL: database.href,
        NATS_URL: nats.map(({ port }) => `nats://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}`).join(','),
      },
    })
  }
}

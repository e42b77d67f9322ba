import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { istDateAt, type IstDate } from '@strikewise/domain/time/ist.ts'
import { Cluster, type ClusterSize } from '../../../../../scripts/cluster/cluster.ts'
import { startDemo } from '../../../../../scripts/dev-stack.ts'
import { bridgeByNats } from '../../../src/bus/nats-bridge.ts'
import { openThreadBus, type ThreadBus } from '../../../src/bus/thread-bus.ts'
import { readConfig } from '../../../src/config.ts'
import { Secret } from '../../../src/secret.ts'
import { MasterKey } from '../../../src/secrets/master-key.ts'
import { Vault } from '../../../src/secrets/vault.ts'
import { openStore, type Store } from '../../../src/store/open-store.ts'
import { rootHomeOf } from '../../../src/store/postgres/home.ts'
import { openClock } from '../../../src/time/open-clock.ts'
import { newUser, type TestUser } from '../../harness.ts'
import { armUser, COMPILED, logIn, type SandboxStack } from '../../trading-stack.ts'
import { LoadBalancer } from './load-balancer.ts'

/** Past the first minutes, in which no entry is made, and far from the square-off. */
const START = '2026-09-17T10:20+05:30'
const FIRST_ACCOUNT = 3001
const BUS = 'upgrade'

export interface UpgradeOptions {
  readonly data: string
  readonly size: ClusterSize
  readonly accounts: number
  /** Market seconds a real one. */
  readonly speed: number
  /** Longest that a stop may come to the exchange after its raise was accepted, in real milliseconds. */
  readonly lateMs: number
  readonly onChange?: (text: string) => void
}

export interface UpgradeAccount {
  readonly user: TestUser
  readonly userId: string
  readonly brokerUser: string
}

/** A whole cluster, the demo accounts that log the feed in, and accounts that are to trade, each linked and signed in. */
export class UpgradeStack {
  readonly cluster: Cluster
  readonly store: Store
  readonly clock: Awaited<ReturnType<typeof openClock>>
  readonly balancer: LoadBalancer
  readonly accounts: readonly UpgradeAccount[]
  readonly day: IstDate
  readonly #closers: readonly (() => unknown)[]

  static async start(options: UpgradeOptions): Promise<UpgradeStack> {
    const closers: (() => unknown)[] = []
    try {
      return await open(options, closers)
    } catch (error) {
      await closeAll(closers)
      throw error
    }
  }

  constructor(
    parts: Pick<UpgradeStack, 'cluster' | 'store' | 'clock' | 'balancer' | 'accounts'>,
    closers: readonly (() => unknown)[],
  ) {
    this.cluster = parts.cluster
    this.store = parts.store
    this.clock = parts.clock
    this.balancer = parts.balancer
    this.accounts = parts.accounts
    this.day = istDateAt(parts.clock.now())
    this.#closers = closers
  }

  get sandbox(): Pick<SandboxStack, 'get' | 'post' | 'url'> {
    return controlsOf(this.cluster.sandbox.http)
  }

  close(): Promise<void> {
    return closeAll(this.#closers)
  }
}

async function open(
  { data, size, accounts, speed, onChange }: UpgradeOptions,
  closers: (() => unknown)[],
): Promise<UpgradeStack> {
  closers.push(() => {
    for (const folder of [data, rootHomeOf(data)]) rmSync(folder, { recursive: true, force: true })
  })
  Object.assign(process.env, COMPILED)
  const cluster = await Cluster.start({
    data,
    size,
    sandboxArgs: ['--port', '0', '--smtp-port', '0', '--speed', String(speed), '--start', START],
    port: 0,
    env: { TRUSTED_PROXY_HEADER: 'x-test-address' },
    ...(onChange === undefined ? {} : { onChange }),
  })
  closers.push(() => cluster.stop())
  const webs = () => cluster.members.flatMap(({ url }) => url ?? [])
  const demo = await startDemo({ data }, { server: webs()[0]!, sandbox: cluster.sandbox.http })
  closers.push(() => demo.program.stop())
  const config = readConfig({
    SANDBOX_URL: cluster.sandbox.http,
    STRIKEWISE_DATA: data,
    MASTER_KEY: readFileSync(join(data, 'master.key'), 'utf8').trim(),
  })
  const clock = await openClock(config)
  closers.push(() => clock.close())
  const store = openStore(new Secret(cluster.storeUrl), { warn: () => {} }, { max: 4 })
  closers.push(() => store.close())
  const bus = openThreadBus(BUS, BUS)
  closers.push(() => bus.close())
  const addresses = cluster.env['NATS_URL']!.split(',').map((address) => new Secret(address))
  closers.push(await bridgeByNats(bus, addresses, BUS, { info: () => {}, warn: () => {} }))
  const balancer = new LoadBalancer(webs)
  closers.push(() => balancer.close())
  const made = await arm({ cluster, store, clock, bus, vault: new Vault(store.db, MasterKey.open(config)) }, accounts)
  return new UpgradeStack({ cluster, store, clock, balancer, accounts: made }, closers)
}

interface Parts {
  readonly cluster: Cluster
  readonly store: Store
  readonly clock: Awaited<ReturnType<typeof openClock>>
  readonly bus: ThreadBus
  readonly vault: Vault
}

async function arm({ cluster, store, clock, bus, vault }: Parts, count: number): Promise<UpgradeAccount[]> {
  const url = cluster.members.find(({ role }) => role === 'web')!.url!
  const sandbox = controlsOf(cluster.sandbox.http)
  const made: UpgradeAccount[] = []
  for (let index = 0; index < count; index += 1) {
    const brokerUser = `SW${FIRST_ACCOUNT + index}`
    await sandbox.post('/accounts', { user_id: brokerUser })
    const user = await newUser({ url, store, bus, clock }, 'elite')
    await armUser(store.db, vault, clock, user.id, brokerUser, await logIn(sandbox, brokerUser))
    await store.db
      .insertInto('risk_settings')
      .values({ user_id: user.id, capital_paise: null, daily_loss_cap_bp: 5_000, max_entries_per_symbol: 50 })
      .execute()
    bus.publish(`account.${user.id}`, null)
    made.push({ user, userId: user.id, brokerUser })
  }
  return made
}

function controlsOf(url: string): SandboxStack {
  const answer = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const headers = { 'content-type': 'application/json' }
  return {
    url,
    get: async (path: string) => answer(await fetch(`${url}/sandbox${path}`)),
    post: async (path: string, body: unknown) =>
      answer(await fetch(`${url}/sandbox${path}`, { method: 'POST', headers, body: JSON.stringify(body) })),
  } as SandboxStack
}

/** The newest part first. */
async function closeAll(closers: readonly (() => unknown)[]): Promise<void> {
  for (const closer of closers.toReversed()) await closer()
}

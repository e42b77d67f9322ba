import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowserSession } from '../../demo/src/browser-session.ts'
import { Cluster } from '../../../scripts/cluster/cluster.ts'
import { NATS_SERVER } from '../../../scripts/cluster/nats-server.ts'
import { startDemo } from '../../../scripts/dev-stack.ts'
import { Secret } from '../src/secret.ts'
import { rootHomeOf } from '../src/store/postgres/home.ts'
import { shardsByProcess } from '../src/store/shard-leaders.ts'
import { openStore, type Store } from '../src/store/open-store.ts'
import { COMPILED, until } from './trading-stack.ts'

/** Each waits for a program to start. */
const TIMEOUT_MS = 300_000
const SHARDS = 64
/** Below what a session may ask a minute. */
const POLL_MS = 1_000

describe.skipIf(!existsSync(NATS_SERVER))('every role in processes of its own, on PostgreSQL and NATS', () => {
  const data = mkdtempSync(join(tmpdir(), 'strikewise-cluster-'))
  const changes: string[] = []
  let cluster: Cluster
  let store: Store
  let password: string
  let stopDemo: () => Promise<void>

  beforeAll(async () => {
    Object.assign(process.env, COMPILED)
    cluster = await Cluster.start({
      data,
      size: { web: 2, market: 1, trader: 2, notifier: 1, nats: 2 },
      sandboxArgs: ['--port', '0', '--smtp-port', '0', '--speed', '10', '--start', '2026-09-17T09:20+05:30'],
      port: 0,
      onChange: (text) => changes.push(text),
    })
    store = openStore(new Secret(cluster.storeUrl), { warn: () => {} }, { max: 2 })
    const [first] = webs()
    const demo = await startDemo({ data }, { server: first!, sandbox: cluster.sandbox.http })
    ;({ password } = demo)
    stopDemo = () => demo.program.stop()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await stopDemo?.()
    await store?.close()
    await cluster?.stop()
    for (const folder of [data, rootHomeOf(data)]) rmSync(folder, { recursive: true, force: true })
  }, TIMEOUT_MS)

  const webs = () => cluster.members.flatMap(({ url }) => url ?? [])
  const traders = () => cluster.members.filter(({ role }) => role === 'trader')
  const shared = async () => {
    const owners = await shardsByProcess(store.db)
    return traders().map(({ pid }) => owners.get(pid) ?? 0)
  }
  const niftyOf = async (url: string) => {
    const visitor = openBrowserSession(url)
    await visitor.post('/api/auth/sign-in/email', { email: 'elite@demo.example', password })
    return async () => (await visitor.api.call('liveIndices')).nifty50
  }
  const changesAt = async (url: string) => {
    const nifty = await niftyOf(url)
    const before = JSON.stringify(await nifty())
    return until('another level of the index', TIMEOUT_MS, async () => {
      await delay(POLL_MS)
      return JSON.stringify(await nifty()) === before ? undefined : true
    })
  }

  it('serves an account of one web process, and prices, at the other', { timeout: TIMEOUT_MS }, async () => {
    expect(await changesAt(webs()[1]!)).toBe(true)
  })

  it('goes on showing prices when a NATS server is killed, and starts it again', { timeout: TIMEOUT_MS }, async () => {
    const [first] = cluster.nats
    await first!.kill()
    for (const url of webs()) expect(await changesAt(url)).toBe(true)
    await until('the NATS server', TIMEOUT_MS, async () => (cluster.nats[0]!.pid === first!.pid ? undefined : true))
    expect(cluster.nats[0]!.port).toBe(first!.port)
  })

  it('shares the accounts again after an executor was killed', { timeout: TIMEOUT_MS }, async () => {
    const each = (counts: readonly number[]) => counts.every((count) => count > 0)
    const all = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0) === SHARDS
    const together = async () => {
      const counts = await shared()
      return each(counts) && all(counts) ? true : undefined
    }
    await until('both executors to lead', TIMEOUT_MS, together)
    const [killed, other] = traders()
    process.kill(killed!.pid, 'SIGKILL')
    await until('the other to lead all', TIMEOUT_MS, async () =>
      (await shardsByProcess(store.db)).get(other!.pid) === SHARDS ? true : undefined,
    )
    await until('both to lead again', TIMEOUT_MS, together)
    expect(traders().find(({ name }) => name === killed!.name)!.pid).not.toBe(killed!.pid)
    expect(changes.filter((text) => text.startsWith(killed!.name))).toHaveLength(2)
  })
})

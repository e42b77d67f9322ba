import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  NATS_SERVER,
  startNatsServer,
  type NatsOptions,
  type NatsServer,
} from '../../../scripts/cluster/nats-server.ts'
import { bridgeByNats } from '../src/bus/nats-bridge.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { Secret } from '../src/secret.ts'

const LOGIN = { user: 'strikewise', password: 'a-secret-word' }
const quiet = { info: () => {}, warn: () => {} }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** A real server, which wants a login. */
async function startNats(options: Pick<NatsOptions, 'port' | 'cluster'> = {}): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'strikewise-nats-'))
  const server = await startNatsServer({ folder, login: LOGIN, ...options })
  cleanups.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => server.kill(),
  )
  return server
}

const urlOf = (port: number, login = `${LOGIN.user}:${LOGIN.password}@`) =>
  new Secret(`nats://${login}127.0.0.1:${port}`)

/** A process's bus, joined to the others. */
async function joined(processId: string, ...ports: number[]): Promise<ThreadBus> {
  const bus = openThreadBus(`nats-${processId}-${ports[0]}`, processId)
  const leave = await bridgeByNats(
    bus,
    ports.map((port) => urlOf(port)),
    processId,
    quiet,
  )
  cleanups.push(() => bus.close(), leave)
  return bus
}

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && !done(); tries += 1) await delay(10)
  expect(done()).toBe(true)
}

describe.skipIf(!existsSync(NATS_SERVER))('the bus between machines', () => {
  it('carries a message to every other process once, and typed arrays whole', async () => {
    const { port } = await startNats()
    const [a, b, c] = [await joined('a', port), await joined('b', port), await joined('c', port)]
    const received: string[] = []
    for (const [name, bus] of Object.entries({ a, b, c }))
      bus.subscribe('snapshot.*', (subject, payload) => received.push(`${name} ${subject} ${String(payload)}`))
    const published = () => a.publish('snapshot.quotes', Float64Array.of(256265, 1.5))
    // A subscription takes a moment to reach the server, and hints may be lost meanwhile.
    await until(() => {
      published()
      return received.some((line) => line.startsWith('b')) && received.some((line) => line.startsWith('c'))
    })
    await delay(100)
    received.length = 0
    published()
    await until(() => received.length >= 3)
    await delay(100)
    expect(received.toSorted()).toEqual(['a', 'b', 'c'].map((name) => `${name} snapshot.quotes 256265,1.5`))
  })

  it('goes on when the server comes back', async () => {
    const first = await startNats()
    const [a, b] = [await joined('a', first.port), await joined('b', first.port)]
    let received = 0
    b.subscribe('decision', () => (received += 1))
    await first.kill()
    a.publish('decision', 1)
    await delay(50)
    expect(received).toBe(0)
    await startNats({ port: first.port })
    await until(() => {
      a.publish('decision', 2)
      return received > 0
    })
  })

  it('goes on through another server of the cluster when its own goes away', async () => {
    const first = await startNats({ cluster: { port: 0, routes: [] } })
    const second = await startNats({ cluster: { port: 0, routes: [first.clusterPort!] } })
    // One of them is not there when the process starts.
    const [a, b] = [await joined('a', first.port, second.port), await joined('b', 9, second.port)]
    let received = 0
    b.subscribe('decision', () => (received += 1))
    const arrives = () => {
      a.publish('decision', 1)
      return received > 0
    }
    await until(arrives)
    await first.kill()
    await delay(100)
    received = 0
    await until(arrives)
  })

  it('carries subjects of any user id', async () => {
    const { port } = await startNats()
    const [a, b] = [await joined('a', port), await joined('b', port)]
    const received = new Set<string>()
    b.subscribe('trades.*', (subject) => received.add(subject))
    const subjects = ['trades.u1', 'trades.a b', 'trades.>', 'trades.*x', 'trades.ü']
    await until(() => {
      for (const subject of subjects) a.publish(subject, null)
      return received.size === subjects.length
    })
    expect([...received].toSorted()).toEqual(subjects.toSorted())
  })

  it('leaves out what is larger than the server takes, and goes on', async () => {
    const { port } = await startNats()
    const [a, b] = [await joined('a', port), await joined('b', port)]
    const sizes: number[] = []
    b.subscribe('blob', (_subject, payload) => sizes.push((payload as Float64Array).length))
    await until(() => {
      a.publish('blob', new Float64Array(10))
      return sizes.length > 0
    })
    a.publish('blob', new Float64Array(400_000))
    a.publish('blob', new Float64Array(20))
    await until(() => sizes.includes(20))
    expect(sizes).not.toContain(400_000)
  })

  it('shows at the start when the server is not there, without the login', async () => {
    const server = await startNats()
    await server.kill()
    const bus = openThreadBus('nats-none', 'p')
    cleanups.push(() => bus.close())
    const refused = bridgeByNats(bus, [urlOf(server.port)], 'p', quiet)
    await expect(refused).rejects.toThrow(/^NATS_URL: no server answers at nats:\/\/127\.0\.0\.1:\d+\. Start one/)
    await expect(refused).rejects.not.toThrow(LOGIN.password)
  })

  it('is closed without a login', async () => {
    const { port } = await startNats()
    const bus = openThreadBus('nats-stranger', 'p')
    cleanups.push(() => bus.close())
    await expect(bridgeByNats(bus, [urlOf(port, '')], 'p', quiet)).rejects.toThrow('NATS_URL')
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { bridgeByNats } from '../src/bus/nats-bridge.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { Secret } from '../src/secret.ts'

const PROGRAM = '/usr/sbin/nats-server'
const LOGIN = { user: 'strikewise', pass: 'a-secret-word' }
const quiet = { info: () => {}, warn: () => {} }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** A real server on a port of its own (0: a free one), which wants a login. */
async function startNats(port = 0): Promise<{ port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'strikewise-nats-'))
  const args = ['-a', '127.0.0.1', '-p', port === 0 ? '-1' : String(port), '--ports_file_dir', folder]
  const server: ChildProcess = spawn(PROGRAM, [...args, '--user', LOGIN.user, '--pass', LOGIN.pass], {
    stdio: 'ignore',
  })
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  cleanups.push(stop)
  const portsFile = () => readdirSync(folder).find((name) => name.endsWith('.ports'))
  await until(() => portsFile() !== undefined)
  const { nats } = JSON.parse(readFileSync(join(folder, portsFile()!), 'utf8')) as { nats: string[] }
  return { port: Number(new URL(nats[0]!).port), stop }
}

const urlOf = (port: number, login = `${LOGIN.user}:${LOGIN.pass}@`) => new Secret(`nats://${login}127.0.0.1:${port}`)

/** A process's bus, joined to the others. */
async function joined(processId: string, port: number): Promise<ThreadBus> {
  const bus = openThreadBus(`nats-${processId}-${port}`, processId)
  const leave = await bridgeByNats(bus, urlOf(port), processId, quiet)
  cleanups.push(() => bus.close(), leave)
  return bus
}

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && !done(); tries += 1) await delay(10)
  expect(done()).toBe(true)
}

describe.skipIf(!existsSync(PROGRAM))('the bus between machines', () => {
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
    await first.stop()
    a.publish('decision', 1)
    await delay(50)
    expect(received).toBe(0)
    await startNats(first.port)
    await until(() => {
      a.publish('decision', 2)
      return received > 0
    })
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
    const { port, stop } = await startNats()
    await stop()
    const bus = openThreadBus('nats-none', 'p')
    cleanups.push(() => bus.close())
    const refused = bridgeByNats(bus, urlOf(port), 'p', quiet)
    await expect(refused).rejects.toThrow(/^NATS_URL: no server answers at nats:\/\/127\.0\.0\.1:\d+\. Start it/)
    await expect(refused).rejects.not.toThrow(LOGIN.pass)
  })

  it('is closed without a login', async () => {
    const { port } = await startNats()
    const bus = openThreadBus('nats-stranger', 'p')
    cleanups.push(() => bus.close())
    await expect(bridgeByNats(bus, urlOf(port, ''), 'p', quiet)).rejects.toThrow('NATS_URL')
  })
})

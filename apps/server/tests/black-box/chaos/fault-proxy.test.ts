import { once, type EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { createConnection, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { until } from '../../trading-stack.ts'
import { faultFor, FaultConditions, type FaultKind } from './fault-plan.ts'
import { startHttpFaultProxy, type HttpFaultProxy } from './http-fault-proxy.ts'
import { startTcpFaultProxy, type TcpFaultProxy } from './tcp-fault-proxy.ts'

const messages = Array.from({ length: 2_000 }, (_, index) => ({ connection: 1 + (index % 10), message: index }))

describe('the fate of a message', () => {
  it('follows from seed, kind, connection and message alone', () => {
    const plan = { seed: 7, chance: { delay: 0.3, reset: 0.1 } }
    const fates = messages.map((id) => faultFor(plan, id))
    expect(
      messages
        .toReversed()
        .map((id) => faultFor(plan, id))
        .toReversed(),
    ).toEqual(fates)
    expect(messages.map((id) => faultFor({ ...plan, seed: 8 }, id))).not.toEqual(fates)
  })

  it('leaves all others as they were when one kind is taken away', () => {
    const both = { seed: 7, chance: { delay: 0.3, reset: 0.1 } }
    for (const id of messages) {
      const fate = faultFor(both, id)
      if (fate?.kind !== 'reset') expect(faultFor({ seed: 7, chance: { delay: 0.3 } }, id)).toEqual(fate)
    }
  })

  it('strikes about as often as it is configured to', () => {
    const struck = messages.filter((id) => faultFor({ seed: 1, chance: { cut: 0.25 } }, id) !== undefined)
    expect(struck.length / messages.length).toBeCloseTo(0.25, 1)
    expect(messages.some((id) => faultFor({ seed: 1, chance: {} }, id) !== undefined)).toBe(false)
  })

  it('counts what struck, and nothing once the sky is clear', () => {
    const faultConditions = new FaultConditions()
    expect(faultConditions.draw({ connection: 1, message: 1 })).toBeUndefined()
    faultConditions.chaosRun({ seed: 1, chance: { reset: 1 } })
    expect(faultConditions.draw({ connection: 1, message: 1 })).toEqual({ kind: 'reset' })
    expect(faultConditions.draw({ connection: 1, message: 1 }, ['reset'])).toBeUndefined()
    faultConditions.clear()
    expect(faultConditions.draw({ connection: 1, message: 1 })).toBeUndefined()
    expect(faultConditions.fired).toEqual({ reset: 1 })
  })
})

/** Every message of the storm meets `kind`. */
const always = (kind: FaultKind) => ({ seed: 1, chance: { [kind]: 1 }, delayMs: 5, cutBytes: 3 })

describe('the proxy for HTTP', () => {
  let seen: string[]
  /** The broker answers when this resolves. */
  let answering: Promise<void>
  let broker: ReturnType<typeof createServer>
  let proxy: HttpFaultProxy

  beforeEach(async () => {
    seen = []
    answering = Promise.resolve()
    broker = createServer((request, response) => {
      void text(request).then((body) => {
        seen.push(`${request.method} ${request.url} ${body}`)
        void answering.then(() => response.end('a whole answer'))
      })
    })
    const target = `http://127.0.0.1:${await listening(broker)}`
    proxy = await startHttpFaultProxy({ target, prefixes: ['/kite', '/ticker'] })
    return async () => {
      await proxy.close()
      broker.closeAllConnections()
      broker.close()
    }
  })

  const order = () => fetch(`${proxy.url}/kite/orders`, { method: 'POST', body: 'buy' }).then((reply) => reply.text())

  it('passes everything on while the sky is clear', async () => {
    expect(await order()).toBe('a whole answer')
    expect(seen).toEqual(['POST /kite/orders buy'])
  })

  it('delivers the order and drops the reply', async () => {
    proxy.requests.chaosRun(always('drop_reply'))
    await expect(order()).rejects.toThrow()
    expect(seen).toEqual(['POST /kite/orders buy'])
  })

  it('resets the line before the order is delivered', async () => {
    proxy.requests.chaosRun(always('reset'))
    await expect(order()).rejects.toThrow()
    expect(seen).toEqual([])
  })

  it.each(['black_hole', 'silent_reply'] as const)('keeps silent (%s) until the storm ends', async (kind) => {
    proxy.requests.chaosRun(always(kind))
    const answer = order()
    const failed = expect(answer).rejects.toThrow()
    await struck(proxy.requests, kind)
    if (kind === 'silent_reply') await until('its delivery', 10_000, async () => seen[0])
    proxy.requests.clear()
    await failed
    expect(seen).toHaveLength(kind === 'black_hole' ? 0 : 1)
  })

  it('breaks a silent line whose storm ended before the broker answered', async () => {
    const answers = Promise.withResolvers<void>()
    answering = answers.promise
    proxy.requests.chaosRun(always('silent_reply'))
    const failed = expect(order()).rejects.toThrow()
    await until('its delivery', 10_000, async () => seen[0])
    proxy.requests.clear()
    answers.resolve()
    await failed
  })

  it('cuts the reply in the middle', async () => {
    proxy.requests.chaosRun(always('cut'))
    await expect(order()).rejects.toThrow()
    expect(seen).toHaveLength(1)
  })

  it('never doubles an order by itself', async () => {
    proxy.requests.chaosRun(always('repeat'))
    expect(await order()).toBe('a whole answer')
    expect(seen).toHaveLength(1)
  })

  it('spares what it was not put in front of', async () => {
    proxy.requests.chaosRun(always('reset'))
    expect(await fetch(`${proxy.url}/clock`).then((reply) => reply.text())).toBe('a whole answer')
  })

  describe('and WebSockets', () => {
    let sockets: WebSocketServer
    let ticker: WebSocket
    const received: string[] = []

    beforeEach(async () => {
      received.length = 0
      sockets = new WebSocketServer({ server: broker })
      return () => sockets.close()
    })

    async function connected(): Promise<WebSocket> {
      const served = once(sockets, 'connection') as Promise<[WebSocket]>
      ticker = new WebSocket(`${proxy.url.replace('http', 'ws')}/ticker?api_key=1`)
      ticker.on('message', (data: Buffer) => received.push(data.toString('latin1', 0, 8)))
      ticker.on('error', () => undefined)
      await once(ticker, 'open')
      return (await served)[0]
    }

    it('passes frames of every length, in order, both ways', async () => {
      const server = await connected()
      for (const [index, length] of [5, 125, 126, 65_535, 65_536, 200_000].entries())
        server.send(`${index}`.padEnd(length, '.'))
      server.close()
      await closed(ticker)
      expect(received.map((frame) => frame[0])).toEqual(['0', '1', '2', '3', '4', '5'])
    })

    it('doubles frames', async () => {
      const server = await connected()
      proxy.frames.chaosRun(always('repeat'))
      server.send('one')
      server.send('two')
      while (received.length < 4) await once(ticker, 'message')
      expect(received).toEqual(['one', 'one', 'two', 'two'])
      ticker.terminate()
    })

    it('breaks in the middle of a frame', async () => {
      const server = await connected()
      proxy.frames.chaosRun(always('cut'))
      server.send('a frame that will not arrive')
      await closed(ticker)
      expect(received).toEqual([])
    })
  })
})

describe('the proxy for TCP', () => {
  let seen: string[]
  let proxy: TcpFaultProxy
  let client: Socket
  let arrived: string

  beforeEach(async () => {
    seen = []
    arrived = ''
    const open = new Set<Socket>()
    const server = createTcpServer((socket) => {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        seen.push(String(data))
        socket.write('an answer')
      })
    })
    proxy = await startTcpFaultProxy({ host: '127.0.0.1', port: await listening(server) })
    client = createConnection({ host: '127.0.0.1', port: proxy.port })
    client.on('data', (data) => (arrived += String(data)))
    client.on('error', () => undefined)
    await once(client, 'connect')
    return async () => {
      client.destroy()
      await proxy.close()
      for (const socket of open) socket.destroy()
      server.close()
    }
  })

  it('passes messages and answers', async () => {
    client.write('COMMIT')
    await once(client, 'data')
    expect([seen, arrived]).toEqual([['COMMIT'], 'an answer'])
  })

  it('delivers the message, waits for the server to act, and breaks the line', async () => {
    proxy.faultConditions.chaosRun(always('drop_reply'))
    client.write('COMMIT')
    await closed(client)
    expect([seen, arrived]).toEqual([['COMMIT'], ''])
  })

  it('lets the first bytes of the answer through', async () => {
    proxy.faultConditions.chaosRun(always('cut'))
    client.write('COMMIT')
    await closed(client)
    expect('an answer'.startsWith(arrived) && arrived.length > 0 && arrived.length <= 3).toBe(true)
  })

  it('swallows everything from a black hole on, and breaks the line when the storm ends', async () => {
    proxy.faultConditions.chaosRun(always('black_hole'))
    client.write('COMMIT')
    await struck(proxy.faultConditions, 'black_hole')
    proxy.faultConditions.clear()
    await closed(client)
    expect([seen, arrived]).toEqual([[], ''])
  })

  it('answers in the server’s place when configured to', async () => {
    proxy.answerInstead = (message) => (String(message) === 'INSERT' ? Buffer.from('disk full') : undefined)
    client.write('INSERT')
    await once(client, 'data')
    client.write('SELECT')
    await once(client, 'data')
    expect([seen, arrived]).toEqual([['SELECT'], 'disk fullan answer'])
  })
})

async function listening(
  server: ReturnType<typeof createServer> | ReturnType<typeof createTcpServer>,
): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function closed(line: EventEmitter): Promise<void> {
  return new Promise((resolve) => line.once('close', () => resolve()))
}

/** Waits until a fault has struck once. */
async function struck(faultConditions: FaultConditions, kind: FaultKind): Promise<void> {
  await until(`a ${kind}`, 10_000, async () => (faultConditions.fired[kind] === undefined ? undefined : true))
}

import { paise } from '@strikewise/domain/money/paise.ts'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type KiteClient, createKiteClient } from '../src/rest/client.ts'
import type { NewOrder } from '../src/rest/order-calls.ts'
import type { Timeouts, TransportOptions } from '../src/rest/transport.ts'
import { type RawServer, response, startRawServer } from './support/raw-server.ts'

const TOKEN = 'canary-access-token'
const ORDER: NewOrder = {
  variety: 'regular',
  exchange: 'NFO',
  tradingsymbol: 'NIFTY26D0124000CE',
  side: 'BUY',
  orderType: 'LIMIT',
  quantity: 65,
  product: 'NRML',
  validity: 'IOC',
  price: paise(12125),
  tag: 'e01k9f3',
}
const ACCEPTED = '{"status":"success","data":{"order_id":"2059900000000000001"}}'
const BOOK = '{"status":"success","data":[]}'
const FAST: Partial<Timeouts> = { connectMs: 500, headersMs: 300, bodyMs: 300, callMs: 800 }

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

async function serve(answer: (socket: Socket, request: string) => void): Promise<RawServer> {
  const server = await startRawServer(answer)
  open.push(server)
  return server
}

function clientOf(rootUrl: string, options: Partial<TransportOptions> = {}): KiteClient {
  const client = createKiteClient({ rootUrl, apiKey: 'key1', accessToken: () => TOKEN, timeouts: FAST, ...options })
  open.push(client)
  return client
}

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = await startRawServer(() => {})
  await server.close()
  return server.port
}

describe('an order that met a broken broker', () => {
  it.each<[what: string, answer: (socket: Socket) => void, expected: object]>([
    ['a reset after the request', (s) => s.resetAndDestroy(), { cause: 'no_answer', failure: 'reset' }],
    ['a close without an answer', (s) => s.end(), { cause: 'no_answer', failure: 'reset' }],
    ['silence', () => {}, { cause: 'no_answer', failure: 'timed_out' }],
    [
      'a reset inside the body',
      (s) =>
        s.write(response('200 OK', 'application/json', '{"status":"succ', 'Content-Length: 100\r\n'), () =>
          s.resetAndDestroy(),
        ),
      { cause: 'no_answer', failure: 'reset' },
    ],
    [
      'a close inside the body',
      (s) => s.end(response('200 OK', 'application/json', '{"status":"succ', 'Content-Length: 100\r\n')),
      { cause: 'no_answer', failure: 'reset' },
    ],
    [
      'a body that stops',
      (s) => s.write(response('200 OK', 'application/json', '{"status":"succ', 'Content-Length: 100\r\n')),
      { cause: 'no_answer', failure: 'timed_out' },
    ],
    ['headers that trickle', (s) => trickle(s, 'HTTP/1.1 200 OK\r\n'), { cause: 'no_answer', failure: 'timed_out' }],
    [
      'a body that trickles',
      (s) => trickle(s, 'HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n', 20),
      { cause: 'no_answer', failure: 'timed_out' },
    ],
    ['something that is not HTTP', (s) => s.end('SSH-2.0-OpenSSH_9\r\n'), { cause: 'no_answer' }],
    [
      'a JSON body cut by the end of the connection',
      (s) => s.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"status":"succ'),
      { cause: 'unreadable', httpStatus: 200 },
    ],
    [
      'JSON under another content type',
      (s) => s.write(response('200 OK', 'text/plain', ACCEPTED)),
      { cause: 'unreadable', httpStatus: 200 },
    ],
    ['HTML with 200', (s) => s.write(response('200 OK', 'text/html', '<html>')), { cause: 'unreadable' }],
    ['HTML with 502', (s) => s.write(response('502 Bad Gateway', 'text/html', '<html>')), { cause: 'server_error' }],
    [
      'a redirect',
      (s) => s.write(response('302 Found', 'text/html', '', 'Location: /orders/regular\r\n')),
      { cause: 'unreadable', httpStatus: 302 },
    ],
    [
      'a body without end',
      (s) => s.write(response('200 OK', 'application/json', Buffer.alloc(9 * 1024 * 1024, 32))),
      { cause: 'no_answer', failure: 'too_large' },
    ],
    [
      'a packed body that grows without end',
      (s) =>
        s.write(
          response('200 OK', 'application/json', gzipSync(Buffer.alloc(9 * 1024 * 1024)), 'Content-Encoding: gzip\r\n'),
        ),
      { cause: 'no_answer', failure: 'too_large' },
    ],
    [
      'a content encoding that was not asked for',
      (s) => s.write(response('200 OK', 'application/json', ACCEPTED, 'Content-Encoding: br\r\n')),
      { cause: 'no_answer', failure: 'unreadable' },
    ],
  ])('%s: in doubt, sent once', async (_what, answer, expected) => {
    const server = await serve(answer)
    const outcome = await clientOf(server.url).placeOrder(ORDER)
    expect(outcome).toMatchObject({ outcome: 'in_doubt', ...expected })
    expect(JSON.stringify(outcome)).not.toContain('canary')
    expect(server.requests).toHaveLength(1)
  })

  it.each<[what: string, root: () => Promise<string>]>([
    ['no server listens', async () => `http://127.0.0.1:${await closedPort()}`],
    ['the name does not exist', async () => 'http://broker.invalid'],
    ['the TLS handshake hangs', async () => (await serve(() => {})).url.replace('http', 'https')],
  ])('%s: refused, since nothing was sent', async (_what, root) => {
    const outcome = await clientOf(await root()).placeOrder(ORDER)
    expect(outcome).toMatchObject({ outcome: 'refused', code: 'not_sent', httpStatus: null })
  })

  it('429 and the broker’s own refusals are refused', async () => {
    const body = '{"status":"error","message":"Too many requests","data":null,"error_type":"NetworkException"}'
    const server = await serve((s) =>
      s.write(response('429 Too Many Requests', 'application/json; charset=utf-8', body)),
    )
    expect(await clientOf(server.url).placeOrder(ORDER)).toMatchObject({
      outcome: 'refused',
      code: 'rate_limited',
      httpStatus: 429,
    })
  })

  it('a packed success is accepted', async () => {
    const packed = response('200 OK', 'application/json', gzipSync(ACCEPTED), 'Content-Encoding: gzip\r\n')
    const server = await serve((s) => s.write(packed))
    expect(await clientOf(server.url).placeOrder(ORDER)).toMatchObject({ outcome: 'accepted' })
  })
})

describe('what leaves this machine', () => {
  it('a request taken back right before its first byte is not sent, and the connection serves the next', async () => {
    const server = await serve((s) => s.write(response('200 OK', 'application/json', ACCEPTED)))
    const client = clientOf(server.url, { connections: 1 })
    await client.placeOrder(ORDER)
    const outcome = await client.placeOrder(ORDER, { beforeWrite: () => false })
    expect(outcome).toMatchObject({ outcome: 'refused', code: 'not_sent' })
    expect(await client.placeOrder(ORDER, { beforeWrite: () => true })).toMatchObject({ outcome: 'accepted' })
    expect(server.requests).toHaveLength(2)
    expect(server.peers).toHaveLength(1)
  })

  it('an order that waited for a connection beyond its limit is refused and never sent later', async () => {
    const held: Socket[] = []
    const server = await serve((s) => {
      held.push(s)
    })
    const client = clientOf(server.url, {
      connections: 1,
      timeouts: { ...FAST, headersMs: 2000, callMs: 400 },
    })
    const first = client.placeOrder(ORDER)
    await expect.poll(() => held.length).toBe(1)
    const second = client.placeOrder({ ...ORDER, tag: 'second' })
    // Both limits pass in one turn of the event loop: else the first might free its connection just in time for the second.
    const bothPassed = performance.now() + 450
    while (performance.now() < bothPassed);
    expect(await first).toMatchObject({ outcome: 'in_doubt' })
    expect(await second).toMatchObject({ outcome: 'refused', code: 'not_sent' })
    const third = client.placeOrder({ ...ORDER, tag: 'third' })
    await expect.poll(() => held.length).toBe(2)
    held[1]!.write(response('200 OK', 'application/json', ACCEPTED))
    expect(await third).toMatchObject({ outcome: 'accepted' })
    expect(server.requests.join()).not.toContain('tag=second')
  })

  it('calls beyond the limit are turned away unsent', async () => {
    const server = await serve(() => {})
    const client = clientOf(server.url, { maxConcurrent: 2, connections: 1 })
    const outcomes = await Promise.all([1, 2, 3].map(() => client.placeOrder(ORDER)))
    expect(outcomes[2]).toMatchObject({
      outcome: 'refused',
      code: 'not_sent',
      message: 'queue_full (2 calls under way)',
    })
  })

  it('hung reads do not stand before an order', async () => {
    const server = await serve((s, request) => {
      if (request.startsWith('POST')) s.write(response('200 OK', 'application/json', ACCEPTED))
    })
    const client = clientOf(server.url)
    const reads = Array.from({ length: 20 }, () => client.orders())
    expect(await client.placeOrder(ORDER)).toMatchObject({ outcome: 'accepted' })
    for (const read of await Promise.all(reads)) expect(read).toMatchObject({ ok: false, code: 'unavailable' })
  })

  it('leaves from the egress address, and from IPv4 without one', async () => {
    const server = await serve((s) => s.write(response('200 OK', 'application/json', BOOK)))
    expect((await clientOf(server.url, { egress: '127.0.0.2' }).orders()).ok).toBe(true)
    expect((await clientOf(server.url.replace('127.0.0.1', 'localhost')).orders()).ok).toBe(true)
    expect(server.peers).toEqual(['127.0.0.2', '127.0.0.1'])
  })

  it('an egress address this machine does not have sends nothing', async () => {
    const server = await serve((s) => s.write(response('200 OK', 'application/json', ACCEPTED)))
    const outcome = await clientOf(server.url, { egress: '203.0.113.7' }).placeOrder(ORDER)
    expect(outcome).toMatchObject({ outcome: 'refused', code: 'not_sent', message: 'connect_failed (EADDRNOTAVAIL)' })
    expect(server.requests).toHaveLength(0)
  })

  it('a connection the broker closed while idle is replaced', async () => {
    const server = await serve((s) => s.end(response('200 OK', 'application/json', BOOK)))
    const client = clientOf(server.url)
    for (let i = 0; i < 3; i++) expect((await client.orders()).ok).toBe(true)
    expect(server.peers).toHaveLength(3)
  })

  it('closing ends what is under way: an order in doubt, and nothing more is sent', async () => {
    const server = await serve(() => {})
    const client = clientOf(server.url, { timeouts: { callMs: 5000 } })
    const hung = client.placeOrder(ORDER)
    await expect.poll(() => server.requests.length).toBe(1)
    await client.close()
    expect(await hung).toMatchObject({ outcome: 'in_doubt', failure: 'closed' })
    expect(await client.placeOrder(ORDER)).toMatchObject({ outcome: 'refused', code: 'not_sent' })
  })
})

it.each(['', 'api.kite.trade', 'ftp://a', 'https://a?x=1'])('%j is no root URL', (rootUrl) => {
  expect(() => createKiteClient({ rootUrl, apiKey: 'k', accessToken: () => 't' })).toThrow(RangeError)
})

it('an egress that is no address is refused at once', () => {
  expect(() => clientOf('http://127.0.0.1', { egress: 'eth0' })).toThrow(/egress/)
})

/** Writes `head`, then a byte now and then for as long as the socket lives. */
function trickle(socket: Socket, head: string, everyMs = 100): void {
  socket.write(head)
  const timer = setInterval(() => socket.write('X'), everyMs)
  socket.on('close', () => clearInterval(timer))
}

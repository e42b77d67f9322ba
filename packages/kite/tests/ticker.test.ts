import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { HEARTBEAT_FRAME, encodeFrame } from '../src/ticker/encode.ts'
import type { Timers } from '../src/ticker/timers.ts'
import { Ticker, type TickerOptions, type TickerState, createTicker } from '../src/ticker/ticker.ts'
import { fixtureJson } from './fixtures/load.ts'

const NIFTY = 256265
const OPTION = 10498306
const now = 1_795_579_265_000 as EpochMs

/** Real time under the test's hand. */
class ManualTime implements Timers {
  #now = 0
  readonly #due = new Set<{ at: number; work: () => void }>()
  now(): number {
    return this.#now
  }
  after(ms: number, work: () => void): () => void {
    const entry = { at: this.#now + ms, work }
    this.#due.add(entry)
    return () => this.#due.delete(entry)
  }
  advance(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const next = [...this.#due].filter((entry) => entry.at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#due.delete(next)
      this.#now = next.at
      next.work()
    }
    this.#now = until
  }
  get pending(): number {
    return this.#due.size
  }
}

/** A ticker server that records what clients show and lets the test speak. */
class Feed {
  readonly http = createServer()
  readonly sockets: WebSocket[] = []
  readonly urls: URL[] = []
  readonly peers: (string | undefined)[] = []
  readonly sent: { socket: number; a: string; v: unknown }[] = []
  /** Status to answer handshakes with, instead of upgrading. */
  refuse: number | undefined
  readonly #wss = new WebSocketServer({ noServer: true })

  async start(): Promise<this> {
    this.http.on('upgrade', (request: IncomingMessage, socket, head) => {
      this.urls.push(new URL(request.url ?? '/', 'ws://x'))
      this.peers.push(request.socket.remoteAddress)
      if (this.refuse !== undefined) {
        socket.end(`HTTP/1.1 ${this.refuse} No\r\nContent-Length: 0\r\n\r\n`)
        return
      }
      this.#wss.handleUpgrade(request, socket, head, (ws) => {
        const index = this.sockets.push(ws) - 1
        ws.on('message', (data: Buffer) => {
          const { a, v } = JSON.parse(data.toString()) as { a: string; v: unknown }
          this.sent.push({ socket: index, a, v })
        })
      })
    })
    this.http.listen(0, '127.0.0.1')
    await once(this.http, 'listening')
    return this
  }
  get url(): string {
    return `ws://127.0.0.1:${(this.http.address() as AddressInfo).port}/ticker`
  }
  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate()
    this.http.close()
    this.http.closeAllConnections()
    await once(this.http, 'close')
  }
}

let feed: Feed
let time: ManualTime
let table: QuoteTable
let states: TickerState[]
const tickers: Ticker[] = []

beforeEach(async () => {
  feed = await new Feed().start()
  time = new ManualTime()
  table = new QuoteTable(3000)
  states = []
})
afterEach(async () => {
  await Promise.all(tickers.splice(0).map((ticker) => ticker.close()))
  await feed.stop()
})

function makeTicker(options: Partial<TickerOptions> = {}): Ticker {
  const ticker = createTicker({
    url: feed.url,
    apiKey: 'key1',
    accessToken: () => new Secret('token-1'),
    table,
    clock: { now: () => now },
    onState: (state) => states.push(state),
    realTime: time,
    random: () => 0.999999,
    ...options,
  })
  tickers.push(ticker)
  return ticker
}

const names = () => states.map((state) => state.state)
const until = (predicate: () => boolean) => expect.poll(predicate, { interval: 2 }).toBe(true)
/** Until the server has the `count`th connection and the client is open on it. */
async function connected(ticker: Ticker, count = 1): Promise<WebSocket> {
  await until(() => feed.sockets.length === count && ticker.state.state === 'open')
  return feed.sockets[count - 1]!
}
function frameOf(token: number, lastPrice: number, mode: 'ltp' | 'full' = 'ltp'): Buffer {
  const from = new QuoteTable(1)
  from.lastPrice[from.add(token)] = lastPrice
  return encodeFrame(from, [0], mode)
}

describe('connecting', () => {
  it('carries key and token in the query, and what was subscribed before', async () => {
    const ticker = makeTicker()
    ticker.subscribe([NIFTY], 'quote')
    ticker.connect()
    await connected(ticker)
    await until(() => feed.sent.length === 2)
    expect(`${feed.urls[0]!.pathname}${feed.urls[0]!.search}`).toBe('/ticker?api_key=key1&access_token=token-1')
    expect(feed.sent.map(({ a, v }) => ({ a, v }))).toEqual([
      { a: 'subscribe', v: [NIFTY] },
      { a: 'mode', v: ['quote', [NIFTY]] },
    ])
    expect(names()).toEqual(['connecting', 'open'])
    ticker.connect()
    expect(feed.urls).toHaveLength(1)
  })

  it('leaves from the egress address', async () => {
    const ticker = makeTicker({ egress: '127.0.0.2' })
    ticker.connect()
    await connected(ticker)
    expect(feed.peers).toEqual(['127.0.0.2'])
  })

  it('stops at a handshake answered 403, until asked to connect again', async () => {
    feed.refuse = 403
    const ticker = makeTicker()
    ticker.connect()
    await until(() => ticker.state.state === 'stopped')
    expect(states.at(-1)).toEqual({ state: 'stopped', reason: 'token_expired' })
    expect(time.pending).toBe(0)
    feed.refuse = undefined
    ticker.connect()
    await connected(ticker)
  })

  it('waits longer after each failure, from 2 s to 60 s', async () => {
    feed.refuse = 503
    const ticker = makeTicker()
    ticker.connect()
    const delays: number[] = []
    for (let i = 0; i < 7; i++) {
      await until(() => ticker.state.state === 'waiting')
      if (ticker.state.state === 'waiting') {
        expect(ticker.state).toMatchObject({ cause: 'failed', detail: 'HTTP 503 in the handshake' })
        delays.push(ticker.state.delayMs)
        time.advance(ticker.state.delayMs)
      }
    }
    expect(delays).toEqual([2000, 4000, 8000, 16000, 32000, 60000, 60000])
  })

  it('retries when no server listens, without quoting the address', async () => {
    const { url } = feed
    await feed.stop()
    feed = await new Feed().start()
    const ticker = makeTicker({ url })
    ticker.connect()
    await until(() => ticker.state.state === 'waiting')
    expect(ticker.state).toMatchObject({ cause: 'failed', detail: 'ECONNREFUSED' })
    expect(JSON.stringify(states)).not.toContain('token-1')
  })

  it.each(['http://x', 'kite', ''])('%j is no ticker address', (url) => {
    expect(() => makeTicker({ url })).toThrow(RangeError)
  })
})

describe('receiving', () => {
  it('writes ticks and names the slots', async () => {
    const got: number[][] = []
    const ticker = makeTicker({ onTicks: (slots) => got.push([...slots]) })
    ticker.subscribe([NIFTY, OPTION], 'full')
    ticker.connect()
    const socket = await connected(ticker)
    socket.send(HEARTBEAT_FRAME)
    socket.send(frameOf(OPTION, 12125, 'full'))
    socket.send(frameOf(999 * 256 + 2, 1))
    socket.send(frameOf(NIFTY, 2401235))
    await until(() => got.length === 2)
    expect(got).toEqual([[1], [0]])
    expect(table.lastPrice[1]).toBe(12125)
    expect(table.receivedAt[0]).toBe(now)
    expect(ticker.counts).toMatchObject({ connects: 1, heartbeats: 1, frames: 3, packets: 2, unknownTokens: 1 })
  })

  it('a frame of more packets than ever before is decoded whole', async () => {
    const tokens = Array.from({ length: 2000 }, (_, i) => i * 256 + 2)
    let count = 0
    const ticker = makeTicker({ onTicks: (slots) => (count = slots.length) })
    ticker.subscribe(tokens, 'ltp')
    ticker.connect()
    const socket = await connected(ticker)
    socket.send(encodeFrame(table, tokens.keys(), 'ltp'))
    await until(() => count === 2000)
  })

  it('passes order updates and notices, and counts what it cannot read', async () => {
    const { frames } = fixtureJson('synthetic/ws_text_frames.json') as { frames: object[] }
    const reported: string[] = []
    const ticker = makeTicker({
      onOrderUpdate: ({ order }) => reported.push(`${order.orderId} ${order.status}`),
      onNotice: (type, text) => reported.push(`${type}: ${text}`),
    })
    ticker.connect()
    const socket = await connected(ticker)
    socket.send('{"type":"order"}')
    for (const frame of frames) socket.send(JSON.stringify(frame))
    await until(() => reported.length === 4)
    expect(reported).toEqual([
      '2059900000000000003 UPDATE',
      '2059900000000000001 COMPLETE',
      'error: Invalid subscription message (stand-in text)',
      'message: Stand-in broker notice',
    ])
    expect(ticker.counts.badTextFrames).toBe(1)
  })

  it('survives frames that make no sense', async () => {
    const ticker = makeTicker()
    ticker.subscribe([OPTION], 'ltp')
    ticker.connect()
    const socket = await connected(ticker)
    socket.send(Buffer.from('0001000800a031020000', 'hex'))
    socket.send(Buffer.from('ffffffffff', 'hex'))
    socket.send(frameOf(OPTION, 7))
    await until(() => table.lastPrice[0] === 7)
    expect(ticker.counts.truncatedFrames).toBe(2)
  })
})

describe('losing the connection', () => {
  it('5 s without a frame: reconnects and subscribes everything again', async () => {
    const ticker = makeTicker()
    ticker.subscribe([NIFTY], 'full')
    ticker.connect()
    const first = await connected(ticker)
    time.advance(4000)
    first.send(HEARTBEAT_FRAME)
    await until(() => ticker.counts.heartbeats === 1)
    time.advance(4999)
    expect(ticker.state.state).toBe('open')
    time.advance(1)
    expect(ticker.state).toMatchObject({ state: 'waiting', cause: 'silent', delayMs: 2000 })
    time.advance(2000)
    await connected(ticker, 2)
    await until(() => feed.sent.length === 4)
    expect(feed.sent.slice(2)).toEqual([
      { socket: 1, a: 'subscribe', v: [NIFTY] },
      { socket: 1, a: 'mode', v: ['full', [NIFTY]] },
    ])
  })

  it('closed by the server: waits, and a frame makes the next wait short again', async () => {
    const ticker = makeTicker()
    ticker.connect()
    const first = await connected(ticker)
    first.close(1011)
    await until(() => ticker.state.state === 'waiting')
    expect(ticker.state).toMatchObject({ cause: 'closed', detail: 'code 1011', delayMs: 2000 })
    time.advance(2000)
    const second = await connected(ticker, 2)
    second.terminate()
    await until(() => ticker.state.state === 'waiting')
    expect(ticker.state).toMatchObject({ cause: 'closed', delayMs: 4000 })
    time.advance(4000)
    const third = await connected(ticker, 3)
    third.send(HEARTBEAT_FRAME)
    await until(() => ticker.counts.heartbeats === 1)
    third.terminate()
    await until(() => ticker.state.state === 'waiting')
    expect(ticker.state).toMatchObject({ delayMs: 2000 })
  })

  it('a frame larger than any is cut off', async () => {
    const ticker = makeTicker()
    ticker.connect()
    const socket = await connected(ticker)
    socket.send(Buffer.alloc(2 * 1024 * 1024))
    await until(() => ticker.state.state === 'waiting')
    expect(ticker.state).toMatchObject({ cause: 'failed', detail: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' })
  })

  it('asked for by the caller', async () => {
    const ticker = makeTicker()
    ticker.reconnect()
    expect(ticker.state.state).toBe('idle')
    ticker.connect()
    await connected(ticker)
    ticker.reconnect()
    expect(ticker.state).toMatchObject({ state: 'waiting', cause: 'asked' })
  })
})

describe('subscribing while connected', () => {
  it('sends at once, again when asked, and forgets what was unsubscribed', async () => {
    const ticker = makeTicker()
    ticker.connect()
    await connected(ticker)
    ticker.subscribe([NIFTY, OPTION], 'ltp')
    ticker.unsubscribe([OPTION])
    ticker.resubscribe()
    await until(() => feed.sent.length === 5)
    expect(feed.sent.map(({ a, v }) => [a, v])).toEqual([
      ['subscribe', [NIFTY, OPTION]],
      ['mode', ['ltp', [NIFTY, OPTION]]],
      ['unsubscribe', [OPTION]],
      ['subscribe', [NIFTY]],
      ['mode', ['ltp', [NIFTY]]],
    ])
  })

  it('refuses what the broker would ignore, and takes nothing of it', () => {
    const ticker = makeTicker()
    expect(() => ticker.subscribe([NIFTY, -1], 'ltp')).toThrow(RangeError)
    expect(table.size).toBe(0)
  })
})

describe('closing', () => {
  it('is clean, and leaves no timer behind', async () => {
    const ticker = makeTicker()
    ticker.connect()
    const socket = await connected(ticker)
    const closed = once(socket, 'close')
    await ticker.close()
    expect(((await closed) as [number])[0]).toBe(1000)
    expect(ticker.state).toEqual({ state: 'stopped', reason: 'closed' })
    expect(time.pending).toBe(0)
  })

  it('before the handshake is over, or while waiting, ends everything too', async () => {
    const early = makeTicker()
    early.connect()
    await early.close()
    feed.refuse = 503
    const waiting = makeTicker()
    waiting.connect()
    await until(() => waiting.state.state === 'waiting')
    await waiting.close()
    expect(time.pending).toBe(0)
  })

  it('from inside the state callback', async () => {
    const ticker = makeTicker({ onState: ({ state }) => void (state === 'open' && ticker.close()) })
    ticker.connect()
    await until(() => ticker.state.state === 'stopped')
    await until(() => time.pending === 0)
  })
})

it('two instances in one process stand alone', async () => {
  const a = makeTicker({ accessToken: () => 'token-a' })
  const b = makeTicker({ accessToken: () => 'token-b' })
  a.connect()
  b.connect()
  await until(() => feed.sockets.length === 2 && a.state.state === 'open' && b.state.state === 'open')
  await a.close()
  expect(b.state.state).toBe('open')
  expect(new Set(feed.urls.map((url) => url.searchParams.get('access_token')))).toEqual(new Set(['token-a', 'token-b']))
})

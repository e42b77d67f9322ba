import { once } from 'node:events'
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { FaultConditions, type FaultKind } from './fault-plan.ts'
import { FrameSplitter } from './frame-splitter.ts'

export interface HttpFaultProxy {
  /** `http://127.0.0.1:port`; WebSockets pass too. */
  readonly url: string
  /** Strikes requests and their replies. */
  readonly requests: FaultConditions
  /** Strikes the frames a WebSocket server sends. */
  readonly frames: FaultConditions
  /** Every request that changes something at the broker, in order of arrival: `POST /kite/orders/regular`. */
  readonly orderCalls: readonly string[]
  /** How often each session, by its token, was answered with its order book. */
  readonly bookReads: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** An order asked for once is delivered once: a test that wants more sets `mayRepeat`. */
const NEVER_REPEAT: readonly FaultKind[] = ['repeat']

/**
 * A proxy for HTTP/1.1 and WebSockets. A request with its reply is a message, and so is each frame that a WebSocket
 * server sends. Only paths below `prefixes` meet faults, the rest passes untouched.
 */
export async function startHttpFaultProxy(options: {
  readonly target: string
  readonly prefixes: readonly string[]
  /** Which requests `repeat` may strike; none by default. */
  readonly mayRepeat?: (method: string, path: string) => boolean
  /** What a reply shows in place of what the server showed; undefined leaves it as it is. */
  readonly alter?: (path: string, body: Buffer) => string | undefined
}): Promise<HttpFaultProxy> {
  const target = new URL(options.target)
  const requests = new FaultConditions()
  const frames = new FaultConditions()
  const agent = new Agent({ keepAlive: true })
  const sockets = new Set<Socket>()
  const lines = new WeakMap<Socket, { connection: number; messages: number }>()
  let connections = 0

  const isMet = (path: string) => options.prefixes.some((prefix) => path.startsWith(prefix))
  const draw = (from: IncomingMessage) => {
    const line = lines.get(from.socket)!
    const { method = '', url: path = '' } = from
    if (!isMet(path)) return undefined
    const spared = options.mayRepeat?.(method, path) === true ? [] : NEVER_REPEAT
    return requests.draw({ connection: line.connection, message: (line.messages += 1) }, spared)
  }
  const orderCalls: string[] = []
  const bookReads = new Map<string, number>()

  async function serve(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await buffer(from)
    if (from.method !== 'GET' && from.url?.includes('/orders/') === true) orderCalls.push(`${from.method} ${from.url}`)
    const { socket } = from
    const fault = draw(from)
    // Of the storm that the fault belongs to: it may be over before the reply is there.
    const { ended } = requests
    const silence = async () => {
      await Promise.race([ended, closed(socket)])
      socket.resetAndDestroy()
    }
    if (fault?.kind === 'reset') return void socket.resetAndDestroy()
    if (fault?.kind === 'black_hole') return silence()
    if (fault?.kind === 'delay') await delay(fault.ms)
    if (fault?.kind === 'repeat') await forward(target, agent, from, body)
    const reply = await forward(target, agent, from, body)
    if (fault?.kind === 'drop_reply') return void socket.resetAndDestroy()
    if (fault?.kind === 'silent_reply') return silence()
    const session = from.headers.authorization
    if (from.method === 'GET' && from.url?.endsWith('/orders') === true && session !== undefined)
      bookReads.set(session, (bookReads.get(session) ?? 0) + 1)
    const altered = options.alter?.(from.url ?? '', reply.body)
    if (altered !== undefined) return void to.writeHead(reply.status).end(altered)
    to.writeHead(reply.status, reply.headers)
    if (fault?.kind !== 'cut') return void to.end(reply.body)
    // Shorter than its Content-Length: the reader sees a line that broke in the middle of a body.
    to.write(reply.body.subarray(0, Math.min(fault.bytes, reply.body.length - 1)), () => socket.resetAndDestroy())
  }

  const server = createServer((from, to) => {
    // A client that hung up in the meantime needs no answer.
    serve(from, to).catch(() => from.socket.destroy())
  })
  server.on('connection', (socket) => {
    lines.set(socket, { connection: (connections += 1), messages: 0 })
    sockets.add(socket)
    // Between an upgrade and its answer nothing else listens.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (from: IncomingMessage, client: Socket, head: Buffer) => {
    const { connection } = lines.get(client)!
    const faultConditions = isMet(from.url ?? '') ? frames : new FaultConditions()
    tunnel({ target, from, client, head, sockets, connection, faultConditions })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    frames,
    orderCalls,
    bookReads,
    async close() {
      agent.destroy()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Reply {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: Buffer
}

/** The request as it came, sent to the target; resolves with the whole reply. */
function forward(target: URL, agent: Agent, from: IncomingMessage, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = target
    const headers = withoutHost(from.rawHeaders, target.host)
    const upstream = ask({ host, port, agent, method: from.method, path: from.url, headers }, (reply) => {
      buffer(reply).then((bytes) => {
        resolve({ status: reply.statusCode ?? 502, headers: reply.rawHeaders, body: bytes })
      }, reject)
    })
    upstream.on('error', reject)
    upstream.end(body)
  })
}

/** Upgrades the connection at the target too, and passes what either side sends. */
function tunnel(line: {
  target: URL
  from: IncomingMessage
  client: Socket
  head: Buffer
  /** Open sockets, to be destroyed when the proxy closes. */
  sockets: Set<Socket>
  connection: number
  faultConditions: FaultConditions
}): void {
  const { target, from, client, head, sockets, connection, faultConditions } = line
  const { hostname: host, port } = target
  const headers = withoutHost(from.rawHeaders, target.host)
  const upstream = ask({ host, port, method: from.method, path: from.url, headers })
  upstream.on('error', () => client.destroy())
  upstream.on('response', (reply) => {
    client.end(`HTTP/1.1 ${reply.statusCode} ${reply.statusMessage}\r\nConnection: close\r\n\r\n`)
    reply.resume()
  })
  upstream.on('upgrade', (reply, socket, first) => {
    sockets.add(socket)
    client.write(`HTTP/1.1 101 Switching Protocols\r\n${headerText(reply.rawHeaders)}\r\n`)
    socket.write(head)
    client.pipe(socket)
    passFrames({
      from: socket,
      to: client,
      first,
      connection,
      faultConditions,
    })
    for (const [one, other] of [
      [client, socket],
      [socket, client],
    ] as const) {
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  upstream.end()
}

/** Hands the server's frames on, in order, each as its fate wants it. */
function passFrames(line: {
  from: Socket
  to: Socket
  first: Buffer
  connection: number
  faultConditions: FaultConditions
}): void {
  const { from, to, connection, faultConditions } = line
  const splitter = new FrameSplitter()
  let messages = 0
  let queue = Promise.resolve()
  const pass = async (frame: Buffer): Promise<void> => {
    const fault = faultConditions.draw({ connection, message: (messages += 1) })
    switch (fault?.kind) {
      case 'reset':
      case 'drop_reply':
        to.resetAndDestroy()
        return
      case 'black_hole':
      case 'silent_reply':
        await Promise.race([faultConditions.ended, closed(to)])
        to.resetAndDestroy()
        return
      case 'cut':
        to.write(frame.subarray(0, Math.min(fault.bytes, frame.length - 1)), () => to.resetAndDestroy())
        return
      case 'repeat':
        to.write(frame)
        break
      case 'delay':
        await delay(fault.ms)
        break
      case undefined:
        break
    }
    to.write(frame)
  }
  const take = (bytes: Buffer) => {
    for (const frame of splitter.push(bytes)) queue = queue.then(() => (to.destroyed ? undefined : pass(frame)))
  }
  take(line.first)
  from.on('data', take)
}

function closed(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

function withoutHost(raw: readonly string[], host: string): string[] {
  const headers = ['Host', host]
  for (let at = 0; at < raw.length; at += 2) if (raw[at]!.toLowerCase() !== 'host') headers.push(raw[at]!, raw[at + 1]!)
  return headers
}

function headerText(raw: readonly string[]): string {
  let text = ''
  for (let at = 0; at < raw.length; at += 2) text += `${raw[at]}: ${raw[at + 1]}\r\n`
  return text
}

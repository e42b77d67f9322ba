import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { FrameEncoder } from '@strikewise/kite/ticker/encode.ts'
import type { FaultRegistry } from '../../faults/fault-registry.ts'
import { QuoteChanges } from './quote-changes.ts'
import { TickerClient } from './ticker-client.ts'

const MAX_CONNECTIONS_PER_KEY = 3
const MAX_MESSAGE_BYTES = 256 * 1024
/** Option packets go out at the most this often in real time; index packets after each sub-step. */
const OPTIONS_INTERVAL_MS = 25
/** How often connections are checked for tokens that have died by the clock. */
const AUTHORISE_EVERY_MS = 1000

export interface TickerDeps {
  /** The day's quotes; another table from one day to the next. */
  readonly quotes: () => QuoteTable
  /** Whose session a key and token pair is, if it is alive and may have market data. */
  readonly authorise: (apiKey: string, accessToken: string) => string | undefined
  readonly faults: FaultRegistry
  readonly realMs: () => number
}

/** The ticker's server side: everything that happens on `/ticker`. */
export class TickerHub {
  readonly #deps: TickerDeps
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES })
  readonly #clients = new Set<TickerClient>()
  /** The same by user: an order is sent to its owner alone. */
  readonly #byUser = new Map<string, Set<TickerClient>>()
  #table: QuoteTable
  #changes: QuoteChanges
  #encoder: FrameEncoder
  #indexSlots: number[] = []
  #othersSentReal = 0
  #authorisedReal = 0

  constructor(deps: TickerDeps) {
    this.#deps = deps
    this.#table = deps.quotes()
    this.#changes = new QuoteChanges(this.#table)
    this.#encoder = new FrameEncoder(this.#table)
    this.#listIndices()
  }

  /** Answers a WebSocket handshake on `/ticker`. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Who is refused may have hung up already; without a listener the reset would end the program.
    socket.on('error', () => socket.destroy())
    const query = new URL(request.url ?? '/', 'http://sandbox').searchParams
    const apiKey = query.get('api_key') ?? ''
    const accessToken = query.get('access_token') ?? ''
    const userId = this.#deps.authorise(apiKey, accessToken)
    if (userId === undefined || this.#deps.faults.take('refuse_ticker', userId) !== undefined) {
      refuse(socket, 403, 'Forbidden', {
        status: 'error',
        message: 'Authentication failed.',
        error_type: 'TokenException',
      })
      return
    }
    if (this.#ofKey(userId, apiKey) >= MAX_CONNECTIONS_PER_KEY) {
      refuse(socket, 429, 'Too Many Requests', {
        status: 'error',
        message: 'Too many connections.',
        error_type: 'NetworkException',
      })
      return
    }
    const cutsNext = (): boolean => this.#deps.faults.take('truncated_frame', userId) !== undefined
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const client = new TickerClient(webSocket, { userId, apiKey, accessToken }, cutsNext, this.#deps.realMs())
      this.#add(client)
      // With the default binary type every message arrives as one Buffer.
      webSocket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary) client.receive(data.toString('utf8'))
      })
      webSocket.on('close', () => this.#remove(client))
      // A reset of the line shows as `close` too; without a listener it would end the program.
      webSocket.on('error', () => undefined)
    })
  }

  /** After each sub-step of the market. */
  afterStep(): void {
    this.#adoptTable()
    if (this.#clients.size === 0) return
    this.#changes.compare(this.#indexSlots)
    const realMs = this.#deps.realMs()
    for (const client of this.#speakingTo()) client.sendIndices(this.#encoder, this.#table, this.#changes, realMs)
  }

  /** After each batch of sub-steps, and while the market stands still. */
  afterBatch(): void {
    this.#adoptTable()
    const realMs = this.#deps.realMs()
    if (this.#clients.size === 0) return
    if (realMs - this.#othersSentReal >= OPTIONS_INTERVAL_MS) {
      this.#othersSentReal = realMs
      this.#changes.compare()
      for (const client of this.#speakingTo()) {
        client.sendIndices(this.#encoder, this.#table, this.#changes, realMs)
        client.sendOptions(this.#encoder, this.#table, this.#changes, realMs)
      }
    }
    for (const client of this.#clients) client.sendHeartbeat(realMs)
    if (realMs - this.#authorisedReal < AUTHORISE_EVERY_MS) return
    this.#authorisedReal = realMs
    this.dropExpired()
  }

  /** An order frame to every connection of the user, no matter who placed the order. */
  sendOrder(userId: string, data: unknown): void {
    for (const client of this.#byUser.get(userId) ?? [])
      if (this.#speaksTo(client)) client.sendText({ type: 'order', data })
  }

  /** Cuts the connections of `userId`, or all. Returns how many. */
  drop(userId?: string): number {
    const cut = [...this.#clients].filter((client) => userId === undefined || client.userId === userId)
    for (const client of cut) client.socket.terminate()
    return cut.length
  }

  /** Cuts the connections whose access token has died. */
  dropExpired(): void {
    for (const client of this.#clients)
      if (this.#deps.authorise(client.apiKey, client.accessToken) === undefined) client.socket.terminate()
  }

  connections(): { userId: string; instruments: number }[] {
    return [...this.#clients].map((client) => ({ userId: client.userId, instruments: client.subscriptions }))
  }

  close(): void {
    this.drop()
    this.#server.close()
  }

  /** Who gets ticks now. */
  #speakingTo(): TickerClient[] {
    return [...this.#clients].filter((client) => client.subscriptions > 0 && this.#speaksTo(client))
  }

  #speaksTo({ socket, userId }: TickerClient): boolean {
    return socket.readyState === socket.OPEN && this.#deps.faults.take('silent_ticker', userId) === undefined
  }

  #add(client: TickerClient): void {
    this.#clients.add(client)
    const others = this.#byUser.get(client.userId)
    if (others === undefined) this.#byUser.set(client.userId, new Set([client]))
    else others.add(client)
  }

  #remove(client: TickerClient): void {
    this.#clients.delete(client)
    const left = this.#byUser.get(client.userId)
    left?.delete(client)
    if (left?.size === 0) this.#byUser.delete(client.userId)
  }

  #ofKey(userId: string, apiKey: string): number {
    return [...(this.#byUser.get(userId) ?? [])].filter((client) => client.apiKey === apiKey).length
  }

  #adoptTable(): void {
    const table = this.#deps.quotes()
    if (table === this.#table) return
    this.#table = table
    this.#changes = new QuoteChanges(table)
    this.#encoder = new FrameEncoder(table)
    this.#listIndices()
    for (const client of this.#clients) client.forgetSent()
    // A new day means a night, and no access token outlives 06:00.
    this.dropExpired()
  }

  #listIndices(): void {
    this.#indexSlots = Object.values(INDEX_TOKENS)
      .map((token) => this.#table.slotOf(token))
      .filter((slot) => slot >= 0)
  }
}

function refuse(socket: Duplex, status: number, reason: string, body: object): void {
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
  )
}

import { backoffMs } from '@strikewise/concurrency/backoff.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { WebSocket } from 'ws'
import type { OrderUpdate } from '../rows/order-update.ts'
import { type Revealable, revealed } from '@strikewise/domain/text/secret.ts'
import { type DecodeCounts, decodeFrame, newDecodeCounts } from './decode.ts'
import type { TickMode } from './layout.ts'
import { RECONNECT } from './reconnect.ts'
import { type Timers, nodeTimers } from './timers.ts'
import { Subscriptions } from './subscriptions.ts'
import { parseTextFrame } from './text-frame.ts'

/** Why a connection ended. */
export type DropCause = 'silent' | 'closed' | 'failed' | 'asked'

export type TickerState =
  | { readonly state: 'idle' }
  | { readonly state: 'connecting'; readonly attempt: number }
  | { readonly state: 'open' }
  | { readonly state: 'waiting'; readonly delayMs: number; readonly cause: DropCause; readonly detail: string }
  /** `token_expired`: HTTP 403 in the handshake, for an expired token or an app without the data plan. Needs a new login. */
  | { readonly state: 'stopped'; readonly reason: 'closed' | 'token_expired' }

export interface TickerOptions {
  /** `wss://ws.kite.trade`, or the sandbox's. */
  readonly url: string
  readonly apiKey: string
  /** Asked at every connect. */
  readonly accessToken: () => string | Revealable
  /** Where ticks are written; subscribed tokens get their slots here. */
  readonly table: QuoteTable
  /** Stamps ticks. */
  readonly clock: Pick<Clock, 'now'>
  /** A binary frame has come and is not decoded yet: the table still holds the quotes before it. */
  readonly onFrame?: (receivedAt: EpochMs) => void
  /** Slots one frame has written, valid during the call only; a slot may come twice. */
  readonly onTicks?: (slots: Uint32Array) => void
  readonly onOrderUpdate?: (update: OrderUpdate) => void
  /** The broker's own words: complaints about our messages, notices to its users. */
  readonly onNotice?: (type: 'error' | 'message', text: string) => void
  readonly onState?: (state: TickerState) => void
  /** The local address to connect from. Without it, IPv4. */
  readonly egress?: string
  readonly realTime?: Timers
  /** [0, 1), for the jitter of reconnects. */
  readonly random?: () => number
}

export interface TickerCounts extends DecodeCounts {
  /** Handshakes that succeeded. */
  connects: number
  badTextFrames: number
}

/** No frame for this long: the connection is dead (heartbeats come every couple of seconds). */
const SILENCE_MS = 5000
const HANDSHAKE_MS = 7000
/** How long a clean close may take before the socket is cut. */
const CLOSE_MS = 1000
/** 3000 full packets are 558 kB. */
const MAX_FRAME_BYTES = 1024 * 1024

/**
 * One connection to the ticker, kept up until closed. Each instance stands alone: any number may run in a process.
 * A live socket with dead subscriptions is the caller's to judge, by exchange time of the ticks (fact sheet §19.5):
 * first `resubscribe`, then `reconnect`.
 */
export class Ticker {
  readonly counts: TickerCounts = { ...newDecodeCounts(), connects: 0, badTextFrames: 0 }
  readonly #options: TickerOptions
  readonly #endpoint: URL
  readonly #time: Timers
  readonly #subscriptions = new Subscriptions()
  #state: TickerState = { state: 'idle' }
  #socket: WebSocket | undefined
  #attempt = 0
  #lastFrameAt = 0
  #cancelTimer: (() => void) | undefined
  #slots = new Uint32Array(512)
  #slotCount = 0

  constructor(options: TickerOptions) {
    const url = URL.parse(options.url)
    if (url === null || (url.protocol !== 'ws:' && url.protocol !== 'wss:'))
      throw new RangeError('the ticker URL must start with ws:// or wss://')
    this.#options = options
    this.#endpoint = url
    this.#time = options.realTime ?? nodeTimers
  }

  get state(): TickerState {
    return this.#state
  }

  /** Connects, and reconnects until `close`. Does nothing while it already does so. */
  connect(): void {
    if (this.#state.state === 'idle' || this.#state.state === 'stopped') {
      this.#attempt = 0
      this.#open()
    }
  }

  /** Adds instruments, or changes their mode. Throws RangeError for bad tokens, past 3000, or when the table is full. */
  subscribe(tokens: Iterable<number>, mode: TickMode): void {
    const requested = [...tokens]
    this.#subscriptions.check(requested)
    for (const token of requested) this.#options.table.add(token)
    this.#send(this.#subscriptions.add(requested, mode))
  }

  unsubscribe(tokens: Iterable<number>): void {
    this.#send(this.#subscriptions.remove(tokens))
  }

  /** Sends every subscription again, for a socket that is alive and silent. */
  resubscribe(): void {
    this.#send(this.#subscriptions.all())
  }

  /** Drops the connection and makes a new one after the usual wait. */
  reconnect(): void {
    if (this.#socket) this.#drop('asked', 'by the caller')
  }

  /** Ends the connection and every retry. Subscriptions are kept for a later `connect`. */
  async close(): Promise<void> {
    const socket = this.#detach()
    this.#enter({ state: 'stopped', reason: 'closed' })
    if (!socket || socket.readyState === WebSocket.CLOSED) return
    const closed = Promise.withResolvers<void>()
    socket.once('close', () => closed.resolve())
    const cancelCut = this.#time.after(CLOSE_MS, () => socket.terminate())
    socket.close(1000)
    await closed.promise
    cancelCut()
  }

  #open(): void {
    const { apiKey, accessToken, egress } = this.#options
    const url = new URL(this.#endpoint)
    url.searchParams.set('api_key', apiKey)
    url.searchParams.set('access_token', revealed(accessToken()))
    this.#enter({ state: 'connecting', attempt: this.#attempt })
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_FRAME_BYTES,
      ...(egress === undefined ? { family: 4 } : { localAddress: egress }),
    })
    this.#socket = socket
    /** Events of a socket we have already left behind change nothing. */
    const current = () => this.#socket === socket
    socket.on('open', () => current() && this.#opened(socket))
    socket.on('message', (data: Buffer, isBinary) => current() && this.#read(data, isBinary))
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      if (!current()) return
      if (response.statusCode === 403) this.#stopForToken()
      else this.#drop('failed', `HTTP ${response.statusCode ?? 0} in the handshake`)
    })
    // Always listened to: a socket being cut reports an error too. Messages may quote the URL and its token; codes do not.
    socket.on('error', (error: NodeJS.ErrnoException) => current() && this.#drop('failed', error.code ?? error.name))
    socket.on('close', (code) => current() && this.#drop('closed', `code ${code}`))
  }

  #opened(socket: WebSocket): void {
    this.counts.connects++
    for (const message of this.#subscriptions.all()) socket.send(message)
    this.#lastFrameAt = this.#time.now()
    this.#watch(SILENCE_MS)
    this.#enter({ state: 'open' })
  }

  /** One timer that looks at the last frame's time, instead of one re-armed by every frame. */
  #watch(ms: number): void {
    this.#cancelTimer = this.#time.after(ms, () => {
      const silentMs = this.#time.now() - this.#lastFrameAt
      if (silentMs >= SILENCE_MS) this.#drop('silent', `${SILENCE_MS} ms without a frame`)
      else this.#watch(SILENCE_MS - silentMs)
    })
  }

  #read(data: Buffer, isBinary: boolean): void {
    this.#lastFrameAt = this.#time.now()
    // A frame, not the handshake, proves the connection good: only now may the next wait be short again.
    this.#attempt = 0
    if (!isBinary) return this.#readText(data.toString('utf8'))
    this.#slotCount = 0
    const receivedAt = this.#options.clock.now()
    this.#options.onFrame?.(receivedAt)
    const kind = decodeFrame(data, this.#options.table, receivedAt, this.#noteSlot, this.counts)
    if (kind === 'ticks' && this.#slotCount > 0) this.#options.onTicks?.(this.#slots.subarray(0, this.#slotCount))
  }

  readonly #noteSlot = (slot: number): void => {
    if (this.#slotCount === this.#slots.length) {
      const larger = new Uint32Array(this.#slots.length * 2)
      larger.set(this.#slots)
      this.#slots = larger
    }
    this.#slots[this.#slotCount++] = slot
  }

  #readText(text: string): void {
    const frame = parseTextFrame(text)
    if (frame === undefined) this.counts.badTextFrames++
    else if (frame.type === 'order') this.#options.onOrderUpdate?.(frame.update)
    else this.#options.onNotice?.(frame.type, frame.text)
  }

  #drop(cause: DropCause, detail: string): void {
    this.#detach()?.terminate()
    const delayMs = backoffMs(RECONNECT, this.#attempt++, (this.#options.random ?? Math.random)())
    this.#enter({ state: 'waiting', delayMs, cause, detail })
    this.#cancelTimer = this.#time.after(delayMs, () => this.#open())
  }

  #stopForToken(): void {
    this.#detach()?.terminate()
    this.#enter({ state: 'stopped', reason: 'token_expired' })
  }

  /** Leaves the present socket and timer behind. */
  #detach(): WebSocket | undefined {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    const socket = this.#socket
    this.#socket = undefined
    return socket
  }

  #enter(state: TickerState): void {
    this.#state = state
    this.#options.onState?.(state)
  }

  #send(messages: readonly string[]): void {
    if (this.#state.state !== 'open') return
    for (const message of messages) this.#socket?.send(message)
  }
}

export function createTicker(options: TickerOptions): Ticker {
  return new Ticker(options)
}

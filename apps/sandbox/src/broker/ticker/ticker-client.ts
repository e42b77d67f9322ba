import type { WebSocket } from 'ws'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { HEARTBEAT_FRAME, type FrameEncoder } from '@strikewise/kite/ticker/encode.ts'
import { isIndexToken, MAX_TOKENS_PER_CONNECTION, type TickMode } from '@strikewise/kite/ticker/layout.ts'
import type { QuoteChanges } from './quote-changes.ts'
import { tickerMessageOf } from './ticker-message.ts'

const HEARTBEAT_AFTER_MS = 2000
/** A client this far behind gets no option packets until it has caught up; the newest values will do then. */
const BEHIND_BYTES = 1024 * 1024
/** A client this far behind is cut: it does not read. */
const LOST_BYTES = 32 * 1024 * 1024

interface Subscription {
  mode: TickMode
  /** Version of the quote that was sent last; 0: none yet. */
  sent: number
}

/** One connection of the ticker: what it listens to, and what it has been sent. */
export class TickerClient {
  readonly userId: string
  readonly apiKey: string
  readonly accessToken: string
  readonly socket: WebSocket
  readonly #indices = new Map<number, Subscription>()
  readonly #optionSlots = new Map<number, Subscription>()
  readonly #cutsNext: () => boolean
  #lastSentReal: number

  /** `cutsNext` is asked before each frame of ticks: true sends it cut in the middle. */
  constructor(
    socket: WebSocket,
    who: { userId: string; apiKey: string; accessToken: string },
    cutsNext: () => boolean,
    realMs: number,
  ) {
    this.#cutsNext = cutsNext
    this.socket = socket
    this.userId = who.userId
    this.apiKey = who.apiKey
    this.accessToken = who.accessToken
    this.#lastSentReal = realMs
  }

  get subscriptions(): number {
    return this.#indices.size + this.#optionSlots.size
  }

  /** Takes a text frame of the client; what it asks shows in the next frame. */
  receive(text: string): void {
    const message = tickerMessageOf(text)
    if (message === undefined) {
      this.sendText({ type: 'error', data: 'Invalid message: send {"a":"subscribe","v":[token]} or the like.' })
      return
    }
    for (const token of message.tokens) {
      const group = isIndexToken(token) ? this.#indices : this.#optionSlots
      if (message.kind === 'unsubscribe') group.delete(token)
      else this.#listen(group, token, message.kind === 'mode' ? message.mode : undefined)
    }
  }

  /** Sends the indices that have changed: called after each sub-step, so that no high or low is lost. */
  sendIndices(encoder: FrameEncoder, table: QuoteTable, changes: QuoteChanges, realMs: number): void {
    this.#send(this.#indices, encoder, table, changes, realMs)
  }

  /** Sends the other instruments that have changed; a client that is behind is left out until it has read. */
  sendOptions(encoder: FrameEncoder, table: QuoteTable, changes: QuoteChanges, realMs: number): void {
    if (this.socket.bufferedAmount > LOST_BYTES) this.socket.terminate()
    else if (this.socket.bufferedAmount < BEHIND_BYTES) this.#send(this.#optionSlots, encoder, table, changes, realMs)
  }

  sendHeartbeat(realMs: number): void {
    if (realMs - this.#lastSentReal < HEARTBEAT_AFTER_MS) return
    this.socket.send(HEARTBEAT_FRAME)
    this.#lastSentReal = realMs
  }

  sendText(message: { type: string; data: unknown }): void {
    this.socket.send(JSON.stringify(message))
  }

  /** A new day has new instruments and a new table: everything is to be sent again. */
  forgetSent(): void {
    for (const group of [this.#indices, this.#optionSlots])
      for (const subscription of group.values()) subscription.sent = 0
  }

  #listen(group: Map<number, Subscription>, token: number, mode: TickMode | undefined): void {
    const known = group.get(token)
    if (known !== undefined) {
      if (mode !== undefined) known.mode = mode
      known.sent = 0
    } else if (this.subscriptions < MAX_TOKENS_PER_CONNECTION) {
      group.set(token, { mode: mode ?? 'quote', sent: 0 })
    } else {
      this.sendText({ type: 'error', data: `At most ${MAX_TOKENS_PER_CONNECTION} instruments a connection.` })
    }
  }

  #send(
    group: ReadonlyMap<number, Subscription>,
    encoder: FrameEncoder,
    table: QuoteTable,
    changes: QuoteChanges,
    realMs: number,
  ): void {
    encoder.begin()
    for (const [token, subscription] of group) {
      const slot = table.slotOf(token)
      if (slot < 0 || (subscription.sent !== 0 && changes.versionOf(slot) <= subscription.sent)) continue
      encoder.add(slot, subscription.mode)
      subscription.sent = changes.version
    }
    if (encoder.packets === 0) return
    // The encoder uses its memory again, and the socket may hold on to what it was given.
    const frame = Buffer.from(encoder.end())
    this.socket.send(this.#cutsNext() ? frame.subarray(0, frame.length >> 1) : frame)
    this.#lastSentReal = realMs
  }
}

import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import type { BrokerClient, SandboxFixture } from './sandbox-fixture.ts'

/** A ticker client on the product's own decoder, for tests: what arrived, and waiting for something to arrive. */
export class TickerListener {
  readonly socket: WebSocket
  readonly table: QuoteTable
  readonly texts: { type: string; data: Record<string, unknown> }[] = []
  heartbeats = 0
  ticks = 0
  truncated = 0
  closed = false
  #onSlot: (slot: number) => void = () => undefined
  #onAny: () => void = () => undefined

  constructor(sandbox: SandboxFixture, client: BrokerClient, tokens: readonly number[]) {
    this.table = new QuoteTable(Math.max(1, tokens.length))
    for (const token of tokens) this.table.add(token)
    const { api_key } = client.account
    const query = new URLSearchParams({ api_key, access_token: client.accessToken }).toString()
    this.socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/ticker?${query}`)
    this.socket.binaryType = 'arraybuffer'
    this.socket.addEventListener('open', () => {
      this.socket.send(JSON.stringify({ a: 'subscribe', v: tokens }))
      this.socket.send(JSON.stringify({ a: 'mode', v: ['full', tokens] }))
    })
    this.socket.addEventListener('message', ({ data }) => {
      this.#take(data as string | ArrayBuffer)
      this.#onAny()
    })
    this.socket.addEventListener('close', () => {
      this.closed = true
      this.#onAny()
    })
    // A refused handshake shows as a close, too.
    this.socket.addEventListener('error', () => undefined)
  }

  /** Called for each packet, after it was written into the table. */
  onPacket(work: (slot: number) => void): void {
    this.#onSlot = work
  }

  /** Waits until `condition` holds; it is checked after each frame. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      const next = Promise.withResolvers<void>()
      this.#onAny = () => next.resolve()
      await next.promise
    }
  }

  #take(data: string | ArrayBuffer): void {
    if (typeof data === 'string') {
      this.texts.push(JSON.parse(data) as (typeof this.texts)[number])
      return
    }
    const kind = decodeFrame(new Uint8Array(data), this.table, 0 as EpochMs, this.#onSlot)
    if (kind === 'ticks') this.ticks += 1
    else if (kind === 'heartbeat') this.heartbeats += 1
    else this.truncated += 1
  }
}

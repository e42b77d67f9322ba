import { request as httpRequest, type ClientRequest } from 'node:http'
import { createInterface } from 'node:readline'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import type { BrokerOrder, OrderRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerFunds, BrokerPosition, BrokerUpdate, SendGuard } from '@strikewise/execution/ports.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { BrokerAccount, BrokerAccountOptions, BrokerLink } from '@strikewise/brokers/broker-account.ts'
import { CredentialRefresh } from '@strikewise/brokers/link-refresh.ts'
import { createRedactor, type Redactor } from '@strikewise/brokers/redact.ts'
import { HttpCaller, type HttpCall } from './nimbus-http.ts'
import { NIMBUS_PROFILE } from './nimbus-profile.ts'
import { ackOf, bodyOf, clientIdOf, fillOf, jsonOf, orderOf, positionOf } from './nimbus-rows.ts'

const CALL_TIMEOUT_MS = 7_000
const RECONNECT_MS = 100
const MAX_REFERENCE = 20
const NO_TOKEN = { type: 'refused', code: 'token_expired', text: 'the link has no usable token' } as const

type Row = Readonly<Record<string, unknown>>

/** One account at the made-up broker: JSON bodies, order ids of the client, server-sent events, DAY orders only. */
export class NimbusBroker implements BrokerAccount {
  readonly profile = NIMBUS_PROFILE
  readonly #options: BrokerAccountOptions
  readonly #link: CredentialRefresh<BrokerLink>
  readonly #listeners = new Set<(update: BrokerUpdate) => void>()
  #orders: HttpCaller | undefined
  #reads: HttpCaller | undefined
  #redact: Redactor = createRedactor([])
  #stream: ClientRequest | undefined
  #closed = false

  constructor(options: BrokerAccountOptions) {
    this.#options = options
    this.#link = new CredentialRefresh({
      read: () => options.credentials(),
      use: (link) => this.#use(link),
      onError: (what, error) => options.onError(what, error),
      time: { after },
    })
  }

  refresh(): Promise<boolean> {
    return this.#link.refresh()
  }

  async #use(link: BrokerLink | undefined): Promise<void> {
    this.#disconnect()
    const urls = link && this.#options.urls(link.mode)
    if (link === undefined || urls === undefined) return
    const { apiKey, accessToken } = link
    this.#redact = createRedactor([apiKey, accessToken])
    const token = () => accessToken.reveal()
    const timeoutMs = this.#options.callTimeoutMs ?? CALL_TIMEOUT_MS
    this.#orders = new HttpCaller(urls.apiUrl, token, timeoutMs, 2)
    this.#reads = new HttpCaller(urls.apiUrl, token, timeoutMs, 4)
    this.#listen(urls.tickerUrl, token())
    this.#notify({ type: 'login' })
  }

  async place(order: OrderRequest, guard: SendGuard): Promise<OrderAck> {
    const terms = bodyOf(order.terms)
    if (terms === undefined || order.tag === '' || order.tag.length > MAX_REFERENCE) return notBuilt()
    const body = {
      ...terms,
      clientOrderId: clientIdOf(order.tag),
      symbol: order.tradingsymbol,
      side: order.side === 'BUY' ? 'buy' : 'sell',
      product: order.product === 'MIS' ? 'intraday' : 'carry',
    }
    return this.#write({ method: 'POST', path: '/v2/orders', body, guard })
  }

  async modify(orderId: string, terms: OrderTerms, guard: SendGuard): Promise<OrderAck> {
    const body = bodyOf(terms)
    if (body === undefined || orderId === '') return notBuilt()
    return this.#write({ method: 'PATCH', path: `/v2/orders/${encodeURIComponent(orderId)}`, body, guard }, orderId)
  }

  async cancel(orderId: string, guard: SendGuard): Promise<OrderAck> {
    if (orderId === '') return notBuilt()
    return this.#write({ method: 'DELETE', path: `/v2/orders/${encodeURIComponent(orderId)}`, guard }, orderId)
  }

  orders(): Promise<QueryResult<readonly BrokerOrder[]>> {
    return this.#list('/v2/orders', 'orders', (row) => orderOf(row, this.#redact))
  }

  history(orderId: string): Promise<QueryResult<readonly BrokerOrder[]>> {
    const path = `/v2/orders/${encodeURIComponent(orderId)}/events`
    return this.#list(path, 'events', (row) => orderOf(row, this.#redact))
  }

  trades(): Promise<QueryResult<readonly BrokerFill[]>> {
    return this.#list('/v2/fills', 'fills', fillOf)
  }

  positions(): Promise<QueryResult<readonly BrokerPosition[]>> {
    return this.#list('/v2/positions', 'positions', positionOf)
  }

  async funds(): Promise<QueryResult<BrokerFunds>> {
    const read = await this.#read('/v2/cash')
    if (!read.ok) return read
    const { usablePaise, openingPaise } = read.value as { usablePaise?: unknown; openingPaise?: unknown }
    if (!Number.isSafeInteger(usablePaise) || !Number.isSafeInteger(openingPaise)) return unavailable('no amounts')
    return { ok: true, value: { usable: usablePaise as Paise, opening: openingPaise as Paise } }
  }

  updates(listener: (update: BrokerUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#link.close()
    this.#disconnect()
  }

  async #write(call: HttpCall, asked?: string): Promise<OrderAck> {
    const [caller, redact] = [this.#orders, this.#redact]
    if (caller === undefined) return NO_TOKEN
    const result = await caller.call(call)
    if (!result.sent) return { type: 'refused', code: 'not_sent', text: 'not sent' }
    return result.reply === undefined ? { type: 'in_doubt', why: 'no answer' } : ackOf(result.reply, redact, asked)
  }

  async #read(path: string): Promise<QueryResult<Row>> {
    if (this.#reads === undefined) return { ok: false, code: 'token_expired', text: NO_TOKEN.text }
    const result = await this.#reads.call({ method: 'GET', path })
    if (!result.sent || result.reply === undefined) return unavailable('no answer')
    const { status } = result.reply
    if (status === 401) return { ok: false, code: 'token_expired', text: 'the session is over' }
    if (status === 429) return { ok: false, code: 'rate_limited', text: 'too many calls' }
    const json = status === 200 ? jsonOf(result.reply) : undefined
    return json === undefined ? unavailable(`HTTP ${status}`) : { ok: true, value: json }
  }

  async #list<T>(path: string, key: string, rowOf: (row: Row) => T | undefined): Promise<QueryResult<readonly T[]>> {
    const read = await this.#read(path)
    if (!read.ok) return read
    const rows = read.value[key]
    if (!Array.isArray(rows)) return unavailable('no list')
    // What is of another exchange is not ours, whatever it looks like.
    const own = (rows as Row[]).filter(({ exchange }) => exchange === 'NFO')
    const known = own.map(rowOf)
    const value = known.filter((row) => row !== undefined)
    return { ok: true, value, partial: value.length < known.length }
  }

  #listen(url: string, token: string): void {
    const stream = httpRequest(`${url}/v2/stream`, { headers: { authorization: `Bearer ${token}` } })
    this.#stream = stream
    const again = () => {
      if (!this.#closed && this.#stream === stream)
        setTimeout(() => {
          if (!this.#closed && this.#stream === stream) this.#listen(url, token)
        }, RECONNECT_MS)
    }
    stream.on('error', () => undefined)
    stream.on('close', again)
    stream.on('response', (response) => {
      this.#notify({ type: 'look' })
      response.on('error', () => undefined)
      const lines = createInterface({ input: response })
      // What breaks the stream ends it: the close is what counts.
      lines.on('error', () => undefined)
      lines.on('line', (line) => {
        if (!line.startsWith('data: ')) return
        const row = jsonOf({ contentType: 'application/json', body: line.slice('data: '.length) })
        const order = row && orderOf(row, this.#redact)
        this.#notify(order === undefined ? { type: 'moved' } : { type: 'order', order })
      })
    })
    stream.end()
  }

  #notify(update: BrokerUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }

  #disconnect(): void {
    const stream = this.#stream
    this.#stream = undefined
    stream?.destroy()
    this.#orders?.close()
    this.#reads?.close()
    this.#orders = undefined
    this.#reads = undefined
  }
}

/** Runs something once, later; returns what cancels it. */
function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function notBuilt(): OrderAck {
  return { type: 'refused', code: 'bad_request', text: 'the broker knows no such order' }
}

function unavailable(text: string): { ok: false; code: 'unavailable'; text: string } {
  return { ok: false, code: 'unavailable', text }
}

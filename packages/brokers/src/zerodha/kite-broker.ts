// @invariant paper-apart-from-live Paper and live never mix: a link keeps its kind, each kind has its own
//   addresses, and every count and sum is of one kind.
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { storableText } from '@strikewise/domain/text/storable-text.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import type { BrokerOrder, OrderRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type {
  BrokerFunds,
  BrokerPosition,
  BrokerTime,
  BrokerUpdate,
  MonoMs,
  SendGuard,
} from '@strikewise/execution/ports.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { ReadResult } from '@strikewise/kite/responses/classify-read.ts'
import { ServerTimeEstimator } from '@strikewise/kite/rest/server-time.ts'
import { createKiteClient, type KiteClient, type KiteClientOptions } from '@strikewise/kite/rest/client.ts'
import { cashForOptions } from '@strikewise/kite/rows/funds.ts'
import { nodeTimers, type Timers } from '@strikewise/kite/ticker/timers.ts'
import { Ticker, type TickerOptions } from '@strikewise/kite/ticker/ticker.ts'
import { EXCHANGE, orderAckFrom, changeFrom, fillFrom, isPartial, orderFrom, paiseDown, readFrom } from './kite-rows.ts'
import type { BrokerAccount, BrokerAccountOptions, BrokerLink } from '../broker-account.ts'
import { CredentialRefresh } from '../link-refresh.ts'
import { createRedactor, type Redactor } from '../redact.ts'
import { ZERODHA_PROFILE } from './profile.ts'

const VARIETY = 'regular'
/** Two a lane: a hung call of an account must not stand before its next one. */
const CONNECTIONS = 2
const TICKER_RETRY_MS = 60_000
/** A connection is let go after some 50 s without traffic. */
const ORDER_LANE_QUIET_MS = 20_000
const CONNECT_MS = 3_000
const NO_TOKEN = 'the broker link has no usable token'

export interface KiteBrokerOptions extends BrokerAccountOptions {
  readonly realTime?: Timers
  /** What makes a link's connections: the real client and socket when left out. */
  readonly connections?: KiteConnections
}

/** A way to reach the broker: over HTTP and over its socket. */
export interface KiteConnections {
  client(options: KiteClientOptions): KiteClient
  ticker(options: TickerOptions): OrderSocket
}

type OrderSocket = Pick<Ticker, 'connect' | 'close'>

const REAL_CONNECTIONS: KiteConnections = {
  client: createKiteClient,
  ticker: (options) => new Ticker(options),
}

/**
 * One account at Kite. Token and key are revealed only here, and no text it hands over holds them; every connection is
 * the account's own and leaves from the link's address. The token stays in memory, so that exits go on while the store is
 * away.
 */
export class KiteBroker implements BrokerAccount {
  readonly profile = ZERODHA_PROFILE
  readonly #options: KiteBrokerOptions
  readonly #listeners = new Set<(update: BrokerUpdate) => void>()
  #credentials: BrokerLink | undefined
  /** Kept over a new login: the broker's clock is the same. */
  readonly #skew: ServerTimeEstimator
  #client: KiteClient | undefined
  /** Of the login that the client calls with. */
  #redact: Redactor = createRedactor([])
  #ticker: OrderSocket | undefined
  #cancelTickerRetry: (() => void) | undefined
  readonly #link: CredentialRefresh<BrokerLink>
  readonly #time: Timers
  /** When a connection for order calls last carried something. */
  #orderLaneUsedAt = 0

  constructor(options: KiteBrokerOptions) {
    this.#options = options
    this.#time = options.realTime ?? nodeTimers
    this.#skew = new ServerTimeEstimator(options.mono ?? (() => this.#time.now()))
    this.#link = new CredentialRefresh({
      read: () => options.credentials(),
      use: (link) => this.#use(link),
      onError: (what, error) => options.onError(what, error),
      time: this.#time,
    })
  }

  /**
   * Reads the link again: at the start and whenever it changed. Resolves to true once a reading that began after this call
   * is in force; a link that cannot be read leaves all as it was.
   */
  refresh(): Promise<boolean> {
    return this.#link.refresh()
  }

  async #use(next: BrokerLink | undefined): Promise<void> {
    if (isSame(next, this.#credentials)) return
    const { client, ticker } = this.#useConnection()
    this.#credentials = next
    if (next !== undefined) this.#connect(next)
    await Promise.all([client?.close(), ticker?.close()])
  }

  async place(order: OrderRequest, guard: SendGuard): Promise<OrderAck> {
    const algoId = this.#credentials?.mode === 'live' ? (order.algoId ?? this.#options.algoId) : undefined
    return this.#write(guard, (client, beforeWrite) =>
      client.placeOrder(
        {
          variety: VARIETY,
          exchange: EXCHANGE,
          tradingsymbol: order.tradingsymbol,
          side: order.side,
          product: order.product,
          tag: order.tag,
          ...changeFrom(order.terms),
          ...(algoId === undefined ? {} : { algoId }),
        },
        { beforeWrite },
      ),
    )
  }

  async modify(orderId: string, terms: OrderTerms, guard: SendGuard): Promise<OrderAck> {
    return this.#write(guard, (client, beforeWrite) =>
      client.modifyOrder(VARIETY, orderId, changeFrom(terms), { beforeWrite }),
    )
  }

  async cancel(orderId: string, guard: SendGuard): Promise<OrderAck> {
    return this.#write(guard, (client, beforeWrite) => client.cancelOrder(VARIETY, orderId, { beforeWrite }))
  }

  async orders(): Promise<QueryResult<readonly BrokerOrder[]>> {
    return this.#read(
      (client) => client.orders({ lane: this.#poolOfQuery() }),
      ({ rows, dropped }, redact) => ({
        value: rows.map((row) => orderFrom(row, redact)).filter((order) => order !== undefined),
        partial: isPartial(dropped),
      }),
    )
  }

  async history(orderId: string): Promise<QueryResult<readonly BrokerOrder[]>> {
    return this.#read(
      (client) => client.orderHistory(orderId),
      ({ rows, dropped }, redact) => ({
        value: rows.map((row) => orderFrom(row, redact)).filter((order) => order !== undefined),
        partial: isPartial(dropped),
      }),
    )
  }

  async trades(): Promise<QueryResult<readonly BrokerFill[]>> {
    return this.#read(
      (client) => client.trades(),
      ({ rows, dropped }) => ({ value: rows.map(fillFrom), partial: isPartial(dropped) }),
    )
  }

  async positions(): Promise<QueryResult<readonly BrokerPosition[]>> {
    return this.#read(
      (client) => client.positions(),
      ({ net }) => ({
        value: net.rows.map(({ tradingsymbol, product, quantity, overnightQuantity, lastPriceRupees }) => ({
          tradingsymbol,
          product,
          quantity,
          carried: overnightQuantity,
          // 0 stands for none.
          ...(lastPriceRupees > 0 ? { lastPrice: paiseFromRupees(lastPriceRupees) } : {}),
        })),
        partial: isPartial(net.dropped),
      }),
    )
  }

  async funds(): Promise<QueryResult<BrokerFunds>> {
    return this.#read(
      (client) => client.fundsOf('equity'),
      (funds) => ({
        value: { usable: cashForOptions(funds), opening: paiseDown(funds.openingBalanceRupees) },
        partial: false,
      }),
    )
  }

  /** On a market in a hurry a few real milliseconds are many of its own, so the bounds are as much wider. */
  brokerTime(): BrokerTime | undefined {
    const { shown } = this.#skew
    if (shown === undefined) return undefined
    const slack = Math.max(0, (this.#options.clock.speed?.() ?? 1) - 1) * DEFAULT_CONFIG.maxClockSkewMs
    return {
      mono: shown.mono as MonoMs,
      earliest: (shown.earliest - slack) as EpochMs,
      latest: (shown.latest + slack) as EpochMs,
    }
  }

  updates(listener: (update: BrokerUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#link.close()
    const { client, ticker } = this.#useConnection()
    await Promise.all([client?.close(), ticker?.close()])
  }

  /** The order calls' one shape: no client, no call; what the client would not even build was refused unsent. */
  async #write(
    guard: SendGuard,
    call: (client: KiteClient, beforeWrite: SendGuard) => Promise<Parameters<typeof orderAckFrom>[0]>,
  ): Promise<OrderAck> {
    const [client, redact] = [this.#client, this.#redact]
    if (client === undefined) return { type: 'refused', code: 'token_expired', text: NO_TOKEN }
    this.#orderLaneUsedAt = this.#time.now()
    let couldHaveBeenSent = false
    const beforeWrite = () => {
      couldHaveBeenSent = guard()
      return couldHaveBeenSent
    }
    try {
      return orderAckFrom(await call(client, beforeWrite), redact)
    } catch (error) {
      const text = storableText(redact(error instanceof Error ? error.message : String(error)))
      return couldHaveBeenSent ? { type: 'in_doubt', why: text } : { type: 'refused', code: 'bad_request', text }
    }
  }

  /** The readings' one shape: no client, no reading. The answer under one login is reported without that login's secrets. */
  async #read<A, B>(
    call: (client: KiteClient) => Promise<ReadResult<A>>,
    value: (from: A, redact: Redactor) => { value: B; partial: boolean },
  ): Promise<QueryResult<B>> {
    const [client, redact] = [this.#client, this.#redact]
    if (client === undefined) return { ok: false, code: 'token_expired', text: NO_TOKEN }
    return readFrom(await call(client), redact, (from) => value(from, redact))
  }

  /**
   * Readings have connections of their own, so that none stands before an order. Now and then one goes over the orders'
   * connection: it stays open, and the next order need not wait for a handshake.
   */
  #poolOfQuery(): 'orders' | 'reads' {
    const now = this.#time.now()
    if (now - this.#orderLaneUsedAt < ORDER_LANE_QUIET_MS) return 'reads'
    this.#orderLaneUsedAt = now
    return 'orders'
  }

  #connect(credentials: BrokerLink): void {
    const { urls, clock, callTimeoutMs = DEFAULT_CONFIG.callTimeoutMs } = this.#options
    const place = urls(credentials.mode)
    if (place === undefined) return
    const redact = createRedactor([credentials.apiKey, credentials.accessToken])
    this.#redact = redact
    const egress = credentials.egressAddress === null ? {} : { egress: credentials.egressAddress }
    const connections = this.#options.connections ?? REAL_CONNECTIONS
    this.#client = connections.client({
      rootUrl: place.apiUrl,
      apiKey: credentials.apiKey.reveal(),
      accessToken: () => credentials.accessToken,
      connections: CONNECTIONS,
      skew: this.#skew,
      timeouts: {
        connectMs: Math.min(CONNECT_MS, callTimeoutMs),
        headersMs: callTimeoutMs,
        bodyMs: callTimeoutMs,
        callMs: callTimeoutMs,
      },
      ...egress,
    })
    this.#orderLaneUsedAt = this.#time.now()
    // Opens the connections. Not waited for; the readings show whether the token is valid.
    void this.#client.warm()
    // A socket for order messages alone: trouble with ticks must not hide a fill.
    this.#ticker = connections.ticker({
      url: place.tickerUrl,
      apiKey: credentials.apiKey.reveal(),
      accessToken: () => credentials.accessToken,
      table: new QuoteTable(1),
      clock,
      realTime: this.#time,
      onOrderUpdate: ({ order }) => {
        const known = orderFrom(order, redact)
        this.#notify(known === undefined ? { type: 'moved' } : { type: 'order', order: known })
      },
      onState: (change) => {
        // Nothing is repeated after a connection broke.
        if (change.state === 'open') this.#notify({ type: 'look' })
        // Refused for its token or without a data plan: polling continues, and the socket is retried now and then.
        if (change.state === 'stopped' && change.reason === 'token_expired') this.#retryTickerLater()
      },
      ...egress,
    })
    this.#ticker.connect()
    this.#notify({ type: 'login' })
  }

  #retryTickerLater(): void {
    const ticker = this.#ticker
    this.#cancelTickerRetry?.()
    this.#cancelTickerRetry = this.#time.after(TICKER_RETRY_MS, () => {
      if (ticker === this.#ticker) ticker?.connect()
    })
  }

  #notify(update: BrokerUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }

  #useConnection(): { client: KiteClient | undefined; ticker: OrderSocket | undefined } {
    const taken = { client: this.#client, ticker: this.#ticker }
    this.#cancelTickerRetry?.()
    this.#client = undefined
    this.#ticker = undefined
    return taken
  }
}

function isSame(a: BrokerLink | undefined, b: BrokerLink | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    a.accessToken.reveal() === b.accessToken.reveal() &&
    a.apiKey.reveal() === b.apiKey.reveal() &&
    a.egressAddress === b.egressAddress &&
    a.mode === b.mode
  )
}

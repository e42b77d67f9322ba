import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Answer, Read } from '@strikewise/execution/order/answer.ts'
import type { OrderRequest } from '@strikewise/execution/order/order.ts'
import type { BrokerPort, BrokerUpdate, ClockPort, SendGuard } from '@strikewise/execution/ports.ts'
import { answerFrom, changeFrom, fillFrom, orderFrom, paiseDown, readFrom } from '@strikewise/kite-broker/kite-rows.ts'
import { createKiteClient, type KiteClient } from '@strikewise/kite/rest/client.ts'
import { cashForOptions } from '@strikewise/kite/rows/funds.ts'
import { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import type { LoggedIn, SandboxUrls } from './sandbox-calls.ts'

const VARIETY = 'regular'
const CONNECTIONS = 2

/** One order request of an account, on this process's clock (`performance.now`). */
export interface Placed {
  readonly order: OrderRequest
  /** Right before the first byte left; undefined: none did. */
  sentAt?: number
  answeredAt?: number
  answer?: Answer
}

/** One account at the broker: a client and a socket for order updates of its own, as the trader role has. */
export class BenchAccount {
  readonly session: LoggedIn
  readonly client: KiteClient
  /** Order requests in the order they were made. */
  readonly placed: Placed[] = []
  /** Kinds of readings that have succeeded. */
  readonly seen = new Set<'orders' | 'trades' | 'positions' | 'funds'>()
  readonly port: BrokerPort
  readonly #ticker: Ticker
  readonly #listeners = new Set<(update: BrokerUpdate) => void>()
  readonly #connected = Promise.withResolvers<void>()

  constructor(urls: SandboxUrls, session: LoggedIn, clock: ClockPort) {
    const { apiKey } = session
    const accessToken = () => session.accessToken
    this.session = session
    this.client = createKiteClient({ rootUrl: urls.kite, apiKey, accessToken, connections: CONNECTIONS })
    this.#ticker = new Ticker({
      url: urls.ticker,
      apiKey,
      accessToken,
      table: new QuoteTable(1),
      clock,
      onOrderUpdate: ({ order }) => {
        const known = orderFrom(order)
        this.#tell(known === undefined ? { type: 'moved' } : { type: 'order', order: known })
      },
      onState: ({ state }) => {
        if (state !== 'open') return
        this.#tell({ type: 'look' })
        this.#connected.resolve()
      },
    })
    this.port = this.#makePort()
  }

  /** Resolves when the socket for order updates stands. */
  async connect(): Promise<void> {
    this.#ticker.connect()
    await this.#connected.promise
  }

  async close(): Promise<void> {
    await Promise.all([this.#ticker.close(), this.client.close()])
  }

  #makePort(): BrokerPort {
    const { client } = this
    return {
      place: (order, guard) => this.#place(order, guard),
      modify: async (orderId, terms, guard) =>
        answerFrom(await client.modifyOrder(VARIETY, orderId, changeFrom(terms), { beforeWrite: guard })),
      cancel: async (orderId, guard) => answerFrom(await client.cancelOrder(VARIETY, orderId, { beforeWrite: guard })),
      orders: async () =>
        this.#saw(
          'orders',
          readFrom(await client.orders(), ({ rows, dropped }) => ({
            value: rows.map(orderFrom).filter((order) => order !== undefined),
            partial: dropped.length > 0,
          })),
        ),
      trades: async () =>
        this.#saw(
          'trades',
          readFrom(await client.trades(), ({ rows, dropped }) => ({
            value: rows.map(fillFrom),
            partial: dropped.length > 0,
          })),
        ),
      positions: async () =>
        this.#saw(
          'positions',
          readFrom(await client.positions(), ({ net }) => ({ value: net.rows, partial: net.dropped.length > 0 })),
        ),
      funds: async () =>
        this.#saw(
          'funds',
          readFrom(await client.fundsOf('equity'), (funds) => ({
            value: { usable: cashForOptions(funds), opening: paiseDown(funds.openingBalanceRupees) },
            partial: false,
          })),
        ),
      updates: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
  }

  async #place(order: OrderRequest, guard: SendGuard): Promise<Answer> {
    const placed: Placed = { order }
    this.placed.push(placed)
    const { tradingsymbol, side, product, tag, terms } = order
    const beforeWrite = () => {
      if (!guard()) return false
      placed.sentAt = performance.now()
      return true
    }
    const outcome = await this.client.placeOrder(
      { variety: VARIETY, exchange: 'NFO', tradingsymbol, side, product, tag, ...changeFrom(terms) },
      { beforeWrite },
    )
    placed.answeredAt = performance.now()
    placed.answer = answerFrom(outcome)
    return placed.answer
  }

  #saw<T>(kind: 'orders' | 'trades' | 'positions' | 'funds', read: Read<T>): Read<T> {
    if (read.ok) this.seen.add(kind)
    return read
  }

  #tell(update: BrokerUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}

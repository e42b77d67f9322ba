import type { OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import type { OrderRequest } from '@strikewise/execution/order/order.ts'
import type { ClockPort, SendGuard } from '@strikewise/execution/ports.ts'
import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { KiteBroker } from '@strikewise/brokers/zerodha/kite-broker.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import type { LoggedIn, SandboxUrls } from './sandbox-calls.ts'

/** One order call of an account, on this process's clock (`performance.now`). */
export interface BrokerCallCounts {
  readonly kind: OrderCall
  /** Of a new order. */
  readonly order: OrderRequest | undefined
  /** Right before the first byte left; undefined: none did. */
  sentAt?: number
  answeredAt?: number
  answer?: OrderAck
}

/** One account at the broker through the product's own adapter, with a record of what passes. */
export class BenchAccount {
  readonly session: LoggedIn
  /** Order calls in the order they were made. */
  readonly calls: BrokerCallCounts[] = []
  /** The first order to buy that the broker accepted. */
  entry: BrokerCallCounts | undefined
  readonly port: BrokerAccount
  readonly #broker: KiteBroker
  /** Kinds of readings that have not succeeded yet. */
  readonly #unread = new Set(['orders', 'trades', 'positions', 'funds'])

  constructor(urls: SandboxUrls, session: LoggedIn, clock: ClockPort) {
    this.session = session
    const broker = new KiteBroker({
      urls: () => ({ apiUrl: urls.kite, tickerUrl: urls.ticker }),
      clock,
      algoId: undefined,
      credentials: async () => ({
        mode: 'paper',
        apiKey: new Secret(session.apiKey),
        accessToken: session.accessToken,
        egressAddress: null,
      }),
      onError: (what, error) => console.error(what, error),
    })
    this.#broker = broker
    this.port = {
      profile: broker.profile,
      place: (order, guard) => this.#record('place', order, guard, (watched) => broker.place(order, watched)),
      modify: (orderId, terms, guard) =>
        this.#record('modify', undefined, guard, (watched) => broker.modify(orderId, terms, watched)),
      cancel: (orderId, guard) =>
        this.#record('cancel', undefined, guard, (watched) => broker.cancel(orderId, watched)),
      orders: () => this.#read('orders', broker.orders()),
      history: (orderId) => broker.history(orderId),
      trades: () => this.#read('trades', broker.trades()),
      positions: () => this.#read('positions', broker.positions()),
      funds: () => this.#read('funds', broker.funds()),
      updates: (listener) => broker.updates(listener),
      refresh: () => broker.refresh(),
      close: () => broker.close(),
    }
  }

  /** Connects; resolves when the broker's socket for order updates stands, which the adapter reports as `look`. */
  async connect(): Promise<void> {
    await this.#broker.refresh()
    await new Promise<void>((resolve) => {
      const end = this.#broker.updates(({ type }) => {
        if (type !== 'look') return
        end()
        resolve()
      })
    })
  }

  /** Whether books and funds have been read: the core enters nothing before. */
  get hasRead(): boolean {
    return this.#unread.size === 0
  }

  close(): Promise<void> {
    return this.#broker.close()
  }

  async #record(
    kind: BrokerCallCounts['kind'],
    order: OrderRequest | undefined,
    guard: SendGuard,
    call: (watched: SendGuard) => Promise<OrderAck>,
  ): Promise<OrderAck> {
    const called: BrokerCallCounts = { kind, order }
    this.calls.push(called)
    called.answer = await call(() => {
      if (!guard()) return false
      called.sentAt = performance.now()
      return true
    })
    called.answeredAt = performance.now()
    if (order?.side === 'BUY' && called.answer.type === 'accepted') this.entry ??= called
    return called.answer
  }

  async #read<T>(kind: string, reading: Promise<QueryResult<T>>): Promise<QueryResult<T>> {
    const read = await reading
    if (read.ok) this.#unread.delete(kind)
    return read
  }
}

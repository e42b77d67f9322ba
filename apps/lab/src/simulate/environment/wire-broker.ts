import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExchangeEvent } from '@strikewise/exchange/order-types.ts'
import { hash32, mix32 } from '@strikewise/exchange/random/hash.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import type { OrderRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerFunds, BrokerUpdate, SendGuard } from '@strikewise/execution/ports.ts'
import { KiteBroker, type KiteConnections } from '@strikewise/brokers/zerodha/kite-broker.ts'
import { ZERODHA_PROFILE } from '@strikewise/brokers/zerodha/profile.ts'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import { orderUpdate } from '@strikewise/kite/rows/order-update.ts'
import { revealed, Secret } from '@strikewise/domain/text/secret.ts'
import type { CallRecord, OrdersRead } from './broker-records.ts'
import type { ModelBrokerOptions } from './model-broker.ts'
import { CALL_TIMEOUT_MS, CallFaults } from './call-faults.ts'
import { accessTokenOf, apiKeyOf, Login } from './login.ts'
import { WireTransport } from './wire-transport.ts'

/** More than any mailbox takes. */
const RECONNECTS = 300
const LATENCY_MS = { least: 4, spread: 30 }
const CONNECTS_MS = 20

/** Whose reading it was, and when. */
type About = Pick<OrdersRead, 'account' | 'process' | 'askedAt' | 'receivedAt'>

export interface WireBrokerOptions extends ModelBrokerOptions {
  readonly clocks: { wall(): number; mono(): number }
  /** How often the account's owner has logged in again today: the newest login is the only one the broker takes. */
  readonly logins: () => number
  /** A call came with a login that was replaced. */
  readonly onStale: () => void
  /** The owner logs in again. */
  readonly logInAgain: () => void
}

/**
 * The product's own adapter with its own client on the exchange model: what it writes is read as the broker would, and what
 * it receives is the broker's bytes. Only connections and time are simulated.
 */
export class WireBroker {
  readonly profile = ZERODHA_PROFILE
  readonly #o: WireBrokerOptions
  readonly #broker: KiteBroker
  readonly #listeners = new Set<(update: BrokerUpdate) => void>()
  readonly #key: number
  #calls = 0

  constructor(options: WireBrokerOptions) {
    this.#o = options
    this.#key = hash32(options.seed, options.account)
    const { account, chooser, clocks, logins, owner, time } = options
    this.#broker = new KiteBroker({
      urls: () => ({ apiUrl: 'http://broker.invalid', tickerUrl: 'ws://broker.invalid' }),
      clock: { now: () => clocks.wall() as EpochMs },
      mono: () => clocks.mono(),
      algoId: undefined,
      credentials: () => {
        // Read now; the vault opens it later, as fast as it can.
        const login = logins()
        const slow = chooser.choose('vault_slow', account)
        const { promise, resolve } = Promise.withResolvers<ReturnType<typeof linkOf>>()
        time.after(slow === 0 ? 1 : [800, 3_000, 6_000][slow - 1]!, () => resolve(linkOf(account, login)), owner)
        return promise
      },
      onError: () => undefined,
      callTimeoutMs: CALL_TIMEOUT_MS,
      realTime: {
        now: () => clocks.mono(),
        after: (ms, work) => {
          const action = time.after(ms, work, owner)
          return () => {
            action.cancelled = true
          }
        },
      },
      connections: this.#connections(),
    })
    this.#broker.updates((update) => this.#notify(update))
    void this.#broker.refresh()
  }

  /** The link has changed, or may have. */
  refresh(): void {
    void this.#broker.refresh()
  }

  place(order: OrderRequest, guard: SendGuard): Promise<OrderAck> {
    const about = { kind: 'place', side: order.side, tag: order.tag, orderId: null, terms: order.terms } as const
    return this.#call({ ...about, tradingsymbol: order.tradingsymbol, algoId: order.algoId }, guard, (noted) =>
      this.#broker.place(order, noted),
    )
  }

  modify(orderId: string, terms: OrderTerms, guard: SendGuard): Promise<OrderAck> {
    const about = { kind: 'modify', side: null, tag: null, orderId, terms, tradingsymbol: null } as const
    return this.#call(about, guard, (noted) => this.#broker.modify(orderId, terms, noted))
  }

  cancel(orderId: string, guard: SendGuard): Promise<OrderAck> {
    const about = { kind: 'cancel', side: null, tag: null, orderId, terms: null, tradingsymbol: null } as const
    return this.#call(about, guard, (noted) => this.#broker.cancel(orderId, noted))
  }

  orders = () =>
    this.#read(
      () => this.#broker.orders(),
      (read, about) => {
        const orderIds = read.value.map(({ orderId }) => orderId)
        this.#o.onOrders({ ...about, orderIds, isPartial: read.partial === true })
      },
    )
  history = (orderId: string) => this.#read(() => this.#broker.history(orderId))
  trades = () =>
    this.#read(
      () => this.#broker.trades(),
      (_read, about) => this.#o.onBook({ ...about, positions: undefined }),
    )
  positions = () =>
    this.#read(
      () => this.#broker.positions(),
      ({ value }, about) => this.#o.onBook({ ...about, positions: value }),
    )

  async funds(): Promise<QueryResult<BrokerFunds>> {
    const { account, onFunds, process, time } = this.#o
    const askedAt = time.now
    const read = await this.#read(() => this.#broker.funds())
    if (read.ok) onFunds({ account, process, askedAt, receivedAt: time.now, usable: read.value.usable })
    return read
  }

  updates(listener: (update: BrokerUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The connection was re-established, repeatedly. */
  reconnect(): void {
    for (let nth = 0; nth < RECONNECTS; nth += 1) this.#notify({ type: 'look' })
  }

  async #call(
    about: Pick<CallRecord, 'kind' | 'side' | 'tag' | 'orderId' | 'terms' | 'tradingsymbol' | 'algoId'>,
    guard: SendGuard,
    send: (noted: SendGuard) => Promise<OrderAck>,
  ): Promise<OrderAck> {
    const { account, asked, onCall, process, time } = this.#o
    let call: CallRecord | undefined
    const reported = asked()
    const answer = await send(() => {
      if (!guard()) return false
      call = { ...about, account, process, leftAt: time.now, answer: undefined }
      onCall(call)
      return true
    })
    if (call !== undefined) {
      call.answer = answer
      call.answeredAt = time.now
      if (answer.type !== 'in_doubt') reported(time.now)
    }
    return answer
  }

  /** `onRead`: called with what reaches the process of a book whose readings are noted. */
  async #read<T>(
    read: () => Promise<QueryResult<T>>,
    onRead?: (read: Extract<QueryResult<T>, { ok: true }>, about: About) => void,
  ): Promise<QueryResult<T>> {
    const { account, asked, process, time } = this.#o
    const askedAt = time.now
    const reported = asked()
    const result = await read()
    if (result.ok || result.code !== 'unavailable') reported(time.now)
    if (result.ok) onRead?.(result, { account, process, askedAt, receivedAt: time.now })
    return result
  }

  #connections(): KiteConnections {
    const { account, exchange, logins, onStale, owner, time } = this.#o
    return {
      client: (options) => {
        const token = revealed(options.accessToken())
        const login = new Login(account, token)
        const callFaults = new CallFaults({ ...this.#o, login, latency: () => this.#latency() })
        const isCurrent = () => token === accessTokenOf(account, logins())
        const transport = new WireTransport({ ...this.#o, login, callFaults, isCurrent, onStale })
        const { apiKey, accessToken } = options
        return { ...createKiteClient({ apiKey, accessToken, transport }), close: () => transport.close() }
      },
      ticker: ({ onOrderUpdate, onState }) => {
        let unsubscribe: (() => void) | undefined
        return {
          connect: () => {
            unsubscribe ??= exchange.subscribe((event) =>
              this.#onUpdate(event, (row) => {
                const update = orderUpdate.safeParse(row)
                if (update.success) onOrderUpdate?.(update.data)
              }),
            )
            time.after(CONNECTS_MS, () => onState?.({ state: 'open' }), owner)
          },
          close: async () => unsubscribe?.(),
        }
      },
    }
  }

  /** What comes over the socket: late, twice, or not. */
  #onUpdate(event: ExchangeEvent, notify: (row: unknown) => void): void {
    const { account, chooser, owner, time } = this.#o
    if (event.type !== 'order' || event.accountId !== account) return
    if (chooser.choose('update_lost', account) > 0) return
    const late = chooser.choose('update_late', account)
    const ms = late === 0 ? this.#latency() : [300, 3_000, 20_000][late - 1]!
    const row = { ...event.row, status: event.status, user_id: account }
    time.after(ms, () => notify(row), owner)
    if (chooser.choose('update_doubled', account) > 0) time.after(ms + 50, () => notify(row), owner)
    const foreign = chooser.choose('update_foreign', account)
    if (foreign > 0) {
      const other = { ...row, order_id: `9${row.order_id.slice(1)}`, tag: foreign === 1 ? null : 'manual', tags: null }
      time.after(ms, () => notify(other), owner)
    }
  }

  #notify(update: BrokerUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }

  #latency(): number {
    this.#calls += 1
    return LATENCY_MS.least + (mix32(this.#key, this.#calls) % LATENCY_MS.spread)
  }
}

function linkOf(account: string, login: number) {
  const [apiKey, accessToken] = [new Secret(apiKeyOf(account)), new Secret(accessTokenOf(account, login))]
  return { mode: 'paper', apiKey, accessToken, egressAddress: null } as const
}

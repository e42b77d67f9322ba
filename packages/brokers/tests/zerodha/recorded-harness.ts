import type { OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerFunds } from '@strikewise/execution/ports.ts'
import type {
  Arrived,
  BadRow,
  BookStatus,
  BrokerBench,
  BrokerRecord,
  Doubt,
  FundsTimeline,
  ReadFault,
  BrokerRefusal,
} from '@strikewise/broker-conformance/broker-bench.ts'
import { acceptedId, restingOrder, yes } from '@strikewise/broker-conformance/steps.ts'
import type { Cannot } from '@strikewise/broker-conformance/broker-contract.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { WebSocketServer } from 'ws'
import { KiteBroker } from '../../src/zerodha/kite-broker.ts'
import { recorded, recordedData, recordedErrors } from './recordings.ts'
import { rejectionTexts } from './rejection-texts.ts'
import { hostileWords } from '@strikewise/broker-conformance/hostile-words.ts'
import { connected, until } from '@strikewise/broker-conformance/run-contract.ts'

/** What recordings cannot do. */
export const RECORDINGS_CANNOT: Cannot = {
  trading: 'recordings do not trade',
  manual_orders: 'recordings do not trade',
  no_immediate: 'the broker takes immediate orders',
  no_time: 'the broker dates its answers',
  immediate: 'recordings do not trade',
  'doubt:request_lost': 'recordings carry nothing out, so this is the same silence as a lost reply',
  'fault:rejected_later': 'recordings do not trade',
  'fault:hidden': 'recordings do not trade',
  'fault:cancel_loses': 'recordings do not trade',
  'fault:part_fills': 'recordings do not trade',
}

type Row = Readonly<Record<string, unknown>>
interface Reply {
  readonly status: number
  readonly body: unknown
  readonly type?: string
}

const PAGE = '<html><head><title>502 Bad Gateway</title></head><body></body></html>'
const HTML = 'text/html'
const success = (data: unknown): Reply => ({ status: 200, body: { status: 'success', data } })
const failure = (status: number, error_type: string, message: string): Reply => ({
  status,
  body: { status: 'error', error_type, message, data: null },
})
const ERROR_WITH_ID = {
  status: 'error',
  error_type: 'MarginException',
  message: 'Insufficient funds.',
  data: { order_id: '151220000000000' },
}
/** A reply that is never given. */
const SILENCE = 'silence'
const RESET = 'reset'

/** The port in Kite's protocol against a server that replays what the broker has answered. */
export class RecordedBench implements BrokerBench {
  readonly contract = { tradingsymbol: 'NIFTY26D0124000CE', lotSize: 65 }
  readonly port: KiteBroker
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #seen: Arrived[] = []
  readonly #held: (() => void)[] = []
  readonly #serverErrors = recordedErrors().filter(({ http_status, body }) => http_status >= 500 && body !== undefined)
  #holding = false
  #next: Reply | typeof SILENCE | typeof RESET | undefined
  #reading: Reply | typeof SILENCE | undefined
  #orders = recordedData<Row[]>('synthetic/orders_option_day.json').concat(recordedData('official/orders.json'))
  #trades = recordedData<Row[]>('synthetic/order_trades_two_fills.json')
  #positions = recordedData<{ net: Row[] }>('synthetic/positions_flat_after_exit.json').net.concat(
    recordedData<{ net: Row[] }>('official/positions.json').net,
  )
  #funds: unknown = recordedData('official/margins_equity.json')

  private constructor(server: Server, callTimeoutMs: number) {
    this.#server = server
    server.on('request', (request, response) => void this.#answer(request, response))
    this.#sockets = new WebSocketServer({ server, path: '/ticker' })
    const { port } = server.address() as AddressInfo
    this.port = new KiteBroker({
      urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
      clock: { now: () => 0 as EpochMs },
      algoId: undefined,
      credentials: async () => ({
        mode: 'paper',
        apiKey: new Secret('api-key-0001'),
        accessToken: new Secret('access-token-0001'),
        egressAddress: null,
      }),
      onError: (what, error) => {
        throw new Error(what, { cause: error })
      },
      callTimeoutMs,
    })
  }

  static async open(callTimeoutMs: number): Promise<RecordedBench> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bench = new RecordedBench(server, callTimeoutMs)
    await connected(bench.port)
    return bench
  }

  async quote() {
    return { bid: 10_000 as Paise, ask: 10_050 as Paise, last: 10_000 as Paise }
  }

  until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
    return until(what, probe)
  }

  async resting(): Promise<string> {
    return acceptedId(await this.port.place(await restingOrder(this, 'e1'), yes))
  }

  /** The recordings have rows of every kind already. */
  async stock(): Promise<void> {}

  async arrived(): Promise<readonly Arrived[]> {
    return this.#seen
  }

  async record(): Promise<BrokerRecord> {
    return {
      orders: this.#orders.map((row) => ({
        orderId: String(row['order_id']),
        price: Number(row['price']),
        trigger: Number(row['trigger_price']),
        average: Number(row['average_price']),
      })),
      fills: this.#trades.map((row) => ({
        fillId: String(row['trade_id']),
        price: Number(row['average_price']),
        quantity: Number(row['quantity']),
      })),
      positions: this.#positions.map((row) => ({
        tradingsymbol: String(row['tradingsymbol']),
        quantity: Number(row['quantity']),
      })),
    }
  }

  async meet(doubt: Doubt, call: OrderCall): Promise<void> {
    this.#next = this.#doubtful(doubt, call)
  }

  async refuse(code: BrokerRefusal): Promise<void> {
    const { httpStatus, errorType, message } = rejectionTexts(code)
    this.#next = failure(httpStatus, errorType, message)
  }

  async hostileText(): Promise<readonly string[]> {
    const [key, token] = ['api-key-0001', 'access-token-0001']
    this.#next = failure(400, 'InputException', hostileWords([key, token]))
    return [key, token]
  }

  async failReads(fault: ReadFault): Promise<void> {
    this.#reading = failedReading(fault)
  }

  async hostileRow(): Promise<readonly string[]> {
    const [key, token] = ['api-key-0001', 'access-token-0001']
    const [first, ...rest] = this.#orders
    this.#orders = [{ ...first!, status_message: hostileWords([key, token]) }, ...rest]
    return [key, token]
  }

  async refuseAtEdge(): Promise<void> {
    this.#next = { status: 429, body: PAGE, type: HTML }
  }

  brokerNow(): EpochMs {
    return Date.now() as EpochMs
  }

  async addBadRow(book: BadRow): Promise<void> {
    if (book === 'orders')
      this.#orders = [...this.#orders, { ...this.#orders[0]!, order_id: '9', transaction_type: 'X' }]
    if (book === 'trades')
      this.#trades = [...this.#trades, { ...this.#trades[0]!, trade_id: '9', average_price: 1.005 }]
    if (book === 'unpriced_fill')
      this.#trades = [...this.#trades, { ...this.#trades[0]!, trade_id: '9', average_price: 0 }]
    if (book === 'positions') this.#positions = [...this.#positions, { ...this.#positions[0]!, quantity: 0.5 }]
    if (book !== 'other_exchange') return
    // Recorded: a currency fill at 72.755, finer than a paisa. Such an order has such a price too.
    const currency = recordedData<Row[]>('official/trades.json').filter((row) => row['exchange'] === 'CDS')
    this.#trades = [...this.#trades, ...currency]
    this.#orders = [...this.#orders, { ...this.#orders[0]!, order_id: '9', exchange: 'CDS', price: 72.7525 }]
  }

  async accountView(status: BookStatus): Promise<string> {
    const [first, ...rest] = this.#orders
    this.#orders = [{ ...first!, status }, ...rest]
    return String(first!['order_id'])
  }

  async funds(story: FundsTimeline): Promise<BrokerFunds> {
    const equity = recordedData<{ available: Row }>('official/margins_equity.json')
    if (story === 'collateral_only') {
      this.#funds = recordedData('synthetic/margins_equity_collateral_only.json')
      return { usable: 0 as Paise, opening: 0 as Paise }
    }
    if (story === 'cash_shown_zero')
      this.#funds = { ...equity, available: { ...equity.available, cash: 0, live_balance: 0 } }
    return { usable: 9_972_505 as Paise, opening: 24_543_160 as Paise }
  }

  async occupy(): Promise<() => Promise<void>> {
    this.#holding = true
    const waiting = ['1', '2'].map((orderId) => this.port.cancel(orderId, yes))
    await this.until('both connections to be busy', async () => (this.#held.length === 2 ? true : undefined))
    return async () => {
      this.#holding = false
      for (const release of this.#held.splice(0)) release()
      await Promise.all(waiting)
    }
  }

  async cutUpdates(): Promise<void> {
    const [socket] = await this.until('the connection for updates', async () =>
      this.#sockets.clients.size > 0 ? [...this.#sockets.clients] : undefined,
    )
    socket!.terminate()
  }

  cause(): Promise<void> {
    return unable()
  }

  fallThrough(): Promise<void> {
    return unable()
  }

  tradeManually(): Promise<string> {
    return unable()
  }

  async close(): Promise<void> {
    await this.port.close()
    this.#sockets.close()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const reply = this.#replyTo(request.method ?? '', request.url ?? '', form)
    if (this.#holding && request.method !== 'GET') await new Promise<void>((resolve) => this.#held.push(resolve))
    if (reply === RESET) return void request.socket.resetAndDestroy()
    if (reply === SILENCE) return
    response.writeHead(reply.status, { 'content-type': reply.type ?? 'application/json' })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  }

  #replyTo(method: string, url: string, form: URLSearchParams): Reply | typeof SILENCE | typeof RESET {
    const call = ({ POST: 'place', PUT: 'modify', DELETE: 'cancel' } as const)[method]
    if (call === undefined) return this.#reading ?? this.#readingOf(url)
    this.#seen.push({ call, tag: form.get('tag') })
    const next = this.#next
    this.#next = undefined
    const file = { place: 'order_response', modify: 'order_modify', cancel: 'order_cancel' }[call]
    return next ?? { status: 200, body: recorded(`official/${file}.json`) }
  }

  #readingOf(url: string): Reply {
    if (url === '/orders') return success(this.#orders)
    if (url === '/trades') return success(this.#trades)
    if (url === '/portfolio/positions') return success({ net: this.#positions, day: [] })
    if (url === '/user/margins/equity') return success(this.#funds)
    if (url === '/user/profile') return { status: 200, body: recorded('official/profile.json') }
    return failure(404, 'GeneralException', 'Route not found')
  }

  #doubtful(doubt: Doubt, call: OrderCall): Reply | typeof SILENCE | typeof RESET {
    switch (doubt) {
      case 'reply_lost':
      case 'request_lost':
        return SILENCE
      case 'reset':
        return RESET
      case 'server_error': {
        // Another of the recorded ones each time.
        const sample = this.#serverErrors.shift()!
        this.#serverErrors.push(sample)
        return { status: sample.http_status, body: sample.body }
      }
      case 'error_with_order_id':
        return { status: 400, body: ERROR_WITH_ID }
      case 'other_order':
        return success({ order_id: '151220000000999' })
      case 'server_page':
        return { status: 502, body: PAGE, type: HTML }
      case 'page_for_success':
        return { status: 200, body: PAGE, type: HTML }
      case 'cut_json':
        return { status: 200, body: JSON.stringify(recorded('official/order_response.json')).slice(0, -8) }
      case 'no_order_id':
        return success({})
      case 'unknown_error':
        return failure(400, 'GeneralException', 'Quantity should be a multiple of the lot size.')
      case 'timed_out_words': {
        const sample = recordedErrors().find(({ body }) => body?.message.startsWith('Order request timed out'))!
        // The words count whatever the type shows: the type that comes with them is not certain.
        const error_type = call === 'place' ? sample.body!.error_type : 'InputException'
        return { status: sample.http_status, body: { ...sample.body, error_type } }
      }
    }
  }
}

function failedReading(fault: ReadFault): Reply | typeof SILENCE {
  switch (fault) {
    case 'token_expired':
      return failure(403, 'TokenException', 'Incorrect `api_key` or `access_token`.')
    case 'rate_limited':
      return failure(429, 'NetworkException', 'Too many requests')
    case 'rate_limited_page':
      return { status: 429, body: PAGE, type: HTML }
    case 'server_error':
      return failure(503, 'NetworkException', 'Service unavailable.')
    case 'silence':
      return SILENCE
    case 'page':
      return { status: 200, body: PAGE, type: HTML }
    case 'cut_json':
      return { status: 200, body: '{"status":"success","data":[' }
    case 'no_list':
      return success(null)
  }
}

function unable(): Promise<never> {
  return Promise.reject(new Error('recordings cannot do this: see RECORDINGS_CANNOT'))
}

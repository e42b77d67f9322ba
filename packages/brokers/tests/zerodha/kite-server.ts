import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRequest } from '@strikewise/execution/order/order.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { WebSocketServer } from 'ws'
import { KiteBroker, type KiteBrokerOptions } from '../../src/zerodha/kite-broker.ts'
import { recorded } from './recordings.ts'

interface Asked {
  readonly method: string
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  /** The how-many-eth connection it came over. */
  readonly connection: number
}

export const ORDER_ID = '151220000000000'
export const ORDER: OrderRequest = {
  tag: 'e0123456789abcdefg01',
  tradingsymbol: 'NIFTY26D0124000CE',
  side: 'BUY',
  product: 'MIS',
  terms: { kind: 'LIMIT', quantity: 65, price: 15_020 as Paise, validity: 'IOC' },
}
export const CREDENTIALS = {
  mode: 'paper',
  apiKey: new Secret('key'),
  accessToken: new Secret('token'),
  egressAddress: null,
} as const
export const success = (data: unknown) => ({ status: 'success', data })

/** Kite's REST API and ticker on one port, with recorded answers: what Kite alone receives and sends. */
export class KiteServer {
  server!: Server
  ticker!: WebSocketServer
  asked: Asked[] = []
  answered = 0
  connections: Socket[] = []
  /** The answer to readings. */
  orders: unknown = success([])
  /** What every call is answered with instead. */
  failing: { readonly status: number; readonly body: unknown } | undefined
  /** Closed at the end of the test. */
  readonly open: KiteBroker[] = []

  async start(): Promise<void> {
    this.asked = []
    this.answered = 0
    this.connections = []
    this.orders = success([])
    this.failing = undefined
    this.server = createServer((request, response) => {
      void text(request).then((body) => {
        const { method = '', url = '', headers, socket } = request
        const form = Object.fromEntries(new URLSearchParams(body))
        const connection = this.connections.indexOf(socket)
        this.asked.push({ method, url, form, authorization: headers.authorization, connection })
        response.on('finish', () => (this.answered += 1))
        const { status, body: reported } = this.failing ?? { status: 200, body: this.#answerTo(method, url) }
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(reported))
      })
    })
    this.server.on('connection', (socket) => this.connections.push(socket))
    this.ticker = new WebSocketServer({ server: this.server, path: '/ticker' })
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }

  async stop(): Promise<void> {
    for (const broker of this.open.splice(0)) await broker.close()
    this.ticker.close()
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  /** A broker of this server that has read its credentials. */
  async opened(change: Partial<KiteBrokerOptions> = {}): Promise<KiteBroker> {
    const { port } = this.server.address() as AddressInfo
    const broker = new KiteBroker({
      urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
      clock: { now: () => 0 as EpochMs },
      algoId: 'ALGO1',
      credentials: async () => CREDENTIALS,
      onError: () => undefined,
      ...change,
    })
    this.open.push(broker)
    await broker.refresh()
    return broker
  }

  orderCalls(): Asked[] {
    return this.asked.filter(({ method }) => method !== 'GET')
  }

  profiles(): Asked[] {
    return this.asked.filter(({ url }) => url === '/user/profile')
  }

  #answerTo(method: string, url: string): unknown {
    if (method === 'POST') return recorded('official/order_response.json')
    if (method === 'PUT') return recorded('official/order_modify.json')
    if (method === 'DELETE') return recorded('official/order_cancel.json')
    return url === '/user/profile' ? recorded('official/profile.json') : this.orders
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { Exchange } from '@strikewise/exchange/exchange.ts'
import type { ExchangeFault } from '@strikewise/exchange/faults.ts'
import type { OrderChange, OrderRejection, OrderRequest, OrderRow, TradeRow } from '@strikewise/exchange/order-types.ts'
import { at, orderFor, ScriptedMarket } from '@strikewise/exchange/testing/scripted-market.ts'
import { tagOfClientId } from './nimbus-rows.ts'
import { NimbusSessions } from './nimbus-sessions.ts'

export const ACCOUNT = 'u1'
const TICK_MS = 10
const ID = 'NB-'
const JSON_TYPE = 'application/json'
const PAGE = '<html><body>502 Bad Gateway</body></html>'

type Body = Readonly<Record<string, unknown>>
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly type?: string
}
export type CallKind = 'place' | 'modify' | 'cancel'
/** What the next order call meets instead of the ordinary. `reply`: not carried out, answered so. */
export type NextCall =
  | { readonly kind: 'silence'; readonly carriedOut: boolean }
  | { readonly kind: 'reset' }
  | { readonly kind: 'reply'; readonly reply: Reply; readonly carriedOut: boolean }

const ORDER_TYPES: Readonly<Record<string, OrderRequest['orderType']>> = {
  limit: 'LIMIT',
  stop_limit: 'SL',
  market: 'MARKET',
}
const STATUS_WORDS: Readonly<Record<string, string>> = {
  COMPLETE: 'done',
  CANCELLED: 'cancelled',
  REJECTED: 'rejected',
  OPEN: 'working',
  'TRIGGER PENDING': 'waiting_trigger',
  'CANCEL PENDING': 'cancel_requested',
}

export const fault = (status: number, code: string, detail: string): Reply => ({
  status,
  body: { fault: { code, detail } },
})
export const page: Reply = { status: 502, body: PAGE, type: 'text/html' }

/** The made-up broker as a server: its own protocol in front of the exchange model. */
export class NimbusServer {
  readonly market = new ScriptedMarket()
  readonly option = this.market.contract()
  readonly arrived: { readonly call: CallKind; readonly tag: string | null }[] = []
  next: NextCall | undefined
  reading: Reply | 'silence' | undefined
  readonly sessions = new NimbusSessions()
  /** Rows the books show as well, or instead: by order id its status word. */
  readonly extraRows: Record<'orders' | 'fills' | 'positions', Body[]> = { orders: [], fills: [], positions: [] }
  readonly shownAs = new Map<string, string>()
  readonly held: (() => void)[] = []
  isHolding = false
  price: { bid: Paise; ask: Paise } = { bid: 10_000 as Paise, ask: 10_050 as Paise }
  readonly exchange = new Exchange({ seed: 'nimbus', market: this.market, now: at(0) })
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))
  readonly #streams = new Set<ServerResponse>()
  readonly #startedAt = performance.now()
  #skippedMs = 0
  #pump: NodeJS.Timeout | undefined

  async start(cash: Paise, collateral: Paise): Promise<string> {
    this.exchange.openAccount(ACCOUNT, cash, at(0), collateral)
    this.exchange.subscribe((event) => {
      if (event.type !== 'order' || event.status === 'UPDATE') return
      for (const stream of this.#streams) stream.write(`data: ${JSON.stringify(this.#order(event.row))}\n\n`)
    })
    this.#pump = setInterval(() => this.#turn(), TICK_MS)
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The market's clock: ten o'clock when the server was made, and on from there. */
  now(): EpochMs {
    return at(Math.floor(performance.now() - this.#startedAt) + this.#skippedMs)
  }

  /** Moves the market's clock forward. */
  skip(ms: number): void {
    this.#skippedMs += ms
    this.#turn()
  }

  setFault(exchangeFault: ExchangeFault): void {
    this.exchange.setFault(ACCOUNT, exchangeFault, this.now())
  }

  /** The owner trades a lot in the broker's own screen. */
  tradeManually(side: OrderSide, price: Paise): string {
    const outcome = this.exchange.place(ACCOUNT, orderFor(this.option, { side, price }), this.now())
    if (!outcome.ok) throw new Error(outcome.refusal.message)
    return ID + outcome.orderId
  }

  cutStreams(): number {
    const { size } = this.#streams
    for (const stream of this.#streams) stream.destroy()
    return size
  }

  async close(): Promise<void> {
    clearInterval(this.#pump)
    for (const release of this.held.splice(0)) release()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #turn(): void {
    this.market.quote(this.option, { ...this.price, last: this.price.bid })
    this.exchange.advance(this.now())
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request)
    const { pathname, searchParams } = new URL(request.url!, 'http://x')
    if (pathname === '/login') return this.#showLogin(response, searchParams)
    if (pathname === '/v2/sessions') return write(response, this.#openSession(sent))
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (!this.sessions.isAlive(token, this.now())) return write(response, fault(401, 'SESSION_OVER', 'log in again'))
    if (pathname === '/v2/stream') return this.#stream(response)
    if (request.method === 'GET') {
      const reply = this.reading ?? this.#read(pathname)
      if (reply !== 'silence') write(response, reply)
      return
    }
    const call = ({ POST: 'place', PATCH: 'modify', DELETE: 'cancel' } as const)[request.method!]!
    const body = sent === '' ? {} : (JSON.parse(sent) as Body)
    this.arrived.push({ call, tag: tagOfClientId(body['clientOrderId']) })
    if (this.isHolding) await new Promise<void>((resolve) => this.held.push(resolve))
    const { next } = this
    this.next = undefined
    const isCarriedOut = next === undefined || (next.kind !== 'reset' && next.carriedOut)
    const reply = isCarriedOut ? this.#call(call, idOf(pathname), body) : undefined
    if (next?.kind === 'reset') request.socket.resetAndDestroy()
    else if (next?.kind !== 'silence') write(response, next?.reply ?? reply!)
  }

  /** The login page; the user, or who cancels for them, is always there. */
  #showLogin(response: ServerResponse, query: URLSearchParams): void {
    const to = this.sessions.redirect(query.get('client'), query.get('state'), query.has('cancel'), this.now())
    response.writeHead(to === undefined ? 400 : 302, to === undefined ? {} : { location: to })
    response.end()
  }

  #openSession(sent: string): Reply {
    const session = this.sessions.open(JSON.parse(sent) as Body, this.now())
    return session === undefined
      ? fault(403, 'NOT_ALLOWED', 'the code, or who exchanges it, is not known')
      : { status: 201, body: { session } }
  }

  #call(call: CallKind, orderId: string, body: Body): Reply {
    const outcome =
      call === 'place'
        ? this.exchange.place(ACCOUNT, this.#requestOf(body), this.now())
        : call === 'modify'
          ? this.exchange.modify(ACCOUNT, 'regular', orderId, changeOf(body), this.now())
          : this.exchange.cancel(ACCOUNT, 'regular', orderId, this.now())
    if (!outcome.ok) return refusedAs(outcome.refusal)
    return { status: call === 'place' ? 201 : 200, body: { order: { id: ID + outcome.orderId } } }
  }

  #requestOf(body: Body): OrderRequest {
    return {
      ...orderFor(this.option),
      ...(changeOf(body) as Required<OrderChange>),
      tradingsymbol: String(body['symbol']),
      side: body['side'] === 'buy' ? 'BUY' : 'SELL',
      product: body['product'] === 'intraday' ? 'MIS' : 'NRML',
      tag: tagOfClientId(body['clientOrderId']),
    }
  }

  #read(path: string): Reply {
    const now = this.now()
    const list = (key: keyof typeof this.extraRows, rows: readonly Body[]): Reply => ({
      status: 200,
      body: { [key]: [...rows, ...this.extraRows[key]] },
    })
    if (path === '/v2/orders')
      return list(
        'orders',
        this.exchange.orders(ACCOUNT, now).map((row) => this.#order(row)),
      )
    if (path === '/v2/fills') return list('fills', this.exchange.trades(ACCOUNT, now).map(fillRow))
    if (path === '/v2/positions')
      return list(
        'positions',
        this.exchange.positions(ACCOUNT, now).net.map(({ tradingsymbol, product, quantity }) => ({
          exchange: 'NFO',
          symbol: tradingsymbol,
          product: product === 'MIS' ? 'intraday' : 'carry',
          net: quantity,
        })),
      )
    if (path === '/v2/cash') {
      const { available } = this.exchange.margins(ACCOUNT, now)!.equity
      const usablePaise = Math.round(available.live_balance * 100)
      return { status: 200, body: { usablePaise, openingPaise: Math.round(available.opening_balance * 100) } }
    }
    const steps = this.exchange.orderHistory(ACCOUNT, idOf(path), now)
    if (steps === undefined) return fault(404, 'NO_SUCH_ORDER', 'no such order')
    return { status: 200, body: { events: steps.map((row) => this.#order(row)) } }
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    this.#streams.add(response)
    response.on('close', () => this.#streams.delete(response))
  }

  #order(row: OrderRow): Body {
    const id = ID + row.order_id
    return {
      id,
      exchange: 'NFO',
      clientOrderId: row.tag === null ? null : `sw-${row.tag}`,
      symbol: row.tradingsymbol,
      side: row.transaction_type === 'BUY' ? 'buy' : 'sell',
      product: row.product === 'MIS' ? 'intraday' : 'carry',
      type: row.order_type === 'SL' ? 'stop_limit' : row.order_type === 'LIMIT' ? 'limit' : 'other',
      status: this.shownAs.get(id) ?? STATUS_WORDS[row.status] ?? 'received',
      quantity: row.quantity,
      price: row.price.toFixed(2),
      trigger: row.trigger_price.toFixed(2),
      filled: row.filled_quantity,
      averagePrice: row.average_price,
      updatedAt: row.exchange_update_timestamp === null ? null : instantOf(row.exchange_update_timestamp),
      message: row.status_message,
    }
  }
}

/** The exchange's id of the order that a path names; empty for one that is none of this broker's. */
function idOf(path: string): string {
  const id = path.split('/')[3] ?? ''
  return id.startsWith(ID) ? id.slice(ID.length) : ''
}

function changeOf(body: Body): OrderChange {
  const paise = (value: unknown) => (value === undefined ? 0 : Math.round(Number(value) * 100)) as Paise
  const orderType = ORDER_TYPES[String(body['type'])]!
  return {
    orderType,
    quantity: Number(body['quantity']),
    price: paise(body['price']),
    triggerPrice: paise(body['trigger']),
    validity: 'DAY',
    ...(orderType === 'MARKET' ? { marketProtection: -1 } : {}),
  }
}

function fillRow(row: TradeRow): Body {
  return {
    exchange: 'NFO',
    id: row.trade_id,
    orderId: ID + row.order_id,
    symbol: row.tradingsymbol,
    side: row.transaction_type === 'BUY' ? 'buy' : 'sell',
    product: row.product === 'MIS' ? 'intraday' : 'carry',
    quantity: row.quantity,
    price: row.average_price.toFixed(2),
    at: instantOf(row.fill_timestamp),
  }
}

/** The exchange model's refusals by this broker's codes. */
function refusedAs({ message }: OrderRejection): Reply {
  const known: readonly [RegExp, string][] = [
    [/Trigger price/, 'TRIGGER_SIDE'],
    [/circuit limits/, 'PRICE_BAND'],
    [/funds|margin/i, 'NO_FUNDS'],
    [/maximum quantity/, 'FREEZE'],
    [/lot size|Tick size/, 'BAD_ORDER'],
    [/being processed|cannot be/i, 'BUSY'],
    [/Couldn't find/, 'NO_SUCH_ORDER'],
    [/markets are/, 'CLOSED'],
  ]
  return fault(422, known.find(([words]) => words.test(message))?.[1] ?? 'RISK', message)
}

function instantOf(time: string): EpochMs {
  const [day, clock] = time.split(' ') as [IstDate, string]
  const [hour, minute, second] = clock.split(':').map(Number) as [number, number, number]
  return istInstant(day, hour, minute, second)
}

function write(response: ServerResponse, { status, body, type = JSON_TYPE }: Reply): void {
  response.writeHead(status, { 'content-type': type })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

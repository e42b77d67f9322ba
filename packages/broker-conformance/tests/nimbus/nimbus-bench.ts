import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { ceilToTick, floorToTick } from '@strikewise/domain/money/ticks.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import type { BrokerFunds } from '@strikewise/execution/ports.ts'
import type {
  Arrived,
  BadRow,
  BrokerBench,
  BrokerRecord,
  Doubt,
  BrokerRefusal,
  FundsTimeline,
  ReadFault,
  TradingFault,
} from '../../src/broker-bench.ts'
import type { Cannot } from '../../src/broker-contract.ts'
import { hostileWords } from '../../src/hostile-words.ts'
import { connected, until } from '../../src/run-contract.ts'
import { acceptedId, bought, orderIn, restingOrder, yes } from '../../src/steps.ts'
import { NIMBUS } from './nimbus-definition.ts'
import { NIMBUS_CODES } from './nimbus-rows.ts'
import { ACCOUNT, fault, NimbusServer, page, type Reply } from './nimbus-server.ts'

/** What this broker does not have. */
export const NIMBUS_CANNOT: Cannot = {
  immediate: 'the broker has DAY orders only',
  time: 'the broker shows no time',
}

const CASH = 200_000_000 as Paise
const COLLATERAL = 15_000_000 as Paise
const HIDDEN_MS = 2_000
const KEY = 'nimbus-app-key-1'
const TOKEN = 'nimbus-session-token-1'

/** The made-up broker's port against its server, over real HTTP. */
export class NimbusBench implements BrokerBench {
  readonly server: NimbusServer
  readonly port: ReturnType<typeof NIMBUS.openAccount>
  readonly contract: { readonly tradingsymbol: string; readonly lotSize: number }

  private constructor(server: NimbusServer, url: string, callTimeoutMs: number) {
    this.server = server
    this.contract = { tradingsymbol: server.option.tradingsymbol, lotSize: server.option.lotSize }
    this.port = NIMBUS.openAccount({
      urls: () => ({ apiUrl: url, tickerUrl: url }),
      clock: { now: () => server.now() },
      algoId: undefined,
      credentials: async () => ({
        mode: 'paper',
        apiKey: new Secret(KEY),
        accessToken: new Secret(TOKEN),
        egressAddress: null,
      }),
      onError: (what, error) => {
        throw new Error(what, { cause: error })
      },
      callTimeoutMs,
    })
  }

  static async open(callTimeoutMs: number, isPledged = false): Promise<NimbusBench> {
    const server = new NimbusServer()
    const url = await server.start(isPledged ? (0 as Paise) : CASH, isPledged ? COLLATERAL : (0 as Paise))
    server.sessions.accept(TOKEN, server.now())
    const bench = new NimbusBench(server, url, callTimeoutMs)
    await connected(bench.port)
    return bench
  }

  async quote() {
    const { bid, ask } = this.server.price
    return { bid, ask, last: bid }
  }

  until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
    return until(what, probe)
  }

  async resting(): Promise<string> {
    const orderId = acceptedId(await this.port.place(await restingOrder(this, 'e1'), yes))
    return (await orderIn(this, orderId, 'open')).orderId
  }

  async stock(): Promise<void> {
    await bought(this, 'e1', 2)
    await this.resting()
  }

  async arrived(): Promise<readonly Arrived[]> {
    return [...this.server.arrived]
  }

  async record(): Promise<BrokerRecord> {
    const { exchange } = this.server
    const now = this.server.now()
    return {
      orders: exchange.orders(ACCOUNT, now).map((row) => ({
        orderId: `NB-${row.order_id}`,
        price: row.price,
        trigger: row.trigger_price,
        average: row.average_price,
      })),
      fills: exchange
        .trades(ACCOUNT, now)
        .map((row) => ({ fillId: row.trade_id, price: row.average_price, quantity: row.quantity })),
      positions: exchange.positions(ACCOUNT, now).net,
    }
  }

  async meet(doubt: Doubt): Promise<void> {
    const { server } = this
    const answered = (reply: Reply, carriedOut = false) => ({ kind: 'reply', reply, carriedOut }) as const
    switch (doubt) {
      case 'reply_lost':
        server.next = { kind: 'silence', carriedOut: true }
        return
      case 'request_lost':
        server.next = { kind: 'silence', carriedOut: false }
        return
      case 'reset':
        server.next = { kind: 'reset' }
        return
      case 'server_error':
        // A code that proves a refusal proves nothing in an answer of a server in trouble.
        server.next = answered(fault(503, 'NO_FUNDS', 'try later'))
        return
      case 'error_with_order_id':
        server.next = answered(
          { status: 422, body: { fault: { code: 'NO_FUNDS', detail: 'no' }, order: { id: 'NB-1' } } },
          true,
        )
        return
      case 'other_order':
        server.next = answered({ status: 200, body: { order: { id: 'NB-999' } } }, true)
        return
      case 'server_page':
        server.next = answered(page, true)
        return
      case 'page_for_success':
        server.next = answered({ ...page, status: 200 }, true)
        return
      case 'cut_json':
        server.next = answered({ status: 201, body: '{"order":{"id":"NB-' }, true)
        return
      case 'no_order_id':
        server.next = answered({ status: 201, body: { order: {} } }, true)
        return
      case 'unknown_error':
        server.next = answered(fault(422, 'NEW_CODE', 'a reason of a kind that is not listed'))
        return
      case 'timed_out_words':
        server.next = answered(fault(408, 'PENDING', 'the exchange did not answer in time; it may be live'), true)
    }
  }

  async refuse(code: BrokerRefusal): Promise<void> {
    const [word] = Object.entries(NIMBUS_CODES).find(([, meaning]) => meaning === code)!
    this.server.next = { kind: 'reply', reply: fault(422, word, 'no'), carriedOut: false }
  }

  async hostileText(): Promise<readonly string[]> {
    this.server.next = { kind: 'reply', reply: fault(422, 'RISK', hostileWords([KEY, TOKEN])), carriedOut: false }
    return [KEY, TOKEN]
  }

  async failReads(kind: ReadFault): Promise<void> {
    const { server } = this
    switch (kind) {
      case 'token_expired':
        server.sessions.end(TOKEN)
        return
      case 'rate_limited':
        server.reading = fault(429, 'SLOW_DOWN', 'too many calls')
        return
      case 'rate_limited_page':
        server.reading = { ...page, status: 429 }
        return
      case 'server_error':
        server.reading = fault(503, 'DOWN', 'try later')
        return
      case 'silence':
        server.reading = 'silence'
        return
      case 'page':
        server.reading = { ...page, status: 200 }
        return
      case 'cut_json':
        server.reading = { status: 200, body: '{"orders":[' }
        return
      case 'no_list':
        server.reading = { status: 200, body: {} }
    }
  }

  async addBadRow(book: BadRow): Promise<void> {
    const { extraRows } = this.server
    const bad = { exchange: 'NFO', id: 'NB-9', symbol: 'X', side: 'both', product: 'carry', quantity: 0.5, net: 0.5 }
    if (book === 'orders') extraRows.orders.push(bad)
    if (book === 'trades') extraRows.fills.push(bad)
    if (book === 'positions') extraRows.positions.push(bad)
    if (book === 'unpriced_fill')
      extraRows.fills.push({ ...bad, side: 'buy', quantity: 75, price: '0.00', orderId: 'NB-9', at: 1 })
    if (book === 'other_exchange')
      for (const rows of Object.values(extraRows)) rows.push({ ...bad, exchange: 'CDS', price: '72.7525' })
  }

  async accountView(status: string): Promise<string> {
    const orderId = await this.resting()
    this.server.shownAs.set(orderId, status)
    return orderId
  }

  async funds(story: FundsTimeline): Promise<BrokerFunds> {
    if (story === 'collateral_only') return { usable: 0 as Paise, opening: 0 as Paise }
    if (story === 'cash_shown_zero') this.server.setFault({ kind: 'cash_zero' })
    return { usable: CASH, opening: CASH }
  }

  async occupy(): Promise<() => Promise<void>> {
    const { server } = this
    server.isHolding = true
    const waiting = ['NB-1', 'NB-2'].map((orderId) => this.port.cancel(orderId, yes))
    await this.until('both connections to be busy', async () => (server.held.length === 2 ? true : undefined))
    return async () => {
      server.isHolding = false
      for (const release of server.held.splice(0)) release()
      await Promise.all(waiting)
    }
  }

  async cause(kind: TradingFault): Promise<void> {
    const { server } = this
    switch (kind) {
      case 'rejected_later':
        return server.setFault({ kind: 'reject_next', count: 1, message: 'rejected by the risk desk' })
      case 'hidden':
        return server.setFault({ kind: 'hide', count: 1, forMs: HIDDEN_MS })
      case 'cancel_loses':
        return server.setFault({ kind: 'cancel_loses', count: 1 })
      case 'part_fills':
        return server.setFault({ kind: 'fill_cap', quantity: this.contract.lotSize })
    }
  }

  async fallThrough(level: Paise): Promise<void> {
    const bid = (level - 500) as Paise
    this.server.price = { bid, ask: (bid + 50) as Paise }
  }

  async tradeManually(side: OrderSide): Promise<string> {
    const { bid, ask } = this.server.price
    return this.server.tradeManually(side, side === 'BUY' ? ceilToTick(ask * 1.05) : floorToTick(bid * 0.95))
  }

  async hostileRow(): Promise<readonly string[]> {
    this.server.setFault({ kind: 'message_next', count: 1, message: hostileWords([KEY, TOKEN]) })
    await this.resting()
    return [KEY, TOKEN]
  }

  async refuseAtEdge(): Promise<void> {
    this.server.next = { kind: 'reply', reply: { ...page, status: 429 }, carriedOut: false }
  }

  brokerNow(): EpochMs {
    return this.server.now()
  }

  async cutUpdates(): Promise<void> {
    await this.until('a stream to cut', async () => (this.server.cutStreams() > 0 ? true : undefined))
  }

  async close(): Promise<void> {
    await this.port.close()
    await this.server.close()
  }
}

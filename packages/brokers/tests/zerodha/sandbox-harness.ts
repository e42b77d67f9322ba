import type { OrderCall, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerFunds } from '@strikewise/execution/ports.ts'
import type {
  Arrived,
  BookStatus,
  BrokerBench,
  BrokerRecord,
  Doubt,
  FundsTimeline,
  ReadFault,
  BrokerRefusal,
  TradingFault,
} from '@strikewise/broker-conformance/broker-bench.ts'
import { orderInForce } from '@strikewise/broker-conformance/account-view.ts'
import { acceptedId, bought, orderIn, restingOrder, yes } from '@strikewise/broker-conformance/steps.ts'
import type { Cannot } from '@strikewise/broker-conformance/broker-contract.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { KiteBroker } from '../../src/zerodha/kite-broker.ts'
import { rejectionTexts } from './rejection-texts.ts'
import { hostileWords } from '@strikewise/broker-conformance/hostile-words.ts'
import { connected, until } from '@strikewise/broker-conformance/run-contract.ts'
import type { LogEntry, Sandbox } from './sandbox.ts'

const NEVER_SEEN = 'no order of the exchange model stands in it'
const EDGE = 'nothing stands before the sandbox, and its own refusals are worded'
const SOUND_JSON = 'the sandbox writes only whole answers of the documented shape'

/** What the sandbox cannot do. */
export const SANDBOX_CANNOT: Cannot = {
  no_immediate: 'the broker takes immediate orders',
  no_time: 'the broker dates its answers',
  time: 'its market runs many times as fast as the time that its answers take',
  edge_refusal: EDGE,
  'read:rate_limited_page': EDGE,
  'doubt:error_with_order_id': SOUND_JSON,
  'doubt:other_order': SOUND_JSON,
  'row:unpriced_fill': SOUND_JSON,
  occupied: 'the sandbox answers late by a time, not on a sign',
  'doubt:reset': 'the sandbox loses answers and does not reset connections',
  'doubt:cut_json': SOUND_JSON,
  'doubt:no_order_id': SOUND_JSON,
  'read:cut_json': SOUND_JSON,
  'read:no_list': SOUND_JSON,
  'row:orders': SOUND_JSON,
  'row:trades': SOUND_JSON,
  'row:positions': SOUND_JSON,
  'row:other_exchange': 'the sandbox trades index options only',
  'status:MODIFIED': NEVER_SEEN,
  'status:AMO REQ RECEIVED': NEVER_SEEN,
  'status:MODIFY AMO REQ RECEIVED': NEVER_SEEN,
  'status:CANCEL AMO REQ RECEIVED': NEVER_SEEN,
  'status:A STATUS NOBODY KNOWS': NEVER_SEEN,
  'funds:collateral_only': 'accounts of the sandbox pledge nothing',
}

interface ChainRow {
  readonly tradingsymbol: string
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
  readonly last: number
  readonly reference: number
}
interface OrderRow {
  readonly order_id: string
  readonly status: string
  readonly price: number
  readonly trigger_price: number
  readonly average_price: number
}

const CASH_RUPEES = 2_000_000
/** Dear enough that shares of its price lie many ticks apart. */
const MIN_PREMIUM_RUPEES = 60
/** Of the reference of limit price protection, to either side. */
const ORDINARY_RANGE = 0.1
const HIDDEN_MS = 20_000
const LONG_MS = 600_000
const MANY = 1_000

const CALLS: Readonly<Record<string, OrderCall>> = {
  order_taken: 'place',
  modify_taken: 'modify',
  cancel_taken: 'cancel',
}

/** The port in Kite's protocol on an account of its own at the sandbox, over the wire. */
export class SandboxBench implements BrokerBench {
  readonly port: KiteBroker
  readonly contract: { readonly tradingsymbol: string; readonly lotSize: number }
  readonly #sandbox: Sandbox
  readonly #login: { readonly userId: string; readonly apiKey: string; readonly accessToken: string }

  private constructor(
    sandbox: Sandbox,
    login: { readonly userId: string; readonly apiKey: string; readonly accessToken: string },
    contract: ChainRow,
    callTimeoutMs: number,
  ) {
    this.#sandbox = sandbox
    this.#login = login
    this.contract = { tradingsymbol: contract.tradingsymbol, lotSize: contract.lot_size }
    this.port = new KiteBroker({
      urls: () => ({ apiUrl: `${sandbox.url}/kite`, tickerUrl: `${sandbox.url.replace(/^http/, 'ws')}/ticker` }),
      clock: { now: () => 0 as EpochMs },
      algoId: undefined,
      credentials: async () => ({
        mode: 'paper',
        apiKey: new Secret(login.apiKey),
        accessToken: new Secret(login.accessToken),
        egressAddress: null,
      }),
      onError: (what, error) => {
        throw new Error(what, { cause: error })
      },
      callTimeoutMs,
    })
  }

  static async open(sandbox: Sandbox, callTimeoutMs: number): Promise<SandboxBench> {
    const login = await sandbox.openAccount(CASH_RUPEES)
    const contract = await until('an option with bid and ask near its reference', async () => {
      const chain = await sandbox.get<ChainRow[]>('/chain?symbol=NIFTY')
      return chain.find((row) => row.bid >= MIN_PREMIUM_RUPEES && isOrdinary(row))
    })
    const bench = new SandboxBench(sandbox, login, contract, callTimeoutMs)
    await connected(bench.port)
    return bench
  }

  async quote() {
    return quoteOf(await this.#row())
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
    const log = await this.#sandbox.logOf(this.#login.userId)
    return log.map(arrivedOf).filter((call) => call !== undefined)
  }

  async record(): Promise<BrokerRecord> {
    const [orders, fills, positions] = await Promise.all([
      this.#orders(),
      this.#own<{ trade_id: string; average_price: number; quantity: number }>('trades'),
      this.#own<{ tradingsymbol: string; quantity: number }>('positions'),
    ])
    return {
      orders: orders.map((row) => ({
        orderId: row.order_id,
        price: row.price,
        trigger: row.trigger_price,
        average: row.average_price,
      })),
      fills: fills.map((row) => ({ fillId: row.trade_id, price: row.average_price, quantity: row.quantity })),
      positions,
    }
  }

  async meet(doubt: Doubt, call: OrderCall): Promise<void> {
    switch (doubt) {
      case 'reply_lost':
        return this.#fault('timeout_after_accept')
      case 'request_lost':
        return this.#fault('timeout_before_accept')
      case 'server_error':
        return this.#fault('server_error', { status: call === 'place' ? 503 : 500, carriedOut: call === 'modify' })
      case 'server_page':
        return this.#fault('server_error', { status: 502, html: true, carriedOut: call === 'place' })
      case 'page_for_success':
        return this.#fault('wrong_content_type')
      case 'unknown_error':
        return this.#refuse({ httpStatus: 400, errorType: 'NewException', message: 'Quantity should be a multiple.' })
      case 'timed_out_words': {
        const words = 'Order request timed out. Please check the order book and confirm before placing again.'
        return call === 'place'
          ? this.#fault('timed_out_400')
          : this.#refuse({ httpStatus: 400, errorType: 'OrderException', message: words })
      }
      case 'reset':
      case 'cut_json':
      case 'no_order_id':
      case 'error_with_order_id':
      case 'other_order':
        return unable()
    }
  }

  async refuse(code: BrokerRefusal): Promise<void> {
    await this.#refuse(rejectionTexts(code))
  }

  async hostileText(): Promise<readonly string[]> {
    const { apiKey, accessToken } = this.#login
    const message = hostileWords([apiKey, accessToken])
    await this.#refuse({ httpStatus: 400, errorType: 'InputException', message })
    return [apiKey, accessToken]
  }

  async failReads(fault: ReadFault): Promise<void> {
    switch (fault) {
      case 'token_expired':
        await this.#sandbox.control('POST', '/tokens/expire', { account: this.#login.userId })
        return
      case 'rate_limited':
        return this.#fault('rate_limit', { group: 'other', times: MANY })
      case 'server_error':
        return this.#fault('server_error', { group: 'other', times: MANY })
      case 'page':
        return this.#fault('server_error', { group: 'other', times: MANY, status: 502, html: true })
      case 'silence':
        // It meets every account: the next case finds it gone.
        await this.#sandbox.control('POST', '/faults', { kind: 'slow_replies', delayMs: 10_000 })
        return
      case 'rate_limited_page':
      case 'cut_json':
      case 'no_list':
        return unable()
    }
  }

  accountView(status: BookStatus): Promise<string> {
    const controls = {
      hold: async (held: string) => {
        if (held === 'PUT ORDER REQ RECEIVED') await this.#fault('slow', { addMs: LONG_MS })
        else await this.#fault('stick', { status: held })
      },
      statusOf: async (orderId: string) => (await this.#orders()).find((row) => row.order_id === orderId)?.status,
    }
    return orderInForce(this, controls, status)
  }

  async funds(story: FundsTimeline): Promise<BrokerFunds> {
    if (story === 'cash_shown_zero') await this.#fault('cash_zero')
    const cash = paiseFromRupees(CASH_RUPEES)
    return { usable: cash, opening: cash }
  }

  async cause(fault: TradingFault): Promise<void> {
    switch (fault) {
      case 'rejected_later':
        return this.#fault('reject_next', { message: 'RMS: rejected by the risk desk' })
      case 'hidden':
        return this.#fault('hide', { forMs: HIDDEN_MS })
      case 'cancel_loses':
        return this.#fault('cancel_loses')
      case 'part_fills':
        return this.#fault('fill_cap', { quantity: this.contract.lotSize })
    }
  }

  async fallThrough(level: Paise): Promise<void> {
    await this.#scenario({ kind: 'wide_spread', durationMs: LONG_MS, factor: 30 })
    await this.until(`a price at or below ${level}`, async () => {
      if ((await this.quote()).last <= level) return true
      await this.#scenario({ kind: 'gap', pct: -0.4 })
      return undefined
    })
  }

  async tradeManually(side: OrderSide): Promise<string> {
    const { apiKey, accessToken } = this.#login
    const { bid, ask } = await this.until('bid and ask near the reference', async () => {
      const row = await this.#row()
      return isOrdinary(row) ? quoteOf(row) : undefined
    })
    const price = side === 'BUY' ? ask + 500 - (ask % 5) : bid - 500 - (bid % 5)
    const response = await fetch(`${this.#sandbox.url}/kite/orders/regular`, {
      method: 'POST',
      headers: { 'x-kite-version': '3', authorization: `token ${apiKey}:${accessToken}` },
      body: new URLSearchParams({
        exchange: 'NFO',
        tradingsymbol: this.contract.tradingsymbol,
        transaction_type: side,
        quantity: String(this.contract.lotSize),
        product: 'NRML',
        order_type: 'LIMIT',
        price: String(price / 100),
        validity: 'DAY',
      }),
    })
    return ((await response.json()) as { data: { order_id: string } }).data.order_id
  }

  async cutUpdates(): Promise<void> {
    await this.until('a connection for updates to cut', async () => {
      const { cut } = await this.#sandbox.control<{ cut: number }>('POST', '/ticker/drop', {
        account: this.#login.userId,
      })
      return cut > 0 ? true : undefined
    })
  }

  async hostileRow(): Promise<readonly string[]> {
    const { apiKey, accessToken } = this.#login
    await this.#fault('message_next', { message: hostileWords([apiKey, accessToken]) })
    await this.resting()
    return [apiKey, accessToken]
  }

  refuseAtEdge(): Promise<void> {
    return unable()
  }

  brokerNow(): never {
    throw new Error('the sandbox cannot do this: see SANDBOX_CANNOT')
  }

  occupy(): Promise<() => Promise<void>> {
    return unable()
  }

  addBadRow(): Promise<void> {
    return unable()
  }

  async close(): Promise<void> {
    await this.port.close()
    await this.#sandbox.control('DELETE', '/faults')
    await this.#scenario({ kind: 'normal' })
  }

  async #row(): Promise<ChainRow> {
    const chain = await this.#sandbox.get<ChainRow[]>('/chain?symbol=NIFTY')
    return chain.find(({ tradingsymbol }) => tradingsymbol === this.contract.tradingsymbol)!
  }

  #orders(): Promise<OrderRow[]> {
    return this.#own('orders')
  }

  #own<T>(book: 'orders' | 'trades' | 'positions'): Promise<T[]> {
    return this.#sandbox.get(`/${book}?account=${this.#login.userId}`)
  }

  async #fault(kind: string, details: object = {}): Promise<void> {
    await this.#sandbox.control('POST', '/faults', { kind, account: this.#login.userId, ...details })
  }

  async #refuse(refusal: object): Promise<void> {
    await this.#fault('refuse_next', { refusal })
  }

  async #scenario(command: object): Promise<void> {
    await this.#sandbox.control('POST', '/scenario', command)
  }
}

function quoteOf({ bid, ask, last }: ChainRow) {
  return { bid: paiseFromRupees(bid), ask: paiseFromRupees(ask), last: paiseFromRupees(last) }
}

/**
 * Whether the exchange takes orders at the contract's prices. An earlier case may have widened the spreads or moved the index:
 * the reference of limit price protection follows within minutes of the market.
 */
function isOrdinary({ bid, ask, reference }: ChainRow): boolean {
  return bid > reference * (1 - ORDINARY_RANGE) && ask > bid && ask < reference * (1 + ORDINARY_RANGE)
}

function arrivedOf({ type, call, request }: LogEntry): Arrived | undefined {
  const kind = call ?? CALLS[type]
  return kind === undefined ? undefined : { call: kind, tag: request?.tag ?? null }
}

function unable(): Promise<never> {
  return Promise.reject(new Error('the sandbox cannot do this: see SANDBOX_CANNOT'))
}

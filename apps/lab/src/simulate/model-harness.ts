import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { ceilToTick, floorToTick } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from '@strikewise/exchange/exchange.ts'
import type { ExchangeFault, StickyStatus } from '@strikewise/exchange/faults.ts'
import type { OrderRejection as ExchangeRefusal } from '@strikewise/exchange/order-types.ts'
import { rejections } from '@strikewise/exchange/orders/rejections.ts'
import { at, ScriptedMarket, orderFor } from '@strikewise/exchange/testing/scripted-market.ts'
import type { BrokerFunds, BrokerPort } from '@strikewise/execution/ports.ts'
import type {
  Ability,
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
import { Chooser, type Place } from './chance/chooser.ts'
import type { FaultKind } from './chance/faults.ts'
import { VirtualTime } from './engine/virtual-time.ts'
import { ModelBroker } from './environment/model-broker.ts'
import { FaultConditions } from './environment/fault-conditions.ts'

const NO_WIRE = 'the model hands values over, it writes no bytes'
const NEVER_SEEN = 'no order of the exchange model stands in it'

/** What the port on the exchange model cannot bring about. */
export const MODEL_CANNOT: Cannot = {
  occupied: NO_WIRE,
  hostile_text: NO_WIRE,
  hostile_row: NO_WIRE,
  edge_refusal: NO_WIRE,
  time: 'clocks of the simulator are its own',
  'doubt:error_with_order_id': NO_WIRE,
  'doubt:other_order': NO_WIRE,
  'read:rate_limited_page': NO_WIRE,
  'row:unpriced_fill': NO_WIRE,
  no_immediate: 'the broker takes immediate orders',
  'doubt:reset': NO_WIRE,
  'doubt:server_page': NO_WIRE,
  'doubt:no_order_id': NO_WIRE,
  'doubt:timed_out_words': 'an order of the model that goes live late does so in silence',
  'read:page': NO_WIRE,
  'read:cut_json': NO_WIRE,
  'read:no_list': NO_WIRE,
  'row:orders': NO_WIRE,
  'row:trades': NO_WIRE,
  'row:positions': NO_WIRE,
  'row:other_exchange': 'the exchange model trades index options only',
  'status:MODIFIED': NEVER_SEEN,
  'status:AMO REQ RECEIVED': NEVER_SEEN,
  'status:MODIFY AMO REQ RECEIVED': NEVER_SEEN,
  'status:CANCEL AMO REQ RECEIVED': NEVER_SEEN,
  'status:A STATUS NOBODY KNOWS': NEVER_SEEN,
}

const ACCOUNT = 'u1'
const CASH = 200_000_000 as Paise
const COLLATERAL = 15_000_000 as Paise
const LONG_MS = 600_000
const HIDDEN_MS = 20_000
/** How far time runs between two looks, and in all until a wait times out. */
const TURN_MS = 50
const VAIN_MS = 120_000

const input = (message: string): ExchangeRefusal => ({ httpStatus: 400, errorType: 'InputException', message })

/** The broker's words for each refusal. */
const WORDS: Readonly<Record<BrokerRefusal, ExchangeRefusal>> = {
  trigger_through: rejections.triggerSide('SELL', 10_000 as Paise),
  price_band: rejections.circuit({ lower: 5 as Paise, upper: 500_000 as Paise }),
  funds: rejections.margin(912_600 as Paise, 512_040 as Paise),
  freeze: rejections.freeze(1820, 65, 1800),
  bad_request: rejections.lot(65),
  processing: rejections.cannotModify(),
  unknown_order: rejections.unknownOrder(),
  modify_limit: rejections.modificationsSpent(),
  rate_limited: rejections.tooManyRequests(),
  session_closed: rejections.closedMis(),
  token_expired: { httpStatus: 403, errorType: 'TokenException', message: 'Incorrect `api_key` or `access_token`.' },
  not_permitted: {
    httpStatus: 403,
    errorType: 'PermissionException',
    message: 'IP (203.0.113.7) is not allowed to place orders for this app.',
  },
  other: input('A reason nobody has heard before.'),
}

/** Lets exactly the fault happen that a case asks for: once, or at every choice. */
class ScriptedFaultChooser extends Chooser {
  once: { readonly kind: FaultKind; readonly alternative: number } | undefined
  always: { readonly kind: FaultKind; readonly alternative: number } | undefined

  override canFire(kind: FaultKind): boolean {
    return this.once?.kind === kind || this.always?.kind === kind
  }

  protected override keyOf(): number {
    return 0
  }

  protected override alternativeOf({ kind }: Place): number {
    if (this.once?.kind !== kind) return this.always!.alternative
    const { alternative } = this.once
    this.once = undefined
    return alternative
  }
}

/** The simulator's port on the exchange model, on a market set by the test and a clock that runs while a caller waits. */
export class ModelHarness implements BrokerBench {
  readonly port: BrokerPort
  readonly contract: { readonly tradingsymbol: string; readonly lotSize: number }
  readonly #time = new VirtualTime(at(0), 1)
  readonly #market = new ScriptedMarket()
  readonly #option = this.#market.contract()
  readonly #exchange = new Exchange({ seed: 'contract', market: this.#market, now: at(0) })
  readonly #chooser = new ScriptedFaultChooser(false)
  readonly #faultConditions = new FaultConditions()
  readonly #broker: ModelBroker
  #price: { bid: Paise; ask: Paise } = { bid: 10_000 as Paise, ask: 10_050 as Paise }

  constructor(needs: readonly Ability[]) {
    const pledged = needs.includes('funds:collateral_only')
    this.contract = { tradingsymbol: this.#option.tradingsymbol, lotSize: this.#option.lotSize }
    this.#showPrice()
    this.#exchange.openAccount(ACCOUNT, pledged ? (0 as Paise) : CASH, at(0), pledged ? COLLATERAL : (0 as Paise))
    const broker = new ModelBroker({
      time: this.#time,
      exchange: this.#exchange,
      account: ACCOUNT,
      chooser: this.#chooser,
      faultConditions: this.#faultConditions,
      owner: { hasExited: false, stalledUntil: 0 },
      process: 'p1',
      seed: 1,
      onCall: () => undefined,
      onFunds: () => undefined,
      onBook: () => undefined,
      onOrders: () => undefined,
      dies: () => undefined,
      asked: () => () => undefined,
    })
    this.#broker = broker
    this.port = {
      profile: broker.profile,
      place: (order, guard) => this.#whileTimeRuns(broker.place(order, guard)),
      modify: (orderId, terms, guard) => this.#whileTimeRuns(broker.modify(orderId, terms, guard)),
      cancel: (orderId, guard) => this.#whileTimeRuns(broker.cancel(orderId, guard)),
      orders: () => this.#whileTimeRuns(broker.orders()),
      history: (orderId) => this.#whileTimeRuns(broker.history(orderId)),
      trades: () => this.#whileTimeRuns(broker.trades()),
      positions: () => this.#whileTimeRuns(broker.positions()),
      funds: () => this.#whileTimeRuns(broker.funds()),
      updates: (listener) => broker.updates(listener),
    }
  }

  async quote() {
    return { ...this.#price, last: this.#price.bid }
  }

  async until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
    const end = this.#time.now + VAIN_MS
    for (;;) {
      const seen = await probe()
      if (seen !== undefined) return seen
      if (this.#time.now > end) throw new Error(`timed out waiting for ${what}`)
      await this.#turn()
    }
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
    return this.#exchange.exchangeLog.flatMap((entry): Arrived[] => {
      if (entry.accountId !== ACCOUNT) return []
      if (entry.type === 'order_taken') return [{ call: 'place', tag: entry.request.tag }]
      if (entry.type === 'modify_taken') return [{ call: 'modify', tag: null }]
      if (entry.type === 'cancel_taken') return [{ call: 'cancel', tag: null }]
      return entry.type === 'order_refused' ? [{ call: entry.call, tag: null }] : []
    })
  }

  async record(): Promise<BrokerRecord> {
    const { now } = this.#time
    return {
      orders: this.#exchange.orders(ACCOUNT, now).map((row) => ({
        orderId: row.order_id,
        price: row.price,
        trigger: row.trigger_price,
        average: row.average_price,
      })),
      fills: this.#exchange
        .trades(ACCOUNT, now)
        .map((row) => ({ fillId: row.trade_id, price: row.average_price, quantity: row.quantity })),
      positions: this.#exchange.positions(ACCOUNT, now).net,
    }
  }

  async meet(doubt: Doubt): Promise<void> {
    switch (doubt) {
      case 'reply_lost':
        this.#chooser.once = { kind: 'reply_lost', alternative: 1 }
        return
      case 'request_lost':
        this.#chooser.once = { kind: 'request_lost', alternative: 1 }
        return
      case 'server_error':
        this.#chooser.once = { kind: 'answer_garbled', alternative: 1 }
        return
      case 'page_for_success':
        this.#chooser.once = { kind: 'answer_garbled', alternative: 2 }
        return
      case 'cut_json':
        this.#chooser.once = { kind: 'answer_garbled', alternative: 3 }
        return
      case 'unknown_error':
        this.#fault({ kind: 'refuse_next', count: 1, refusal: { ...input('Quantity?'), errorType: 'NewException' } })
        return
      case 'reset':
      case 'server_page':
      case 'error_with_order_id':
      case 'other_order':
      case 'no_order_id':
      case 'timed_out_words':
        return unable()
    }
  }

  async refuse(code: BrokerRefusal): Promise<void> {
    this.#fault({ kind: 'refuse_next', count: 1, refusal: WORDS[code] })
  }

  hostileText(): Promise<readonly string[]> {
    return unable()
  }

  async failReads(fault: ReadFault): Promise<void> {
    switch (fault) {
      case 'token_expired':
        this.#faultConditions.of(ACCOUNT).tokenExpiredUntil = this.#time.now + LONG_MS
        return
      case 'silence':
        this.#chooser.always = { kind: 'read_failed', alternative: 1 }
        return
      case 'server_error':
        this.#chooser.always = { kind: 'read_failed', alternative: 2 }
        return
      case 'rate_limited':
        this.#chooser.always = { kind: 'read_failed', alternative: 3 }
        return
      case 'rate_limited_page':
      case 'page':
      case 'cut_json':
      case 'no_list':
        return unable()
    }
  }

  accountView(status: BookStatus): Promise<string> {
    const controls = {
      hold: async (held: string) => {
        if (held === 'PUT ORDER REQ RECEIVED') this.#fault({ kind: 'slow', addMs: LONG_MS })
        else this.#fault({ kind: 'stick', count: 1, status: held as StickyStatus, until: null })
      },
      statusOf: async (orderId: string) =>
        this.#exchange.orders(ACCOUNT, this.#time.now).find((row) => row.order_id === orderId)?.status,
    }
    return orderInForce(this, controls, status)
  }

  async funds(story: FundsTimeline): Promise<BrokerFunds> {
    if (story === 'collateral_only') return { usable: 0 as Paise, opening: 0 as Paise }
    if (story === 'cash_shown_zero') this.#fault({ kind: 'cash_zero' })
    return { usable: CASH, opening: CASH }
  }

  async cause(fault: TradingFault): Promise<void> {
    switch (fault) {
      case 'rejected_later':
        return this.#fault({ kind: 'reject_next', count: 1, message: 'RMS: rejected by the risk desk' })
      case 'hidden':
        return this.#fault({ kind: 'hide', count: 1, forMs: HIDDEN_MS })
      case 'cancel_loses':
        return this.#fault({ kind: 'cancel_loses', count: 1 })
      case 'part_fills':
        return this.#fault({ kind: 'fill_cap', quantity: this.contract.lotSize })
    }
  }

  async fallThrough(level: Paise): Promise<void> {
    const bid = (level - 500) as Paise
    this.#price = { bid, ask: (bid + 50) as Paise }
    await this.#turn()
  }

  async tradeManually(side: OrderSide): Promise<string> {
    const { bid, ask } = this.#price
    const price = side === 'BUY' ? ceilToTick(ask * 1.05) : floorToTick(bid * 0.95)
    const outcome = this.#exchange.place(ACCOUNT, orderFor(this.#option, { side, price }), this.#time.now)
    if (!outcome.ok) throw new Error(outcome.refusal.message)
    return outcome.orderId
  }

  async cutUpdates(): Promise<void> {
    this.#broker.reconnect()
  }

  hostileRow(): Promise<readonly string[]> {
    return unable()
  }

  refuseAtEdge(): Promise<void> {
    return unable()
  }

  brokerNow(): EpochMs {
    return this.#time.now
  }

  occupy(): Promise<() => Promise<void>> {
    return unable()
  }

  addBadRow(): Promise<void> {
    return unable()
  }

  async close(): Promise<void> {}

  #fault(fault: ExchangeFault): void {
    this.#exchange.setFault(ACCOUNT, fault, this.#time.now)
  }

  /** The same prices again, as a live market shows them many times a second. */
  #showPrice(): void {
    this.#market.quote(this.#option, { ...this.#price, last: this.#price.bid })
  }

  async #whileTimeRuns<T>(answer: Promise<T>): Promise<T> {
    let settled = false
    void answer.then(() => (settled = true))
    while (!settled) await this.#turn()
    return answer
  }

  /** Lets a moment of virtual time pass, from a timer as the engine wants it. */
  #turn(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(() => {
        const exchange = this.#exchange
        this.#time.runUntil(this.#time.now + TURN_MS, () => exchange.advance(this.#time.now))
        this.#showPrice()
        exchange.advance(this.#time.now)
        resolve()
      }, 0)
    })
  }
}

function unable(): Promise<never> {
  return Promise.reject(new Error('the model cannot do this: see MODEL_CANNOT'))
}

import type { OrderCall, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerRejectionCode } from '@strikewise/execution/order/order-ack.ts'
import type { OrderPhase } from '@strikewise/execution/order/order.ts'
import type { BrokerFunds, BrokerPort } from '@strikewise/execution/ports.ts'

/** What may stand in the way of an order call so that its answer proves nothing. */
export const DOUBTS = [
  'reply_lost', // carried out, and no answer comes
  'request_lost', // not carried out, and no answer comes
  'reset', // the connection breaks before an answer
  'server_error', // 5xx with the broker's JSON
  'server_page', // 5xx with a page
  'page_for_success', // carried out, answered 200 with a page
  'cut_json', // 200 with the broker's JSON cut in the middle
  'no_order_id', // a success that names no order
  'unknown_error', // a refusal of an unknown kind
  'timed_out_words', // 400 with words that show it may still go live
  'error_with_order_id', // a refusal of a listed kind that names an order all the same
] as const
/** What only a change or a cancel may meet: a success that names another order. */
export const OTHER_ORDER = 'other_order'
export type Doubt = (typeof DOUBTS)[number] | typeof OTHER_ORDER

/** Refusals a broker words; `not_sent` is our own. */
export const REFUSALS = [
  'trigger_through',
  'price_band',
  'funds',
  'freeze',
  'bad_request',
  'processing',
  'unknown_order',
  'modify_limit',
  'rate_limited',
  'token_expired',
  'not_permitted',
  'session_closed',
  'other',
] as const satisfies readonly BrokerRejectionCode[]
export type BrokerRefusal = (typeof REFUSALS)[number]

/** What every reading may meet, and the code it must fail with. */
export const READ_FAULTS = {
  token_expired: 'token_expired',
  rate_limited: 'rate_limited',
  rate_limited_page: 'rate_limited', // of the edge in front of the broker
  server_error: 'unavailable',
  silence: 'unavailable',
  page: 'unavailable',
  cut_json: 'unavailable',
  no_list: 'unavailable',
} as const
export type ReadFault = keyof typeof READ_FAULTS

/** Statuses of a book of orders as most brokers show NSE's, and the phase each must be read as; an unknown one is live. */
export const STATUSES = {
  'PUT ORDER REQ RECEIVED': 'pending',
  'VALIDATION PENDING': 'pending',
  'OPEN PENDING': 'pending',
  OPEN: 'open',
  'TRIGGER PENDING': 'armed',
  'MODIFY VALIDATION PENDING': 'pending',
  'MODIFY PENDING': 'pending',
  MODIFIED: 'pending',
  'CANCEL PENDING': 'cancelling',
  COMPLETE: 'complete',
  CANCELLED: 'cancelled',
  REJECTED: 'rejected',
  'AMO REQ RECEIVED': 'pending',
  'MODIFY AMO REQ RECEIVED': 'pending',
  'CANCEL AMO REQ RECEIVED': 'pending',
  'A STATUS NOBODY KNOWS': 'pending',
} as const satisfies Record<string, OrderPhase>
export type BookStatus = keyof typeof STATUSES

export const BOOKS = ['orders', 'trades', 'positions'] as const
export type BrokerAccountView = (typeof BOOKS)[number]

/** A row that cannot be represented: of a book of ours, of another exchange in all of them, or a fill at a price of 0. */
export type BadRow = BrokerAccountView | 'other_exchange' | 'unpriced_fill'

/** What may go wrong inside the exchange. */
export type TradingFault =
  | 'rejected_later' // the next order is taken, then REJECTED
  | 'hidden' // the next order is taken and not shown for a while
  | 'cancel_loses' // the next cancel comes after the fill
  | 'part_fills' // an order gets at most one lot a quote

/** Where the money of an account stands. */
export type FundsTimeline = 'cash' | 'collateral_only' | 'cash_shown_zero'

/** What a case may need beyond the ordinary. A subject shows which of these it cannot bring about, and why. */
export type Ability =
  | 'trading' // a market that fills, and whose price can be made to fall
  | 'manual_orders' // orders the account's owner places elsewhere
  | 'updates' // pushed order updates, and a connection for them that can be cut
  | 'occupied' // every connection for orders busy
  | 'immediate' // orders that fill at once or are cancelled
  | 'no_immediate' // none of those: the broker knows DAY orders only
  | 'hostile_text' // answers with words that should not be passed on
  | 'hostile_row' // such words in a row of the book
  | 'edge_refusal' // what stands before the broker refuses a call by itself
  | 'time' // answers that show the broker's clock
  | 'no_time' // none of those
  | `doubt:${Doubt}`
  | `refusal:${BrokerRefusal}`
  | `read:${ReadFault}`
  | `row:${BadRow}` // a row that cannot be represented
  | `status:${string}` // an order that stands in it
  | `fault:${TradingFault}`
  | `funds:${FundsTimeline}`

/** An order call as the broker's side saw it come. */
export interface Arrived {
  readonly call: OrderCall
  readonly tag: string | null
}

/** The books as the broker's side keeps them, in its own decimal rupees. */
export interface BrokerRecord {
  readonly orders: readonly {
    readonly orderId: string
    readonly price: number
    readonly trigger: number
    readonly average: number
  }[]
  readonly fills: readonly { readonly fillId: string; readonly price: number; readonly quantity: number }[]
  readonly positions: readonly { readonly tradingsymbol: string; readonly quantity: number }[]
}

/**
 * One broker under test: an account in good order, logged in, with a contract it may trade, and ways to make things
 * happen behind the port. Methods that belong to an ability reject when the subject has reported it cannot.
 */
export interface BrokerBench {
  /** Its promises settle by themselves: on a virtual clock the bench lets time pass until they do. */
  readonly port: BrokerPort
  readonly contract: { readonly tradingsymbol: string; readonly lotSize: number }
  /** Best prices and the last one of the contract. */
  quote(): Promise<{ readonly bid: Paise; readonly ask: Paise; readonly last: Paise }>
  /** Lets time pass and asks again until the answer is not undefined; fails with `what` when that never comes. */
  until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T>
  /** The id of an order of ours that works in the book and that no price of the test will fill. */
  resting(): Promise<string>
  /** Puts orders, fills and a position into the books. */
  stock(): Promise<void>
  /** The order calls that came, oldest first: asked of the broker's side, not of the port. */
  arrived(): Promise<readonly Arrived[]>
  record(): Promise<BrokerRecord>
  /** The next order call, which is a `call`, meets this. */
  meet(doubt: Doubt, call: OrderCall): Promise<void>
  /** The next order call is refused so. */
  refuse(code: BrokerRefusal): Promise<void>
  /** From now on every reading meets this. */
  failReads(fault: ReadFault): Promise<void>
  addBadRow(row: BadRow): Promise<void>
  /** The id of an order that stands in `status`. */
  accountView(status: string): Promise<string>
  /** Sets the account's money; what the port must then read of it. */
  funds(story: FundsTimeline): Promise<BrokerFunds>
  /**
   * The next order call is rejected with a text that holds the account's key or token, control characters and half a character,
   * and is far too long. Resolves with the secrets in it.
   */
  hostileText(): Promise<readonly string[]>
  /** Puts an order into the book whose message holds such a text. Resolves with the secrets in it. */
  hostileRow(): Promise<readonly string[]>
  /** The next order call is answered 429 with a page, by what stands before the broker. */
  refuseAtEdge(): Promise<void>
  /** What the broker's clock shows. */
  brokerNow(): EpochMs
  /** Makes every connection for orders wait; the result lets them go. */
  occupy(): Promise<() => Promise<void>>
  cause(fault: TradingFault): Promise<void>
  /** Lets the contract trade at or below `level`, with every bid below it too. */
  fallThrough(level: Paise): Promise<void>
  /** The owner buys or sells one lot in the broker's own app: the id of that order. */
  tradeManually(side: OrderSide): Promise<string>
  /** Cuts the connection for updates. */
  cutUpdates(): Promise<void>
  close(): Promise<void>
}

/** One thing every broker port must do. `needs`: what the bench must be able to bring about for it. */
export interface BrokerCase {
  readonly name: string
  readonly needs: readonly Ability[]
  run(bench: BrokerBench): Promise<void>
}

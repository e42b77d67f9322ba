import type { OrderSide, OrderType, Product, Validity } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** The broker's order model (kite-connect fact sheet §4, §6, §10, §11). Inside prices are paise; rows are as on the wire. */

/** One order as the client asks for it. Names are the broker's, in camelCase; form values are parsed by `order-form.ts`. */
export interface OrderRequest {
  readonly variety: string
  readonly exchange: string
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly orderType: OrderType
  /** Units, not lots. */
  readonly quantity: number
  readonly product: Product
  /** 0 where the type takes none. */
  readonly price: Paise
  /** 0 where the type takes none. */
  readonly triggerPrice: Paise
  readonly validity: Validity
  /** Minutes, with TTL only; else 0. */
  readonly validityTtlMinutes: number
  readonly disclosedQuantity: number
  /** Per cent; -1: the broker picks; 0: none. */
  readonly marketProtection: number
  readonly autoslice: boolean
  readonly tag: string | null
  readonly algoId: string | null
  /** Variety iceberg: legs that go out one after another, as each fills, and units of a leg. */
  readonly iceberg?: { readonly legs: number; readonly legQuantity: number }
}

/** Changes to a live order; what is left out stays as it is. `quantity` is the new total, filled part included. */
export interface OrderChange {
  readonly orderType?: OrderType
  readonly quantity?: number
  readonly price?: Paise
  readonly triggerPrice?: Paise
  readonly validity?: Validity
  readonly validityTtlMinutes?: number
  readonly marketProtection?: number
}

/** Every status an order of ours passes through. Terminal: COMPLETE, CANCELLED, REJECTED. */
export type OrderStatus =
  | 'PUT ORDER REQ RECEIVED'
  | 'VALIDATION PENDING'
  | 'OPEN PENDING'
  | 'OPEN'
  | 'TRIGGER PENDING'
  | 'MODIFY VALIDATION PENDING'
  | 'MODIFY PENDING'
  | 'MODIFIED'
  | 'CANCEL PENDING'
  | 'AMO REQ RECEIVED'
  | 'MODIFY AMO REQ RECEIVED'
  | 'CANCEL AMO REQ RECEIVED'
  | 'COMPLETE'
  | 'CANCELLED'
  | 'REJECTED'

export function isTerminal(status: OrderStatus): boolean {
  return status === 'COMPLETE' || status === 'CANCELLED' || status === 'REJECTED'
}

/** A synchronous refusal: no order id, no row in the order book (fact sheet §4.3). */
export interface OrderRejection {
  readonly httpStatus: number
  readonly errorType: string
  readonly message: string
}

/** One slice's outcome of an autosliced order, as it stands in the answer's `children`. */
export type SliceOutcome =
  | { readonly order_id: string }
  | { readonly error: { code: number; error_type: string; message: string; data: null } }

export type PlaceOutcome =
  | { readonly ok: true; readonly orderId: string; readonly children?: readonly SliceOutcome[] }
  | { readonly ok: false; readonly refusal: OrderRejection }

/** What a modify or cancel call answers: `ok` means only that the request was taken. */
export type ChangeOutcome =
  | { readonly ok: true; readonly orderId: string }
  | { readonly ok: false; readonly refusal: OrderRejection }

/** One row of the order book or of an order's history, exactly as the broker's API sends it (rupees, IST text). */
export interface OrderRow {
  readonly account_id: string
  readonly placed_by: string
  readonly order_id: string
  readonly exchange_order_id: string | null
  readonly parent_order_id: string | null
  readonly status: OrderStatus
  readonly status_message: string | null
  readonly status_message_raw: string | null
  readonly order_timestamp: string
  readonly exchange_update_timestamp: string | null
  readonly exchange_timestamp: string | null
  readonly variety: string
  readonly modified: boolean
  readonly exchange: string
  readonly tradingsymbol: string
  readonly instrument_token: number
  readonly order_type: OrderType
  readonly transaction_type: OrderSide
  readonly validity: Validity
  readonly validity_ttl: number
  readonly product: Product
  readonly quantity: number
  readonly disclosed_quantity: number
  readonly price: number
  readonly trigger_price: number
  readonly average_price: number
  readonly filled_quantity: number
  readonly pending_quantity: number
  readonly cancelled_quantity: number
  readonly market_protection: number
  readonly meta: Readonly<Record<string, unknown>>
  /** Of auction orders alone, which the sandbox does not have. */
  readonly auction_number: string | null
  readonly tag: string | null
  readonly tags?: readonly string[]
  readonly guid: string
}

/** One fill, as `GET /trades` sends it. `order_timestamp` is a time of day only. */
export interface TradeRow {
  readonly trade_id: string
  readonly order_id: string
  readonly exchange: string
  readonly tradingsymbol: string
  readonly instrument_token: number
  readonly product: Product
  readonly average_price: number
  readonly quantity: number
  readonly exchange_order_id: string
  readonly transaction_type: OrderSide
  readonly fill_timestamp: string
  readonly order_timestamp: string
  readonly exchange_timestamp: string
}

/**
 * What the exchange sends its listeners, in the order it happens. `status` is the word a postback or a text frame
 * carries: a part fill or a change of an open order reads UPDATE, which no row of the order book ever shows.
 * `postback`: the broker posts it to the app's address too (COMPLETE, CANCELLED, REJECTED, UPDATE); a frame goes out always.
 */
export type ExchangeEvent =
  | {
      readonly type: 'order'
      readonly at: EpochMs
      readonly accountId: string
      readonly status: OrderStatus | 'UPDATE'
      readonly postback: boolean
      readonly row: OrderRow
    }
  | { readonly type: 'trade'; readonly at: EpochMs; readonly accountId: string; readonly row: TradeRow }

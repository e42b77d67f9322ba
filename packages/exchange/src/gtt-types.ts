import type { OrderType, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderRejection } from './order-types.ts'

/** The broker's good-till-triggered orders (kite-connect fact sheet §16): kept at the broker, not at the exchange. */

/** `single`: one leg. `two-leg`: two, of which the one that fires ends the other. */
export type GttType = 'single' | 'two-leg'

/**
 * Only an `active` one can fire. `triggered` does not mean placed, let alone filled: see the leg's result. `cancelled`,
 * `disabled` and `rejected` are the broker's doing, `deleted` the client's.
 */
export type GttStatus = 'active' | 'triggered' | 'disabled' | 'expired' | 'cancelled' | 'rejected' | 'deleted'

/** The order a leg sends when it fires. */
export interface GttLeg {
  readonly exchange: string
  readonly tradingsymbol: string
  readonly side: OrderSide
  /** Units, not lots. */
  readonly quantity: number
  readonly orderType: OrderType
  readonly product: string
  readonly price: Paise
}

/** A trigger as the client asks for it. */
export interface GttRequest {
  readonly type: GttType
  readonly exchange: string
  readonly tradingsymbol: string
  /** The last price as the client saw it. */
  readonly lastPrice: Paise
  /** Low first; each belongs to the leg of the same place. */
  readonly triggerPrices: readonly Paise[]
  readonly legs: readonly GttLeg[]
}

/** What the three writing calls answer. */
export type GttOutcome =
  | { readonly ok: true; readonly triggerId: number }
  | { readonly ok: false; readonly refusal: OrderRejection }

/** What became of a leg that fired. `success` means that an order was placed. */
export interface GttResult {
  readonly account_id: string
  readonly exchange: string
  readonly tradingsymbol: string
  readonly validity: 'DAY'
  readonly product: string
  readonly order_type: OrderType
  readonly transaction_type: OrderSide
  readonly quantity: number
  readonly price: number
  /** JSON text. */
  readonly meta: string
  readonly timestamp: string
  /** The last price that fired it. */
  readonly triggered_at: number
  readonly order_result: {
    readonly status: 'success' | 'failed'
    readonly order_id: string
    readonly rejection_reason: string
  }
}

/** One row of `GET /gtt/triggers`, exactly as the broker's API sends it (rupees, IST text). */
export interface GttRow {
  readonly id: number
  readonly user_id: string
  readonly parent_trigger: null
  readonly type: GttType
  readonly created_at: string
  readonly updated_at: string
  readonly expires_at: string
  readonly status: GttStatus
  readonly condition: {
    readonly exchange: string
    readonly last_price: number
    readonly tradingsymbol: string
    readonly trigger_values: readonly number[]
    readonly instrument_token: number
  }
  readonly orders: readonly {
    readonly exchange: string
    readonly tradingsymbol: string
    readonly product: string
    readonly order_type: OrderType
    readonly transaction_type: OrderSide
    readonly quantity: number
    readonly price: number
    readonly result: GttResult | null
  }[]
  readonly meta: Readonly<Record<string, unknown>>
}

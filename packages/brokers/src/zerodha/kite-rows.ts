import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderAck, QueryResult, BrokerRejectionCode } from '@strikewise/execution/order/order-ack.ts'
import type { BrokerOrder, OrderPhase, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { ChangeOutcome, PlaceOutcome } from '@strikewise/kite/responses/classify-order.ts'
import type { ReadResult } from '@strikewise/kite/responses/classify-read.ts'
import type { RejectionHint } from '@strikewise/kite/responses/rejection-reason.ts'
import type { RejectionCode as KiteRefusalCode } from '@strikewise/kite/responses/classify-write.ts'
import type { OrderChange } from '@strikewise/kite/rest/order-calls.ts'
import type { KiteOrder } from '@strikewise/kite/rows/order.ts'
import type { DroppedRow } from '@strikewise/kite/rows/parse.ts'
import type { KiteTrade } from '@strikewise/kite/rows/trade.ts'
import type { Redactor } from '../redact.ts'

/** Index options, the only things the product trades. */
export const EXCHANGE = 'NFO'
/** The broker picks the protection of a market order. */
const BROKERS_PROTECTION = -1

/** Entries the broker itself adds to an order's tags. */
const BROKERS_TAG = /^mktp(?::|$)/

/** Statuses of the book (kite-connect §11). Every other one is interim: maybe live at the exchange. */
const PHASES = new Map<string, OrderPhase>([
  ['COMPLETE', 'complete'],
  ['CANCELLED', 'cancelled'],
  ['REJECTED', 'rejected'],
  ['OPEN', 'open'],
  ['TRIGGER PENDING', 'armed'],
  ['CANCEL PENDING', 'cancelling'],
])
/** What only pushed messages show: something about the order changed. */
const PUSHED_CHANGE = 'UPDATE'

const CODES: Readonly<Record<KiteRefusalCode, BrokerRejectionCode>> = {
  not_sent: 'not_sent',
  rate_limited: 'rate_limited',
  token_expired: 'token_expired',
  not_permitted: 'not_permitted',
  user_blocked: 'not_permitted',
  funds: 'funds',
  bad_input: 'other',
  order_refused: 'other',
}

/** The hint chooses among next steps; that nothing was accepted, the code has proved already. */
const HINTED: Readonly<Partial<Record<RejectionHint, BrokerRejectionCode>>> = {
  trigger_side: 'trigger_through',
  price_band: 'price_band',
  freeze_quantity: 'freeze',
  funds: 'funds',
  ip_not_listed: 'not_permitted',
  being_processed: 'processing',
  order_not_found: 'unknown_order',
  modifications_used_up: 'modify_limit',
  order_cap: 'rate_limited',
  market_closed: 'session_closed',
  lot_multiple: 'bad_request',
  tick_multiple: 'bad_request',
  unknown_symbol: 'bad_request',
}

export function orderAckFrom(outcome: PlaceOutcome | ChangeOutcome, redact: Redactor): OrderAck {
  switch (outcome.outcome) {
    case 'accepted':
      return { type: 'accepted', orderId: outcome.orderId }
    case 'refused': {
      const { code, hint, message } = outcome
      const hinted = CODES[code] === 'other' && hint !== null ? HINTED[hint] : undefined
      return { type: 'refused', code: hinted ?? CODES[code], text: redact(message) }
    }
    case 'in_doubt':
      return { type: 'in_doubt', why: redact(`${outcome.cause}: ${outcome.message}`) }
  }
}

/**
 * Whether rows were left out that could be ours. Accounts that trade currency have prices finer than a paisa in the same
 * books; a row that names another exchange is none of ours and proves nothing about them.
 */
export function isPartial(dropped: readonly DroppedRow[]): boolean {
  return dropped.some(({ exchange }) => exchange === null || exchange === EXCHANGE)
}

/** A read of the client as the core takes it. */
export function readFrom<A, B>(
  result: ReadResult<A>,
  redact: Redactor,
  value: (from: A) => { value: B; partial: boolean },
): QueryResult<B> {
  if (result.ok) return { ok: true, ...value(result.value) }
  const known = result.code === 'token_expired' || result.code === 'rate_limited'
  return { ok: false, code: known ? result.code : 'unavailable', text: redact(result.message) }
}

/** What of the broker's row the core asks for. */
export type OrderRowRead = Pick<
  KiteOrder,
  | 'orderId'
  | 'status'
  | 'statusMessage'
  | 'tradingsymbol'
  | 'side'
  | 'product'
  | 'orderType'
  | 'quantity'
  | 'price'
  | 'triggerPrice'
  | 'filledQuantity'
  | 'averagePriceRupees'
  | 'exchangeUpdatedAt'
  | 'tag'
  | 'tags'
>

/** Undefined for a pushed change whose state only the book shows. */
export function orderFrom(row: OrderRowRead, redact: Redactor): BrokerOrder | undefined {
  if (row.status === PUSHED_CHANGE) return undefined
  const { orderType } = row
  const kind = orderType === 'LIMIT' || orderType === 'SL' || orderType === 'MARKET' ? orderType : 'other'
  return {
    orderId: row.orderId,
    tag: row.tag ?? row.tags.find((tag) => !BROKERS_TAG.test(tag)) ?? null,
    tradingsymbol: row.tradingsymbol,
    side: row.side,
    product: row.product,
    phase: PHASES.get(row.status) ?? 'pending',
    kind,
    quantity: row.quantity,
    price: row.price,
    trigger: row.triggerPrice,
    filled: row.filledQuantity,
    averagePrice: row.averagePriceRupees * 100,
    updatedAt: row.exchangeUpdatedAt,
    message: row.statusMessage === null ? null : redact(row.statusMessage),
  }
}

export function fillFrom(row: KiteTrade): BrokerFill {
  return {
    fillId: row.tradeId,
    orderId: row.orderId,
    tradingsymbol: row.tradingsymbol,
    side: row.side,
    product: row.product,
    quantity: row.quantity,
    price: row.price,
    at: row.filledAt,
  }
}

/** The complete set of values an order should have; the same for a new order and for a change. */
export function changeFrom(terms: OrderTerms): OrderChange {
  switch (terms.kind) {
    case 'LIMIT':
      return { orderType: 'LIMIT', quantity: terms.quantity, price: terms.price, validity: terms.validity }
    case 'SL':
      return {
        orderType: 'SL',
        quantity: terms.quantity,
        price: terms.price,
        triggerPrice: terms.trigger,
        validity: 'DAY',
      }
    case 'MARKET':
      return {
        orderType: 'MARKET',
        quantity: terms.quantity,
        validity: 'DAY',
        marketProtection: BROKERS_PROTECTION,
      }
  }
}

/** Decimal rupees of any precision → whole paise, rounded down. */
export function paiseDown(rupees: number): Paise {
  return Math.floor(rupees * 100 + 1e-6) as Paise
}

import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Answer, Read, RefusalCode } from '@strikewise/execution/order/answer.ts'
import type { BrokerOrder, OrderPhase, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { ChangeOutcome, PlaceOutcome } from '@strikewise/kite/answers/order.ts'
import type { ReadResult } from '@strikewise/kite/answers/read.ts'
import type { OrderChange } from '@strikewise/kite/rest/order-calls.ts'
import type { KiteOrder } from '@strikewise/kite/rows/order.ts'
import type { KiteTrade } from '@strikewise/kite/rows/trade.ts'

/** Every other status is interim: maybe live at the exchange (kite-connect §11). */
const PHASES: ReadonlyMap<string, OrderPhase> = new Map([
  ['COMPLETE', 'complete'],
  ['CANCELLED', 'cancelled'],
  ['REJECTED', 'rejected'],
  ['OPEN', 'open'],
  ['TRIGGER PENDING', 'armed'],
  ['CANCEL PENDING', 'cancelling'],
])
/** Refusals both sides call by the same name. */
const SHARED_CODES = new Set(['not_sent', 'rate_limited', 'token_dead', 'not_permitted', 'funds'])

export function answerFrom(outcome: PlaceOutcome | ChangeOutcome): Answer {
  switch (outcome.outcome) {
    case 'accepted':
      return { type: 'accepted', orderId: outcome.orderId }
    case 'refused': {
      const named = outcome.hint === 'trigger_side' ? 'trigger_through' : outcome.code
      const code = named === 'trigger_through' || SHARED_CODES.has(named) ? (named as RefusalCode) : 'other'
      return { type: 'refused', code, text: outcome.message }
    }
    case 'in_doubt':
      return { type: 'in_doubt', why: outcome.message }
  }
}

export function readFrom<A, B>(result: ReadResult<A>, value: (from: A) => B): Read<B> {
  if (result.ok) return { ok: true, value: value(result.value) }
  const known = result.code === 'token_dead' || result.code === 'rate_limited'
  return { ok: false, code: known ? result.code : 'unavailable', text: result.message }
}

export function orderFrom(row: KiteOrder): BrokerOrder {
  const { orderType } = row
  return {
    orderId: row.orderId,
    tag: row.tag ?? row.tags[0] ?? null,
    tradingsymbol: row.tradingsymbol,
    side: row.side,
    product: row.product,
    phase: PHASES.get(row.status) ?? 'pending',
    kind: orderType === 'LIMIT' || orderType === 'SL' || orderType === 'MARKET' ? orderType : 'other',
    quantity: row.quantity,
    price: row.price,
    trigger: row.triggerPrice,
    filled: row.filledQuantity,
    averagePrice: row.averagePriceRupees * 100,
    updatedAt: row.exchangeUpdatedAt,
    message: row.statusMessage,
  }
}

export function fillFrom(row: KiteTrade): BrokerFill {
  const { tradeId, orderId, tradingsymbol, side, product, quantity, price, filledAt } = row
  return { fillId: tradeId, orderId, tradingsymbol, side, product, quantity, price, at: filledAt }
}

export function changeFrom(terms: OrderTerms): OrderChange {
  const { quantity } = terms
  switch (terms.kind) {
    case 'LIMIT':
      return { orderType: 'LIMIT', quantity, price: terms.price, validity: terms.validity }
    case 'SL':
      return { orderType: 'SL', quantity, price: terms.price, triggerPrice: terms.trigger, validity: 'DAY' }
    case 'MARKET':
      return { orderType: 'MARKET', quantity, validity: 'DAY', marketProtection: -1 }
  }
}

/** Decimal rupees → whole paise, rounded down. */
export function paiseDown(rupees: number): Paise {
  return Math.floor(rupees * 100 + 1e-6) as Paise
}

import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { instantText } from '../orders/instant-text.ts'
import type { FiredLeg, GttState } from '../state/gtt-state.ts'
import type { GttLeg, GttResult, GttRow } from '../gtt-types.ts'

/** The trigger as the broker's API shows it (kite-connect fact sheet §16). */
export function gttRow(gtt: GttState): GttRow {
  const { request, contract, expiresAt } = gtt.terms
  return {
    id: gtt.triggerId,
    user_id: gtt.accountId,
    parent_trigger: null,
    type: request.type,
    created_at: instantText(gtt.createdAt),
    updated_at: instantText(gtt.updatedAt),
    expires_at: instantText(expiresAt),
    status: gtt.status,
    condition: {
      exchange: request.exchange,
      last_price: rupeesFromPaise(request.lastPrice),
      tradingsymbol: request.tradingsymbol,
      trigger_values: request.triggerPrices.map(rupeesFromPaise),
      instrument_token: contract.token,
    },
    orders: request.legs.map((leg, place) => ({
      ...legFields(leg),
      result: gtt.fired?.leg === place ? resultOf(gtt, leg, gtt.fired) : null,
    })),
    meta: {},
  }
}

function legFields(leg: GttLeg) {
  return {
    exchange: leg.exchange,
    tradingsymbol: leg.tradingsymbol,
    product: leg.product,
    order_type: leg.orderType,
    transaction_type: leg.side,
    quantity: leg.quantity,
    price: rupeesFromPaise(leg.price),
  }
}

function resultOf(gtt: GttState, leg: GttLeg, fired: FiredLeg): GttResult {
  return {
    account_id: gtt.accountId,
    ...legFields(leg),
    validity: 'DAY',
    meta: JSON.stringify({ gtt: gtt.triggerId }),
    timestamp: instantText(fired.at),
    triggered_at: rupeesFromPaise(fired.lastPrice),
    order_result: {
      status: fired.orderId === null ? 'failed' : 'success',
      order_id: fired.orderId ?? '',
      rejection_reason: fired.reason,
    },
  }
}

import type { KiteProduct } from './order-calls.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { type Paise, rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { type GttOutcome, classifyGtt } from '../responses/classify-order.ts'
import type { ReadResult } from '../responses/classify-read.ts'
import { type KiteGtt, kiteGtt } from '../rows/gtt.ts'
import type { Rows } from '../rows/parse.ts'
import type { Caller } from './caller.ts'
import { type FormFields, pathPart } from './form.ts'
import { oneOf, rowsOf } from './read-rows.ts'

/** One leg: fires a LIMIT order at `price` when the last price reaches `triggerPrice`. */
export interface GttLeg {
  readonly triggerPrice: Paise
  readonly side: OrderSide
  readonly quantity: number
  readonly product: KiteProduct
  readonly price: Paise
}

/** One leg, or two of which one cancels the other: low trigger first (fact sheet §16). */
export interface NewGtt {
  readonly exchange: string
  readonly tradingsymbol: string
  /** Last price now; a trigger closer than 0.25% is refused. */
  readonly lastPrice: Paise
  readonly legs: readonly [GttLeg] | readonly [low: GttLeg, high: GttLeg]
}

/** Triggers kept at the broker. Writes are order calls: assume they need the listed address. */
export interface GttCalls {
  placeGtt(gtt: NewGtt): Promise<GttOutcome>
  /** Replaces the whole trigger. */
  modifyGtt(gttId: string, gtt: NewGtt): Promise<GttOutcome>
  deleteGtt(gttId: string): Promise<GttOutcome>
  /** Active ones, and all others of the last seven days. */
  gtts(): Promise<ReadResult<Rows<KiteGtt>>>
  gtt(gttId: string): Promise<ReadResult<KiteGtt>>
}

export function gttCalls(caller: Caller): GttCalls {
  const path = (gttId: string) => `/gtt/triggers/${pathPart('GTT id', gttId)}`
  return {
    placeGtt: async (gtt) =>
      classifyGtt(await caller.call('POST', '/gtt/triggers', { lane: 'orders', form: gttForm(gtt) })),
    modifyGtt: async (gttId, gtt) =>
      classifyGtt(await caller.call('PUT', path(gttId), { lane: 'orders', form: gttForm(gtt) })),
    deleteGtt: async (gttId) => classifyGtt(await caller.call('DELETE', path(gttId), { lane: 'orders' })),
    gtts: () => caller.read('/gtt/triggers', {}, rowsOf(kiteGtt)),
    gtt: async (gttId) => caller.read(path(gttId), {}, oneOf(kiteGtt)),
  }
}

function gttForm(gtt: NewGtt): FormFields {
  const { exchange, tradingsymbol } = gtt
  return {
    type: gtt.legs.length === 2 ? 'two-leg' : 'single',
    condition: JSON.stringify({
      exchange,
      tradingsymbol,
      trigger_values: gtt.legs.map((leg) => rupeesFromPaise(leg.triggerPrice)),
      last_price: rupeesFromPaise(gtt.lastPrice),
    }),
    orders: JSON.stringify(
      gtt.legs.map((leg) => ({
        exchange,
        tradingsymbol,
        transaction_type: leg.side,
        quantity: leg.quantity,
        order_type: 'LIMIT',
        product: leg.product,
        price: rupeesFromPaise(leg.price),
      })),
    ),
  }
}

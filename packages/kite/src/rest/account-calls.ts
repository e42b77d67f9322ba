import type { KiteProduct } from './order-calls.ts'
import type { OrderSide, OrderType } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import * as z from 'zod'
import { type PlainOutcome, classifyPlain } from '../responses/classify-order.ts'
import { type ReadResult, Unreadable, classifyRead } from '../responses/classify-read.ts'
import { sessionChecksum } from '../login/checksum.ts'
import { type KiteProfile, type KiteSession, kiteProfile, kiteSession } from '../rows/account.ts'
import {
  type KiteBasketMargin,
  type KiteMargin,
  type KiteOrderCharges,
  kiteBasketMargin,
  kiteMargin,
  kiteOrderCharges,
} from '../rows/calculation.ts'
import { type KiteFunds, kiteFunds, kiteFundsBySegment } from '../rows/funds.ts'
import type { Rows } from '../rows/parse.ts'
import { type KitePosition, kitePosition } from '../rows/position.ts'
import { type Revealable, revealed } from '@strikewise/domain/text/secret.ts'
import type { Caller } from './caller.ts'
import { wireRupees } from './form.ts'
import type { Variety } from './order-calls.ts'
import { oneOf, rowsOf } from './read-rows.ts'

/** An order as the margin calculators want it (fact sheet §15). */
export interface OrderToMargin {
  readonly exchange: string
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly variety: Variety
  readonly product: KiteProduct
  readonly orderType: OrderType
  readonly quantity: number
  readonly price?: Paise
  readonly triggerPrice?: Paise
}

/** A filled order as the charge calculator wants it; the price must not be 0. */
export interface OrderToCharge extends Omit<OrderToMargin, 'price' | 'triggerPrice'> {
  /** Any text: it comes back nowhere. */
  readonly orderId: string
  readonly averagePriceRupees: number
}

export interface Conversion {
  readonly exchange: string
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly positionType: 'day' | 'overnight'
  readonly quantity: number
  readonly oldProduct: KiteProduct
  readonly newProduct: KiteProduct
}

export interface AccountCalls {
  /**
   * `POST /session/token`: trades a request token, good once and for minutes, for the day's access token.
   * Needs no access token itself. The caller keeps what it returns: this client goes on asking its own supplier.
   */
  createSession(requestToken: string | Revealable, apiSecret: string | Revealable): Promise<ReadResult<KiteSession>>
  /** `DELETE /session/token`: ends `accessToken`, not the user's login at the broker's site. */
  endSession(accessToken: string | Revealable): Promise<PlainOutcome>
  /** `GET /user/profile`: also the cheap probe of a token. */
  profile(): Promise<ReadResult<KiteProfile>>
  /** `GET /user/margins`. Options draw on `equity`; at night figures may be 0 or the call fail. */
  funds(): Promise<ReadResult<{ equity: KiteFunds; commodity: KiteFunds | null }>>
  /** `GET /user/margins/{segment}`. */
  fundsOf(segment: 'equity' | 'commodity'): Promise<ReadResult<KiteFunds>>
  /** `GET /portfolio/positions`. */
  positions(): Promise<ReadResult<{ net: Rows<KitePosition>; day: Rows<KitePosition> }>>
  /** `PUT /portfolio/positions`. */
  convertPosition(conversion: Conversion): Promise<PlainOutcome>
  /** `POST /margins/orders`, a row an order. */
  orderMargins(orders: readonly OrderToMargin[]): Promise<ReadResult<Rows<KiteMargin>>>
  /** `POST /margins/basket`. */
  basketMargin(
    orders: readonly OrderToMargin[],
    options?: { readonly considerPositions?: boolean },
  ): Promise<ReadResult<KiteBasketMargin>>
  /** `POST /charges/orders`: the broker's own contract-note arithmetic, a row an order. */
  orderCharges(orders: readonly OrderToCharge[]): Promise<ReadResult<Rows<KiteOrderCharges>>>
}

const positionsData = z.object({ net: z.array(z.unknown()), day: z.array(z.unknown()) })

export function accountCalls(caller: Caller): AccountCalls {
  return {
    async createSession(requestToken, apiSecret) {
      const token = revealed(requestToken)
      const form = {
        api_key: caller.apiKey,
        request_token: token,
        checksum: sessionChecksum(caller.apiKey, token, revealed(apiSecret)),
      }
      return classifyRead(await caller.call('POST', '/session/token', { form, signed: false }), oneOf(kiteSession))
    },
    async endSession(accessToken) {
      const query = { api_key: caller.apiKey, access_token: revealed(accessToken) }
      return classifyPlain(await caller.call('DELETE', '/session/token', { query, signed: false }))
    },
    profile: () => caller.read('/user/profile', {}, oneOf(kiteProfile)),
    funds: () =>
      caller.read('/user/margins', {}, (data) => {
        const both = oneOf(kiteFundsBySegment)(data)
        return both instanceof Unreadable ? both : { equity: both.equity, commodity: both.commodity ?? null }
      }),
    fundsOf: (segment) => caller.read(`/user/margins/${segment}`, {}, oneOf(kiteFunds)),
    positions: () =>
      caller.read('/portfolio/positions', {}, (data) => {
        const both = oneOf(positionsData)(data)
        if (both instanceof Unreadable) return both
        const net = rowsOf(kitePosition)(both.net)
        const day = rowsOf(kitePosition)(both.day)
        if (net instanceof Unreadable) return net
        return day instanceof Unreadable ? day : { net, day }
      }),
    async convertPosition(conversion) {
      const form = {
        exchange: conversion.exchange,
        tradingsymbol: conversion.tradingsymbol,
        transaction_type: conversion.side,
        position_type: conversion.positionType,
        quantity: conversion.quantity,
        old_product: conversion.oldProduct,
        new_product: conversion.newProduct,
      }
      return classifyPlain(await caller.call('PUT', '/portfolio/positions', { lane: 'orders', form }))
    },
    async orderMargins(orders) {
      const json = orders.map(marginItem)
      return classifyRead(await caller.call('POST', '/margins/orders', { json }), rowsOf(kiteMargin))
    },
    async basketMargin(orders, { considerPositions = true } = {}) {
      const json = orders.map(marginItem)
      const query = { consider_positions: considerPositions }
      return classifyRead(await caller.call('POST', '/margins/basket', { json, query }), oneOf(kiteBasketMargin))
    },
    async orderCharges(orders) {
      const json = orders.map((order) => ({
        ...orderItem(order),
        order_id: order.orderId,
        average_price: order.averagePriceRupees,
      }))
      return classifyRead(await caller.call('POST', '/charges/orders', { json }), rowsOf(kiteOrderCharges))
    },
  }
}

function orderItem(order: Omit<OrderToMargin, 'price' | 'triggerPrice'>) {
  return {
    exchange: order.exchange,
    tradingsymbol: order.tradingsymbol,
    transaction_type: order.side,
    variety: order.variety,
    product: order.product,
    order_type: order.orderType,
    quantity: order.quantity,
  }
}

function marginItem(order: OrderToMargin) {
  return {
    ...orderItem(order),
    price: wireRupees(order.price) ?? 0,
    trigger_price: wireRupees(order.triggerPrice) ?? 0,
  }
}

import type { Product, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { contractNamed, lastPrice, type ExchangeContext } from '../state/exchange-state.ts'
import type { AccountState } from '../state/account-state.ts'
import { openLegs, positionLegs } from './margins.ts'
import { NO_MARGIN, shortMarginOf, type Leg, type ShortMargin } from './short-margin.ts'

/** An order that may be placed. */
export interface MarginOrder {
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly product: Product
  /** Units. */
  readonly quantity: number
  /** 0: at the last price. */
  readonly price: Paise
}

/** What an order or a basket needs, in paise. */
export interface MarginNeed extends ShortMargin {
  readonly premium: Paise
}

export interface BasketNeed {
  readonly orders: readonly MarginNeed[]
  /** Each order by itself, in sum: what is needed while one leg has gone out and its hedge has not. */
  readonly initial: MarginNeed
  /** With the benefit of legs that hedge one another, and of the positions where they are considered. */
  readonly final: MarginNeed
}

/** `POST /margins/orders`: what each order needs on top of the account's positions and open orders. */
export function orderMargins(
  context: ExchangeContext,
  account: AccountState,
  orders: readonly MarginOrder[],
): MarginNeed[] {
  const base = openLegs(context, account)
  return orders.map((order) => needOf(context, base, [order]))
}

/** `POST /margins/basket`: what the orders need together; with `considerPositions` on top of what is held. */
export function basketMargins(
  context: ExchangeContext,
  account: AccountState,
  orders: readonly MarginOrder[],
  considerPositions: boolean,
): BasketNeed {
  const base = considerPositions ? positionLegs(account) : []
  const each = orders.map((order) => needOf(context, base, [order]))
  return { orders: each, initial: sumOf(each), final: needOf(context, base, orders) }
}

function needOf(context: ExchangeContext, base: readonly Leg[], orders: readonly MarginOrder[]): MarginNeed {
  let premium = 0
  let legs = base
  for (const order of orders) {
    const contract = contractNamed(context, order.tradingsymbol)
    if (contract === undefined) throw new RangeError(`no contract is called ${order.tradingsymbol}`)
    if (order.side === 'BUY') premium += order.quantity * (order.price || lastPrice(context, contract.token))
    legs = withLeg(legs, contract, order.product, order.side === 'BUY' ? order.quantity : -order.quantity)
  }
  const before = base.length === 0 ? NO_MARGIN : shortMarginOf(context, base)
  const after = shortMarginOf(context, legs)
  return {
    premium: premium as Paise,
    span: Math.max(0, after.span - before.span) as Paise,
    exposure: Math.max(0, after.exposure - before.exposure) as Paise,
  }
}

function withLeg(legs: readonly Leg[], contract: OptionContract, product: Product, quantity: number): Leg[] {
  const isSame = (leg: Leg) => leg.contract.tradingsymbol === contract.tradingsymbol && leg.product === product
  const held = legs.find(isSame)?.quantity ?? 0
  return [...legs.filter((leg) => !isSame(leg)), { contract, product, quantity: held + quantity }]
}

function sumOf(needs: readonly MarginNeed[]): MarginNeed {
  const sum = (field: keyof MarginNeed) => needs.reduce((total, need) => total + need[field], 0) as Paise
  return { premium: sum('premium'), span: sum('span'), exposure: sum('exposure') }
}

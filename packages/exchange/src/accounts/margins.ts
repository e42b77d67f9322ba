import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderStatus } from '../order-types.ts'
import { pendingQuantityOf, type OrderState } from '../state/order-state.ts'
import type { ExchangeContext } from '../state/exchange-state.ts'
import { netQuantity, positionKey, type AccountState } from '../state/account-state.ts'
import { shortMarginOf, totalOf, type Leg, type ShortMargin } from './short-margin.ts'

/** Premium held back by the account's open buy orders. */
export function blockedPremium(context: ExchangeContext, account: AccountState): Paise {
  let sum = 0
  for (const id of account.live) sum += context.state.orders.get(id)!.blockedPremium
  return sum as Paise
}

/** The account's positions. */
export function positionLegs(account: AccountState): Leg[] {
  return Array.from(account.positions.values(), (position) => ({
    contract: position.contract,
    product: position.product,
    quantity: netQuantity(position),
  }))
}

/**
 * The account's positions, less what its live sell orders may still sell. `candidate` is counted although it has not
 * passed the risk checks yet.
 */
export function openLegs(context: ExchangeContext, account: AccountState, candidate?: OrderState): Leg[] {
  const legs = new Map<string, Leg>()
  for (const leg of positionLegs(account)) legs.set(positionKey(leg.contract.tradingsymbol, leg.product), leg)
  for (const id of account.live) {
    const order = context.state.orders.get(id)!
    if (order.side === 'BUY' || (order !== candidate && !reservesSale(order))) continue
    const key = positionKey(order.contract.tradingsymbol, order.product)
    const { contract, product } = order
    legs.set(key, { contract, product, quantity: (legs.get(key)?.quantity ?? 0) - largestRest(order) })
  }
  return [...legs.values()]
}

/** Margin of short options, open and still possible: what live sell orders may sell beyond the long position is short already. */
export function shortMargin(context: ExchangeContext, account: AccountState, candidate?: OrderState): ShortMargin {
  return shortMarginOf(context, openLegs(context, account, candidate))
}

const UNCHECKED: ReadonlySet<OrderStatus> = new Set([
  'PUT ORDER REQ RECEIVED',
  'VALIDATION PENDING',
  'AMO REQ RECEIVED',
  'MODIFY AMO REQ RECEIVED',
])

/** A sell order counts from the moment it passed the risk checks until it is done. */
function reservesSale(order: OrderState): boolean {
  const checked = !UNCHECKED.has(order.status)
  return checked && order.venue !== 'gone'
}

/** What may still be sold: a larger quantity on its way counts already. */
function largestRest(order: OrderState): number {
  return Math.max(pendingQuantityOf(order), (order.pendingChange?.quantity ?? 0) - order.filledQuantity)
}

/** Cash free for buying: cash less blocked premium less the short margin that collateral does not cover. */
export function availableCash(context: ExchangeContext, account: AccountState): Paise {
  const uncovered = Math.max(0, totalOf(shortMargin(context, account)) - account.collateral)
  return (account.cash - blockedPremium(context, account) - uncovered) as Paise
}

/** One segment of `GET /user/margins`, in rupees (kite-connect fact sheet §15). */
export interface SegmentMargins {
  readonly enabled: boolean
  readonly net: number
  readonly available: {
    readonly adhoc_margin: number
    readonly cash: number
    readonly opening_balance: number
    readonly live_balance: number
    readonly collateral: number
    readonly intraday_payin: number
  }
  readonly utilised: {
    readonly debits: number
    readonly exposure: number
    readonly m2m_realised: number
    readonly m2m_unrealised: number
    readonly option_premium: number
    readonly payout: number
    readonly span: number
    readonly holding_sales: number
    readonly turnover: number
    readonly liquid_collateral: number
    readonly stock_collateral: number
    readonly delivery: number
  }
}

/** The equity segment: cash at the start of the day and what is left of it. `cashShownZero`: the broker's known fault. */
export function equityMargins(context: ExchangeContext, account: AccountState, cashShownZero: boolean): SegmentMargins {
  const start = account.openingCash + account.paidInToday
  const { span, exposure } = shortMargin(context, account)
  const free = availableCash(context, account)
  const collateralUsed = Math.min(account.collateral, span + exposure)
  const premium = premiumUsed(account) + blockedPremium(context, account)
  const rupees = (paise: number): number => paise / 100
  return {
    enabled: true,
    net: rupees(free + account.collateral - collateralUsed),
    available: {
      adhoc_margin: 0,
      cash: cashShownZero ? 0 : rupees(start),
      opening_balance: rupees(account.openingCash),
      live_balance: rupees(free),
      collateral: rupees(account.collateral),
      intraday_payin: rupees(account.paidInToday),
    },
    utilised: {
      debits: rupees(start - free + collateralUsed),
      exposure: rupees(exposure),
      m2m_realised: 0,
      m2m_unrealised: 0,
      option_premium: rupees(premium),
      payout: 0,
      span: rupees(span),
      holding_sales: 0,
      turnover: 0,
      liquid_collateral: 0,
      stock_collateral: rupees(account.collateral),
      delivery: 0,
    },
  }
}

/** The commodity segment is never enabled: one wallet, options of two indices. */
export const NO_COMMODITY: SegmentMargins = {
  enabled: false,
  net: 0,
  available: { adhoc_margin: 0, cash: 0, opening_balance: 0, live_balance: 0, collateral: 0, intraday_payin: 0 },
  utilised: {
    debits: 0,
    exposure: 0,
    m2m_realised: 0,
    m2m_unrealised: 0,
    option_premium: 0,
    payout: 0,
    span: 0,
    holding_sales: 0,
    turnover: 0,
    liquid_collateral: 0,
    stock_collateral: 0,
    delivery: 0,
  },
}

/** Premium paid less premium received today; negative after a day of net sales. */
function premiumUsed(account: AccountState): number {
  let sum = 0
  for (const position of account.positions.values()) sum += position.dayBuyValue - position.daySellValue
  return sum
}

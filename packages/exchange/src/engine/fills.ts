import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { exerciseTax } from '@strikewise/domain/charges/stt.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  movePosition,
  netQuantity,
  newPosition,
  positionKey,
  type AccountState,
  type Position,
} from '../state/account-state.ts'
import { tradeRow } from '../orders/order-row.ts'
import { blockedPremiumOf, pendingQuantityOf, type OrderState } from '../state/order-state.ts'
import { tradeIdFor } from '../orders/ids.ts'
import { sendNextLeg } from './place-order.ts'
import { announceUpdate, recordHistory, setStatus, notifyListeners } from './order-status.ts'
import { log, type ExchangeContext } from '../state/exchange-state.ts'
import { BROKERAGE } from './brokerage.ts'

/** Books one fill: trade, cash, blocked premium, position, charges; the order becomes COMPLETE when nothing is left. */
export function fill(context: ExchangeContext, order: OrderState, quantity: number, price: Paise, at: EpochMs): void {
  const account = context.state.accounts.get(order.accountId)!
  const value = quantity * price
  order.filledQuantity += quantity
  order.filledValue = (order.filledValue + value) as Paise
  order.exchangeUpdateAt = at
  if (order.side === 'BUY') {
    account.cash = (account.cash - value) as Paise
    order.blockedPremium = blockedPremiumOf(order)
  } else account.cash = (account.cash + value) as Paise
  addToPosition(account, order, quantity, value as Paise, at)

  account.tradeCount += 1
  const tradeId = tradeIdFor(account.index, account.tradeCount)
  const row = tradeRow(order, tradeId, quantity, price, at)
  account.trades.push({ at, row })
  log(context, at, order.accountId, {
    type: 'fill',
    orderId: order.orderId,
    tradeId,
    tradingsymbol: order.contract.tradingsymbol,
    product: order.product,
    side: order.side,
    quantity,
    price,
    limit: order.price,
  })
  postCharges(context, account, order, at)
  notifyListeners(context, order, { type: 'trade', at, accountId: order.accountId, row })
  if (pendingQuantityOf(order) === 0) {
    setStatus(context, order, 'COMPLETE', at)
    sendNextLeg(context, account, order, at)
  } else {
    recordHistory(order, at)
    announceUpdate(context, order, at)
  }
}

/** Charges grow with the order's executed value (brokerage once): book what this fill adds. */
function postCharges(context: ExchangeContext, account: AccountState, order: OrderState, at: EpochMs): void {
  const { total } = chargesOf([{ side: order.side, value: order.filledValue, on: context.state.day }], BROKERAGE)
  charge(context, account, (total - order.chargesPosted) as Paise, order.orderId, at)
  order.chargesPosted = total
}

export function charge(
  context: ExchangeContext,
  account: AccountState,
  amount: Paise,
  orderId: string | null,
  at: EpochMs,
): void {
  if (amount === 0) return
  account.cash = (account.cash - amount) as Paise
  account.chargesToday = (account.chargesToday + amount) as Paise
  log(context, at, account.accountId, { type: 'charges', orderId, amount })
}

function addToPosition(account: AccountState, order: OrderState, quantity: number, value: Paise, at: EpochMs): void {
  const key = positionKey(order.contract.tradingsymbol, order.product)
  let position = account.positions.get(key)
  if (position === undefined) {
    position = newPosition(order.contract, order.product)
    account.positions.set(key, position)
  }
  movePosition(account, position, order.side, quantity, value, at)
}

/** Cash settlement of an expiring position at the index's close: intrinsic value, with STT on what a holder exercises. */
export function settleExpiry(
  context: ExchangeContext,
  account: AccountState,
  position: Position,
  indexClose: Paise,
  at: EpochMs,
): void {
  const quantity = netQuantity(position)
  if (quantity === 0) return
  const { contract } = position
  const strike = contract.strike * 100
  const intrinsic = Math.max(0, contract.side === 'CE' ? indexClose - strike : strike - indexClose) as Paise
  const amount = (quantity * intrinsic) as Paise
  const charges = quantity > 0 && intrinsic > 0 ? exerciseTax(amount, context.state.day) : (0 as Paise)
  account.cash = (account.cash + amount) as Paise
  if (quantity > 0) movePosition(account, position, 'SELL', quantity, amount, at)
  else movePosition(account, position, 'BUY', -quantity, (0 - amount) as Paise, at)
  position.settledPrice = intrinsic
  log(context, at, account.accountId, {
    type: 'expiry_settled',
    tradingsymbol: contract.tradingsymbol,
    product: position.product,
    quantity,
    indexClose,
    amount,
    charges,
  })
  charge(context, account, charges, null, at)
}

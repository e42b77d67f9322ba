import { chargesOf, exerciseTax } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  movePosition,
  netQuantity,
  newPosition,
  positionKey,
  type AccountState,
  type Position,
} from '../accounts/account-state.ts'
import { tradeRow } from '../orders/order-row.ts'
import { premiumAtStake, restOf, type OrderState } from '../orders/order-state.ts'
import { tradeIdFor } from '../orders/ids.ts'
import { sendNextLeg } from './placing.ts'
import { announceUpdate, record, setStatus, tell } from './progress.ts'
import { log, type World } from './world.ts'

/** Books one fill: trade, cash, blocked premium, position, charges; the order becomes COMPLETE when nothing is left. */
export function fill(world: World, order: OrderState, quantity: number, price: Paise, at: EpochMs): void {
  const account = world.state.accounts.get(order.accountId)!
  const value = quantity * price
  order.filledQuantity += quantity
  order.filledValue = (order.filledValue + value) as Paise
  order.exchangeUpdateAt = at
  if (order.side === 'BUY') {
    account.cash = (account.cash - value) as Paise
    order.blockedPremium = premiumAtStake(order)
  } else account.cash = (account.cash + value) as Paise
  addToPosition(account, order, quantity, value as Paise, at)

  account.tradeCount += 1
  const tradeId = tradeIdFor(account.index, account.tradeCount)
  const row = tradeRow(order, tradeId, quantity, price, at)
  account.trades.push({ at, row })
  log(world, at, order.accountId, {
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
  postCharges(world, account, order, at)
  tell(world, order, { type: 'trade', at, accountId: order.accountId, row })
  if (restOf(order) === 0) {
    setStatus(world, order, 'COMPLETE', at)
    sendNextLeg(world, account, order, at)
  } else {
    record(order, at)
    announceUpdate(world, order, at)
  }
}

/** Charges grow with the order's executed value (brokerage once): book what this fill adds. */
function postCharges(world: World, account: AccountState, order: OrderState, at: EpochMs): void {
  const { total } = chargesOf([{ side: order.side, value: order.filledValue, on: world.state.day }])
  charge(world, account, (total - order.chargesPosted) as Paise, order.orderId, at)
  order.chargesPosted = total
}

export function charge(world: World, account: AccountState, amount: Paise, orderId: string | null, at: EpochMs): void {
  if (amount === 0) return
  account.cash = (account.cash - amount) as Paise
  account.chargesToday = (account.chargesToday + amount) as Paise
  log(world, at, account.accountId, { type: 'charges', orderId, amount })
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
  world: World,
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
  const charges = quantity > 0 && intrinsic > 0 ? exerciseTax(amount, world.state.day) : (0 as Paise)
  account.cash = (account.cash + amount) as Paise
  if (quantity > 0) movePosition(account, position, 'SELL', quantity, amount, at)
  else movePosition(account, position, 'BUY', -quantity, (0 - amount) as Paise, at)
  position.settledPrice = intrinsic
  log(world, at, account.accountId, {
    type: 'expiry_settled',
    tradingsymbol: contract.tradingsymbol,
    product: position.product,
    quantity,
    indexClose,
    amount,
    charges,
  })
  charge(world, account, charges, null, at)
}

import type { Product, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRejection } from '../order-types.ts'
import { rejections } from '../orders/rejections.ts'
import { log, type ExchangeContext } from '../state/exchange-state.ts'
import { movePosition, netQuantity, newPosition, positionKey, type AccountState } from '../state/account-state.ts'

/** The form of `PUT /portfolio/positions` (kite-connect fact sheet §14), parsed. */
export interface ConvertRequest {
  readonly tradingsymbol: string
  /** The side of the position: BUY for a long one. */
  readonly side: OrderSide
  readonly quantity: number
  readonly from: Product
  readonly to: Product
  /** Done against the rules, as the broker's own dealers may. */
  readonly isForced?: boolean
}

/**
 * Moves today's bought (or sold) quantity to another product at its average price. The broker does not convert long index
 * options from MIS to NRML (rules sheet §10). Returns why not, or undefined when done.
 */
export function convertPosition(
  context: ExchangeContext,
  account: AccountState,
  request: ConvertRequest,
  now: EpochMs,
): OrderRejection | undefined {
  const { tradingsymbol, quantity, side } = request
  if (request.from === request.to) return rejections.sameProduct()
  const position = account.positions.get(positionKey(tradingsymbol, request.from))
  const net = position === undefined ? 0 : netQuantity(position)
  const held = side === 'BUY' ? Math.max(0, net) : Math.max(0, -net)
  if (position === undefined || !Number.isSafeInteger(quantity) || quantity <= 0 || quantity > held)
    return rejections.positionTooSmall(tradingsymbol)
  if (quantity % position.contract.lotSize !== 0) return rejections.convertLot()
  if (side === 'BUY' && request.from === 'MIS' && request.isForced !== true) return rejections.convertMis()
  const tradedToday = side === 'BUY' ? position.dayBuyQuantity : position.daySellQuantity
  if (quantity > tradedToday) return rejections.convertToday()

  const key = positionKey(tradingsymbol, request.to)
  const target = account.positions.get(key) ?? newPosition(position.contract, request.to)
  account.positions.set(key, target)
  const tradedValue = side === 'BUY' ? position.dayBuyValue : position.daySellValue
  const value = Math.round((tradedValue * quantity) / tradedToday) as Paise
  movePosition(account, position, side, -quantity, (0 - value) as Paise, now)
  movePosition(account, target, side, quantity, value, now)
  log(context, now, account.accountId, {
    type: 'position_converted',
    tradingsymbol,
    quantity,
    from: request.from,
    to: request.to,
  })
  return undefined
}

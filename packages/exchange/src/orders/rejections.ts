import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { CircuitLimits } from '../price-path.ts'
import type { OrderRejection } from '../order-types.ts'

/** The broker's synchronous refusals with the texts of kite-connect fact sheet §4.2. Clients must not branch on texts. */

const input = (message: string): OrderRejection => ({ httpStatus: 400, errorType: 'InputException', message })
const rupees = (price: Paise): string => rupeesFromPaise(price).toFixed(2)

export const rejections = {
  badField: (field: string, got: string, expected: string) =>
    input(`Invalid request (failed to decode ${field}, got: ${got} (expected ${expected}))`),
  missing: (field: string) => input(`Missing or empty field \`${field}\`.`),
  invalid: (field: string) => input(`Invalid \`${field}\`.`),
  tagTooLong: () => input('Invalid `tag`. It can be at most 20 characters long.'),
  lot: (lotSize: number) => input(`Quantity should be a multiple of the lot size. The lot size is ${lotSize}.`),
  tick: (tick: Paise) =>
    input(`Tick size for this instrument is ${rupees(tick)}. Enter price in multiples of tick size.`),
  freeze: (quantity: number, lotSize: number, freeze: number) => {
    const lots = Math.floor(freeze / lotSize)
    return input(
      `The order quantity ${quantity} (${quantity / lotSize} lots) is higher than the maximum quantity of ` +
        `${lots * lotSize} (${lots} lots) allowed by the exchanges.`,
    )
  },
  tooManySlices: (slices: number) =>
    input(`The order would need ${slices} slices. At most 10 are allowed: reduce the quantity.`),
  marketProtection: () =>
    input(
      'Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.',
    ),
  triggerSide: (side: 'BUY' | 'SELL', last: Paise) =>
    input(
      `Trigger price for stoploss ${side === 'SELL' ? 'sell orders should be lower' : 'buy orders should be higher'} ` +
        `than the last traded price (${rupees(last)}).`,
    ),
  triggerBeyondPrice: (side: 'BUY' | 'SELL') =>
    input(
      side === 'SELL'
        ? 'Trigger price for stoploss sell orders cannot be below the order price.'
        : 'Trigger price for stoploss buy orders cannot be above the order price.',
    ),
  circuit: (limits: CircuitLimits) =>
    input(
      `Price exceeds circuit limits. Please place orders within the daily range (${rupees(limits.lower)} - ${rupees(limits.upper)}).`,
    ),
  strike: () => input('Strike price is outside the allowed range. Try a strike closer to the spot price.'),
  closedMis: () =>
    input('MIS (intraday) are blocked as the markets are not open for trading today. Try placing an AMO order.'),
  closed: () => input('Your order could not be placed as the markets are closed right now. Try placing an AMO order.'),
  misWindow: () => input('MIS (intraday) orders are blocked after the square-off time. Use NRML to carry forward.'),
  amoHours: () => input('After market orders (AMO) for F&O are accepted from 3:45 PM to 9:10 AM only.'),
  amoLimitOnly: () => input('Market orders are not allowed for AMO in this segment. Use a limit order.'),
  icebergLegs: () => input('Iceberg orders have 2 to 50 legs, whose quantities make up the order.'),
  optionsOnly: () => input('Trading is enabled for index options only on this account.'),
  unknownOrder: () => input("Couldn't find that `order_id`."),
  unknownAccount: (): OrderRejection => ({
    httpStatus: 403,
    errorType: 'UserException',
    message: 'The user account is not known.',
  }),
  modificationsSpent: () => input('Maximum allowed order modifications exceeded.'),
  belowFilled: () => input('Quantity cannot be changed to the filled quantity or less.'),
  cannotModify: (): OrderRejection => ({
    httpStatus: 400,
    errorType: 'OrderException',
    message: 'Order cannot be modified as it is being processed. Try later.',
  }),
  cannotCancel: () => input('Order cannot be cancelled as it is being processed. Try later.'),
  unknownTrigger: () => input("Couldn't find that `trigger_id`."),
  gttEnded: (status: string) => input(`The trigger is ${status} and cannot be changed.`),
  gttsFull: (most: number) => input(`Maximum allowed active triggers (${most}) exceeded.`),
  gttLimitOnly: () => input('Only LIMIT orders are allowed for GTT.'),
  gttProduct: () => input('Only NRML is allowed for GTT orders of this exchange.'),
  gttTooClose: (last: Paise) =>
    input(`Trigger price must be at least 0.25% away from the last traded price (${rupees(last)}).`),
  gttSides: (last: Paise) =>
    input(`The trigger prices must lie below and above the last traded price (${rupees(last)}), the lower first.`),
  tooManyRequests: (): OrderRejection => ({
    httpStatus: 429,
    errorType: 'NetworkException',
    message: 'Too many requests',
  }),
  orderCap: (): OrderRejection => ({
    httpStatus: 429,
    errorType: 'NetworkException',
    message: 'Maximum allowed order requests exceeded.',
  }),
  margin: (required: Paise, available: Paise): OrderRejection => ({
    httpStatus: 400,
    errorType: 'MarginException',
    message: marginMessage(required, available),
  }),
}

export function marginMessage(required: Paise, available: Paise): string {
  return `Insufficient funds. Required margin is ${rupees(required)} but available margin is ${rupees(available)}. Check the orderbook for open orders.`
}

export function marginMessageRaw(required: Paise, available: Paise, accountId: string): string {
  return (
    `RMS:Margin Exceeds,Required:${rupees(required)}, Available:${rupees(available)} for entity account-${accountId} ` +
    'across exchange across segment across product '
  )
}

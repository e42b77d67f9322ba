import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
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
  triggerSide: (side: OrderSide, last: Paise) =>
    input(
      `Trigger price for stoploss ${side === 'SELL' ? 'sell orders should be lower' : 'buy orders should be higher'} ` +
        `than the last traded price (${rupees(last)}).`,
    ),
  triggerBeyondPrice: (side: OrderSide) =>
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
  sameProduct: () => input('Old and new product are the same.'),
  positionTooSmall: (tradingsymbol: string) =>
    input(`Position of ${tradingsymbol} is smaller than the quantity to convert.`),
  convertLot: () => input('Quantity should be a multiple of the lot size.'),
  convertMis: () => input('Conversion of long index options from MIS to NRML is not allowed.'),
  convertToday: () => input('Only the quantity traded today can be converted.'),
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

/** What a scenario's broker rejects an order with. */
export const RMS_REJECTED = 'RMS: the order was rejected.'

/** What the broker's order book says of an order that the exchange ended or rejected, as `raw` the exchange's own words. */
export const statusTexts = {
  closed: () => ({ message: 'The order was cancelled by the exchange at the close.' }),
  expired: () => ({ message: 'The order was cancelled as its contract has expired.' }),
  ttlEnded: () => ({ message: 'The order was cancelled as its validity (TTL) ended.' }),
  stopMarket: () => ({
    message: 'Stoploss market orders are not allowed for this instrument.',
    raw: '16052 Function not available',
  }),
  notTraded: () => ({
    message: 'Contract not traded. Market order not allowed.',
    raw: '17181 Contract not traded. Market order not allowed',
  }),
  marketClosed: () => ({ message: 'The market is closed.', raw: '16000 Trading system is not available' }),
  lpp: () => ({
    message:
      'The order was cancelled by the exchange because the price is outside the current allowed limit price protection range.',
    raw: '17070 : The Price is out of the LPP range',
  }),
  margin: (required: Paise, available: Paise, accountId: string) => ({
    message: marginMessage(required, available),
    raw: marginMessageRaw(required, available, accountId),
  }),
}

function marginMessage(required: Paise, available: Paise): string {
  return `Insufficient funds. Required margin is ${rupees(required)} but available margin is ${rupees(available)}. Check the orderbook for open orders.`
}

function marginMessageRaw(required: Paise, available: Paise, accountId: string): string {
  return (
    `RMS:Margin Exceeds,Required:${rupees(required)}, Available:${rupees(available)} for entity account-${accountId} ` +
    'across exchange across segment across product '
  )
}

import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import type { OrderPage } from '../order-page.ts'
import { EXCHANGE } from './kite-rows.ts'

/**
 * The publisher's basket (https://kite.trade/docs/connect/v3/basket): a list of orders as JSON in the field `data`, posted by the
 * browser to `basket` beside the login page. Its user may change the order there, and confirms it.
 */
export const zerodhaOrderPage: OrderPage = (loginUrl, key, { contract, quantity, limit }) => {
  const order = {
    variety: 'regular',
    tradingsymbol: contract.tradingsymbol,
    exchange: EXCHANGE,
    transaction_type: 'BUY',
    order_type: 'LIMIT',
    product: 'MIS',
    validity: 'DAY',
    quantity,
    price: rupeesFromPaise(limit),
    readonly: false,
  }
  return { url: new URL('basket', loginUrl).href, fields: { api_key: key, data: JSON.stringify([order]) } }
}

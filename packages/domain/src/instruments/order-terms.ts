/** Words of an order that every broker of Indian derivatives shares (kite-connect fact sheet §6.2). */

export const ORDER_SIDES = ['BUY', 'SELL'] as const
export type OrderSide = (typeof ORDER_SIDES)[number]
export const ORDER_TYPES = ['MARKET', 'LIMIT', 'SL', 'SL-M'] as const
export type OrderType = (typeof ORDER_TYPES)[number]
/** NRML: may be carried overnight. MIS: intraday, squared off by the broker before the close. */
export const PRODUCTS = ['NRML', 'MIS'] as const
export type Product = (typeof PRODUCTS)[number]
/** DAY: until the close. IOC: filled immediately or cancelled. TTL: for some minutes. */
export type Validity = 'DAY' | 'IOC' | 'TTL'

/** The calls that send, change and cancel an order. */
export type OrderCall = 'place' | 'modify' | 'cancel'

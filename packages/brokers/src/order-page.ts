import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'

/** A limit order to buy, which its user confirms and manages at the broker. */
export interface PreparedOrder {
  readonly contract: Pick<OptionContract, 'tradingsymbol'>
  /** Units, not lots. */
  readonly quantity: number
  readonly limit: Paise
}

/** A form that a browser posts: it opens the broker's own order page with the order filled in, and places nothing. */
export interface OrderPageForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Makes the form of an order. `loginUrl`: the broker's login page. `key`: names our app there; it is public. */
export type OrderPage = (loginUrl: string, key: string, order: PreparedOrder) => OrderPageForm

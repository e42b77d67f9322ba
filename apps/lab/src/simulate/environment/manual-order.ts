import type { Product } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderRequest } from '@strikewise/exchange/order-types.ts'
import type { Environment } from './environment.ts'

export interface Held {
  readonly tradingsymbol: string
  readonly product: Product
  readonly quantity: number
}

export function placeManually(
  { exchange, time }: Environment,
  account: string,
  held: Held,
  order: Pick<OrderRequest, 'side' | 'orderType' | 'quantity'> & { readonly price?: Paise },
): void {
  const isMarket = order.orderType === 'MARKET'
  exchange.place(
    account,
    {
      variety: 'regular',
      exchange: 'NFO',
      tradingsymbol: held.tradingsymbol,
      product: held.product,
      price: 0 as Paise,
      triggerPrice: 0 as Paise,
      validity: 'DAY',
      validityTtlMinutes: 0,
      disclosedQuantity: 0,
      marketProtection: isMarket ? -1 : 0,
      autoslice: false,
      tag: null,
      algoId: null,
      ...order,
    },
    time.now,
  )
}

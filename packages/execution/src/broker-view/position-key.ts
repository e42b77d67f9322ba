import type { Trade } from '../trade/trade.ts'

/** Contract and product, as the broker nets positions. */
export function keyOf(of: Trade | { readonly tradingsymbol: string; readonly product: string }): string {
  return `${'contract' in of ? of.contract.tradingsymbol : of.tradingsymbol}/${of.product}`
}

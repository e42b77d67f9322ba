import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { chargesOf, type Charges, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'

/** What executed orders cost at the broker of the simulated accounts. */
export function brokerCharges(orders: readonly ExecutedOrder[]): Charges {
  return chargesOf(orders, BROKER.profile.brokerage)
}

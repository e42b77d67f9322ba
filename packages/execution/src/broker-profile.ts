import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TokenExpiry } from '@strikewise/domain/time/token-life.ts'
import type { OrderLimits } from './order/order-limits.ts'

/** Names as texts show them: of the broker, and of the screen where its users see their orders. */
export interface BrokerNames {
  readonly broker: string
  readonly portal: string
}

/** What the core must know of a broker beside its calls. */
export interface BrokerProfile {
  readonly names: BrokerNames
  /**
   * Whether it takes immediate-or-cancel orders. Where it does not, what should fill at once is sent as a DAY order, and
   * cancelled when it rests.
   */
  readonly immediateOrCancel: boolean
  readonly orderLimits: OrderLimits
  /** What it takes for one executed order; the rest of the charges is the market's. */
  readonly brokerage: Paise
  readonly tokenExpiresAt: TokenExpiry
  /** The index of which a contract is an option, by its name; undefined: it is no option of an index that is traded here. */
  readonly optionIndexOf: (tradingsymbol: string) => IndexSymbol | undefined
}

import type { BrokerProfile } from '@strikewise/execution/broker-profile.ts'
import { requireOrderLimits } from '@strikewise/execution/order/require-order-limits.ts'
import type { BrokerAccount, BrokerAccountOptions, BrokerUrls } from './broker-account.ts'
import type { BrokerPortal } from './broker-portal.ts'
import type { BrokerLogin } from './broker-login.ts'
import type { MarketSource } from './market-source.ts'
import type { OrderPage } from './order-page.ts'

/** How an order is found again when the answer to it was lost: by a tag on it, or by an order id of the client's. */
export interface OrderReference {
  readonly kind: 'tag' | 'client_order_id'
  /** Characters it may have, and what it may be made of. */
  readonly maxLength: number
  readonly letters: RegExp
}

/**
 * Everything the product must know of one broker. A broker is added by one of these and its adapter; no other source file
 * names it (docs/how-to/add-a-broker.md).
 */
export interface BrokerDefinition {
  /** Stable, in small letters: the folder of the definition. */
  readonly id: string
  /** What the core must know; with the names of the portal, which its texts show. */
  readonly profile: BrokerProfile
  /** What screens show of it. */
  readonly portal: BrokerPortal
  readonly login: BrokerLogin
  readonly orders: {
    readonly reference: OrderReference
    /** Stop orders it rests at the exchange; only a stop with a limit is used. */
    readonly stops: readonly ('SL' | 'SL-M')[]
  }
  readonly market: MarketSource
  /** Its own page for an order that is filled in, for users without a link; undefined: it has none. */
  readonly orderPage: OrderPage | undefined
  /** Where the sandbox at `url` serves the broker's protocol; undefined: it does not. */
  readonly sandboxUrls: ((url: string) => BrokerUrls) | undefined
  /** One account's calls: its adapter on the broker port. */
  openAccount(options: BrokerAccountOptions): BrokerAccount
}

/** The definition as it is. Throws RangeError, which names the field, where its order limits cannot carry one position. */
export function defineBroker(definition: BrokerDefinition): BrokerDefinition {
  requireOrderLimits(definition.profile.orderLimits)
  return definition
}

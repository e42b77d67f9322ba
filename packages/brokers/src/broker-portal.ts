import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { BrokerNames } from '@strikewise/execution/broker-profile.ts'

/**
 * What screens show of a broker. Its file is loaded by browsers: it imports types alone, so that neither the adapter nor
 * the protocol travels with it.
 */
export interface BrokerPortal {
  readonly names: BrokerNames
  /** The title of its interface for programs. */
  readonly api: string
  /** Where its users make keys for programs. */
  readonly console: { readonly name: string; readonly url: string }
  /** Where its users add cash. */
  readonly fundsUrl: string
  /** The query parameter of the redirect that holds the token a login is completed with, as users see it in the address. */
  readonly redirectParameter: string
  /** Minute of the day, IST, at which all tokens end; null: each lasts a time from its own login. */
  readonly tokenEndsAt: number | null
  /** What it takes for one executed order. */
  readonly brokerage: Paise
}

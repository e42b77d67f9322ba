import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Revealable } from '@strikewise/domain/text/secret.ts'
import type { BrokerPort } from '@strikewise/execution/ports.ts'

/** What a user's link gives to call the broker with. */
export interface BrokerLink {
  readonly mode: LinkMode
  readonly apiKey: Revealable
  readonly accessToken: Revealable
  /** The local address the link's calls leave from; null: any. */
  readonly egressAddress: string | null
}

/** One deployment of a broker's protocol: the broker itself, or the paper exchange. */
export interface BrokerUrls {
  readonly apiUrl: string
  readonly tickerUrl: string
  readonly loginUrl: string
}

export interface BrokerAccountOptions {
  /** Where links of this kind lead; undefined: nowhere, and the link counts as having no token. */
  readonly urls: (mode: BrokerLink['mode']) => Pick<BrokerUrls, 'apiUrl' | 'tickerUrl'> | undefined
  /** `speed`: how many of its milliseconds pass in a real one; 1 when left out. */
  readonly clock: Pick<Clock, 'now'> & { readonly speed?: () => number }
  /** The execution core's monotonic clock, which dates what the broker's clock showed; real time when left out. */
  readonly mono?: () => number
  /** The exchange's identifier of this service, sent with the orders of live links that no registered logic decided. */
  readonly algoId: string | undefined
  /** Reads the link; undefined while there is no usable token. */
  readonly credentials: () => Promise<BrokerLink | undefined>
  readonly onError: (what: string, error: unknown) => void
  /** How long a call may take in all, in real milliseconds: what the core counts on. */
  readonly callTimeoutMs?: number
}

/** One account at a broker, for as long as the process trades it. */
export interface BrokerAccount extends BrokerPort {
  /**
   * Reads the link again: at the start and whenever it changed. Resolves to true once a reading that began after this call
   * is in force; a link that cannot be read leaves all as it was.
   */
  refresh(): Promise<boolean>
  close(): Promise<void>
}

// @invariant row-security
import type { StreamTimers } from './stream-timers.ts'
import type { Kysely } from 'kysely'
import type { KeyUses } from '../program-keys/key-uses.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { FeatureFlags } from '../feature-flags/feature-flags.ts'
import type { QuoteFeed } from '../execution/quote-feed.ts'
import type { Identity } from '../identity/identity.ts'
import type { Drain } from './drain.ts'
import type { SignInLimits } from '../identity/sign-in-limits.ts'
import type { ProviderWatch } from '../identity/provider-watch.ts'
import type { Logger } from '../logging/logger.ts'
import type { Metrics } from '../metrics.ts'
import type { RoleSilence } from '../service-state/role-heartbeats.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import type { CompressedDays } from '../public-log/compressed-days.ts'
import type { Readings } from '../readiness/readings.ts'
import type { Vault } from '../secrets/vault.ts'
import type { ContractHistories } from '../snapshots/contract-histories.ts'
import type { ContractViews } from '../snapshots/contract-views.ts'
import type { ContractLists } from '../snapshots/contract-lists.ts'
import type { MarketSnapshots } from '../snapshots/market-snapshots.ts'
import type { Database } from '../store/database.ts'
import type { UserScopedDbs } from '../store/user-scoped-db.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import type { LivePnl } from '../trades/live-pnl.ts'
import type { TradeSnapshots } from '../trades/trade-snapshots.ts'
import type { TradeViews } from '../trades/trade-views.ts'
import type { PublicAddress } from './public-address.ts'
import type { RateWindows } from '../rate-limits/rate-windows.ts'
import type { Principals } from './principals.ts'

/** What recognises a caller and reaches the store over connections that nothing else uses. */
export interface UrgentDependencies {
  readonly db: Kysely<Database>
  readonly userDbOf: UserScopedDbs
  readonly principals: Principals
}

/** Everything the web role is put together from; its handlers take what they need. */
export interface WebDependencies {
  readonly config: Config
  /** The store as the service: for what belongs to no user, or reaches further than one user (decision record 23). */
  readonly db: Kysely<Database>
  /** The store as one user. */
  readonly userDbOf: UserScopedDbs
  readonly vault: Vault
  readonly clock: ScaledClock
  readonly bus: Bus
  readonly logger: Logger
  readonly metrics: Metrics
  /** For how long each other role has reported nothing. */
  readonly silence: RoleSilence
  readonly publicAddress: PublicAddress
  readonly drain: Pick<Drain, 'hasBegun'>
  /** The library's current instance: it is rebuilt when external sign-in comes back. */
  readonly identity: () => Identity
  readonly provider: ProviderWatch
  /** Signs cookies of identity, and keys its counts. */
  readonly identitySecret: Buffer
  readonly signInLimits: SignInLimits
  readonly principals: Principals
  /** For calls that must be answered while everything else is busy. */
  readonly urgent: UrgentDependencies
  readonly rates: RateWindows
  /** Real time for the pace of the stream; a test's own. */
  readonly streamTimers: StreamTimers
  readonly keyUses: KeyUses
  /** Which optional features are on for whom. */
  readonly flags: FeatureFlags
  readonly market: MarketSnapshots
  readonly views: TradeViews
  readonly trades: TradeSnapshots
  readonly pnl: LivePnl
  /** The newest quotes of the option contracts. */
  readonly quotes: Pick<QuoteFeed, 'quote'>
  /** What the other roles read last of brokers and market. */
  readonly readings: Readings
  /** The day's option contracts. */
  readonly contracts: Pick<ContractLists, 'find' | 'range'>
  /** Minutes and other expiries of contracts that screens have open. */
  readonly contractViews: Pick<ContractViews, 'view'>
  /** Past sessions of contracts, out of the stored chains. */
  readonly contractHistories: Pick<ContractHistories, 'days' | 'minutes'>
  readonly payments: PaymentProvider
  readonly compressedDays: CompressedDays
}

/**
 * What handlers of a user's own routes take: they reach the store through the session of their caller (`own` of the call) and
 * in no other way.
 */
export type UserDependencies = Omit<
  WebDependencies,
  'db' | 'userDbOf' | 'urgent' | 'vault' | 'identitySecret' | 'signInLimits'
>

import type { Product } from '@strikewise/domain/instruments/order-terms.ts'
import { nseCalendar, type TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { BrokerProfile } from './broker-profile.ts'

/** The core's own figures. Strategy figures (R, trail, target, windows) belong to `domain`. Milliseconds unless named. */
export interface SharedConfig {
  readonly calendar: TradingCalendar
  /** Whether orders of links in mode `live` may be sent. */
  readonly liveTrading: boolean
  readonly product: Product
  /** How long after its claim a request may still start to leave. */
  readonly claimMs: number
  /** How much longer a sale may wait to leave while the store is late, at the least. */
  readonly leastPatienceMs: number
  /** The same at the most, however long a writing takes: a successor waits as much longer before it sells what is in doubt. */
  readonly mostPatienceMs: number
  /** How long a call may take until the broker port calls it in doubt; a successor waits for it. */
  readonly callTimeoutMs: number
  readonly pollLiveMs: number
  readonly pollIdleMs: number
  readonly positionsEveryMs: number
  readonly fundsEveryMs: number
  /** Funds older than this do not carry an entry. */
  readonly fundsMaxAgeMs: number
  readonly priceMaxAgeMs: number
  /** Our clock and the broker's may differ by this much and entries still leave. */
  readonly maxClockSkewMs: number
  /** A decision older than this, counted from the end of its bar, is not traded. */
  readonly decisionMaxAgeMs: number
  /** An order acknowledged longer ago than this must stand in a reading, or the reading is stale. */
  readonly snapshotLagMs: number
  /** How long an order that was accepted, or that is being changed or cancelled, counts before the book confirms it. */
  readonly confirmMs: number
  /** How long the bid may stand under the limit of an armed stop before the stop no longer counts. */
  readonly bidBelowStopLimitMs: number
  readonly repriceAfterMs: number
  readonly maxEntryAttempts: number
  readonly chaseStepMs: number
  readonly cooldownMs: number
  readonly cooldownAfterStopMs: number
  /** Doubt about a protective order lasts at most this long when the price nears the stop. */
  readonly earlyResendMs: number
  readonly trailMoves: number
  readonly unprotectedAlarmMs: number
}

/** The figures for one account: the core's own, and its broker. */
export interface ExecutionConfig extends SharedConfig {
  readonly broker: BrokerProfile
}

/** Sources: reliability guide §1, §3; signals reference §3.2–3.5; kite-connect §5. */
export const DEFAULT_CONFIG: SharedConfig = {
  calendar: nseCalendar,
  liveTrading: false,
  product: 'MIS',
  claimMs: 2_000,
  leastPatienceMs: 4_000,
  mostPatienceMs: 13_000,
  callTimeoutMs: 7_000,
  pollLiveMs: 1_000,
  pollIdleMs: 5_000,
  positionsEveryMs: 2_000,
  fundsEveryMs: 60_000,
  fundsMaxAgeMs: 180_000,
  priceMaxAgeMs: 2_000,
  maxClockSkewMs: 2_000,
  decisionMaxAgeMs: 20_000,
  snapshotLagMs: 2_000,
  confirmMs: 2_000,
  bidBelowStopLimitMs: 3_000,
  repriceAfterMs: 3_000,
  maxEntryAttempts: 3,
  chaseStepMs: 3_000,
  cooldownMs: 600_000,
  cooldownAfterStopMs: 1_800_000,
  earlyResendMs: 5_000,
  trailMoves: 20,
  unprotectedAlarmMs: 9_000,
}
